// D*: the first search that repaired its tree. The tree of all ways to the goal grows as Dijkstra's would; after edits
// the states whose way became dearer or cheaper spread the news, the lowest cost first, no further than the unit.
//
// Stentz 1994, Optimal and Efficient Path Planning for Partially-Known Environments (ICRA): PROCESS-STATE and
// MODIFY-COST, with NEW, OPEN and CLOSED states, and RAISE and LOWER states by k and h.
// Charge: a unit for each PROCESS-STATE, for eight cells in an edited area or beside it, and for each state of the path.
// PROCESS-STATE looks at all neighbours twice, and may put each of them into the queue.
// Memory: 20 bytes a state that was ever reached and 20 an open one, in pages of the map's memory (Map::memory), kept
// from query to query; at the cap the answer is kOutOfRoom. Complete and optimal. Another goal begins a new tree.
//
// Deviations
//   1. All moves of the cells in an edited area and beside it count as changed.
//   2. A move that the map forbids is an arc of infinite cost, where the paper has large ones. No state is entered over
//      such an arc, and one without a way has no news when its arcs change: OPEN never holds an infinite k. A state
//      whose arc to its b became infinite is raised, to infinity, when that b is processed, as after any other change.
//   3. Every query, also the first of a tree, ends when no k is below h(start); the paper's first ends when the start
//      is CLOSED, which is a little later.
//   4. Ties of equal k: the lower id first. Of equally good b, the first in the order of moves or of processing.
//   5. An edit with more cells than the tree has states begins a new tree, and so do more edits since the last query
//      than the map's log holds.
//   6. Ways dearer than kMaxPathCost count as none.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_d_star(const Map& map);

}  // namespace waymark
