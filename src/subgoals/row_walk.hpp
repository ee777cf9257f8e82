// Goes along a row of a path database, from a cell towards the row's root, one move at a time. Each is looked at on the
// map as it is, whatever the row says.
#pragma once

#include <cstdint>

#include "subgoals/living_paths.hpp"
#include "subgoals/path_tiles.hpp"
#include "subgoals/row_cursor.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Whether a walk by a row has come back to a cell, and so goes round. Brent 1980: compares with a cell that it was on,
// twice as many moves ago each time.
class RowCircle {
 public:
  void start(NodeId node) {
    marked_ = node;
    moves_ = 0;
    next_mark_ = 1;
  }
  // After each move.
  bool is_closed_by(NodeId node) {
    if (node == marked_) return true;
    if (++moves_ == next_mark_) {
      marked_ = node;
      next_mark_ *= 2;
    }
    return false;
  }

 private:
  NodeId marked_ = kNoNode;
  std::uint32_t moves_ = 0;
  std::uint32_t next_mark_ = 1;
};

// Of two ways to one cell: leaves out what both go at their ends, but for its first cell.
template <class Cells, class NodeOf>
void drop_common_end(Cells& a, Cells& b, NodeOf&& node_of) {
  while (a.size() > 1 && b.size() > 1 && node_of(a[a.size() - 2]) == node_of(b[b.size() - 2])) {
    a.pop_back();
    b.pop_back();
  }
}

class RowWalk {
 public:
  // Both must outlive it; while it is used the map stays as it is.
  RowWalk(const Map& map, const LivingPaths& rows)
      : map_(&map), rows_(&rows), tiles_(map.grid().width(), map.grid().height()) {}

  void start(LivingPaths::Row row, NodeId from) {
    cursor_.open(row);
    root_ = rows_->root(row);
    node_ = from;
    cost_ = 0;
    circle_.start(from);
  }
  [[nodiscard]] NodeId node() const { return node_; }
  // Of the moves so far.
  [[nodiscard]] Cost cost() const { return cost_; }
  [[nodiscard]] bool at_root() const { return node_ == root_; }

  // Makes a move. False if the row has none that is legal, or has led round in a circle.
  bool step() {
    const std::uint8_t move = cursor_.move(*map_, *rows_, tiles_, node_);
    if (move == kNoDirection) return false;
    node_ = map_->space().step(node_, move);
    cost_ = saturating_add(cost_, map_->table().cost[move]);
    return !circle_.is_closed_by(node_);
  }

 private:
  const Map* map_;
  const LivingPaths* rows_;
  PathTiles tiles_;
  RowCursor cursor_;
  RowCircle circle_;
  NodeId root_ = kNoNode;
  NodeId node_ = kNoNode;
  Cost cost_ = 0;
};

}  // namespace waymark
