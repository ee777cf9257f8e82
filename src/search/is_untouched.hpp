// Whether an edit of the map concerns a search on its cells that is under way.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// More cells than this are not looked at.
inline constexpr std::int64_t kMostLookedAt = 256;

// The area and the cells beside it, as far as they are on the grid.
inline Rect with_border(const Grid& grid, const Rect& area) {
  const int left = std::max(area.x - 1, 0);
  const int top = std::max(area.y - 1, 0);
  return {left, top, std::min(area.x + area.width + 1, grid.width()) - left,
          std::min(area.y + area.height + 1, grid.height()) - top};
}
inline std::int64_t cells_with_border(const Grid& grid, const Rect& area) {
  const Rect all = with_border(grid, area);
  return std::int64_t{all.width} * all.height;
}

// True if no cell in the area or beside it was touched. A search that expands a cell looks at those around it, so it
// has then read nothing of the area, and would be where it is had the edit been made before. False without a look if
// there are more than kMostLookedAt cells.
template <class Touched>
bool is_untouched(const Grid& grid, const Rect& area, Touched&& touched) {
  if (cells_with_border(grid, area) > kMostLookedAt) return false;
  const Rect all = with_border(grid, area);
  for (int y = all.y; y < all.y + all.height; ++y) {
    for (int x = all.x; x < all.x + all.width; ++x) {
      if (touched(grid.node(x, y))) return false;
    }
  }
  return true;
}

}  // namespace waymark
