// How components follow edits.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "waymark/base/assert.hpp"
#include "waymark/space/components.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {
namespace {

constexpr int kTile = TileRegions::kSide;

}  // namespace

void Components::Level::mark(int x, int y, unsigned what) {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  if (x + 1 == width) what &= ~unsigned{kRight};
  if (y + 1 == height) what &= ~unsigned{kBelow};
  if (what == 0) return;
  const std::uint32_t place = index(x, y);
  if (nodes[place].dirty == 0) dirty.push_back(place);
  nodes[place].dirty = static_cast<std::uint8_t>(nodes[place].dirty | what);
}

void Components::mark_all() {
  for (Level& level : levels_) {
    for (int y = 0; y < level.height; ++y) {
      for (int x = 0; x < level.width; ++x) level.mark(x, y, kRegions | kRight | kBelow | kContacts | kHanging);
    }
  }
}

void Components::update(const Grid& grid) {
  if (grid.epoch() == epoch_) return;
  const bool known = grid.for_each_change_since(epoch_, [&](const Grid::Change& change) {
    const Rect area = change.area;
    for (int y = area.y / kTile; y <= (area.y + area.height - 1) / kTile; ++y) {
      for (int x = area.x / kTile; x <= (area.x + area.width - 1) / kTile; ++x) levels_[0].mark(x, y, kRegions);
    }
  });
  if (!known) mark_all();
  epoch_ = grid.epoch();
  repair(grid);
}

// Level by level: what the nodes join, then what touches across the lines between them, then which regions hang on a
// neighbour's. Each step may ask for those behind it, for nodes that are already in the list or not.
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
    each(kContacts, [&](int x, int y) { repair_contacts(level, x, y); });
    each(kHanging, [&](int x, int y) { repair_hanging(level, x, y); });
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
  bool renumbered = true;  // so that pairs on the lines around have to be named anew
  if (level == 0) {
    const unsigned sides = (x > 0 ? unsigned{kLeftSide} : 0) | (x + 1 < at.width ? unsigned{kRightSide} : 0) |
                           (y > 0 ? unsigned{kTopSide} : 0) | (y + 1 < at.height ? unsigned{kBottomSide} : 0);
    TileRegions& tile = tiles_[at.index(x, y)];
    count = tile.rebuild(grid, x, y, sides, touch_);
    work_ += tile.runs() + static_cast<std::uint64_t>(kTile);
  } else {
    renumbered = join_children(level, x, y, count);
  }
  count_ += count.closed;
  count_ -= node.closed;
  node.closed = count.closed;
  if (node.open.size() != count.open) {
    node.open.resize(count.open, {kUnknown, 0, kNoDirection, 0});
    at.mark(x, y, kContacts);
    mark_parent(level, x, y, kRegions);
  }
  if (!renumbered) return;
  at.mark(x, y, kRight | kBelow);
  at.mark(x - 1, y, kRight);
  at.mark(x, y - 1, kBelow);
  if (touch_.corners()) {
    at.mark(x - 1, y - 1, kBelow);
    at.mark(x + 1, y - 1, kBelow);
  }
}

