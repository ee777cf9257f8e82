#include <cstdio>

#include "waymark/base/version.hpp"
#include "waymark/space/grid.hpp"

int main() {
  waymark::Result<waymark::Grid> grid = waymark::Grid::create(4, 3, true);
  if (!grid) return 1;
  grid->set(1, 1, false);
  std::printf("waymark %s: %d free cells\n", WAYMARK_VERSION, static_cast<int>(grid->passable_cells()));
}
