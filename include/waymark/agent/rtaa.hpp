// RTAA*: the lookahead of LSS-LRTA* with a faster, weaker way to learn: h of every expanded state becomes f of the best
// open state less its g.
//
// Koenig & Likhachev 2006, Real-Time Adaptive A* (Figure 1).
// Charge per step that plans: one unit per expansion of the lookahead and one if the goal's turn comes, one per state
// that learns, one per state of the path traced back: 3N at most. Steps along a known path are free. With less than 3N
// units, a third of them is the number of expansions.
// Memory: as LSS-LRTA*. Complete where every state can be left again. The learned h stays admissible and consistent.
//
// Parameters: N, expansions of a lookahead ("lookahead" in the paper); moves: `one` move per search, or the whole way
// to the `frontier` ("movements" in the paper: 1 or infinite).
// Deviations: as LSS-LRTA*.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct RtaaOptions {
  std::uint32_t n = 40;  // 1 to 10,000
  MovesPerSearch moves = MovesPerSearch::kOne;
};
Result<AgentPtr> make_rtaa(const Map& map, const RtaaOptions& options = {});

}  // namespace waymark
