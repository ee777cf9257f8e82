// Whether a pattern database says what it should, checked from scratch against the map.
#pragma once

#include <cstdint>
#include <functional>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

// Makes the abstraction again and compares the region of every cell; then makes every row again, with a distance field
// of its own, and compares every subgoal and every depth. Takes as long as the build on one thread. The error names the
// first entry that is wrong and what was expected. `progress` may be empty.
Result<Done> verify_patterns(const PatternDatabase& database, const Map& map,
                             const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});

}  // namespace waymark
