// D* Lite: LPA* for a unit that walks. Its tree grows from the goal, so that a query from where the unit stands now
// uses what was computed for where it stood before; after edits only what they made wrong, and what matters to the way
// left, is computed anew.
//
// Koenig & Likhachev 2002, D* Lite (AAAI), the optimised version of Figure 4: with km, and a queue that gives entries
// other keys.
// Charge: a unit for each state expanded, for each key that is put right, for eight cells in an edited area or beside
// it, and for each state of the path. An expansion may look at the neighbours of all neighbours.
// Memory: 20 bytes a state that was ever of concern and 20 an open one, in pages of the map's memory (Map::memory),
// kept from query to query; at the cap the answer is kOutOfRoom. Complete and optimal. Another goal begins a new tree.
//
// Deviations
//   1. All moves of the cells in an edited area and beside it count as changed.
//   2. Ties of equal keys: the lower id first. Of equally cheap moves the path takes the first in the order of moves.
//   3. km grows with every query from another place, not only after edits: they are all there is between queries.
//   4. An edit with more cells than the tree has states begins a new tree, and so do more edits since the last query
//      than the map's log holds.
//   5. Ways dearer than kMaxPathCost count as none.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_d_star_lite(const Map& map);

}  // namespace waymark
