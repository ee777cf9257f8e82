// DBA*: walks legally and arrives by its database alone, on maps that change with the fallback.
#include "waymark/agent/dba.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agent/region_routes.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/map_edits.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::agent_dba_test {

// The cost of the walk; 0 if it did not arrive.
std::uint64_t walk(Agent& agent, const Map& map, NodeId start, NodeId goal, std::uint64_t units) {
  std::uint64_t cost = 0;
  agent.reset(start, goal);
  for (int step = 0; agent.status() == Status::kInProgress && step < 20'000; ++step) {
    const NodeId from = agent.position();
    const AgentStep made = agent.step({units});
    EXPECT_LE(made.work, std::min(units, agent.bound()));
    EXPECT_TRUE(test::is_legal(map, from, made.position));
    if (made.position != from) cost += map.cost(from, made.position);
  }
  return agent.status() == Status::kSolved ? cost : 0;
}

TEST(Dba, arrives_without_its_fallback) {
  Random random(1);
  for (int round = 0; round < test::rounds(300); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const test::Problem problem = test::random_problem(random, rules, 70);
    const AgentPtr agent = *make_dba(problem.map, {.skip = static_cast<std::uint32_t>(round) % 4,
                                                   .trim = static_cast<std::uint32_t>(round) % 5 * 4});
    ASSERT_NE(walk(*agent, problem.map, problem.start, problem.goal, agent->bound()), 0u) << round;
    ASSERT_EQ(agent->work().fell_back, 0u) << round;
  }
}

TEST(Dba, arrives_with_little_budget_by_its_fallback) {
  Random random(2);
  for (int round = 0; round < test::rounds(60); ++round) {
    const test::Problem problem = test::random_problem(random, {}, 50);
    const AgentPtr agent = *make_dba(problem.map);
    ASSERT_NE(walk(*agent, problem.map, problem.start, problem.goal, agent->smallest_budget()), 0u) << round;
  }
}

TEST(Dba, out_of_pockets_and_spirals) {
  Grid grid = test::grid_from({
      "....................................",
      ".@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.",
      ".@................................@.",
      ".@.@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.@.",
      ".@.@............................@.@.",
      ".@.@.@@@@@@@@@@@@@@@@@@@@@@@@@@.@.@.",
      ".@.@.@........................@.@.@.",
      ".@.@.@.@@@@@@@@@@@@@@@@@@@@@@.@.@.@.",
      ".@.@.@......................@.@.@.@.",
      ".@.@.@@@@@@@@@@@@@@@@@@@@@@.@.@.@.@.",
      ".@.@........................@.@.@.@.",
      ".@.@@@@@@@@@@@@@@@@@@@@@@@@@@.@.@.@.",
      ".@............................@.@.@.",
      ".@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.@.@.",
      "................................@.@.",
      "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.@.",
      "..................................@.",
      "....................................",
  });
  const Map map(grid);
  const AgentPtr agent = *make_dba(map);
  const auto distances = test::reference_distances(grid, map.rules(), 8, 8);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); x += 3) {
      if (!grid.passable(x, y) || (x == 8 && y == 8)) continue;
      const std::uint64_t optimal = distances[static_cast<std::size_t>(y) * 36 + static_cast<std::size_t>(x)];
      if (optimal == test::kUnreached) {
        EXPECT_EQ(agent->reset(map.grid().node(8, 8), map.grid().node(x, y)), Status::kUnreachable);
        continue;
      }
      ASSERT_GE(walk(*agent, map, map.grid().node(8, 8), map.grid().node(x, y), 10'000), optimal) << x << "," << y;
      ASSERT_EQ(agent->work().fell_back, 0u);
    }
  }
}

// Per cent above the shortest, on average.
double excess(const Map& map, const AgentPtr& agent) {
  Random random(5);
  const auto shortest = *parse_algorithm("jps")->make(map);
  double sum = 0;
  int problems = 0;
  while (problems < 80) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal || shortest->solve(start, goal) != Status::kSolved) continue;
    const std::uint64_t cost = walk(*agent, map, start, goal, agent->bound());
    EXPECT_GE(cost, shortest->cost());
    sum += 100.0 * (static_cast<double>(cost) / static_cast<double>(shortest->cost()) - 1);
    ++problems;
  }
  return sum / problems;
}

