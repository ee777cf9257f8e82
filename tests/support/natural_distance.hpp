// The natural heuristic of every rule and pair of costs, as its header words it; shares nothing with the library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "support/transcription.hpp"

namespace waymark::test {

inline std::uint64_t natural_distance(const MoveRules& rules, Place a, Place b) {
  const int x = a.first - b.first;
  const int y = a.second - b.second;
  const auto dx = static_cast<std::uint64_t>(std::abs(x));
  const auto dy = static_cast<std::uint64_t>(std::abs(y));
  if (rules.neighbours == Neighbours::kSix) {
    return std::max({dx, dy, static_cast<std::uint64_t>(std::abs(x + y))}) * rules.costs.cardinal;
  }
  if (rules.neighbours == Neighbours::kFour || rules.diagonal == DiagonalRule::kNever) {
    return (dx + dy) * rules.costs.cardinal;
  }
  // A straight step counts as a diagonal one where that is cheaper, a diagonal one as at most two straight ones.
  const std::uint64_t straight = std::min(rules.costs.cardinal, rules.costs.diagonal);
  const std::uint64_t diagonal = std::min<std::uint64_t>(rules.costs.diagonal, 2 * straight);
  const std::uint64_t diagonals = std::min(dx, dy);
  return diagonals * diagonal + (std::max(dx, dy) - diagonals) * straight;
}

}  // namespace waymark::test
