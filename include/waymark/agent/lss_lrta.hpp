// LSS-LRTA*, also K LRTA*: A* around the agent for N expansions, then every expanded state learns the cheapest way out
// to the open ones, all at once, and the agent moves towards the best open state.
//
// Koenig & Sun 2009, Comparing Real-Time and Incremental Heuristic Search for Real-Time Situated Agents (Figure 3).
// Charge per step that plans: one unit per expansion of the lookahead (dearer entries of states already expanded are
// passed over on the way) and one if the goal's turn comes, two per state that learns (its ways out, and its turn in
// the learning queue), one per state of the path traced back: 4N at most. Steps along a known path are free. With less
// than 4N units, a quarter of them is the number of expansions. Memory: one learned value per state raised, in pages;
// N moves of the path; 5N + 4 states of lookahead, lent by the thread. Complete where every state can be left again.
// The learned h stays admissible and consistent; repeated trials converge to shortest paths.
//
// Parameters: N, expansions of a lookahead ("lookahead" in the paper); moves: `one` move per search, as K LRTA* in the
// experiments of JAIR 2008, or the whole way to the `frontier`; learn: `all` states of the lookahead, or the `start`
// alone, to f of the best open state, as LRTA* does. h is then not consistent, so the lookahead uses path-max, and
// expands a state again that a cheaper way leads to; a plan is 2N + 1 units at most. For comparison: how much of what
// the search finds is worth learning?
// Deviations
//   1. Ties: lower f, then higher g, then lower id.
//   2. No action cost rises while the agent walks (the map is known); a path to the frontier that an edit of the map
//      blocks is given up, and the agent searches again.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

enum class MovesPerSearch : std::uint8_t { kOne, kToFrontier };

enum class StatesThatLearn : std::uint8_t { kAll, kStart };

struct LssLrtaOptions {
  std::uint32_t n = 40;  // 1 to 10,000
  MovesPerSearch moves = MovesPerSearch::kOne;
  StatesThatLearn learn = StatesThatLearn::kAll;
};
Result<AgentPtr> make_lss_lrta(const Map& map, const LssLrtaOptions& options = {});

}  // namespace waymark
