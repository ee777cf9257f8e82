// Checks that a path is what it claims to be.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "support/reference.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark::test {

// Of the steps, by the map.
inline std::uint64_t steps_cost(const Map& map, const std::vector<NodeId>& path) {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum += map.cost(path[i - 1], path[i]);
  return sum;
}

// Every step is legal, the ends are right, and the steps add up to `cost`.
inline ::testing::AssertionResult path_is_sound(const Map& map, const std::vector<NodeId>& path, NodeId start,
                                                NodeId goal, std::uint64_t cost) {
  if (path.empty() || path.front() != start || path.back() != goal) {
    return ::testing::AssertionFailure() << "the path does not lead from start to goal";
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Cell from = map.grid().cell(path[i - 1]);
    const Cell to = map.grid().cell(path[i]);
    bool legal = false;
    for (const ReferenceMove& move : reference_moves(map.grid(), map.rules(), from.x, from.y)) {
      if (from.x + move.dx != to.x || from.y + move.dy != to.y) continue;
      legal = true;
      sum += move.cost;
    }
    if (!legal) return ::testing::AssertionFailure() << "step " << i << " is not legal";
  }
  if (sum != cost) return ::testing::AssertionFailure() << "the steps add up to " << sum << ", not " << cost;
  return ::testing::AssertionSuccess();
}

}  // namespace waymark::test
