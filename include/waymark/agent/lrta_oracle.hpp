// LRTA* (ORACLE, G): LRTA* that on every move looks only as deep as it must to find the move a lookahead of d_max would
// have made, and learns what that shallower lookahead found. The best that any choice of depths for d_max can do; it
// has to look to the full depth to know it, so it is a yardstick and no algorithm for use.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), section 7.1, item 3.
// Charge per step: one unit for every expansion of every depth tried (d_max, then 1, 2, ... until the first moves
// agree) and one for the update of h. Memory: one learned value per state raised, in pages; (2 d_max + 1)^2 states of
// lookahead, lent by the thread. Complete where every state can be left again, as LRTA* is with each of its depths; h
// is admissible as far as LRTA*'s is.
//
// Parameters: d_max, the greatest depth; counts, which expansions are reported as such: all, or those of the depth
// chosen, as in the paper. The charge is for all, in either case.
// Deviations
//   1. Ties, path-max and the rule that h never falls are LRTA*'s.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

enum class OracleCounts : std::uint8_t { kAll, kChosen };

struct LrtaOracleOptions {
  std::uint32_t d_max = 10;  // 1 to 50
  OracleCounts counts = OracleCounts::kAll;
};
Result<AgentPtr> make_lrta_oracle(const Map& map, const LrtaOracleOptions& options = {});

}  // namespace waymark
