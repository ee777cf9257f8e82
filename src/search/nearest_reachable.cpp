#include "waymark/search/nearest_reachable.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <utility>

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
        label_(map.components().label(grid_, from)),
        home_{grid_.cell(from).x / kTile, grid_.cell(from).y / kTile} {}

  NodeId find() {
    const int across = (grid_.width() + kTile - 1) / kTile;
    const int down = (grid_.height() + kTile - 1) / kTile;
    const Cell middle{goal_.x / kTile, goal_.y / kTile};
    for (int ring = 0; ring < std::max(across, down); ++ring) {
      // What lies in it and beyond is at least so far away, along a row or a column.
      if (is_too_far(std::max((ring - 1) * kTile + 1, 0), 0)) break;
      const int left = middle.x - ring;
      const int right = middle.x + ring;
      for (int y = std::max(middle.y - ring, 0); y <= std::min(middle.y + ring, down - 1); ++y) {
        const bool is_whole_row = y == middle.y - ring || y == middle.y + ring;
        const int step = is_whole_row ? 1 : 2 * ring;
        for (int x = left; x <= right; x += step) {
          if (x >= 0 && x < across) look_at_tile(x, y);
        }
      }
    }
    return best_;
  }

 private:
  static constexpr int kTile = 64;  // as a word of a row

  // Whether a cell that many columns and rows away need not be looked at.
  [[nodiscard]] bool is_too_far(int dx, int dy) const { return best_ != kNoNode && distance(dx, dy) > best_distance_; }

  // Of the cells of a tile, its first and last columns and rows.
  struct Tile {
    int left;
    int top;
    int right;
    int bottom;
  };

  [[nodiscard]] bool is_reachable(NodeId node) const {
    instrument::look();
    return map_.components().label(grid_, node) == label_;
  }

  // Whether it has reachable cells. Those of any tile but the unit's own can be left, so some lie on its sides; of
  // cells side by side one is asked.
  [[nodiscard]] bool has_reachable(const Tile& tile) const {
    if (tile.left / kTile == home_.x && tile.top / kTile == home_.y) return true;
    const auto on_row = [&](int y) {
      for (int x = tile.left; (x = next_to_the_right(grid_, x, tile.right, y, true)) <= tile.right;) {
        if (is_reachable(grid_.node(x, y))) return true;
        x = next_to_the_right(grid_, x, tile.right, y, false);
      }
      return false;
    };
    const auto on_column = [&](int x) {
      bool is_known = false;  // of the cell above
      for (int y = tile.top; y <= tile.bottom; ++y) {
        instrument::look();
        const NodeId node = grid_.node(x, y);
        if (!grid_.passable(node)) {
          is_known = false;
        } else if (!std::exchange(is_known, true) && is_reachable(node)) {
          return true;
        }
      }
      return false;
    };
    return on_row(tile.top) || on_row(tile.bottom) || on_column(tile.left) || on_column(tile.right);
  }

  void look_at_tile(int tile_x, int tile_y) {
    const int left = tile_x * kTile;
    const int top = tile_y * kTile;
    const int right = std::min(left + kTile, grid_.width()) - 1;
    const int bottom = std::min(top + kTile, grid_.height()) - 1;
    // Its cell nearest to the goal, of hexagons too.
    const int x = std::clamp(goal_.x, left, right);
    const int y = std::clamp(goal_.y, top, bottom);
    const int dx = x - goal_.x;
    const int dy = y - goal_.y;
    instrument::look();
    if (is_too_far(dx, dy)) return;
    if (!has_reachable({left, top, right, bottom})) return;
    for (int away = 0; away < kTile; ++away) {
      // In all rows from here on the nearest cell of the tile is too far; of hexagons those are nearest where one
      // coordinate grows and the other falls.
      if (is_too_far(std::abs(dx), -(std::abs(dy) + away))) return;
      if (y - away >= top) look_at_row(y - away, left, right);
      if (away != 0 && y + away <= bottom) look_at_row(y + away, left, right);
    }
  }

  // Outwards on both sides. The first cell found on a side is the nearest there.
  void look_at_row(int y, int first, int last) {
    for (int x = std::max(goal_.x, first); (x = next_to_the_right(grid_, x, last, y, true)) <= last && !take({x, y});) {
      x = next_to_the_right(grid_, x, last, y, false);
    }
    for (int x = std::min(goal_.x - 1, last);
         (x = next_to_the_left(grid_, x, first, y, true)) >= first && !take({x, y});) {
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
    if (!is_reachable(node)) return false;
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
  Cell home_;  // the tile that the unit is in
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
