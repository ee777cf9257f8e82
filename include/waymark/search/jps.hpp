// Jump point search: A* that keeps only the cells where an optimal path may have to turn, and scans bit lines between
// them. The same costs as A*, a fraction of the states. See jump_space.hpp for the papers and the deviations.
//
// Bound per step: budget.units pops. An expansion has at most 2 (width + height) + 4 successors: two on every other row
// and column, either way from the diagonal that crosses it, one straight ahead in each of four directions, and the ends
// of four diagonals. So a unit is bounded by the size of the map, not by a constant. Memory: 16 bytes per jump point
// touched, and the lines that are scanned, about two bytes a cell, which belong to the map and serve all finders
// (jump_lines.hpp). Complete and optimal on 8- and 4-neighbour grids.
//
// The first finder on a map makes its lines, in time for the whole map; map.derived<JumpLines>() makes them beforehand.
// After an edit they are stale until map.maintain has repaired them. Meanwhile a query does not use them. Nor does one
// that edits made begin again three times before it was finished: A* need not begin again for edits that are not near
// it (PathFinder::stays_right), so a query in slices is answered however often the map is edited.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct JpsOptions {
  WhileStale stale = WhileStale::kSearchWithout;  // while the map's lines are: A* has the same costs, and more states
};

// Fails on hexagonal maps and under costs where two straight steps are not dearer than a diagonal one and a diagonal
// not dearer than a straight one: there turning is free, and jumping over turns is not optimal.
Result<PathFinderPtr> make_jps(const Map& map, const JpsOptions& options = {});

}  // namespace waymark
