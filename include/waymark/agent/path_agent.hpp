// Any whole-path search as an agent: it plans on its first move and then walks. The yardstick for real-time agents in
// every table; not real-time itself, unless it is given a budget: then it stands still until its plan is ready.
//
// Charge: one unit per pop of the search (search.hpp). A step that ends it says how many states it expanded, and one.
// Memory: that of the search, and the path.
#pragma once

#include "waymark/agent/agent.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// `finder` is of this map.
AgentPtr make_path_agent(const Map& map, PathFinderPtr finder);

}  // namespace waymark
