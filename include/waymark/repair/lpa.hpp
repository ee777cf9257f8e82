// Lifelong Planning A*: an A* that remembers. When the map was edited, a query with the same start and goal computes
// anew only what the edits made wrong and what matters to the shortest path.
//
// Koenig, Likhachev & Furcy 2004, Lifelong Planning A* (Artificial Intelligence 155).
// Charge: a unit for each state expanded, for eight cells in an edited area or beside it, and for each state of the
// path. An expansion may look at the neighbours of all neighbours.
// Memory: 20 bytes a state that was ever of concern and 20 an open one, in pages of the map's memory (Map::memory),
// kept from query to query; at the cap the answer is kOutOfRoom. Complete and optimal. Another start or goal begins a
// new tree.
//
// Deviations
//   1. All moves of the cells in an edited area and beside it count as changed.
//   2. Ties of equal keys: the lower id first.
//   3. An edit with more cells than the tree has states begins a new tree, and so do more edits since the last query
//      than the map's log holds.
//   4. Ways dearer than kMaxPathCost count as none.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_lpa(const Map& map);

}  // namespace waymark
