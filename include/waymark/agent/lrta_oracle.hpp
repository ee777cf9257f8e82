// LRTA* (ORACLE, G): LRTA* with a decision tree that is never wrong. On every move it takes the depth that the tree is
// trained to say: the shallowest such that it and all deeper ones up to d_max make the same first move. It learns what
// that shallower lookahead found. It has to look to the full depth to know it, so it is a yardstick and no algorithm
// for use.
//
// Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson 2008 (JAIR 32), section 7.1, item 3; the depth: section 5.1.
// Charge per step: one unit for every expansion of every depth tried (d_max, d_max - 1, ... until one moves otherwise)
// and one for the update of h. Memory: one learned value per state raised, in pages; (2 d_max + 1)^2 states of
// lookahead, lent by the thread. Complete where every state can be left again, as LRTA* is with each of its depths, in
// either shape (depth_lookahead.hpp); h is admissible as far as LRTA*'s is, best first in any case.
//
// Parameters: d_max, the greatest depth; depth, which is chosen: `agreeing`, as above, or `least`, the shallowest that
// makes the move of d_max whatever those between say (tried from 1 upwards); shape, of the lookaheads, by
// plies or best first, which charges as depth_lookahead.hpp says; counts, which expansions are reported as
// such: all, or those of the depth chosen, as in the paper. The charge is for all, in either case.
// Deviations
//   1. Ties, path-max and the rule that h never falls are LRTA*'s.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/depth_tree.hpp"

namespace waymark {

enum class OracleDepth : std::uint8_t { kAgreeing, kLeast };
enum class OracleCounts : std::uint8_t { kAll, kChosen };

struct LrtaOracleOptions {
  std::uint32_t d_max = 10;  // 1 to 50
  OracleDepth depth = OracleDepth::kAgreeing;
  LookaheadShape shape = LookaheadShape::kPlies;
  OracleCounts counts = OracleCounts::kAll;
};
Result<AgentPtr> make_lrta_oracle(const Map& map, const LrtaOracleOptions& options = {});

}  // namespace waymark
