// LRTA* (F, G): looks d moves ahead, raises the heuristic of its state to the best value found on the frontier, and
// takes one step towards it. Never stuck: a depression of the heuristic is filled in, visit by visit ("scrubbing").
//
// Korf 1990, Real-Time Heuristic Search, as in Figure 1 of Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008
// (JAIR 32), Dynamic Control in Real-Time Heuristic Search.
// Charge per step: one unit per expansion (ply_lookahead.hpp) and one for the update of h.
// Memory: one learned value per state raised, in pages; (2d + 1)^2 states of lookahead (ply_lookahead.hpp), lent by the
// thread. At the cap of the map's memory nothing more is learned of states that have no page yet.
// Complete where every state can be left again. With gamma = 1 the learned h stays admissible and repeated trials
// converge to shortest paths, but for one case: with d > 1 and diagonal moves dearer than cardinal ones, a way of more
// than d moves that is cheaper than one of fewer moves to the same place is not seen, and h can be too high by the
// difference. With g_max there is no such case.
//
// Parameters: d, moves of lookahead; gamma, the weight of g in line 5; g_max, in cardinal steps: if it is not 0, the
// lookahead is limited by cost and not by d (cost_lookahead.hpp), as in Figure 1 of Bulitko, Bjornsson & Lawrence 2010
// (JAIR 39), where 1.4 takes in the neighbours only.
// Deviations
//   1. Ties: lower f, then higher g, then the order of the first move, then lower id (FrontierState).
//   2. h never falls: line 6 takes the larger of the old and the new value.
//   3. Path-max begins with the first move; the root's own h, which is being judged, takes no part.
//   4. With g_max, moves that begin within the limit and end beyond it are looked at too.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct LrtaOptions {
  std::uint32_t d = 1;  // 1 to 50
  double gamma = 1.0;   // 0.001 to 1; in thousandths inside, as all numbers that are not whole
  double g_max = 0.0;   // 0, or 1 to 50
};
Result<AgentPtr> make_lrta(const Map& map, const LrtaOptions& options = {});

}  // namespace waymark
