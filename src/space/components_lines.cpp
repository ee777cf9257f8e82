// What touches across the lines between the nodes of a level: of tiles read from their cells, of larger nodes from the
// lines of the level below.
#include <algorithm>

#include "waymark/space/components.hpp"

namespace waymark {

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
    size += lifted != last ? 1u : 0u;
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
  mark_parent(level, x, y, x % 2 == 0 ? kRegions : kRight);
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
  if (reach_.corners()) {
    at.mark(x - 1, y + 1, kContacts);
    at.mark(x + 1, y + 1, kContacts);
  }
  mark_parent(level, x, y, y % 2 == 0 ? kRegions : kBelow);
  // Between two parents in a row a corner is in the middle of the line.
  if (reach_.corners() && y % 2 == 0 && !is_last(level)) levels_[level + 1].mark((x + 1) / 2 - 1, y / 2, kRight);
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
    if (reach_.left > 0 && right && above) add(row - 1, row);
    if (reach_.right > 0 && here && above_right) add(row, row - 1);
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
  for_each_touching(CellRuns(*below), CellRuns(*above), reach_, [&](unsigned run_below, unsigned run_above) {
    add_pair({static_cast<std::uint16_t>(own.region_of_run(kLast, run_above)),
              static_cast<std::uint16_t>(other.region_of_run(0, run_below))});
  });
  work_ += pairs_.size();
  if (reach_.right > 0 && x > 0 && (above[0] & 1u) != 0 && (below[-1] >> 63u) != 0) {
    const TileRegions& left = tiles_[levels_[0].index(x - 1, y + 1)];
    below_left = {static_cast<std::uint16_t>(own.first_in_row(kLast)), static_cast<std::uint16_t>(left.last_in_row(0))};
  }
  if (reach_.left > 0 && x + 1 < levels_[0].width && (above[0] >> 63u) != 0 && (below[1] & 1u) != 0) {
    const TileRegions& right = tiles_[levels_[0].index(x + 1, y + 1)];
    below_right = {static_cast<std::uint16_t>(own.last_in_row(kLast)),
                   static_cast<std::uint16_t>(right.first_in_row(0))};
  }
}

}  // namespace waymark