TEST(Dba, ways_are_hardly_longer_than_the_shortest) {
  const Map map(*generate_map(MapKind::kCaves, {256, 256, 3}));
  const double visiting = excess(map, *make_dba(map, {.skip = 0, .trim = 0}));
  const double skipping = excess(map, *make_dba(map, {.skip = 3, .trim = 0}));
  const double trimming = excess(map, *make_dba(map));
  EXPECT_LT(visiting, 14);
  EXPECT_LT(skipping, visiting);
  EXPECT_LT(trimming, skipping);
}

TEST(Dba, at_rest_is_small) {
  const Map map(*Grid::create(60, 60, true));
  const AgentPtr agent = *make_dba(map);
  EXPECT_LE(agent->bytes(), 256u);
  agent->reset(map.grid().node(0, 0), map.grid().node(59, 50));
  while (agent->status() == Status::kInProgress) agent->step();
  EXPECT_LE(agent->most_bytes(), 256u);
}

TEST(Dba, goes_on_by_its_fallback_until_the_map_is_maintained) {
  Map map(*Grid::create(120, 60, true));
  map.fill({60, 0, 1, 59}, false);
  const AgentPtr agent = *make_dba(map);
  agent->reset(map.grid().node(2, 2), map.grid().node(117, 2));
  for (int i = 0; i < 5; ++i) agent->step({5'000});
  EXPECT_EQ(agent->work().fell_back, 0u);
  map.fill({60, 59, 1, 1}, false);
  map.fill({60, 0, 1, 1}, true);
  EXPECT_EQ(walk(*agent, map, agent->position(), agent->goal(), 5'000) == 0, false);
  EXPECT_EQ(agent->work().fell_back, 1u);  // the stored ways lead through the old gap
  map.maintain(kUnlimited);
  EXPECT_NE(walk(*agent, map, map.grid().node(2, 50), map.grid().node(117, 2), 5'000), 0u);
  EXPECT_EQ(agent->work().fell_back, 0u);
}

// A few units a frame: sectors are half repaired, then the stored ways, then the rows, and so on.
TEST(Dba, walks_legally_while_repairs_are_half_done) {
  Random random(6);
  int arrived = 0;
  for (int round = 0; round < test::rounds(80); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    test::Problem problem = test::random_problem(random, rules, 60);
    Map& map = problem.map;
    const AgentPtr agent = *make_dba(
        map, {.skip = static_cast<std::uint32_t>(round) % 3, .trim = static_cast<std::uint32_t>(round) % 4 * 3});
    agent->reset(problem.start, problem.goal);
    for (int frame = 0; frame < 400 && agent->status() == Status::kInProgress; ++frame) {
      if (frame % 7 == 0) test::edit_anything(random, map, agent->position(), problem.goal);
      map.maintain({random.below(random.chance(1, 4) ? 2'000 : 60)});
      const NodeId from = agent->position();
      const NodeId to = agent->step({random.chance(1, 2) ? agent->bound() : agent->smallest_budget()}).position;
      ASSERT_TRUE(test::is_legal(map, from, to) || !map.grid().passable(from)) << round;
    }
    if (agent->status() == Status::kSolved) ++arrived;
  }
  EXPECT_GT(arrived, test::enough(20));  // the goals of most others were cut off
}

TEST(Dba, refuses_what_it_is_not_for) {
  const Map hexagons(*Grid::create(9, 9, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_dba(hexagons));
  const Map map(*Grid::create(9, 9, true));
  EXPECT_FALSE(make_dba(map, {.skip = 9}));
  EXPECT_FALSE(make_dba(map, {.trim = 17}));
  Grid grid = *Grid::create(160, 160, false);
  for (int y = 0; y < 160; ++y) {
    for (int x = y % 2; x < 160; x += 2) grid.set(x, y, true);
  }
  const Map lonely(grid);
  EXPECT_FALSE(make_dba(lonely));
}

}  // namespace waymark::agent_dba_test
