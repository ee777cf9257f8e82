// Weighted A*: A* with f = gamma * g + w * h. Trades optimality for fewer expansions.
//
// w:      Pohl 1970, Heuristic Search Viewed as Path Finding in a Graph: g + w * h, w >= 1.
// gamma:  the form of JAIR 2008 (Bulitko et al.): gamma * g + h, 0 < gamma <= 1.
// Bound per step: budget.units pops. Memory: 8 bytes per state touched and the open list. Complete.
// Property: a path costs at most w / gamma times the optimum.
//
// Deviations
//   1. Closed states are not reopened when a cheaper way turns up; with a consistent heuristic the bound above still
//   holds
//      (Likhachev, Gordon & Thrun 2003, ARA*).
//   2. w and gamma are thousandths, so that f is an exact integer.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct WeightedAStarOptions {
  std::uint32_t w_thousandths = 1500;      // 1000 to 1000000
  std::uint32_t gamma_thousandths = 1000;  // 1 to 1000
};

Result<PathFinderPtr> make_weighted_a_star(const Map& map, const WeightedAStarOptions& options = {});

}  // namespace waymark
