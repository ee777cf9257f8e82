// Generalized Adaptive A*: MT-Adaptive A* on a map where cells are freed too. Where moves became cheaper, what was
// learned may be too high; a Dijkstra search from there lowers as much of it as it must, and the rest is kept.
//
// Sun, Koenig & Yeoh 2008, Generalized Adaptive A* (AAMAS), the lazy version: with numbers of searches, the costs of
// their paths, and the sum of what h has fallen by since goals moved.
// Charge: a unit for each pop of the open list, each of which expands a state or finds it done with; for each edited
// area; after a freed one for each cell in it or beside it, and for each pop of the queue of states to be lowered.
// Memory: 20 bytes a state that was ever touched and at most 20 a query, kept from query to query, and an open list
// while a query lasts, in pages of the map's memory (Map::memory); at the cap the answer is kOutOfRoom.
// Complete and optimal.
//
// Deviations
//   1. All moves of the cells in a freed area and beside it are looked at. States that no search has touched are not:
//      there h is the distance on an empty map, and consistent with anything.
//   2. Ties of equal f: the larger g first, then the lower id. Of states to be lowered, ties of equal h: the lower id.
//   3. A freed area with more cells than states were touched: what was learned is forgotten. So it is after more edits
//      since the last query than the map's log holds; when 65,534 numbers are used (a query takes one, and one more if
//      it lowers anything); and when h has fallen by 2^31 in all.
//   4. An edit during a query begins the search anew if it was near, or if it freed cells and something was learned; if
//      that is the second time, what was learned is forgotten.
//   5. A path dearer than kMaxPathCost is answered with kCostOverflow.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_gaa(const Map& map);

}  // namespace waymark
