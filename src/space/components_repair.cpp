// How components follow edits: what is looked at again, node by node.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "waymark/base/assert.hpp"
#include "waymark/space/components.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

void Components::Level::mark(int x, int y, unsigned what) {
  if (!contains(x, y)) return;
  if (x + 1 == width) what &= ~unsigned{kRight};
  if (y + 1 == height) what &= ~unsigned{kBelow};
  if (what == 0) return;
  const std::uint32_t place = index(x, y);
  if (nodes[place].dirty == 0) dirty.push_back(place);
  nodes[place].dirty = static_cast<std::uint16_t>(nodes[place].dirty | what);
}

void Components::mark_all() {
  for (Level& level : levels_) {
    for (int y = 0; y < level.height; ++y) {
      for (int x = 0; x < level.width; ++x) level.mark(x, y, kEverything);
    }
  }
}

void Components::update(const Grid& grid) {
  if (grid.epoch() == epoch_) return;
  const bool known = grid.for_each_change_since(epoch_, [&](const Grid::Change& change) {
    const Rect area = change.area;
    const int right = area.x + area.width;
    const int bottom = area.y + area.height;
    for (int y = area.y / kTile; y <= (bottom - 1) / kTile; ++y) {
      for (int x = area.x / kTile; x <= (right - 1) / kTile; ++x) {
        const unsigned sides =
            (area.x <= x * kTile ? unsigned{kLeftSide} : 0) | (right >= (x + 1) * kTile ? unsigned{kRightSide} : 0) |
            (area.y <= y * kTile ? unsigned{kTopSide} : 0) | (bottom >= (y + 1) * kTile ? unsigned{kBottomSide} : 0);
        levels_[0].mark(x, y, kRegions | sides * kEditedSides);
      }
    }
  });
  if (!known) mark_all();
  epoch_ = grid.epoch();
  repair(grid);
}

// Level by level: what the nodes join, then what touches across the lines between them, then which regions hang on a
// neighbour's; of the last level, what changes in the graph. Each step may ask for those behind it, for nodes that are
// already in the list or not.
void Components::repair(const Grid& grid) {
  work_ = 0;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    std::vector<std::uint32_t>& dirty = levels_[level].dirty;
    const auto width = static_cast<std::uint32_t>(levels_[level].width);
    const auto each = [&](Dirty what, auto&& repair_node) {
      for (std::size_t i = 0; i < dirty.size(); ++i) {
        const std::uint32_t index = dirty[i];
        if ((levels_[level].nodes[index].dirty & what) == 0) continue;
        repair_node(static_cast<int>(index % width), static_cast<int>(index / width));
      }
    };
    each(kRegions, [&](int x, int y) { repair_regions(grid, level, x, y); });
    each(kRight, [&](int x, int y) { repair_right(grid, level, x, y); });
    each(kBelow, [&](int x, int y) { repair_below(grid, level, x, y); });
    if (is_last(level)) {
      if (!blocks_.empty()) repair_blocks();
    } else {
      each(kContacts, [&](int x, int y) { repair_contacts(level, x, y); });
      each(kHanging, [&](int x, int y) { repair_hanging(level, x, y); });
    }
    for (const std::uint32_t index : dirty) levels_[level].nodes[index].dirty = 0;
    dirty.clear();
  }
}

void Components::mark_parent(std::size_t level, int x, int y, unsigned what) {
  if (level + 1 < levels_.size()) levels_[level + 1].mark(x / 2, y / 2, what);
}

void Components::repair_regions(const Grid& grid, std::size_t level, int x, int y) {
  Level& at = levels_[level];
  Node& node = at.nodes[at.index(x, y)];
  TileRegions::Count count{};
  unsigned renumbered = 0;  // sides where pairs have to be named anew
  if (level == 0) {
    renumbered = rebuild_tile(grid, x, y, count);
  } else if (join_children(level, x, y, count)) {
    renumbered = kAllSides;
  }
  count_ += count.closed;
  count_ -= node.closed;
  node.closed = count.closed;
  const bool other_count = node.open.size() != count.open;
  if (other_count) {
    node.open.resize(count.open, {kUnknown, 0, kNoDirection, 0});
    at.mark(x, y, kContacts);
    mark_parent(level, x, y, kRegions);
  }
  if (is_last(level) && (other_count || renumbered != 0)) {  // the graph has to know all sides
    at.mark(x, y, kNumbers);
    renumbered = kAllSides;
  }
  if ((renumbered & kRightSide) != 0) at.mark(x, y, kRight);
  if ((renumbered & kLeftSide) != 0) at.mark(x - 1, y, kRight);
  if ((renumbered & kBottomSide) != 0) at.mark(x, y, kBelow);
  if ((renumbered & kTopSide) == 0) return;
  at.mark(x, y - 1, kBelow);
  if (reach_.corners()) {
    at.mark(x - 1, y - 1, kBelow);
    at.mark(x + 1, y - 1, kBelow);
  }
}

