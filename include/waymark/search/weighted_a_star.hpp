// Weighted A*: A* with f = gamma * g + w * h. Trades optimality for fewer expansions.
//
// w:      Pohl 1970, Heuristic Search Viewed as Path Finding in a Graph: g + w * h, w >= 1.
// gamma:  the form of JAIR 2008 (Bulitko et al.): gamma * g + h, 0 < gamma <= 1.
// Bound per step: budget.units pops. Memory: 8 bytes per state touched and the open list. Complete.
// Property: a path costs at most w / gamma times the optimum.
//
// Deviations
//   1. Closed states are not reopened when a cheaper way turns up; with a consistent heuristic the bound above still
//      holds (Likhachev, Gordon & Thrun 2003, ARA*).
//   2. w and gamma are rounded to thousandths, so that f is an exact integer.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct WeightedAStarOptions {
  double w = 1.5;      // 1 to 1000
  double gamma = 1.0;  // 0.001 to 1
};

// Fails if a weight is out of its range.
Result<PathFinderPtr> make_weighted_a_star(const Map& map, const WeightedAStarOptions& options = {});

}  // namespace waymark
