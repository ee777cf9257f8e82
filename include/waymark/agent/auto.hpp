// The best agent that the databases at hand and the map allow: `paths` where there is a path database, else `dba` where
// the map fits, else `tb-wa`.
//
// What is made is that agent itself: charge, memory and completeness are its own. best_agent tells which it is.
#pragma once

#include <string_view>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/databases.hpp"

namespace waymark {

// Fails on hexagons.
Result<AgentPtr> make_auto(const Map& map, const Databases& databases = {});
// What make_auto makes, as a text that parse_algorithm takes.
std::string_view best_agent(const Map& map, const Databases& databases = {});

}  // namespace waymark
