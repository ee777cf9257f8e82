// Whether edits of the map break what is left of a path.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// `path` begins where the agent stands. Only the next moves are looked at, so that it takes constant time; those behind
// them are looked at after a later edit, or when they are walked.
inline bool is_broken(const Map& map, std::span<const NodeId> path) {
  constexpr std::size_t kMovesLookedAt = 256;
  for (std::size_t i = 1; i < std::min(path.size(), kMovesLookedAt); ++i) {
    if (map.cost(path[i - 1], path[i]) == kInfiniteCost) return true;
  }
  return false;
}

}  // namespace waymark