// Returns the sides along which a cell or the number of a region may have changed.
unsigned Components::rebuild_tile(const Grid& grid, int x, int y, TileRegions::Count& count) {
  const Level& at = levels_[0];
  const std::uint32_t index = at.index(x, y);
  TileRegions& tile = tiles_[index];
  const unsigned sides = (x > 0 ? unsigned{kLeftSide} : 0) | (x + 1 < at.width ? unsigned{kRightSide} : 0) |
                         (y > 0 ? unsigned{kTopSide} : 0) | (y + 1 < at.height ? unsigned{kBottomSide} : 0);
  const unsigned edited = at.nodes[index].dirty / kEditedSides & sides;
  const unsigned kept = sides & ~edited;
  const std::size_t open_before = at.nodes[index].open.size();
  TileRegions::Rim before;
  const bool has_numbers = kept != 0 && open_before > 1;  // of a single open region all numbers are 0
  if (has_numbers) tile.read_rim(grid, x, y, kept, before);
  count = tile.rebuild(grid, x, y, sides, reach_);
  work_ += tile.runs() + static_cast<std::uint64_t>(kTile);
  if (count.open != open_before) return sides;
  if (!has_numbers) return edited;
  TileRegions::Rim after;
  tile.read_rim(grid, x, y, kept, after);
  return edited | TileRegions::compare(before, after, kept);
}

// Regions of the node that one of a neighbour joins that hangs on them.
template <class Visit>
void Components::for_each_bridge(const Level& level, int x, int y, Visit&& visit) {
  if (const Node* in_row = level.find(beside(x), y); in_row != nullptr) {
    for (std::size_t i = 0; i < in_row->row_bridges; ++i) visit(in_row->bridges[i]);
  }
  if (const Node* in_column = level.find(x, beside(y)); in_column != nullptr) {
    for (std::size_t i = in_column->row_bridges; i < in_column->bridges.size(); ++i) visit(in_column->bridges[i]);
  }
}

// Joins what touches on the lines between the four. Returns whether a child's region became part of another number than
// before.
bool Components::join_children(std::size_t level, int x, int y, TileRegions::Count& count) {
  Level& children = levels_[level - 1];
  std::array<Node*, 4> child{};  // upper left, upper right, lower left, lower right
  std::array<std::uint32_t, 5> first{};
  for (unsigned c = 0; c < 4; ++c) {
    child[c] = children.find(2 * x + static_cast<int>(c & 1u), 2 * y + static_cast<int>(c >> 1u));
    first[c + 1] = first[c] + (child[c] != nullptr ? static_cast<std::uint32_t>(child[c]->open.size()) : 0);
  }
  const std::uint32_t regions = first[4];
  WAYMARK_DEBUG_ASSERT(regions < kUnknown);
  work_ += regions;

  // Every region points at one of its set that is no later, the first of a set at itself.
  sets_.resize(regions);
  std::uint16_t* const sets = sets_.data();
  std::iota(sets, sets + regions, std::uint16_t{0});
  // Both chains are shortened on the way (Rem's algorithm); most pairs are settled by the first comparison.
  const auto unite = [sets](std::uint32_t a, std::uint32_t b) {
    while (sets[a] != sets[b]) {
      if (sets[a] < sets[b]) std::swap(a, b);
      const std::uint16_t next = sets[a];
      sets[a] = sets[b];
      if (next == a) return;
      a = next;
    }
  };
  const auto join = [&](const std::vector<Pair>& pairs, std::uint32_t own, std::uint32_t other) {
    work_ += pairs.size();
    for (const Pair& pair : pairs) unite(own + pair.own, other + pair.other);
  };
  join(child[0]->right, first[0], first[1]);
  join(child[0]->below, first[0], first[2]);
  if (child[1] != nullptr) join(child[1]->below, first[1], first[3]);
  if (child[2] != nullptr) join(child[2]->right, first[2], first[3]);
  if (const Pair corner = child[0]->below_right; corner != kNoPair) unite(corner.own, first[3] + corner.other);
  if (child[1] != nullptr && child[1]->below_left != kNoPair) {
    unite(first[1] + child[1]->below_left.own, first[2] + child[1]->below_left.other);
  }
  for (unsigned c = 0; c < 4; ++c) {
    if (child[c] == nullptr) continue;
    for_each_bridge(children, 2 * x + static_cast<int>(c & 1u), 2 * y + static_cast<int>(c >> 1u), [&](Pair pair) {
      unite(first[c] + pair.own, first[c] + pair.other);
      ++work_;
    });
  }

  flags_.assign(regions, 0);
  std::uint8_t* const is_open = flags_.data();
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned outer = ((c & 1u) != 0 ? kRightSide : kLeftSide) | ((c & 2u) != 0 ? kBottomSide : kTopSide);
    for (std::uint32_t i = first[c]; i < first[c + 1]; ++i) {
      const OpenRegion& region = child[c]->open[i - first[c]];
      const std::uint16_t set = sets[i] = sets[sets[i]];
      if ((region.sides & outer) != 0 && region.above != kHung) is_open[set] = 1;
    }
  }
  // Open ones first, then closed ones, each in the order of their first regions. A hanging one has nothing to join.
  numbers_.resize(regions);
  std::uint16_t* const numbers = numbers_.data();
  std::uint32_t open = 0;
  for (std::uint32_t i = 0; i < regions; ++i) open += is_open[i];
  std::uint32_t next_open = 0;
  std::uint32_t next_closed = open;
  bool renumbered = false;
  for (unsigned c = 0; c < 4; ++c) {
    for (std::uint32_t i = first[c]; i < first[c + 1]; ++i) {
      std::uint16_t& above = child[c]->open[i - first[c]].above;
      if (above == kHung) continue;
      if (sets[i] == i) numbers[i] = static_cast<std::uint16_t>(is_open[i] != 0 ? next_open++ : next_closed++);
      renumbered |= above != numbers[sets[i]];
      above = numbers[sets[i]];
    }
  }
  count = {open, next_closed - open};
  return renumbered;
}

