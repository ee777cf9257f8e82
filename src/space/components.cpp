#include "waymark/space/components.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr int kTile = TileRegions::kSide;

}  // namespace

struct Components::Place {
  std::size_t level;
  int x;
  int y;
  unsigned region;
};

Components::Components(const Grid& grid, const MoveRules& rules) : touch_(Touch::of(rules)), epoch_(grid.epoch()) {
  int width = (grid.width() + kTile - 1) / kTile;
  int height = (grid.height() + kTile - 1) / kTile;
  tiles_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (;;) {
    levels_.push_back({width, height, {}, {}});
    levels_.back().nodes.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    if (width == 1 && height == 1) break;
    width = (width + 1) / 2;
    height = (height + 1) / 2;
  }
  mark_all();
  repair(grid);
}

Components::Place Components::place(const Grid& grid, NodeId node) const {
  const Cell cell = grid.cell(node);
  const int x = cell.x / kTile;
  const int y = cell.y / kTile;
  return {0, x, y, tiles_[levels_[0].index(x, y)].region(grid, cell.x, cell.y)};
}

// To the region of the parent. False, and nothing happens, where the region is closed.
bool Components::climb(Place& at) const {
  const Level& level = levels_[at.level];
  const std::vector<OpenRegion>& open = level.nodes[level.index(at.x, at.y)].open;
  if (at.region >= open.size()) return false;
  at = {at.level + 1, at.x / 2, at.y / 2, open[at.region].above};
  return true;
}

bool Components::connected(const Grid& grid, NodeId a, NodeId b) const {
  WAYMARK_DEBUG_ASSERT(epoch_ == grid.epoch());
  if (!grid.contains(a) || !grid.passable(a) || !grid.contains(b) || !grid.passable(b)) return false;
  Place first = place(grid, a);
  Place second = place(grid, b);
  while (first.x != second.x || first.y != second.y || first.region != second.region) {
    if (!climb(first) || !climb(second)) return false;
  }
  return true;
}

Components::Label Components::label(const Grid& grid, NodeId node) const {
  WAYMARK_DEBUG_ASSERT(epoch_ == grid.epoch());
  if (!grid.contains(node) || !grid.passable(node)) return kNone;
  Place at = place(grid, node);
  while (climb(at)) {
  }
  return (Label{at.level} << 56u) | (Label{levels_[at.level].index(at.x, at.y)} << 24u) | at.region;
}

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
      for (int x = 0; x < level.width; ++x) level.mark(x, y, kRegions | kRight | kBelow);
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

// Level by level: first what the nodes join, then what touches across the lines between them.
void Components::repair(const Grid& grid) {
  work_ = 0;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    Level& at = levels_[level];
    const auto width = static_cast<std::uint32_t>(at.width);
    const auto x_of = [width](std::uint32_t index) { return static_cast<int>(index % width); };
    const auto y_of = [width](std::uint32_t index) { return static_cast<int>(index / width); };
    for (std::size_t i = 0; i < at.dirty.size(); ++i) {  // lines are added meanwhile
      const std::uint32_t index = at.dirty[i];
      if ((at.nodes[index].dirty & kRegions) != 0) repair_regions(grid, level, x_of(index), y_of(index));
    }
    for (const std::uint32_t index : at.dirty) {
      if ((at.nodes[index].dirty & kRight) != 0) repair_right(grid, level, x_of(index), y_of(index));
      if ((at.nodes[index].dirty & kBelow) != 0) repair_below(grid, level, x_of(index), y_of(index));
      at.nodes[index].dirty = 0;
    }
    at.dirty.clear();
  }
}

