#include "waymark/search/nearest_reachable.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "waymark/base/instrument.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

// Of the cells x to last of row y the first that is passable, or that is not; last + 1 if there is none.
int next_to_the_right(const Grid& grid, int x, int last, int y, bool passable) {
  const std::uint64_t* row = grid.row_words(y);
  for (; x <= last; x = (x / 64 + 1) * 64) {
    instrument::look();
    const std::uint64_t cells = (passable ? row[x / 64] : ~row[x / 64]) >> static_cast<unsigned>(x % 64);
    if (cells != 0) return std::min(x + std::countr_zero(cells), last + 1);
  }
  return last + 1;
}

// Of the cells x down to first; first - 1 if there is none.
int next_to_the_left(const Grid& grid, int x, int first, int y, bool passable) {
  const std::uint64_t* row = grid.row_words(y);
  for (; x >= first; x = x / 64 * 64 - 1) {
    instrument::look();
    const std::uint64_t cells = (passable ? row[x / 64] : ~row[x / 64]) << static_cast<unsigned>(63 - x % 64);
    if (cells != 0) return std::max(x - std::countl_zero(cells), first - 1);
  }
  return first - 1;
}

class NearestReachable {
 public:
  NearestReachable(const Map& map, NodeId from, NodeId goal)
      : map_(map),
        grid_(map.grid()),
        goal_(grid_.cell(goal)),
        is_hexagonal_(map.rules().neighbours == Neighbours::kSix),
        distance_(is_hexagonal_ ? OctileDistance{} : octile_distance(map.rules())),
        label_(map.components().label(grid_, from)) {}

  NodeId find() {
    for (int reach = 64;; reach *= 4) {
      look_at_square(reach);
      if (reach >= std::max(grid_.width(), grid_.height())) return best_;
      // What lies outside is at least so far away, along a row or a column.
      if (best_ != kNoNode && best_distance_ < std::min(distance(reach + 1, 0), distance(0, reach + 1))) return best_;
    }
  }

 private:
  void look_at_square(int reach) {
    const int first = std::max(goal_.x - reach, 0);
    const int last = std::min(goal_.x + reach, grid_.width() - 1);
    for (int dy = 0; dy <= reach; ++dy) {
      // The nearest cell of a row is in the goal's column; in all rows from here on it is too far.
      if (best_ != kNoNode && distance(0, dy) > best_distance_) return;
      look_at_row(goal_.y - dy, first, last);
      if (dy != 0) look_at_row(goal_.y + dy, first, last);
    }
  }

  // Outwards on both sides. The first cell found on a side is the nearest there.
  void look_at_row(int y, int first, int last) {
    if (y < 0 || y >= grid_.height()) return;
    for (int x = goal_.x; (x = next_to_the_right(grid_, x, last, y, true)) <= last && !take({x, y});) {
      x = next_to_the_right(grid_, x, last, y, false);
    }
    for (int x = goal_.x - 1; (x = next_to_the_left(grid_, x, first, y, true)) >= first && !take({x, y});) {
      x = next_to_the_left(grid_, x, first, y, false);
    }
  }

  // A passable cell. Whether to leave it and what lies behind it in the row: it is reachable, or too far.
  bool take(Cell cell) {
    const int dx = cell.x - goal_.x;
    const int dy = cell.y - goal_.y;
    const Cost away = distance(dx, dy);
    if (best_ != kNoNode && away > best_distance_) return true;
    const NodeId node = grid_.node(cell);
    if (map_.components().label(grid_, node) != label_) return false;
    const std::int64_t squared = std::int64_t{dx} * dx + std::int64_t{dy} * dy;
    const bool is_better =
        best_ == kNoNode || away < best_distance_ ||
        (away == best_distance_ && (squared < best_squared_ || (squared == best_squared_ && node < best_)));
    if (is_better) {
      best_ = node;
      best_distance_ = away;
      best_squared_ = squared;
    }
    return true;
  }

  // Never falls as dx grows away from 0 in a row, whatever the rules.
  [[nodiscard]] Cost distance(int dx, int dy) const {
    if (!is_hexagonal_) return distance_.distance(std::abs(dx), std::abs(dy));
    return map_.rules().costs.cardinal * static_cast<Cost>(std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)}));
  }

  const Map& map_;
  const Grid& grid_;
  Cell goal_;
  bool is_hexagonal_;
  OctileDistance distance_;
  Components::Label label_;
  NodeId best_ = kNoNode;
  Cost best_distance_ = 0;
  std::int64_t best_squared_ = 0;
};

}  // namespace

NodeId nearest_reachable(const Map& map, NodeId from, NodeId goal) {
  const Grid& grid = map.grid();
  if (!grid.contains(from) || !grid.contains(goal) || !grid.passable(from)) return kNoNode;
  if (map.connected(from, goal)) return goal;
  return NearestReachable(map, from, goal).find();
}

}  // namespace waymark
