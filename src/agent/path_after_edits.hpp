// Whether edits of the map break what is left of a path: a look at a bounded number of cells, whatever the edits. That
// is what the unit for the first step on an edited map pays for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agent/freed_areas.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/is_untouched.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

inline constexpr std::size_t kMovesLookedAt = 256;

// `path` begins where the agent stands. Only the next moves are looked at, so that it takes constant time; those behind
// them are looked at after a later edit, or when they are walked.
inline bool is_broken(const Map& map, std::span<const NodeId> path) {
  for (std::size_t i = 1; i < std::min(path.size(), kMovesLookedAt); ++i) {
    if (map.cost(path[i - 1], path[i]) == kInfiniteCost) return true;
  }
  return false;
}

// The same for one who walks a path, who looks at no move where no edit lies beside it. The rectangle around the next
// kMovesLookedAt moves is found after the first edit, and again when half of them are walked.
class NextMoves {
 public:
  // There is another path.
  void forget() { end_ = 0; }

  // The agent stands on path[at].
  bool are_broken(const Map& map, std::span<const NodeId> path, std::size_t at, std::span<const Grid::Change> changes) {
    if (path.empty()) return false;
    const std::size_t end = std::min(path.size(), at + kMovesLookedAt);
    if (end_ == 0 || end - end_ > kMovesLookedAt / 2) surround(map.grid(), path, at, end);
    const bool near = std::any_of(changes.begin(), changes.end(), [&](const Grid::Change& change) {
      return !change.passable && around_.touches(Area::beside(change.area));
    });
    return near && is_broken(map, path.subspan(at, end_ - at));
  }

 private:
  void surround(const Grid& grid, std::span<const NodeId> path, std::size_t begin, std::size_t end) {
    around_ = Area::of(grid.cell(path[begin]));
    for (std::size_t i = begin + 1; i < end; ++i) around_.extend(Area::of(grid.cell(path[i])));
    end_ = end;
  }

  Area around_{};
  std::size_t end_ = 0;  // of the cells in it; 0: it is not known
};

}  // namespace waymark
