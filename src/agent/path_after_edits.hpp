// Whether edits of the map break what is left of a path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Moves of a path that are looked at after an edit; those behind them are looked at when they are walked.
inline constexpr std::size_t kMovesLookedAt = 4096;

// `path` begins where the agent stands. A move depends on the cells of the square that it crosses, so one that is not
// in the area or beside it is as legal as it was.
inline bool breaks(const Map& map, std::span<const NodeId> path, const Rect& area) {
  const Grid& grid = map.grid();
  for (std::size_t i = 1; i < path.size() && i <= kMovesLookedAt; ++i) {
    const Cell cell = grid.cell(path[i]);
    const bool beside =
        cell.x >= area.x - 1 && cell.x <= area.x + area.width && cell.y >= area.y - 1 && cell.y <= area.y + area.height;
    if (beside && map.cost(path[i - 1], path[i]) == kInfiniteCost) return true;
  }
  return false;
}

// The same of all edits since `epoch`; if they are no longer known, of the moves themselves.
inline bool broken_since(const Map& map, std::span<const NodeId> path, std::uint64_t epoch) {
  bool broken = false;
  const bool known = map.grid().for_each_change_since(epoch, [&](const Grid::Change& change) {
    broken = broken || (!change.passable && breaks(map, path, change.area));
  });
  return known ? broken : breaks(map, path, {0, 0, map.grid().width(), map.grid().height()});
}

}  // namespace waymark
