// Whether edits of the map break what is left of a path: a look at a bounded number of cells, whatever the edits. That
// is what the unit for the first step on an edited map pays for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "agent/freed_areas.hpp"
#include "search/is_untouched.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

inline constexpr std::size_t kMovesLookedAt = 256;

// The agent stands on path[at]. Only the next moves are looked at, before path[end], so that it takes constant time;
// those behind them are looked at after a later edit, or when they are walked.
template <class Path>
bool is_broken(const Map& map, const Path& path, std::size_t at, std::size_t end) {
  for (std::size_t i = at + 1; i < std::min({path.size(), at + kMovesLookedAt, end}); ++i) {
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
  template <class Path>
  bool are_broken(const Map& map, const Path& path, std::size_t at, std::span<const Grid::Change> changes) {
    if (path.size() == 0) return false;
    const std::size_t end = std::min(path.size(), at + kMovesLookedAt);
    if (end_ == 0 || end - end_ > kMovesLookedAt / 2) surround(map.grid(), path, at, end);
    const bool near = std::any_of(changes.begin(), changes.end(), [&](const Grid::Change& change) {
      return !change.passable && around_.touches(Area::beside(change.area));
    });
    return near && is_broken(map, path, at, end_);
  }

 private:
  template <class Path>
  void surround(const Grid& grid, const Path& path, std::size_t begin, std::size_t end) {
    around_ = Area::of(grid.cell(path[begin]));
    for (std::size_t i = begin + 1; i < end; ++i) around_.extend(Area::of(grid.cell(path[i])));
    end_ = end;
  }

  Area around_{};
  std::size_t end_ = 0;  // of the cells in it; 0: it is not known
};

}  // namespace waymark
