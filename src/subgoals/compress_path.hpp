// What case bases and stored routes keep of a path: few states, each hill-climbing reachable from the one before.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), Figure 6: each is found by halving the rest of the path. For
// HillClimber and RunClimber, which climb alike. The path has at least one state; its first and last are kept.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "waymark/base/types.hpp"

namespace waymark {

template <class Climber>
std::vector<NodeId> compress_path(const Climber& climber, std::span<const NodeId> path) {
  std::vector<NodeId> kept{path.front()};
  for (std::size_t last = 0; last + 1 < path.size();) {
    std::size_t next = last + 1;  // a neighbour
    std::size_t low = next + 1;
    std::size_t high = path.size() - 1;
    while (low <= high) {
      const std::size_t middle = (low + high) / 2;
      if (climber.reachable(path[last], path[middle])) {
        next = middle;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    kept.push_back(path[next]);
    last = next;
  }
  return kept;
}

}  // namespace waymark
