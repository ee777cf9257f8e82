// Whole paths from the rows of a path database: the way from the start along the row of the goal's centroid until it
// meets the goal's own way there, or the same with the start's centroid, whichever is cheaper. From a few places of
// that it is tried to go straight to the goal; otherwise the last few deltas are searched exactly by A*. It costs at
// most what two ways within delta moves of the goal or the start cost more than the shortest; PathFinder::bound says
// how much that is at most for the path at hand.
//
// Rows are hints: every move is looked at on the map as it is. Where the rows of a start and a goal both lead nowhere,
// because they wait to be healed, or there is none (a small component), A* searches the whole way, and
// Work::fell_back says so.
//
// Charge: a unit for each move looked up (at most the moves from the start and from the goal to both centroids), for
// each move straight on that is tried, and for each pop of A*. Memory: 8 bytes for each move, and A*. Complete.
// Work::database_queries counts the rows that were followed.
//
// Deviations from Zhao et al. 2020 (path_database.hpp)
//   1. Two centroids are tried, not one, and the end is made exact.
//   2. An edited map: see above.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

// The database must be there as long as the finder, and as long as the map is asked or maintained: what the map derives
// from it refers to it. Fails if it is for a map of another size, or for other rules.
Result<PathFinderPtr> make_path_row_finder(const Map& map, const PathDatabase& database);

}  // namespace waymark
