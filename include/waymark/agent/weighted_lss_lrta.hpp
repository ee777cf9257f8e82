// LSS-LRTA* with weighted updates: learning counts every move w times, so h rises faster and depressions fill sooner.
// The lookahead itself is not weighted.
//
// Rivera, Baier & Hernandez 2015, Incorporating Weights into Real-Time Heuristic Search (Artificial Intelligence 225).
// Charge and memory: as LSS-LRTA*.
// Complete where every state can be left again, while learned values stay below 2^30. The learned h is at most w times
// the way left: not admissible for w above 1.
//
// Parameters: N, expansions of a lookahead; w, the weight of a move in the update.
// Deviations
//   1. Ties and edits of the map as LSS-LRTA*.
//   2. w times the cost of a move is rounded down to a whole cost unit.
//   3. A state is expanded once per lookahead, though its cheapest way may come later (h is not consistent).
//   4. The agent always walks to the frontier: h falls from one chosen state to the next, not from move to move.
//   5. Learned values end at 2^30 - 1.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct WeightedLssLrtaOptions {
  std::uint32_t n = 40;  // 1 to 10,000
  double w = 2.0;        // 1 to 10
};
Result<AgentPtr> make_wb_lss_lrta(const Map& map, const WeightedLssLrtaOptions& options = {});

}  // namespace waymark
