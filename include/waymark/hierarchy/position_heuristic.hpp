// The way on an empty map from a cell to a position, which need not be the middle of a cell, rounded down.
//
// To the middle of a cell it is GridHeuristic's, to others it tells ways apart that are equally long to any cell. It is
// consistent: the distance is a norm, moves cost no less than it says, and costs are whole, so that rounding down keeps
// that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "waymark/base/types.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// As in an abstraction of a map.
inline Position position_of(const Grid& grid, NodeId node) {
  const Cell cell = grid.cell(node);
  return {cell.x * Position::kUnit, cell.y * Position::kUnit};
}

class PositionHeuristic {
 public:
  // From the position, in its units.
  struct Here {
    int dx;
    int dy;
  };

  PositionHeuristic(const Grid& grid, Position towards, OctileDistance costs)
      : grid_(&grid), towards_(towards), costs_(costs) {}

  [[nodiscard]] Here at(NodeId node) const {
    const Position position = position_of(*grid_, node);
    return {position.x - towards_.x, position.y - towards_.y};
  }
  [[nodiscard]] Cost of(Here here, NodeId, std::uint8_t direction) const {
    return distance(here.dx + kDx[direction] * Position::kUnit, here.dy + kDy[direction] * Position::kUnit);
  }
  [[nodiscard]] Cost operator()(NodeId node) const {
    const Here here = at(node);
    return distance(here.dx, here.dy);
  }

 private:
  [[nodiscard]] Cost distance(int dx, int dy) const {
    const auto low = static_cast<std::uint64_t>(std::min(std::abs(dx), std::abs(dy)));
    const auto high = static_cast<std::uint64_t>(std::max(std::abs(dx), std::abs(dy)));
    return static_cast<Cost>((costs_.cardinal * high + (costs_.diagonal - costs_.cardinal) * low) / Position::kUnit);
  }

  const Grid* grid_;
  Position towards_;
  OctileDistance costs_;
};

}  // namespace waymark
