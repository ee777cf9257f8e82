// daLSS-LRTA*: looks ahead and learns as LSS-LRTA*, but walks to the open state whose h was raised least since the
// start. Where much was learned there is a depression; this agent keeps out of it.
//
// Hernandez & Baier 2012 (JAIR 43), Avoiding and Escaping Depressions in Real-Time Heuristic Search (section 5.2).
// Charge per step that plans: that of LSS-LRTA*, and one unit per open state looked at: one if the best was never
// raised (there the paper's loop ends), else all. 8N + 4 at most; with less, as many expansions as surely fit. Steps
// along a known path are free. Memory: as LSS-LRTA*. Complete where every state can be left again: in a loop without
// learning each walk ends where h was raised no more than where it began, so by equally much all around, and then f
// decides, as in LSS-LRTA*. The learned h stays admissible and consistent.
//
// Parameters: N, expansions of a lookahead.
// Deviations
//   1. Ties: h raised least, then lower f, higher g, lower id.
//   2. The agent always walks to the frontier: the proof needs it to stand on the state it chose.
//   3. Where the goal's turn has come it is chosen; h of the goal was never raised, so the paper does the same.
//   4. Trials that keep what they learned count what was raised since the first.
//   5. A path to the frontier that an edit of the map blocks is given up, and the agent searches again.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct DaLssLrtaOptions {
  std::uint32_t n = 40;  // 1 to 10,000
};
Result<AgentPtr> make_da_lss_lrta(const Map& map, const DaLssLrtaOptions& options = {});

}  // namespace waymark
