// RTA*: LRTA* that remembers, for the state it leaves, the value of its second-best move: what it would cost to come
// back. Leaves depressions sooner than LRTA*; its values are not admissible, and every trial forgets them.
//
// Korf 1990, Real-Time Heuristic Search, section 3.
// Charge per step: one unit per expansion (ply_lookahead.hpp) and one for the update of h.
// Memory: as LRTA*. Complete where every state can be left again.
//
// Parameters: d, moves of lookahead.
// Deviations
//   1. Ties as in LRTA* (FrontierState).
//   2. A state with one move only gets the largest heuristic value (2^30 - 1) for infinity.
//   3. With d > 1 a frontier state counts for one first move, that of the cheapest way to it, so the second-best value
//      is the least f of the states that count for other moves; Korf's minimin would look at all ways of each move.
//   4. A state with more moves gets the best value where the whole frontier is reached by one first move: the others
//      may still be the only way to somewhere else, and infinity there could shut the agent in.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct RtaOptions {
  std::uint32_t d = 1;  // 1 to 50
};
Result<AgentPtr> make_rta(const Map& map, const RtaOptions& options = {});

}  // namespace waymark
