// Any whole-path search as an agent: it plans on its first move and then walks. The yardstick for real-time agents in
// every table; not real-time itself, unless it is given a budget: then it stands still until its plan is ready.
//
// Charge: one unit per pop of the search (search.hpp). A step that ends it says how many states it expanded, and one.
// Memory: that of the search, and the path.
// After an edit of the map it plans again if the edit breaks its path or may have made a shorter one, or if the search
// under way has been near it. The next 256 moves are looked at then, and each move again when it is made. While a
// search says kStale (jps.hpp) the agent stands still.
#pragma once

#include "waymark/agent/agent.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// `finder` is of this map.
AgentPtr make_path_agent(const Map& map, PathFinderPtr finder);

}  // namespace waymark
