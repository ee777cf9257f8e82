// RTD*, real-time D*: D* Lite from the goal, a slice of it on every move, and until that has reached the unit LSS-LRTA*
// around the unit, so that it walks at once; from then on it follows the cheapest way, and repairs it after edits.
//
// Bond, Widger, Ruml & Sun 2010, Real-Time Search in Dynamic Worlds (SoCS), Figures 1 to 3. The two parts are those of
// repair/d_star_lite.hpp and lss_lrta.hpp (one move a search).
// Charge per step: for D* Lite a unit for each state expanded, each key put right, eight cells in an edited area or
// beside it; one for a move along its way; for a lookahead what lss_lrta.hpp says. R in all at most; with a smaller
// budget both parts get less. Memory: what the two have, in pages; those of D* Lite are given back on arrival. At the
// memory's cap it goes on with LSS-LRTA* alone until it is reset or has another goal. Complete where every state can be
// left again. The values learned stay admissible and consistent.
//
// Parameters: R, units of a move; local, the share of them that is kept for the lookahead ("LocalRatio" in the paper).
// Deviations
//   1. The limit is in units, not in expansions: a lookahead of N expansions takes 4N (it learns, and traces its path).
//   2. What the lookahead leaves of its share is not spent.
//   3. The heuristic of D* Lite is the distance on an empty map, never what LSS-LRTA* learned.
//   4. All moves of the cells in an edited area and beside it count as changed; an edit with more cells than the tree
//      has states begins a new tree, and so do more edits than the map's log holds and another goal.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct RtdOptions {
  std::uint32_t r = 400;  // 8 to 1,000,000
  double local = 0.5;     // 0 to 1
};
Result<AgentPtr> make_rtd(const Map& map, const RtdOptions& options = {});

}  // namespace waymark
