// Small problems for agents to walk, and the rules to walk them by.
#pragma once

#include <cstdlib>
#include <utility>
#include <vector>

#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "waymark/base/random.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

// One of each kind of rules that agents know.
inline const std::vector<MoveRules>& few_rules() {
  static const std::vector<MoveRules> kRules{
      {},
      {Neighbours::kEight, DiagonalRule::kOneFree, kPaper14Costs},
      {Neighbours::kEight, DiagonalRule::kAlways, kSqrt2Costs},
      {Neighbours::kFour, DiagonalRule::kNever, kUnitCosts},
      {Neighbours::kEight, DiagonalRule::kBothFree, kUnitCosts},
  };
  return kRules;
}

// These, and hexagons.
inline const std::vector<MoveRules>& rules_with_hexagons() {
  static const std::vector<MoveRules> kRules = [] {
    std::vector<MoveRules> rules = few_rules();
    rules.push_back({Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
    return rules;
  }();
  return kRules;
}

// The few, and eight neighbours of which four are never moved to.
inline const std::vector<MoveRules>& rules_of_squares() {
  static const std::vector<MoveRules> kRules = [] {
    std::vector<MoveRules> rules = few_rules();
    rules.push_back({Neighbours::kEight, DiagonalRule::kNever, kSqrt2Costs});
    return rules;
  }();
  return kRules;
}
inline const std::vector<MoveRules>& rules_of_hexagons() {
  static const std::vector<MoveRules> kRules{{Neighbours::kSix, DiagonalRule::kNever, kUnitCosts}};
  return kRules;
}

// Both.
inline const std::vector<MoveRules>& rules_of_all_kinds() {
  static const std::vector<MoveRules> kRules = [] {
    std::vector<MoveRules> rules = rules_of_squares();
    rules.push_back(rules_of_hexagons().front());
    return rules;
  }();
  return kRules;
}

struct Problem {
  Map map;
  NodeId start;
  NodeId goal;
};

// Random cells, or walls across the map with one gap each: deep depressions. Start and goal are connected
// and lie apart.
inline Problem random_problem(Random& random, const MoveRules& rules, int largest = 24) {
  for (;;) {
    const bool walls = random.chance(1, 2);
    Grid grid = test::random_grid(random, random.between(2, largest), random.between(2, largest),
                                  static_cast<unsigned>(random.between(0, walls ? 10 : 40)));
    for (int x = random.between(1, 3); walls && x < grid.width(); x += random.between(2, 5)) {
      const int gap = random.between(0, grid.height() - 1);
      for (int y = 0; y < grid.height(); ++y) grid.set(x, y, y == gap);
    }
    Map map(std::move(grid), rules);
    const NodeId start = test::random_passable(random, map.grid());
    NodeId goal = start;
    const auto across = [&](NodeId node) {
      return std::abs(map.grid().cell(node).x - map.grid().cell(start).x) +
             std::abs(map.grid().cell(node).y - map.grid().cell(start).y);
    };
    for (int i = 0; i < 8 && start != kNoNode; ++i) {
      const NodeId other = test::random_passable(random, map.grid());
      if (map.connected(start, other) && across(other) > across(goal)) goal = other;
    }
    if (goal != start) return {Map(map.grid(), rules), start, goal};
  }
}

// Standing still or one move of the map as it is now.
inline bool is_legal(const Map& map, NodeId from, NodeId to) {
  if (from == to) return true;
  const Cell a = map.grid().cell(from);
  const Cell b = map.grid().cell(to);
  for (const test::ReferenceMove& move : test::reference_moves(map.grid(), map.rules(), a.x, a.y)) {
    if (a.x + move.dx == b.x && a.y + move.dy == b.y) return true;
  }
  return false;
}

}  // namespace waymark::test
