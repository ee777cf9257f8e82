// IDA*: depth-first searches from the start, each going no further than a limit of f and each with a higher limit than
// the one before, until the goal is within it. It remembers the path it is on and nothing else.
//
// Korf 1985, Depth-First Iterative-Deepening: An Optimal Admissible Tree Search.
// Bound per step: budget.units units; a unit is an expansion or a step back to the state before. Memory: 12 bytes per
// state of the longest path looked at, in pages of the map's memory (Map::memory), taken one at a time and given back
// when the next query begins; at the cap the answer is kOutOfRoom. Complete and optimal, if `limit` allows it.
//
// For study. On a grid each state has as many paths as there are ways to draw one, and all of them are looked at:
// beyond a few dozen steps around an obstacle it is hopeless. When it has made `limit` expansions it ends with
// Status::kOutOfBudget; it never hangs.
//
// The order: the first limit is h of the start, each further one the least f that exceeded the one before. Successors
// come in the order N, E, S, W, NE, SE, SW, NW; the way back to the parent is none, longer ways round are. The goal is
// found when it is visited within the limit.
//
// Parameters
//   limit  expansions of a query, at most
//
// Deviations
//   1. An explicit stack in place of recursion.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct IdaOptions {
  std::uint64_t limit = 100'000;  // 1 to 10^12
};

// Fails if the limit is out of its range.
Result<PathFinderPtr> make_ida(const Map& map, const IdaOptions& options = {});

}  // namespace waymark
