// Whether edits of the map concern a search under way: a look at a bounded number of cells, whatever the edits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "search/is_untouched.hpp"
#include "search/recent_changes.hpp"

namespace waymark {

// Cells of all changes together, or pages of cells, that are looked at.
inline constexpr std::int64_t kMostEditLooks = 512;

// `stays_right(area)`: whether a search has touched no cell in the area or beside it, found by looking at each, or at
// none where there are more than kMostLookedAt. Changes beyond kMostEditLooks cells are taken to concern it.
template <class StaysRight>
bool concern_search(const Grid& grid, std::span<const Grid::Change> changes, StaysRight&& stays_right) {
  std::int64_t looks = 0;
  return std::any_of(changes.begin(), changes.end(), [&](const Grid::Change& change) {
    const std::int64_t cells = cells_with_border(grid, change.area);
    if (cells <= kMostLookedAt) looks += cells;
    return looks > kMostEditLooks || !stays_right(change.area);
  });
}

// The same of the edits after an epoch, by what the search has touched.
template <class IsTouched>
bool edited_near(const Grid& grid, std::uint64_t epoch, IsTouched&& is_touched) {
  const RecentChanges recent(grid, epoch);
  return concern_search(grid, recent.all(), [&](const Rect& area) { return is_untouched(grid, area, is_touched); });
}

}  // namespace waymark
