// Focussed D*: D* whose waves run towards the unit. What is on OPEN is ordered by an estimate of the whole way over it
// to where the unit stands; where the unit has walked since, a bias that grows keeps old entries comparable.
//
// Stentz 1995, The Focussed D* Algorithm for Real-Time Replanning (IJCAI): OPEN by <f_B, f, k>, and entries of an
// earlier place of the robot put right when they are first.
// Charge: a unit for each PROCESS-STATE, for each entry that is put right, for eight cells in an edited area or beside
// it, and for each state of the path. PROCESS-STATE looks at all neighbours twice, and may put each into the queue.
// Memory: 20 bytes a state that was ever reached and 40 an open one, in pages of the map's memory (Map::memory), kept
// from query to query; at the cap the answer is kOutOfRoom. Complete and optimal. Another goal begins a new tree.
//
// Deviations
//   1. to 6. of D* (d_star.hpp); of 3., no <f, k> is below that of the start.
//   7. An entry is of an earlier place if its bias is an earlier one, where the paper compares places: a robot that
//      comes back to where it was would take entries of its first stay, whose bias is too low, out of turn, and could
//      end with a way that is not the shortest.
//   8. The focus moves when there is something to compute, which is after edits, as in the paper, or when the start of
//      a query lies where the tree is not known to be right.
//   9. The paper's epsilon is 1, the least difference of costs.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_focussed_d_star(const Map& map);

}  // namespace waymark
