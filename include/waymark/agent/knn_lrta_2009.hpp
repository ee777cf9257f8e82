// kNN LRTA* as first published: looks in a case base for the record most like its own way to the goal and goes to its
// subgoal by LRTA*, then looks again. No subgoal is used twice; where no record is left it goes for the global goal.
//
// Bulitko & Bjornsson 2009 (AIIDE), kNN LRTA*: Simple Subgoaling for Real-Time Search (Figure 7).
// Charge per step: for a move one unit per expansion and one for the update of h, as LRTA*; one for each ten records
// compared; one for each ten steps of a reachability check, at least one a check (Work::climb_steps counts the steps;
// they are no expansions); one for a record whose subgoal was used; one for forgetting what was learned; with k above 1
// one for each ten cells looked at around the mean; with legs=climb one for a move of hill-climbing, which counts as
// one expansion. A query that does not fit into the budget of a step goes on in the next, and the agent stands still
// meanwhile. bound() is that of a whole query with the move after it. Memory: the database; two pages while a query
// lasts, a byte for each subgoal used and learned values as LRTA*, in pages. Where the map's memory has none for the
// query it answers kOutOfRoom and stands. Complete where every state can be left again, whatever the database says:
// there are finitely many subgoals, each query uses one up, and LRTA* reaches each.
//
// Parameters: m, steps of a reachability check; d, moves of lookahead; k, records whose subgoals are combined; legs,
// what walks to a subgoal.
// Deviations
//   1. Records equally like are in the order of the file, and LRTA* breaks ties as `lrta` does.
//   2. What was learned on the way to a subgoal is forgotten on arrival; no subgoal comes twice, so it would not be
//      read.
//   3. A record whose subgoal is blocked by now, or cut off from the agent, is passed over.
//   4. Where an edit of the map cuts the subgoal off the agent asks anew. A goal that moves is asked for anew at the
//      subgoal.
//   5. k above 1 is what the paper proposes as future work: the cell nearest to the weighted mean of k subgoals. They
//      are those of the k most similar records that pass the checks, each weighing 1 / (1 + what it is unlike in
//      cardinal steps, rounded down); the cell is the nearest in a straight line to the mean, whose coordinates are
//      rounded, among those up to 8 columns and rows away that the agent is connected with, equals in the order of
//      rows. If there is none, or it is where the agent stands, the subgoal is that of the most similar record, as with
//      k = 1. That one counts as used in any case, the others do not.
//   6. legs=climb is ours: hill-climbing as long as it comes nearer to the subgoal, LRTA* from where it stops.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/agent/knn_legs.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/case_base.hpp"

namespace waymark {

inline constexpr std::uint32_t kMostCombined = 10;
struct KnnLrta2009Options {
  std::uint32_t m = 25;  // 1 to 1,000,000
  std::uint32_t d = 3;   // 1 to 50
  std::uint32_t k = 1;   // 1 to 10
  KnnLegs legs = KnnLegs::kLrta;
};

// Keeps a reference to `cases`, a database of kind kCases2009 for a map of the same size.
Result<AgentPtr> make_knn_lrta_2009(const Map& map, const CaseBase& cases, const KnnLrta2009Options& options = {});

}  // namespace waymark