void Components::repair_regions(const Grid& grid, std::size_t level, int x, int y) {
  Level& at = levels_[level];
  Node& node = at.nodes[at.index(x, y)];
  std::uint32_t closed = 0;
  bool renumbered = true;  // so that pairs on the lines around have to be named anew
  if (level == 0) {
    const unsigned sides = (x > 0 ? unsigned{kLeftSide} : 0) | (x + 1 < at.width ? unsigned{kRightSide} : 0) |
                           (y > 0 ? unsigned{kTopSide} : 0) | (y + 1 < at.height ? unsigned{kBottomSide} : 0);
    TileRegions& tile = tiles_[at.index(x, y)];
    closed = tile.rebuild(grid, x, y, sides, touch_, sides_);
    work_ += tile.runs();
  } else {
    renumbered = join_children(level, x, y, closed);
  }
  count_ += closed;
  count_ -= node.closed;
  node.closed = closed;

  const bool looks_the_same = std::equal(node.open.begin(), node.open.end(), sides_.begin(), sides_.end(),
                                         [](const OpenRegion& a, std::uint8_t sides) { return a.sides == sides; });
  if (!looks_the_same) {
    node.open.resize(sides_.size(), {0, 0});
    for (std::size_t i = 0; i < sides_.size(); ++i) node.open[i].sides = sides_[i];
    if (level + 1 < levels_.size()) levels_[level + 1].mark(x / 2, y / 2, kRegions);
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

// Joins what touches on the lines between the four. Leaves the sides of the open regions in sides_, tells how many are
// closed, and returns whether a child's region became part of another number than before.
bool Components::join_children(std::size_t level, int x, int y, std::uint32_t& closed) {
  Level& children = levels_[level - 1];
  std::array<Node*, 4> child{};  // upper left, upper right, lower left, lower right
  std::array<std::uint32_t, 5> first{};
  for (unsigned c = 0; c < 4; ++c) {
    child[c] = children.find(2 * x + static_cast<int>(c & 1u), 2 * y + static_cast<int>(c >> 1u));
    first[c + 1] = first[c] + (child[c] != nullptr ? static_cast<std::uint32_t>(child[c]->open.size()) : 0);
  }
  const std::uint32_t regions = first[4];  // at most two for every three cells... 
  WAYMARK_DEBUG_ASSERT(regions <= 0xffffu);
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

  sides_.assign(regions, 0);
  std::uint8_t* const sides = sides_.data();
  for (unsigned c = 0; c < 4; ++c) {
    const unsigned outer = ((c & 1u) != 0 ? kRightSide : kLeftSide) | ((c & 2u) != 0 ? kBottomSide : kTopSide);
    for (std::uint32_t i = first[c]; i < first[c + 1]; ++i) {
      const std::uint16_t set = sets[i] = sets[sets[i]];
      const unsigned seen = child[c]->open[i - first[c]].sides & outer;
      if ((seen & ~unsigned{sides[set]}) != 0) sides[set] = static_cast<std::uint8_t>(sides[set] | seen);
    }
  }
  // Open ones first, then closed ones, each in the order of their first regions.
  numbers_.resize(regions);
  std::uint16_t* const numbers = numbers_.data();
  std::uint32_t open = 0;
  for (std::uint32_t i = 0; i < regions; ++i) open += sides[i] != 0 ? 1 : 0;
  std::uint32_t next_open = 0;
  std::uint32_t next_closed = open;
  bool renumbered = false;
  for (unsigned c = 0; c < 4; ++c) {
    for (std::uint32_t i = first[c]; i < first[c + 1]; ++i) {
      if (sets[i] == i) numbers[i] = static_cast<std::uint16_t>(sides[i] != 0 ? next_open++ : next_closed++);
      std::uint16_t& above = child[c]->open[i - first[c]].above;
      renumbered |= above != numbers[sets[i]];
      above = numbers[sets[i]];
    }
  }
  closed = next_closed - open;
  sides_.erase(std::remove(sides_.begin(), sides_.end(), 0), sides_.end());
  return renumbered;
}

// What the pair became part of.
Components::Pair Components::lifted(const Level& children, Pair pair, Cell own, Cell other) {
  if (pair == kNoPair) return kNoPair;
  return {children.nodes[children.index(own.x, own.y)].open[pair.own].above,
          children.nodes[children.index(other.x, other.y)].open[pair.other].above};
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
  work_ += pairs_.size();
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

std::vector<std::uint64_t> Components::sizes(const Grid& grid) const {
  // Cells by region of a level; the regions of its nodes one after the other.
  const auto first_regions = [](const Level& level) {
    std::vector<std::size_t> first{0};
    for (const Node& node : level.nodes) first.push_back(first.back() + node.open.size() + node.closed);
    return first;
  };
  std::vector<std::size_t> first = first_regions(levels_[0]);
  std::vector<std::uint64_t> cells(first.back(), 0);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < levels_[0].width; ++x) {
      const std::uint32_t index = levels_[0].index(x, y / kTile);
      const CellRuns runs(grid.row_words(y)[x]);
      for (unsigned i = 0; i < runs.size(); ++i) {
        cells[first[index] + tiles_[index].region_of_run(y % kTile, i)] +=
            static_cast<std::uint64_t>(runs[i].last - runs[i].first + 1);
      }
    }
  }
  std::vector<std::uint64_t> sizes;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const bool is_top = level + 1 == levels_.size();
    std::vector<std::size_t> above_first = is_top ? std::vector<std::size_t>{0} : first_regions(levels_[level + 1]);
    std::vector<std::uint64_t> above_cells(above_first.back(), 0);
    const Level& at = levels_[level];
    for (std::uint32_t index = 0; index < at.nodes.size(); ++index) {
      const Node& node = at.nodes[index];
      const std::size_t open_end = first[index] + node.open.size();
      sizes.insert(sizes.end(), cells.begin() + static_cast<std::ptrdiff_t>(open_end),
                   cells.begin() + static_cast<std::ptrdiff_t>(first[index + 1]));
      for (std::size_t i = first[index]; i < open_end; ++i) {
        const int width = at.width;
        const std::uint32_t parent =
            levels_[level + 1].index(static_cast<int>(index) % width / 2, static_cast<int>(index) / width / 2);
        above_cells[above_first[parent] + node.open[i - first[index]].above] += cells[i];
      }
    }
    first = std::move(above_first);
    cells = std::move(above_cells);
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

std::uint64_t Components::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(tiles_, levels_, sides_, pairs_, sets_, numbers_);
  for (const TileRegions& tile : tiles_) sum += tile.heap_bytes();
  for (const Level& level : levels_) {
    sum += heap_bytes_of(level.nodes, level.dirty);
    for (const Node& node : level.nodes) sum += heap_bytes_of(node.open, node.right, node.below);
  }
  return sum;
}

}  // namespace waymark
