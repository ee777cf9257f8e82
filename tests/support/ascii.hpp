// Maps drawn in tests: '.' is passable, anything else is not.
#pragma once

#include <string_view>
#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/space/grid.hpp"

namespace waymark::test {

inline Grid grid_from(const std::vector<std::string_view>& rows) {
  Grid grid = *Grid::create(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()), false);
  for (std::size_t y = 0; y < rows.size(); ++y) {
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      if (rows[y][x] == '.') grid.set(static_cast<int>(x), static_cast<int>(y), true);
    }
  }
  return grid;
}

// Each cell is blocked `blocked` times out of 100.
inline Grid random_grid(Random& random, int width, int height, unsigned blocked) {
  Grid grid = *Grid::create(width, height, false);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!random.chance(blocked, 100)) grid.set(x, y, true);
    }
  }
  return grid;
}

// A passable cell, or kNoNode if there is none.
inline NodeId random_passable(Random& random, const Grid& grid) {
  if (grid.passable_cells() == 0) return kNoNode;
  for (;;) {
    const int x = random.between(0, grid.width() - 1);
    const int y = random.between(0, grid.height() - 1);
    if (grid.passable(x, y)) return grid.node(x, y);
  }
}

}  // namespace waymark::test
