// ARA*, anytime repairing A*: weighted A* with a large weight finds a path soon; then the weight is lowered again and
// again, and each search goes on from the one before. With every path comes a bound on how much too long it may be.
//
// Likhachev, Gordon & Thrun 2003, ARA*: Anytime A* with Provable Bounds on Sub-Optimality (NIPS): OPEN, CLOSED and
// INCONS.
// PathFinder::step answers kSolved once the bound is at most `until`. Before that has_path() tells whether there is a
// path, cost() and append_path() the last one, bound() how far from the cheapest it is at most, solutions() how many
// there were.
// Charge: a unit for each state expanded, for each open or waiting state that gets its key for another weight, and for
// each state of each path.
// Memory: 20 bytes a state touched, 28 an open one and 8 one that waits, in pages of the map's memory (Map::memory),
// kept from query to query; at the cap the answer is kOutOfRoom. Complete; with until=1 optimal. The same query again
// goes on where the last one ended, any other begins anew.
// Parameters: w, the first weight; step, by how much it falls; until, the bound that is good enough.
//
// Deviations
//   1. Ties of equal f: the lower g first, then the lower id. Of equally good moves the path takes the first in the
//      order of moves.
//   2. Ways dearer than kMaxPathCost count as none.
//   3. An edit of the map where it has been begins a new search. (AD*, ad_star.hpp, repairs.) A unit for eight cells in
//      an edited area or beside it.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct AraOptions {
  double w = 3;       // 1 to 1000
  double step = 0.5;  // 0.001 to 1000
  double until = 1;   // 1 to 1000
};

Result<PathFinderPtr> make_ara(const Map& map, const AraOptions& options = {});

}  // namespace waymark
