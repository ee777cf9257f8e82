// AD*, anytime dynamic A*: ARA* (ara.hpp) that grows from the goal and repairs like D* Lite (d_star_lite.hpp), for a
// unit that walks while the map changes. After many changes at once its weight rises again, so that there is a path
// soon.
//
// Likhachev, Ferguson, Gordon, Stentz & Thrun 2005, Anytime Dynamic A*: An Anytime, Replanning Algorithm (ICAPS),
// Figures 1 and 2.
// PathFinder::step answers kSolved once the bound is at most `until`. Before that has_path() tells whether there is a
// path, cost() and append_path() the last one, bound() how far from the cheapest it is at most, solutions() how many
// there were.
// Charge: a unit for each state expanded, for each open or waiting state that gets another key, for eight cells in an
// edited area or beside it, and for each state of each path. An expansion may look at the neighbours of all neighbours.
// Memory: 20 bytes a state that was ever of concern, 28 an open one and 8 one that waits, in pages of the map's memory
// (Map::memory), kept from query to query; at the cap the answer is kOutOfRoom. Complete; with until=1 optimal. Another
// goal begins a new tree.
// Parameters: w, the first weight; step, by how much it falls; until, the bound that is good enough.
//
// Deviations
//   1. All moves of the cells in an edited area and beside it count as changed.
//   2. Changes are many, and the weight is w again, when they are of more than one cell for 16 states of the tree.
//      After few the weight stays as it is for one pass, and then falls.
//   3. A state that waits for the next pass and has become consistent is dropped then.
//   4. Ties of equal keys: the lower id first. Of equally good moves the path takes the first in the order of moves.
//   5. An edit with more cells than the tree has states begins a new tree, and so do more edits since the last query
//      than the map's log holds.
//   6. Ways dearer than kMaxPathCost count as none.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct AdStarOptions {
  double w = 3;       // 1 to 1000
  double step = 0.5;  // 0.001 to 1000
  double until = 1;   // 1 to 1000
};

Result<PathFinderPtr> make_ad_star(const Map& map, const AdStarOptions& options = {});

}  // namespace waymark
