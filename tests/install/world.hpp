// A wall with one gap.
#pragma once

#include "waymark/space/map.hpp"

inline waymark::Grid world() {
  waymark::Grid grid = *waymark::Grid::create(20, 12, true);
  grid.fill({10, 0, 1, 12}, false);
  grid.set(10, 6, true);
  return grid;
}
