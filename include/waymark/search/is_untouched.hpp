// Whether an edit of the map concerns a search on its cells that is under way.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// More cells than this are not looked at.
inline constexpr std::int64_t kMostLookedAt = 256;

// True if no cell in the area or beside it was touched. A search that expands a cell looks at those around it, so it
// has then read nothing of the area, and would be where it is had the edit been made before. False without a look if
// there are more than kMostLookedAt cells.
template <class Touched>
bool is_untouched(const Grid& grid, const Rect& area, Touched&& touched) {
  const int left = std::max(area.x - 1, 0);
  const int top = std::max(area.y - 1, 0);
  const int right = std::min(area.x + area.width + 1, grid.width());
  const int bottom = std::min(area.y + area.height + 1, grid.height());
  if (std::int64_t{right - left} * (bottom - top) > kMostLookedAt) return false;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      if (touched(grid.node(x, y))) return false;
    }
  }
  return true;
}

}  // namespace waymark