// Whom each open region touches across the lines around the node.
void Components::repair_contacts(std::size_t level, int x, int y) {
  Level& at = levels_[level];
  Node& node = at.nodes[at.index(x, y)];
  contacts_.assign(node.open.size(), {0, 0, kNoDirection, 0});
  work_ += node.open.size();
  const auto touch = [this](Direction direction, unsigned sides, std::uint16_t region, std::uint16_t partner) {
    OpenRegion& contact = contacts_[region];
    contact.sides = static_cast<std::uint8_t>(contact.sides | sides);
    if (contact.direction == kNoDirection) {
      contact.direction = direction;
      contact.partner = partner;
    } else if (contact.direction != direction) {
      contact.direction = kManyDirections;
    }
  };
  const auto touch_corner = [&](Direction direction, unsigned sides, std::uint16_t region, std::uint16_t partner) {
    if (region != kNoPair.own) touch(direction, sides, region, partner);
  };
  for (const Pair& pair : node.right) touch(kEast, kRightSide, pair.own, pair.other);
  for (const Pair& pair : node.below) touch(kSouth, kBottomSide, pair.own, pair.other);
  work_ += node.right.size() + node.below.size();
  if (x > 0) {
    const Node& left = at.nodes[at.index(x - 1, y)];
    for (const Pair& pair : left.right) touch(kWest, kLeftSide, pair.other, pair.own);
    work_ += left.right.size();
  }
  if (y > 0) {
    const Node& above = at.nodes[at.index(x, y - 1)];
    for (const Pair& pair : above.below) touch(kNorth, kTopSide, pair.other, pair.own);
    work_ += above.below.size();
  }
  if (reach_.corners()) {
    // A corner leaves the parent across one of its sides or both.
    touch_corner(kSouthWest, kBottomSide | kLeftSide, node.below_left.own, node.below_left.other);
    touch_corner(kSouthEast, kBottomSide | kRightSide, node.below_right.own, node.below_right.other);
    if (y > 0 && x + 1 < at.width) {
      const Pair pair = at.nodes[at.index(x + 1, y - 1)].below_left;
      touch_corner(kNorthEast, kTopSide | kRightSide, pair.other, pair.own);
    }
    if (y > 0 && x > 0) {
      const Pair pair = at.nodes[at.index(x - 1, y - 1)].below_right;
      touch_corner(kNorthWest, kTopSide | kLeftSide, pair.other, pair.own);
    }
  }

  bool other_sides = false;
  bool other_directions = false;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    OpenRegion& region = node.open[i];
    const OpenRegion& contact = contacts_[i];
    other_sides |= region.sides != contact.sides;
    other_directions |= touches_one_node(region) != touches_one_node(contact);
    region.sides = contact.sides;
    region.direction = contact.direction;
    region.partner = contact.partner;
  }
  if (other_sides) mark_parent(level, x, y, kRegions);
  at.mark(x, y, kHanging);
  if (!other_directions) return;
  for (std::size_t d = 0; d < (reach_.corners() ? kDx.size() : 4u); ++d) at.mark(x + kDx[d], y + kDy[d], kHanging);
}

