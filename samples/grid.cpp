// A map made by hand: cells, walls, and what changed since.
#include "waymark/space/grid.hpp"

#include <cstdio>

int main() {
  waymark::Result<waymark::Grid> made = waymark::Grid::create(12, 5, true);
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().to_string().c_str());
    return 1;
  }
  waymark::Grid grid = *std::move(made);
  grid.fill({3, 0, 1, 4}, false);
  grid.fill({7, 1, 1, 4}, false);

  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) std::putchar(grid.passable(x, y) ? '.' : '@');
    std::putchar('\n');
  }
  std::printf("%d cells are free after %d edits\n", static_cast<int>(grid.passable_cells()),
              static_cast<int>(grid.epoch()));
}
