// Plain code that the fast one is compared with. It shares nothing with the library but Grid::passable(x, y).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <queue>
#include <utility>
#include <vector>

#include "waymark/base/random.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark::test {

struct ReferenceMove {
  int dx;
  int dy;
  std::uint64_t cost;
};

// The moves from (x, y), read off the rules as they are written in the documents.
inline std::vector<ReferenceMove> reference_moves(const Grid& grid, const MoveRules& rules, int x, int y) {
  std::vector<ReferenceMove> moves;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if ((dx == 0 && dy == 0) || !grid.passable(x + dx, y + dy)) continue;
      const bool diagonal = dx != 0 && dy != 0;
      std::uint64_t cost = rules.costs.cardinal;
      if (diagonal) {
        if (rules.neighbours == Neighbours::kFour) continue;
        if (rules.neighbours == Neighbours::kSix) {
          if (dx == dy) continue;
        } else {
          cost = rules.costs.diagonal;
          const bool beside = grid.passable(x + dx, y);
          const bool below = grid.passable(x, y + dy);
          if (rules.diagonal == DiagonalRule::kNever) continue;
          if (rules.diagonal == DiagonalRule::kBothFree && !(beside && below)) continue;
          if (rules.diagonal == DiagonalRule::kOneFree && !(beside || below)) continue;
        }
      }
      moves.push_back({dx, dy, cost});
    }
  }
  return moves;
}

inline constexpr std::uint64_t kUnreached = ~std::uint64_t{0};

// Dijkstra from (x, y) to every cell; row-major, kUnreached where there is no path.
inline std::vector<std::uint64_t> reference_distances(const Grid& grid, const MoveRules& rules, int x, int y) {
  const auto index = [&](int cx, int cy) {
    return static_cast<std::size_t>(cy) * static_cast<std::size_t>(grid.width()) + static_cast<std::size_t>(cx);
  };
  std::vector<std::uint64_t> distance(static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.height()),
                                      kUnreached);
  using Item = std::pair<std::uint64_t, std::pair<int, int>>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  if (!grid.passable(x, y)) return distance;
  distance[index(x, y)] = 0;
  open.push({0, {x, y}});
  while (!open.empty()) {
    const auto [so_far, at] = open.top();
    open.pop();
    if (so_far > distance[index(at.first, at.second)]) continue;
    for (const ReferenceMove& move : reference_moves(grid, rules, at.first, at.second)) {
      std::uint64_t& known = distance[index(at.first + move.dx, at.second + move.dy)];
      if (so_far + move.cost < known) {
        known = so_far + move.cost;
        open.push({known, {at.first + move.dx, at.second + move.dy}});
      }
    }
  }
  return distance;
}

// Every rule set there is.
inline std::vector<MoveRules> all_rules() {
  std::vector<MoveRules> rules;
  for (const CostModel& costs : {kSqrt2Costs, kPaper14Costs, kUnitCosts}) {
    for (const DiagonalRule diagonal :
         {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways, DiagonalRule::kNever}) {
      rules.push_back({Neighbours::kEight, diagonal, costs});
    }
    rules.push_back({Neighbours::kFour, DiagonalRule::kNever, costs});
    rules.push_back({Neighbours::kSix, DiagonalRule::kNever, costs});
  }
  return rules;
}

// A pair of costs of any kind: a diagonal cheaper than a straight step, equal, between one and two, two, or more.
inline CostModel random_costs(Random& random) {
  const Cost limit = random.chance(1, 3) ? 12 : kMaxMoveCost;
  const auto draw = [&](Cost low, Cost high) { return low + random.below(high - low + 1); };
  const Cost cardinal = draw(1, limit);
  switch (random.below(5)) {
    case 0: return {cardinal, draw(1, cardinal)};
    case 1: return {cardinal, cardinal};
    case 2: return {cardinal, draw(cardinal, std::min(2 * cardinal, kMaxMoveCost))};
    case 3: return {cardinal, std::min(2 * cardinal, kMaxMoveCost)};
    default: return {cardinal, draw(cardinal, kMaxMoveCost)};
  }
}

}  // namespace waymark::test
