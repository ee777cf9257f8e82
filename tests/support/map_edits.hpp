// Random edits of a map under a unit that walks on it.
#pragma once

#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

// Cells, a bar or a rectangle, often at the unit or the goal.
inline AreaEdit random_edit(Random& random, const Grid& grid, NodeId unit, NodeId goal) {
  Cell at{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
  if (random.chance(1, 3)) at = grid.cell(random.chance(1, 2) ? unit : goal);
  Rect area{at.x, at.y, 1, 1};
  switch (random.below(5)) {
    case 0:
      area = {at.x - random.between(0, 2), at.y - random.between(0, 2), random.between(1, 4), random.between(1, 4)};
      break;
    case 1: area = {0, at.y, grid.width(), 1}; break;
    case 2: area = {at.x, 0, 1, grid.height()}; break;
    default: break;
  }
  return {area, random.chance(3, 5)};
}

// Blocks or frees anything.
inline void edit_anything(Random& random, Map& map, NodeId unit, NodeId goal) {
  const AreaEdit edit = random_edit(random, map.grid(), unit, goal);
  map.fill(edit.area, edit.passable);
}

}  // namespace waymark::test
