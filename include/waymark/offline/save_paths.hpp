// The rows of a path database that healed with its map, as a file for the map as it is now.
#pragma once

#include <string>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

// The bytes are those of a fresh build (path_build.hpp) on this map with the centroids of `database`; in place of one
// that is blocked stands the passable cell that its row leads to meanwhile. Its delta is larger than that of `database`
// if cells are farther from these; where a component of the map has no centroid, or one is farther than
// PathDatabase::kMaxDelta, `verify` says so. It has no distances. Fails if the rows have not healed yet (then
// Map::maintain goes on), if a row leads nowhere because no cell is passable, if parts of the database are damaged, or
// if it is for a map of another size or for other rules.
Result<std::string> save_paths(const Map& map, const PathDatabase& database);

}  // namespace waymark
