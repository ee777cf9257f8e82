#include "offline/optimal_depth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "offline/region_pairs.hpp"
#include "support/agents.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/space/map.hpp"

namespace waymark::offline_optimal_depth_test {

// Around walls a lookahead reaches its target much later than on open ground, and may be misled beyond that.
Map walled_map(Random& random, const MoveRules& rules, int side) {
  Grid grid = *Grid::create(side, side, true);
  for (int wall = 0; wall < side / 2; ++wall) {
    Cell cell{random.between(0, side - 1), random.between(0, side - 1)};
    const bool across = random.below(2) == 0;
    for (int length = random.between(side / 3, side - side / 3); length > 0 && grid.contains(cell.x, cell.y);
         --length) {
      grid.set(cell.x, cell.y, false);
      (across ? cell.x : cell.y) += 1;
    }
  }
  return Map(std::move(grid), rules);
}

struct Counts {
  std::uint64_t shared = 0;
  std::uint64_t alone = 0;
  std::uint32_t deepest = 0;
};

// All targets of some states.
template <class Base>
void compare(const Base& base, const std::vector<NodeId>& states, Random& random, Counts& counts) {
  OneToAll<typename Base::Fast> field(base.fast(), base.cheapest_edge());
  OptimalFirstMoves<typename Base::Full> first_moves(base.full());
  GrowingLookahead<typename Base::Full> lookahead(base.full());
  FarDepths<typename Base::Full> far(base.full(), base.slack());
  const auto cap = static_cast<std::uint32_t>(random.between(2, 60));
  for (int start = 0; start < 10; ++start) {
    const NodeId s = states[random.below(static_cast<std::uint32_t>(states.size()))];
    field.compute(s);
    first_moves.start(s);
    far.start(s);
    for (const NodeId target : states) {
      if (target == s || field.distance(target) == kInfiniteCost) continue;
      const auto h = base.heuristic(target);
      const std::uint64_t optimal = first_moves.to(target, [&](NodeId state) { return field.distance(state); });
      const std::uint32_t depth = far.depth(target, h, optimal, cap);
      const std::uint32_t expected = capped_optimal_depth(lookahead, s, target, h, optimal, cap);
      if (depth == far.kNoDepth) {
        ++counts.alone;
      } else {
        ++counts.shared;
        ASSERT_EQ(depth, expected) << s << " " << target << " " << cap;
      }
      counts.deepest = std::max(counts.deepest, expected);
    }
  }
}

TEST(OptimalDepth, shared_lookaheads_on_a_map_say_what_one_for_each_target_says) {
  Random random(2);
  Counts counts;
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map = walled_map(random, rules, 36);
      std::vector<NodeId> cells;
      for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
        if (map.grid().passable(node)) cells.push_back(node);
      }
      compare(pattern::GridBase(map), cells, random, counts);
    }
  }
  EXPECT_GT(counts.shared, 20 * counts.alone);
  EXPECT_GE(counts.alone, test::enough(4u));
  EXPECT_GE(counts.deepest, test::enough(20u));
}

TEST(OptimalDepth, shared_lookaheads_on_an_abstraction_say_what_one_for_each_target_says) {
  Random random(3);
  Counts counts;
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map = walled_map(random, rules, 40);
      const CliqueAbstraction abstraction(map);
      std::vector<NodeId> states(abstraction.states(1));
      std::iota(states.begin(), states.end(), NodeId{0});
      compare(pattern::GraphBase(abstraction, 1, rules.costs.cardinal), states, random, counts);
    }
  }
  EXPECT_GT(counts.shared, 5 * counts.alone);
  EXPECT_GE(counts.alone, test::enough(100u));
  EXPECT_GE(counts.deepest, test::enough(10u));
}

}  // namespace waymark::offline_optimal_depth_test
