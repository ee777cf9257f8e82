// What a game loads: a grid with its move rules and its components, edited in one place so that all stay current.
#pragma once

#include <utility>

#include "waymark/space/components.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class Map {
 public:
  explicit Map(Grid grid, const MoveRules& rules = {})
      : grid_(std::move(grid)), table_(&move_table(rules)), components_(grid_, rules) {}

  Map(const Map&) = default;
  Map(Map&&) = default;
  // Searches keep a reference to their map and know its edits by its epoch: another map in its place would deceive
  // them.
  Map& operator=(const Map&) = delete;
  Map& operator=(Map&&) = delete;

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const MoveTable& table() const { return *table_; }
  [[nodiscard]] const MoveRules& rules() const { return table_->rules; }
  [[nodiscard]] const Components& components() const { return components_; }

  // Constant time. False if either cell is blocked.
  [[nodiscard]] bool connected(NodeId a, NodeId b) const { return components_.connected(grid_, a, b); }

  // Of the move from one cell to one beside it; kInfiniteCost where there is no such move.
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const;

  // Cells outside the map are left out.
  void set(int x, int y, bool passable) { fill({x, y, 1, 1}, passable); }
  void fill(Rect area, bool passable) {
    grid_.fill(area, passable);
    components_.update(grid_);
  }

 private:
  Grid grid_;
  const MoveTable* table_;
  Components components_;
};

}  // namespace waymark
