// Adaptive A*: A* that learns from query to query. What a search has expanded gets a better estimate of the way left,
// so that later queries for the same goal, from wherever the unit has walked to, expand less.
//
// Koenig & Likhachev 2006, A New Principle for Incremental Heuristic Search: Theoretical Results (ICAPS), and Adaptive
// A* (AAMAS 2005); h is raised when a state is next looked at, as in the lazy version of Sun, Koenig & Yeoh 2008.
// Charge: a unit for each pop of the open list, each of which expands a state or finds it done with, and for each
// edited area. Memory: 20 bytes a state that was ever touched and 10 a query, kept from query to query, and an open
// list while a query lasts, in pages of the map's memory (Map::memory); at the cap the answer is kOutOfRoom. Complete
// and optimal. Blocked cells leave what was learned right. Another goal, and any freed cell, and it is forgotten: see
// mt_adaptive_a.hpp and gaa.hpp.
//
// Deviations
//   1. Costs that fall are no part of it: when a cell was freed since the last query, what was learned is forgotten.
//   2. Ties of equal f: the larger g first, then the lower id.
//   3. The costs of at most 65,534 searches are remembered: then what was learned is forgotten. So it is after more
//      edits since the last query than the map's log holds.
//   4. An edit during a query begins the search anew if it was near, or if it freed cells and something was learned.
//   5. A path dearer than kMaxPathCost is answered with kCostOverflow.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_adaptive_a(const Map& map);

}  // namespace waymark
