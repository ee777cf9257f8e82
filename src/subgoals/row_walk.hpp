// Goes along a row of a path database, from a cell towards the row's root, one move at a time. Each is looked at on the
// map as it is, whatever the row says.
#pragma once

#include <cstdint>

#include "subgoals/living_paths.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class RowWalk {
 public:
  // Both must outlive it; while it is used the map stays as it is.
  RowWalk(const Map& map, const LivingPaths& rows)
      : map_(&map), rows_(&rows), tiles_(map.grid().width(), map.grid().height()) {}

  void start(LivingPaths::Row row, NodeId from) {
    row_ = row;
    root_ = rows_->root(row);
    node_ = from;
    cell_ = map_->grid().cell(from);
    cost_ = 0;
    marked_ = from;
    moves_ = 0;
    next_mark_ = 1;
    tile_ = kNoTile;
  }
  [[nodiscard]] NodeId node() const { return node_; }
  // Of the moves so far.
  [[nodiscard]] Cost cost() const { return cost_; }
  [[nodiscard]] bool at_root() const { return node_ == root_; }

  // Makes a move. False if the row has none that is legal, or has led round in a circle.
  bool step() {
    const std::uint8_t move = look_up();
    if (move == kNoDirection) return false;
    const MoveTable& table = map_->table();
    if (((table.legal[map_->grid().neighbourhood(node_)] >> move) & 1u) == 0) return false;
    node_ = map_->space().step(node_, move);
    cell_ = {cell_.x + kDx[move], cell_.y + kDy[move]};
    cost_ = saturating_add(cost_, table.cost[move]);
    return !is_circle();
  }

 private:
  static constexpr std::uint32_t kNoTile = ~std::uint32_t{0};

  // Mostly that of the last move.
  std::uint8_t look_up() {
    const std::uint32_t tile = tiles_.tile_of(cell_);
    const std::uint32_t rank = PathTiles::rank_of(cell_);
    if (tile != tile_ || rank < run_.first || rank >= run_.end) {
      run_ = rows_->find(row_, tile, rank);
      tile_ = tile;
    }
    return run_.move;
  }
  // Brent 1980: compares with a cell that it was on, twice as many moves ago each time.
  bool is_circle() {
    if (node_ == marked_) return true;
    if (++moves_ == next_mark_) {
      marked_ = node_;
      next_mark_ *= 2;
    }
    return false;
  }

  const Map* map_;
  const LivingPaths* rows_;
  PathTiles tiles_;
  LivingPaths::Row row_ = 0;
  NodeId root_ = kNoNode;
  NodeId node_ = kNoNode;
  Cell cell_{};
  Cost cost_ = 0;
  std::uint32_t tile_ = kNoTile;
  PathRun run_{};
  NodeId marked_ = kNoNode;
  std::uint64_t moves_ = 0;
  std::uint64_t next_mark_ = 1;
};

}  // namespace waymark
