// daRTAA*: looks ahead and learns as RTAA*, but walks to the open state whose h was raised least since the start, as
// daLSS-LRTA* does.
//
// Hernandez & Baier 2012 (JAIR 43), Avoiding and Escaping Depressions in Real-Time Heuristic Search (section 5.2).
// Charge per step that plans: that of RTAA*, and one unit per open state looked at, as daLSS-LRTA*: 7N + 4 at most.
// Memory: as LSS-LRTA*. Complete for the reason daLSS-LRTA* is. The learned h stays admissible and consistent.
//
// Parameters: N, expansions of a lookahead.
// Deviations: as daLSS-LRTA*.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct DaRtaaOptions {
  std::uint32_t n = 40;  // 1 to 10,000
};
Result<AgentPtr> make_da_rtaa(const Map& map, const DaRtaaOptions& options = {});

}  // namespace waymark