// Regions of the node that one of a neighbour joins that hangs on them.
template <class Visit>
void Components::for_each_bridge(const Level& level, int x, int y, Visit&& visit) {
  const int beside_x = x % 2 != 0 ? x + 1 : x - 1;
  const int across_y = y % 2 != 0 ? y + 1 : y - 1;
  if (const Node* beside = beside_x >= 0 ? level.find(beside_x, y) : nullptr; beside != nullptr) {
    for (std::size_t i = 0; i < beside->beside_bridges; ++i) visit(beside->bridges[i]);
  }
  if (const Node* across = across_y >= 0 ? level.find(x, across_y) : nullptr; across != nullptr) {
    for (std::size_t i = across->beside_bridges; i < across->bridges.size(); ++i) visit(across->bridges[i]);
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
  if (touch_.corners()) {
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
  for (std::size_t d = 0; d < (touch_.corners() ? kDirections : 4); ++d) at.mark(x + kDx[d], y + kDy[d], kHanging);
}

// A region that touches only regions of one node, which has another parent, hangs on the first of them and is not
// carried up; that it joins those is told to the other parent. Of two nodes whose regions would hang on each other's
// the later one's do.
void Components::repair_hanging(std::size_t level, int x, int y) {
  Level& at = levels_[level];
  Node& node = at.nodes[at.index(x, y)];
  // The neighbours of other parents, in the row and in the column.
  const int beside_x = x % 2 != 0 ? x + 1 : x - 1;
  const int across_y = y % 2 != 0 ? y + 1 : y - 1;
  const Node* beside = beside_x >= 0 ? at.find(beside_x, y) : nullptr;
  const Node* across = across_y >= 0 ? at.find(x, across_y) : nullptr;

  std::vector<std::uint8_t>& is_hung_on = flags_;  // by one of a later node that touches this node alone
  is_hung_on.assign(node.open.size(), 0);
  const auto hang_on = [&](const std::vector<Pair>& pairs, const Node& later) {
    work_ += pairs.size();
    for (const Pair& pair : pairs) is_hung_on[pair.own] |= touches_one_node(later.open[pair.other]) ? 1 : 0;
  };
  if (beside != nullptr && beside_x > x) hang_on(node.right, *beside);
  if (across != nullptr && across_y > y) hang_on(node.below, *across);
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
  if (beside != nullptr) {
    for (const Pair& pair : beside_x > x ? node.right : beside->right) {
      beside_x > x ? bridge(pair.own, pair.other) : bridge(pair.other, pair.own);
    }
  }
  const std::size_t beside_bridges = pairs_.size();
  if (across != nullptr) {
    for (const Pair& pair : across_y > y ? node.below : across->below) {
      across_y > y ? bridge(pair.own, pair.other) : bridge(pair.other, pair.own);
    }
  }
  if (node.bridges == pairs_ && node.beside_bridges == beside_bridges) return;
  node.bridges.assign(pairs_.begin(), pairs_.end());
  node.beside_bridges = static_cast<std::uint32_t>(beside_bridges);
  if (beside != nullptr) mark_parent(level, beside_x, y, kRegions);
  if (across != nullptr) mark_parent(level, x, across_y, kRegions);
}

// What the pair became part of; nothing if one end hangs on the other.
Components::Pair Components::lifted(const Level& children, Pair pair, Cell own, Cell other) {
  if (pair == kNoPair) return kNoPair;
  const Pair lifted{children.nodes[children.index(own.x, own.y)].open[pair.own].above,
                    children.nodes[children.index(other.x, other.y)].open[pair.other].above};
  return is_carried(lifted) ? lifted : kNoPair;
}

void Components::add_pair(Pair pair) {
  if (pair != kNoPair && (pairs_.empty() || pairs_.back() != pair)) pairs_.push_back(pair);
}

void Components::add_lifted(const Level& children, const std::vector<Pair>& pairs, Cell own, Cell other) {
  if (pairs.empty()) return;
  work_ += pairs.size();
  const OpenRegion* const own_open = children.nodes[children.index(own.x, own.y)].open.data();
  const OpenRegion* const other_open = children.nodes[children.index(other.x, other.y)].open.data();
  std::size_t size = pairs_.size();
  Pair last = size > 0 ? pairs_.back() : kNoPair;
  pairs_.resize(size + pairs.size());
  Pair* const to = pairs_.data();
  for (const Pair& pair : pairs) {
    const Pair lifted{own_open[pair.own].above, other_open[pair.other].above};
    if (!is_carried(lifted)) continue;
    to[size] = lifted;
    size += lifted != last ? 1 : 0;
    last = lifted;
  }
  pairs_.resize(size);
}

void Components::repair_right(const Grid& grid, std::size_t level, int x, int y) {
  Level& at = levels_[level];
  pairs_.clear();
  if (level == 0) {
    touch_right(grid, x, y);
  } else {
    const Level& children = levels_[level - 1];
    const Cell upper{2 * x + 1, 2 * y};
    const Cell lower{2 * x + 1, 2 * y + 1};
    const Cell upper_right{2 * x + 2, 2 * y};
    const Cell lower_right{2 * x + 2, 2 * y + 1};
    const Node& upper_node = *children.find(upper.x, upper.y);
    add_lifted(children, upper_node.right, upper, upper_right);
    if (const Node* lower_node = children.find(lower.x, lower.y); lower_node != nullptr) {
      // In the middle of the line corners may touch.
      const Pair from_right =
          lifted(children, children.find(upper_right.x, upper_right.y)->below_left, upper_right, lower);
      add_pair(lifted(children, upper_node.below_right, upper, lower_right));
      add_pair({from_right.other, from_right.own});
      add_lifted(children, lower_node->right, lower, lower_right);
    }
  }
  Node& node = at.nodes[at.index(x, y)];
  if (node.right == pairs_) return;
  node.right.assign(pairs_.begin(), pairs_.end());
  at.mark(x, y, kContacts);
  at.mark(x + 1, y, kContacts);
  levels_[level + 1].mark(x / 2, y / 2, x % 2 == 0 ? kRegions : kRight);
}

void Components::repair_below(const Grid& grid, std::size_t level, int x, int y) {
  Level& at = levels_[level];
  pairs_.clear();
  Pair below_left = kNoPair;
  Pair below_right = kNoPair;
  if (level == 0) {
    touch_below(grid, x, y, below_left, below_right);
  } else {
    const Level& children = levels_[level - 1];
    const Cell left{2 * x, 2 * y + 1};
    const Cell right{2 * x + 1, 2 * y + 1};
    const Cell left_below{2 * x, 2 * y + 2};
    const Cell right_below{2 * x + 1, 2 * y + 2};
    const Node& left_node = *children.find(left.x, left.y);
    below_left = lifted(children, left_node.below_left, left, {2 * x - 1, 2 * y + 2});
    add_lifted(children, left_node.below, left, left_below);
    if (const Node* right_node = children.find(right.x, right.y); right_node != nullptr) {
      add_pair(lifted(children, left_node.below_right, left, right_below));
      add_pair(lifted(children, right_node->below_left, right, left_below));
      add_lifted(children, right_node->below, right, right_below);
      below_right = lifted(children, right_node->below_right, right, {2 * x + 2, 2 * y + 2});
    }
  }
  Node& node = at.nodes[at.index(x, y)];
  if (node.below == pairs_ && node.below_left == below_left && node.below_right == below_right) return;
  node.below.assign(pairs_.begin(), pairs_.end());
  node.below_left = below_left;
  node.below_right = below_right;
  at.mark(x, y, kContacts);
  at.mark(x, y + 1, kContacts);
  if (touch_.corners()) {
    at.mark(x - 1, y + 1, kContacts);
    at.mark(x + 1, y + 1, kContacts);
  }
  Level& parents = levels_[level + 1];
  parents.mark(x / 2, y / 2, y % 2 == 0 ? kRegions : kBelow);
  // Between two parents in a row a corner is in the middle of the line.
  if (touch_.corners() && y % 2 == 0) parents.mark((x + 1) / 2 - 1, y / 2, kRight);
}

void Components::touch_right(const Grid& grid, int x, int y) {
  const TileRegions& own = tiles_[levels_[0].index(x, y)];
  const TileRegions& other = tiles_[levels_[0].index(x + 1, y)];
  const auto add = [&](int own_row, int other_row) {
    add_pair({static_cast<std::uint16_t>(own.last_in_row(own_row)),
              static_cast<std::uint16_t>(other.first_in_row(other_row))});
  };
  const int rows = std::min(kTile, grid.height() - y * kTile);
  bool above = false;  // whether the two cells of the row above are passable
  bool above_right = false;
  for (int row = 0; row < rows; ++row) {
    const std::uint64_t* words = grid.row_words(y * kTile + row) + x;
    const bool here = (words[0] >> 63u) != 0;
    const bool right = (words[1] & 1u) != 0;
    if (touch_.left > 0 && right && above) add(row - 1, row);
    if (touch_.right > 0 && here && above_right) add(row, row - 1);
    if (here && right) add(row, row);
    above = here;
    above_right = right;
  }
  work_ += static_cast<std::uint64_t>(rows);
}

void Components::touch_below(const Grid& grid, int x, int y, Pair& below_left, Pair& below_right) {
  constexpr int kLast = kTile - 1;
  const TileRegions& own = tiles_[levels_[0].index(x, y)];
  const TileRegions& other = tiles_[levels_[0].index(x, y + 1)];
  const std::uint64_t* above = grid.row_words(y * kTile + kLast) + x;
  const std::uint64_t* below = grid.row_words(y * kTile + kTile) + x;
  for_each_touching(CellRuns(*below), CellRuns(*above), touch_, [&](unsigned run_below, unsigned run_above) {
    add_pair({static_cast<std::uint16_t>(own.region_of_run(kLast, run_above)),
              static_cast<std::uint16_t>(other.region_of_run(0, run_below))});
  });
  work_ += pairs_.size();
  if (touch_.right > 0 && x > 0 && (above[0] & 1u) != 0 && (below[-1] >> 63u) != 0) {
    const TileRegions& left = tiles_[levels_[0].index(x - 1, y + 1)];
    below_left = {static_cast<std::uint16_t>(own.first_in_row(kLast)), static_cast<std::uint16_t>(left.last_in_row(0))};
  }
  if (touch_.left > 0 && x + 1 < levels_[0].width && (above[0] >> 63u) != 0 && (below[1] & 1u) != 0) {
    const TileRegions& right = tiles_[levels_[0].index(x + 1, y + 1)];
    below_right = {static_cast<std::uint16_t>(own.last_in_row(kLast)),
                   static_cast<std::uint16_t>(right.first_in_row(0))};
  }
}

}  // namespace waymark
