// Where to send a unit whose goal it cannot reach: the passable cell, connected with where it stands, that is nearest
// to the goal. What section 8.2.1.3 of Anguelov's thesis (2011) says secondary searches are for, without a search.
//
// Nearest by the distance on an empty map under the map's rules (octile, Manhattan or hexagonal); of equally near ones
// the one nearest in a straight line, then the lower id. Exact, on the map as it is after every edit.
//
// Bound: one look-up if the goal is reachable. Otherwise the tiles of 64x64 cells around the goal's are asked whether
// the unit can reach a cell in them, ring by ring, until a ring is further away than the nearest cell found: if that is
// R steps away, the rings up to R / 64 + 1, at most (2 R / 64 + 3)^2 tiles, and never more than the map has. A tile is
// asked on its sides: 132 looks at cells or words of them, and a look-up of a component for each row of passable cells
// there, at most 128. Only those that have such a cell, and a corner or side as near as the nearest cell found, are
// looked through: by rows, with a word and two look-ups of a component for every run of passable cells that the unit
// cannot reach. No memory.
// Threads: reads the map; any number at once.
#pragma once

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// `goal` may be blocked. kNoNode if `from` is blocked or one of the two is no cell of the map.
NodeId nearest_reachable(const Map& map, NodeId from, NodeId goal);

}  // namespace waymark
