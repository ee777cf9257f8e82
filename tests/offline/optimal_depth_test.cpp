#include "offline/optimal_depth.hpp"

#include <gtest/gtest.h>

#include "offline/region_pairs.hpp"
#include "support/agents.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/space/map.hpp"

namespace waymark::offline_optimal_depth_test {

// Around walls a lookahead reaches its target much later than on open ground, and may be misled beyond that.
Map walled_map(Random& random, const MoveRules& rules, int side) {
  Grid grid = *Grid::create(side, side, true);
  for (int wall = 0; wall < side / 3; ++wall) {
    Cell cell{random.between(0, side - 1), random.between(0, side - 1)};
    const bool across = random.below(2) == 0;
    for (int length = random.between(side / 2, side - 4); length > 0 && grid.contains(cell.x, cell.y); --length) {
      grid.set(cell.x, cell.y, false);
      (across ? cell.x : cell.y) += 1;
    }
  }
  return Map(std::move(grid), rules);
}

TEST(OptimalDepth, shared_lookaheads_say_what_one_for_each_target_says) {
  Random random(2);
  std::uint64_t shared = 0;
  std::uint64_t alone = 0;
  std::uint32_t deepest = 0;
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map = walled_map(random, rules, 24);
      const pattern::GridBase base(map);
      OneToAll<CanonicalGridSpace> field(base.fast(), base.cheapest_edge());
      OptimalFirstMoves<GridSpace> first_moves(base.full());
      GrowingLookahead<GridSpace> lookahead(base.full());
      FarDepths<GridSpace> far(base.full());
      const auto cap = static_cast<std::uint32_t>(random.between(2, 60));
      for (int start = 0; start < 10; ++start) {
        const NodeId s = map.grid().node(random.between(0, 23), random.between(0, 23));
        if (!map.grid().passable(s)) continue;
        field.compute(s);
        first_moves.start(s);
        far.start(s);
        for (NodeId target = 0; target < map.grid().id_bound(); ++target) {
          if (target == s || !map.grid().passable(target) || field.distance(target) == kInfiniteCost) continue;
          const auto h = base.heuristic(target);
          const std::uint64_t optimal = first_moves.to(target, [&](NodeId state) { return field.distance(state); });
          const std::uint32_t depth = far.depth(target, h, optimal, cap);
          const std::uint32_t expected = capped_optimal_depth(lookahead, s, target, h, optimal, cap);
          ++(depth == far.kNoDepth ? alone : shared);
          if (depth != far.kNoDepth) ASSERT_EQ(depth, expected) << s << " " << target << " " << cap;
          deepest = std::max(deepest, expected);
        }
      }
    }
  }
  EXPECT_GT(shared, 20 * alone);
  EXPECT_GT(alone, 10u);
  EXPECT_GT(deepest, 20u);
}

}  // namespace waymark::offline_optimal_depth_test
