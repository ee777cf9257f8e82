// MT-Adaptive A*: Adaptive A* for a target that moves. When the goal is another, all that was learned falls by what was
// learned of the new goal, and is consistent again; the nearer the new goal is to the old one, the less is lost.
//
// Koenig, Likhachev & Sun 2007, Speeding up Moving-Target Search (AAMAS): Forward MT-Adaptive A*, the lazy version. Of
// a state, h falls and is raised when it is next looked at; it is never below the distance on an empty map. Charge: a
// unit for each pop of the open list, each of which expands a state or finds it done with, and for each edited area.
// Memory: 20 bytes a state that was ever touched and 10 a query, kept from query to query, and an open list while a
// query lasts, in pages of the map's memory (Map::memory); at the cap the answer is kOutOfRoom.
// Complete and optimal. Blocked cells leave what was learned right; after any freed cell it is forgotten: see gaa.hpp.
//
// Deviations
//   1. Costs that fall are no part of it: when a cell was freed since the last query, what was learned is forgotten.
//   2. Ties of equal f: the larger g first, then the lower id.
//   3. The costs of at most 65,534 searches are remembered, and falls of h of 2^31 in all: then what was learned is
//      forgotten. So it is after more edits since the last query than the map's log holds.
//   4. An edit during a query begins the search anew if it was near, or if it freed cells and something was learned.
//   5. A path dearer than kMaxPathCost is answered with kCostOverflow.
#pragma once

#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_mt_adaptive_a(const Map& map);

}  // namespace waymark
