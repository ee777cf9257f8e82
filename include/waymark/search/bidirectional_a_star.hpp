// Bidirectional A*: one A* from the start and one from the goal take turns; the best meeting of the two is optimal once
// neither side can lead to a cheaper one.
//
// Pijls & Post 2009, Yet Another Bidirectional Algorithm for Finding the Shortest Path (NBA*).
// Bound per step: budget.units pops of the two sides together. Memory: two A* searches. Complete and optimal.
//
// Stopping rule, with m the cheapest meeting so far: stop when either side's lowest f is at least m. A side whose goal
// is still open has only paths of its lowest f or more left, so m is optimal. Left unexpanded, because no path through
// it beats m: a state the other side has closed (its best completion is already counted as a meeting), and one with g +
// (other side's lowest f) - (estimate to its own start) >= m.
//
// Deviations
//   1. Sides alternate strictly, one pop each, instead of by a free choice.
//   2. Both sides use canonical successors (MoveTable::canonical).
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

PathFinderPtr make_bidirectional_a_star(const Map& map);

}  // namespace waymark
