// What a level of an abstraction is made of: the cells of a grid, or the states of a graph.
#pragma once

#include <cstdint>
#include <span>

#include "waymark/base/instrument.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// The cells of a grid.
class GridGround {
 public:
  GridGround(const Grid& grid, const MoveTable& table) : grid_(&grid), space_(grid, table) {}
  [[nodiscard]] NodeId id_bound() const { return space_.id_bound(); }
  [[nodiscard]] bool is_state(NodeId node) const { return grid_->passable(node); }
  [[nodiscard]] Position position(NodeId node) const {
    const Cell cell = space_.cell(node);
    return {cell.x * Position::kUnit, cell.y * Position::kUnit};
  }
  template <class Visit>
  void for_each_neighbour(NodeId node, Visit&& visit) const {
    space_.for_each_edge(node, [&](NodeId to, Cost) { visit(to); });
  }

 private:
  const Grid* grid_;
  GridSpace space_;
};

// The states of a graph, which may be the level below.
class RowsGround {
 public:
  RowsGround(const Graph::Rows& rows, std::span<const Position> positions) : rows_(&rows), positions_(positions) {}
  [[nodiscard]] NodeId id_bound() const { return static_cast<NodeId>(positions_.size()); }
  [[nodiscard]] bool is_state(NodeId) const { return true; }
  [[nodiscard]] Position position(NodeId node) const { return positions_[node]; }
  template <class Visit>
  void for_each_neighbour(NodeId node, Visit&& visit) const {
    instrument::look(rows_->first[node + 1] - rows_->first[node]);
    for (std::uint64_t i = rows_->first[node]; i < rows_->first[node + 1]; ++i) visit(rows_->to[i]);
  }

 private:
  const Graph::Rows* rows_;
  std::span<const Position> positions_;
};

}  // namespace waymark
