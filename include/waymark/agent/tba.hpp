// TBA*, time-bounded A*: one A* from the start to the goal, cut into slices. While it runs, the agent follows the path
// to its most promising open state, traced back as far as each slice allows, and steps back where the newest path does
// not lead over the state it stands on.
//
// Bjornsson, Bulitko & Sturtevant 2009, TBA*: Time-Bounded A* (IJCAI, Algorithm 1).
// Charge per step: one unit per pop of the open list (an expansion, or a dearer entry of a closed state), one unit per
// c states traced back: R at most. Moves are free.
// Memory: 8 bytes per state A* touched, 24 per open one, 8 per state of each of two traced paths, in pages. Once the
// agent walks on the whole path only that is left, and nothing after its arrival. At the cap of the map's memory it
// answers kOutOfRoom, gives its pages back and stands; it begins again when there is room for another search as large
// as those of others were.
// Complete. Expands the states of `a-star`, in its order; what the agent walks is longer the smaller R is.
//
// Parameters: R, units of a slice; c, how many states are traced back for the price of an expansion; successors, as
// those of `a-star`.
// Deviations
//   1. How a slice is divided, which the paper leaves open: a twentieth is kept for tracing, at least one unit; A* has
//      the rest, and what tracing leaves over.
//   2. At the end of its path, while the next is not traced yet, the agent steps back and forth, as the paper's agent
//      does at the start.
//   3. Canonical successors by default, and repeated entries of the open list, as `a-star`.
//   4. An edit of the map near a state that A* touched starts it anew from where the agent stands; while such edits go
//      on the agent may not arrive. Once the whole path is traced only an edit starts it anew that blocks the path, or
//      frees cells through which there may be a shorter one.
//   5. A* goes on for where the goal was while that is near the goal, compared with the way left.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// A slice has room for an expansion and for tracing.
inline constexpr std::uint32_t kMinSlice = 2;
inline constexpr std::uint32_t kMaxSlice = 1'000'000;
inline constexpr std::uint32_t kMaxTraceRatio = 1000;

struct TbaOptions {
  std::uint32_t r = 100;  // kMinSlice to kMaxSlice
  std::uint32_t c = 10;   // 1 to kMaxTraceRatio
  Successors successors = Successors::kCanonical;
};
Result<AgentPtr> make_tba(const Map& map, const TbaOptions& options = {});

}  // namespace waymark
