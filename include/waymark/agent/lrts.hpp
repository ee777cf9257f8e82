// LRTS, learning real-time search: LRTA* that walks the whole way to the best frontier state before it plans again,
// trusts its path less the smaller gamma is, and, once it has learned more than its quota, answers every rise of h by
// going back to where it planned before.
//
// Bulitko & Lee 2006, Learning in Real-Time Search: A Unifying Framework (JAIR 25). With gamma = 1 and T without limit
// it is the agent of Lustrek & Bulitko 2006, Lookahead Pathology in Real-Time Path-Finding, whose variants are options
// here: uniform learning, a search on every move, and a depth for each state.
// Charge per step that plans: one unit per expansion (ply_lookahead.hpp), one for the update of h, one for each move of
// the way written down, with uniform learning one for each state of the lookahead. A step along the way or back costs
// one unit.
// Memory: one learned value per state raised and, with a quota, one byte per move of the trail, in pages; d
// states of the way; (2d + 1)^2 states of lookahead, lent by the thread.
// Complete where every state can be left again: a plan without a rise of h(s) leads to a frontier state of lower h.
// So it does without path-max; but then the first move may lead to a higher h, so that a search on every move could
// go round in circles for ever: the two together are refused.
// With every gamma the learned h is admissible as far as LRTA*'s is.
//
// Parameters: d, moves of lookahead; gamma, the weight of g; T, the learning quota: the sum of the rises of h on a
// trial before the agent backtracks, in cardinal steps; 0 stands for infinity.
// Options: learning, `current` raises h of the agent's state only, `uniform` that of every inner state, to the cheapest
// way through the frontier; search, at the `frontier` only or on `every-move`, of which the first is then taken;
// pathmax, `off` for h(s) as in Lustrek & Bulitko: g + h of the best frontier state, by its own h.
// Deviations
//   1. Ties as in LRTA* (FrontierState).
//   2. Unless it is off, path-max along the branches in place of max-of-mins: h(s) becomes the lowest path-max f of the
//      frontier. Each branch crosses every ply, so this is never below the largest of the plies' lowest f.
//   3. h never falls, and is rounded up to whole cost units: costs are whole, so an admissible h stays so.
//   4. At the start of a trail there is nothing to go back to: the agent moves on. (A second plan would do the same.)
//   5. With uniform learning only the rise of the agent's own state counts for the quota.
//   6. The trail remembers the last 2^24 moves.
#pragma once

#include <cstdint>
#include <span>

#include "waymark/agent/agent.hpp"
#include "waymark/agent/path_max.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

enum class LrtsLearning : std::uint8_t { kCurrent, kUniform };
enum class LrtsSearch : std::uint8_t { kFrontier, kEveryMove };

inline constexpr double kMaxLrtsQuota = 1e9;
inline constexpr std::uint32_t kMaxLrtsTrail = 1u << 24u;

struct LrtsOptions {
  std::uint32_t d = 3;  // 1 to 50
  double gamma = 1.0;   // 0.001 to 1
  double quota = 0.0;   // T, at most kMaxLrtsQuota; 0: infinite
  LrtsLearning learning = LrtsLearning::kCurrent;
  LrtsSearch search = LrtsSearch::kFrontier;
  PathMax path_max = PathMax::kOn;
  // By state: how deep a search there looks, at most d; 0: d. Empty: d everywhere. Must outlive the agent.
  std::span<const std::uint8_t> depths = {};
};
Result<AgentPtr> make_lrts(const Map& map, const LrtsOptions& options = {});

}  // namespace waymark
