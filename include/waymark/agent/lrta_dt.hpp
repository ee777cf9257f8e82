// LRTA* (DT, G): LRTA* that asks a decision tree on every move how deep to look ahead. The tree was trained off-line to
// guess the shallowest depth that moves as d_max would; it knows no map, only features of the agent's state.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), sections 5.1 and 7.1, item 2, and Figure 1.
// Charge per step: one unit per expansion of the pre-search and of the lookahead (ply_lookahead.hpp), one for the
// features and the tree, one for the update of h. A smaller budget makes the lookahead shallower; it must have room for
// the pre-search.
// A tree may be for lookaheads best first (LookaheadShape), which charge as depth_lookahead.hpp says; the pre-search is
// by plies in any case.
// Memory: one learned value per state raised, 8 bytes per state visited and per move of history, in pages; (2 d_max +
// 1)^2 states of lookahead, lent by the thread. Without a page for the history the tree is not asked.
// Complete where every state can be left again, as LRTA* is with each of its depths in either shape, whatever the tree
// says; h is admissible as far as LRTA*'s is.
//
// Parameters: those of the tree: d_max, n (history), the depth of the pre-search, the shape of the lookahead.
// Deviations
//   1. Ties, path-max and the rule that h never falls are LRTA*'s.
//   2. A depth that the pre-search has already reached is not searched again: the agent then moves and learns by the
//      pre-search.
//   3. Of the features: depth_features.hpp. Of lookaheads best first: depth_lookahead.hpp.
#pragma once

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/depth_tree.hpp"

namespace waymark {

// `tree` is kept by reference.
Result<AgentPtr> make_lrta_dt(const Map& map, const DepthTree& tree);

}  // namespace waymark