// A region that touches only regions of one node, which has another parent, hangs on the first of them. If those too
// touch only this node, the regions of the later node hang on those of the earlier. So none hangs on one that hangs
// itself: if the later region r hangs on s, s is kept by r; if the earlier one hangs on s, s touches other nodes too.
void Components::repair_hanging(std::size_t level, int x, int y) {
  Level& at = levels_[level];
  Node& node = at.nodes[at.index(x, y)];
  // The neighbours of other parents, in the row and in the column.
  const Node* in_row = at.find(beside(x), y);
  const Node* in_column = at.find(x, beside(y));
  const bool in_row_is_later = beside(x) > x;
  const bool in_column_is_later = beside(y) > y;

  std::vector<std::uint8_t>& is_hung_on = flags_;  // by one of a later node that touches this node alone
  is_hung_on.assign(node.open.size(), 0);
  const auto hang_on = [&](const std::vector<Pair>& pairs, const Node& later) {
    work_ += pairs.size();
    for (const Pair& pair : pairs) {
      if (touches_one_node(later.open[pair.other])) is_hung_on[pair.own] = 1;
    }
  };
  if (in_row != nullptr && in_row_is_later) hang_on(node.right, *in_row);
  if (in_column != nullptr && in_column_is_later) hang_on(node.below, *in_column);
  if (node.below_left != kNoPair && touches_one_node(at.find(x - 1, y + 1)->open[node.below_left.other])) {
    is_hung_on[node.below_left.own] = 1;
  }
  if (node.below_right != kNoPair && touches_one_node(at.find(x + 1, y + 1)->open[node.below_right.other])) {
    is_hung_on[node.below_right.own] = 1;
  }

  bool changed = false;
  work_ += node.open.size();
  for (std::size_t i = 0; i < node.open.size(); ++i) {
    OpenRegion& region = node.open[i];
    bool hangs = false;
    if (touches_one_node(region)) {
      const Cell other{x + kDx[region.direction], y + kDy[region.direction]};
      const bool is_earlier = other.y > y || (other.y == y && other.x > x);
      hangs = (other.x / 2 != x / 2 || other.y / 2 != y / 2) && !(is_earlier && is_hung_on[i] != 0);
    }
    if (hangs == (region.above == kHung)) continue;
    region.above = hangs ? kHung : kUnknown;
    changed = true;
  }
  if (changed) {
    mark_parent(level, x, y, kRegions);
    // Their pairs are in the lines around the parent or no longer.
    Level& parents = levels_[level + 1];
    parents.mark(x / 2, y / 2, kRight | kBelow);
    parents.mark(x / 2 - 1, y / 2, kRight);
    for (const int dx : {-1, 0, 1}) parents.mark(x / 2 + dx, y / 2 - 1, kBelow);
  }

  pairs_.clear();
  sets_.assign(node.open.size(), kUnknown);
  const auto bridge = [&](std::uint16_t region, std::uint16_t partner) {
    if (node.open[region].above != kHung) return;
    const std::uint16_t last = std::exchange(sets_[region], partner);
    if (last != kUnknown && last != partner) pairs_.push_back({last, partner});
  };
  if (in_row != nullptr) {
    for (const Pair& pair : in_row_is_later ? node.right : in_row->right) {
      in_row_is_later ? bridge(pair.own, pair.other) : bridge(pair.other, pair.own);
    }
  }
  const std::size_t row_bridges = pairs_.size();
  if (in_column != nullptr) {
    for (const Pair& pair : in_column_is_later ? node.below : in_column->below) {
      in_column_is_later ? bridge(pair.own, pair.other) : bridge(pair.other, pair.own);
    }
  }
  if (node.bridges == pairs_ && node.row_bridges == row_bridges) return;
  node.bridges.assign(pairs_.begin(), pairs_.end());
  node.row_bridges = static_cast<std::uint32_t>(row_bridges);
  if (in_row != nullptr) mark_parent(level, beside(x), y, kRegions);
  if (in_column != nullptr) mark_parent(level, x, beside(y), kRegions);
}

}  // namespace waymark
