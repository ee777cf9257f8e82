// Where to send a unit whose goal it cannot reach: the passable cell, connected with where it stands, that is nearest
// to the goal. What section 8.2.1.3 of Anguelov's thesis (2011) says secondary searches are for, without a search.
//
// Nearest by the distance on an empty map under the map's rules (octile, Manhattan or hexagonal); of equally near ones
// the one nearest in a straight line, then the lower id. Exact, on the map as it is after every edit.
//
// Bound: one look-up if the goal is reachable. Otherwise squares around the goal are looked through, each four times as
// wide as the last, by rows, 64 cells at a time. If the nearest cell is R steps away, the last square reaches at most
// 64 or 4 R + 4 cells to each side, r, and never beyond the map: 2 (2r + 1) (2r / 64 + 3) words of bits in all, and two
// look-ups of a component for every run of passable cells that the unit cannot reach in them. No memory.
// Threads: reads the map; any number at once.
#pragma once

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// `goal` may be blocked. kNoNode if `from` is blocked or one of the two is no cell of the map.
NodeId nearest_reachable(const Map& map, NodeId from, NodeId goal);

}  // namespace waymark
