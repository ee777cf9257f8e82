// Jump point search: A* that keeps only the cells where an optimal path may have to turn, and scans bit lines between
// them. The same costs as A*, a fraction of the states. See jump_space.hpp for the papers and the deviations.
//
// Bound per step: budget.units pops. An expansion may have a successor on every row and column that its diagonals
// cross, so a unit is bounded by the size of the map, not by a constant. Memory: about two bytes a cell for the scanned
// lines (JumpMap), which finders may share until an edit of the map, and 16 bytes per jump point touched. Complete and
// optimal on 8- and 4-neighbour grids.
#pragma once

#include <memory>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// Fails on hexagonal maps and under costs where two straight steps are not dearer than a diagonal one and a diagonal
// not dearer than a straight one: there turning is free, and jumping over turns is not optimal.
Result<PathFinderPtr> make_jps(const Map& map);

// The lines that jps scans, of the map as it is now: read-only, so that finders of any number of threads may share one
// copy. Fails where make_jps does.
class JumpMap;
using JumpLines = std::shared_ptr<const JumpMap>;
Result<JumpLines> make_jump_lines(const Map& map);

// A finder that shares `lines` until the map is edited; then it makes its own on its next start, as every finder does.
// Fails where make_jps does, and on the lines of another map.
Result<PathFinderPtr> make_jps(const Map& map, JumpLines lines);

}  // namespace waymark
