// MM as an agent that sets out before its path is whole: it plans over regions, refines the first part, and refines the
// next ones as it walks, each when the way ahead gets short.
//
// Sturtevant 2007 (hierarchy/mm.hpp); section 7.1.5 of Anguelov's thesis (2011).
// Charge per step: one unit per pop of an open list, on either level. Not real-time: the path over regions grows with
// the map, a part with its sectors only. With a smaller budget the agent stands still until the next part is ready.
// Memory: that of the search, and the path so far.
// After an edit the agent plans again if the edit breaks the next moves of its path, a part that is still to be refined
// has no way any more, or the path over regions was not found yet. While the map's sectors are stale it does that
// without them, as `a-star` (path_agent.hpp), and so goes on to the goal. Each move is looked at when it is made.
// Complete.
#pragma once

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/hierarchy/mm.hpp"

namespace waymark {

// Whatever the options say of `refine`, `smooth` and `stale`. Fails as make_mm does.
Result<AgentPtr> make_mm_agent(const Map& map, const MmOptions& options = {});

}  // namespace waymark
