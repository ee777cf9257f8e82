// Whether a path database says what it should, checked from scratch against the map.
#pragma once

#include <cstdint>
#include <functional>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

// Chooses the centroids again with the delta of the header; of those that were given, looks whether every cell is
// within delta moves of one. Then makes every row again and compares each of its tiles, and at last the file as a
// whole, which is the one that the builder makes. Takes as long as the build on one thread. The error names the first
// thing that is wrong. `progress` may be empty.
Result<Done> verify_paths(const PathDatabase& database, const Map& map,
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});

}  // namespace waymark
