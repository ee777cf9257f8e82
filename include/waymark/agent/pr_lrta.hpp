// PR LRTA* (F, G), path-refinement LRTA*: LRTA* on a level of the clique abstraction chooses the next region to go to,
// A* inside the present and the next region finds the way there. Depressions are filled in on a graph that is much
// smaller than the map, so there is little scrubbing.
//
// Bulitko, Sturtevant, Lu & Yau 2007, Graph Abstraction in Real-Time Heuristic Search (PR LRTS), as in section 7.2 of
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32).
//
// A round: the lookahead of d abstract moves (ply_search.hpp), one update of h, A* to the first state of the
// chosen region (or to the goal, if it lies there or in the present region), and the walk along its path. The learned h
// is that of abstract states with respect to the goal's.
// Charge per step: one unit per abstract expansion, one for the update, one per pop of A*.
// Bound: 1 + 16 + 49 + ... + (3d - 2)^2 for the lookahead, each at most the states of the level, one for the update,
// and two regions' states for A*, the most of any two that lie side by side when the agent is made. Degrees of the
// abstract graph have no bound beforehand, so a round may need more than that, or than the budget: it then goes on in
// the next step, and the agent stands still meanwhile.
// Memory: 24 bytes per state of the level; learned values, 16 bytes a state, and what A* touched, in pages. The
// abstraction and the region of each cell are the map's; the first agent makes them, and all share them.
// Complete where every state can be left again: every round takes the agent from an abstract state to the neighbour
// that LRTA* chose, for regions are connected. heuristic() gives the abstract value, no lower bound on the ground.
// After an edit the agent goes on with the map's abstraction as it was, checks every move, and looks for a new way
// where one cannot be made. Where the stale abstraction gives no way (a cell without a region, two regions that are cut
// off from each other, a region returned to for the third time) it searches the grid itself, by A* to the goal, within
// its budget. Once the map is maintained it goes over to the new abstraction and forgets what it learned on the old
// one: it takes new tables, for the states of the level.
//
// Parameters: level, l, no higher than the abstraction is; d, abstract moves of lookahead; gamma, the weight of g;
// refine, deviation 3.
// Deviations
//   1. Ties: lower f, then higher g, then the lower first state, then the lower state; in A* as everywhere.
//   2. h never falls; the root's own h takes no part in path-max.
//   3. The paper does not say where in the next region the refined path ends: here where it enters, led by the distance
//      to the region's representative; with PrLrtaRefine::kRepresentative there.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

inline constexpr std::uint32_t kMaxPrLrtaLevel = 10;
inline constexpr std::uint32_t kMaxPrLrtaDepth = 50;

// Where a refined path ends.
enum class PrLrtaRefine : std::uint8_t { kEntry, kRepresentative };

struct PrLrtaOptions {
  std::uint32_t level = 4;  // 1 to kMaxPrLrtaLevel
  std::uint32_t d = 5;      // 1 to kMaxPrLrtaDepth
  double gamma = 1.0;       // 0.001 to 1
  PrLrtaRefine refine = PrLrtaRefine::kEntry;
};
Result<AgentPtr> make_pr_lrta(const Map& map, const PrLrtaOptions& options = {});

}  // namespace waymark
