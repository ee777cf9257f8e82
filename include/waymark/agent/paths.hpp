// Draft header.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

struct PathsOptions {
  std::uint32_t r = 300;  // 0 to 2,000
};

// Keeps a reference to `paths`, which was opened for this map before any edit. Fails on hexagons.
Result<AgentPtr> make_paths(const Map& map, const PathDatabase& paths, const PathsOptions& options = {});

}  // namespace waymark
