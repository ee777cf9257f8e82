#include "waymark/agent/pra.hpp"

#include <gtest/gtest.h>

#include "lab/run/large_maps.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/run.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/plain_pra.hpp"
#include "support/sanitized.hpp"
#include "support/shared_maps.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/scenario_file.hpp"

namespace waymark::agent_pra_test {

// Every plan of the walk, one after the other, against the transcription; a plan that begins where one began before is
// made whole.
TEST(Pra, walks_the_plans_of_the_transcription) {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    const auto rules = test::agent_rules();
    const test::Problem problem =
        test::random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 30);
    const auto abstraction = std::make_shared<const CliqueAbstraction>(problem.map);
    const std::uint32_t k = std::array{0u, 2u, 3u, 6u}[static_cast<std::size_t>(round) / 2 % 4];
    const bool wide = random.chance(1, 2);
    const bool half = random.chance(1, 2);
    const AgentPtr agent = *make_pra(
        problem.map, {k, wide ? PraCorridor::kWide : PraCorridor::kPath, half ? PraFirst::kHalf : PraFirst::kLarge});
    agent->reset(problem.start, problem.goal);
    std::set<NodeId> begun;
    std::uint64_t expanded = 0;
    while (agent->status() == Status::kInProgress) {
      const NodeId from = agent->position();
      const test::PlainPath path =
          test::plain_pra(problem.map, *abstraction, from, problem.goal, begun.insert(from).second ? k : 0, wide, half);
      expanded += path.expanded;
      for (std::size_t i = 1; i < path.states.size(); ++i) ASSERT_EQ(agent->step().position, path.states[i]);
      ASSERT_EQ(agent->work().expanded, expanded);
    }
    ASSERT_EQ(agent->position(), problem.goal);
  }
}

TEST(Pra, stands_still_until_its_plan_is_ready_and_walks_the_same_way_with_any_budget) {
  Random random(2);
  for (int round = 0; round < 100; ++round) {
    const test::Problem problem = test::random_problem(random, {}, 30);
    for (const std::uint32_t k : {0u, 3u}) {
      std::vector<NodeId> expected;
      for (const std::uint64_t budget : {Agent::kUnbounded, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{17}}) {
        const AgentPtr agent = *make_pra(problem.map, {k});
        agent->reset(problem.start, problem.goal);
        std::vector<NodeId> walked{problem.start};
        while (agent->status() == Status::kInProgress) {
          const AgentStep made = agent->step({budget});
          ASSERT_LE(made.work, budget);
          if (made.position != walked.back()) walked.push_back(made.position);
        }
        if (expected.empty()) expected = walked;
        ASSERT_EQ(walked, expected);
      }
    }
  }
}

TEST(Pra, leaves_and_enters_dead_ends_of_one_cell) {
  const Map map(test::grid_from({
      ".@.@.@.@.",
      ".........",
      ".@.@.@.@.",
  }));
  for (const std::uint32_t k : {0u, 2u, 3u}) {
    for (NodeId start = 0; start < map.grid().id_bound(); ++start) {
      for (NodeId goal = 0; goal < map.grid().id_bound(); ++goal) {
        if (!map.grid().passable(start) || !map.grid().passable(goal)) continue;
        const AgentPtr agent = *make_pra(map, {k});
        agent->reset(start, goal);
        int steps = 0;
        while (agent->status() == Status::kInProgress && steps < 100) {
          agent->step();
          ++steps;
        }
        ASSERT_EQ(agent->status(), Status::kSolved);
        ASSERT_LE(steps, 12);
      }
    }
  }
}

TEST(Pra, says_unreachable_at_once) {
  const Map map(test::grid_from({"..@.."}));
  const AgentPtr agent = *make_pra(map);
  agent->reset(map.grid().node(0, 0), map.grid().node(4, 0));
  EXPECT_EQ(agent->step().status, Status::kUnreachable);
  EXPECT_EQ(agent->work(), Work{});
}

TEST(Pra, agents_share_the_map_s_abstraction_and_go_over_to_the_next) {
  Map map(*Grid::create(30, 30, true));
  const AgentPtr first = *make_pra(map);
  const std::uint64_t bytes = map.derived_bytes();
  EXPECT_GT(bytes, 30u * 30u * 4);
  const AgentPtr second = *make_pra(map, {4});
  EXPECT_EQ(map.derived_bytes(), bytes);
  first->reset(map.grid().node(0, 0), map.grid().node(29, 29));
  second->reset(map.grid().node(29, 0), map.grid().node(0, 29));
  for (int step = 0; step < 5; ++step) {
    first->step();
    second->step();
  }
  map.fill({0, 15, 29, 1}, false);
  for (int step = 0; step < 5; ++step) {
    first->step();
    second->step();
  }
  EXPECT_EQ(map.derived<MapAbstraction>().version(), 1u);  // no step makes another
  EXPECT_TRUE(map.maintain(kUnlimited).current);
  EXPECT_EQ(map.derived<MapAbstraction>().version(), 2u);
  while (first->status() == Status::kInProgress) first->step();
  while (second->status() == Status::kInProgress) second->step();
  EXPECT_EQ(first->status(), Status::kSolved);
  EXPECT_EQ(second->status(), Status::kSolved);
}

TEST(Pra, allocates_nothing_on_a_walk_done_before) {
  Random random(3);
  const Map map(test::random_grid(random, 150, 150, 20));
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > 50 || map.grid().cell(goal).x < 100);
  for (const std::uint32_t k : {0u, 5u}) {
    const AgentPtr agent = *make_pra(map, {k});
    const auto walk = [&] {
      agent->reset(start, goal);
      while (agent->status() == Status::kInProgress) agent->step();
    };
    walk();
    EXPECT_EQ(test::allocations_of(walk).count, 0u) << k;
  }
}

TEST(Pra, refuses_hexagons_and_a_path_of_one_state) {
  const Map hexagons(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_pra(hexagons));
  const Map map(*Grid::create(5, 5, true));
  const auto one = make_pra(map, {1});
  ASSERT_FALSE(one);
  EXPECT_EQ(one.error().message, "K must be 0, or 2 to 1000000");
}

// Published: 0.1 % on maps of this kind (JAIR 2008, Table 3).
TEST(Pra, is_within_half_a_per_cent_of_the_shortest_way_on_game_maps) {
  WAYMARK_NEED_SHARED_MAPS();
  const auto files = map_files(test::shared_maps() + "/wc3maps512");
  ASSERT_TRUE(files);
  double sum = 0;
  int problems = 0;
  Walk walked;
  for (std::size_t i = 0; i < files->size(); i += 6) {
    const Map map(read_map((*files)[i])->grid);
    const ScenarioFile scenarios = *read_scenarios((*files)[i] + ".scen");
    const AgentPtr agent = *make_pra(map);
    for (std::size_t row = 10; row < scenarios.rows.size(); row += scenarios.rows.size() / 40) {
      const Scenario& scenario = scenarios.rows[row];
      walk(*agent, map, map.grid().node(scenario.start), map.grid().node(scenario.goal), {}, walked);
      ASSERT_EQ(walked.status, Status::kSolved);
      const double length = *path_length(map, walked.positions);
      ASSERT_GE(length, scenario.optimal - 1e-3);
      sum += length / scenario.optimal - 1;
      ++problems;
    }
  }
  EXPECT_LT(sum / problems, 0.005);
}

// In per cent, the mean of some hundred problems of a map.
double mean_excess(const Map& map, const ScenarioFile& scenarios, std::uint32_t k) {
  const AgentPtr agent = *make_pra(map, {.k = k});
  Walk walked;
  double sum = 0;
  int problems = 0;
  for (std::size_t row = 10; row < scenarios.rows.size(); row += scenarios.rows.size() / 100) {
    const Scenario& scenario = scenarios.rows[row];
    walk(*agent, map, map.grid().node(scenario.start), map.grid().node(scenario.goal), {}, walked);
    EXPECT_EQ(walked.status, Status::kSolved);
    sum += *path_length(map, walked.positions) / scenario.optimal - 1;
    ++problems;
  }
  return 100 * sum / problems;
}

// With h to the representative of the first state cut off, not to its position, and a state less of each path, the
// first two were 0.85 and 0.38 % at K = 16. What is left beyond the whole path's is of the number of plans: with each
// doubling of K it falls to less than six tenths.
TEST(Pra, in_parts_costs_what_the_number_of_parts_costs_on_each_game_map) {
  WAYMARK_NEED_SHARED_MAPS();
  if (test::kSanitized) return;  // a thousand long walks tell no more of memory than a few
  struct Bound {
    const char* map;
    double of_16;
  };
  for (const Bound& bound : {Bound{"/dao/brc202d", 0.65}, Bound{"/dao/arena2", 0.3}, Bound{"/bg512/AR0012SR", 0.2}}) {
    const Map map(read_map(test::shared_maps() + bound.map + ".map")->grid);
    const ScenarioFile scenarios = *read_scenarios(test::shared_maps() + bound.map + ".map.scen");
    const double whole = mean_excess(map, scenarios, 0);
    const double of_8 = mean_excess(map, scenarios, 8);
    const double of_16 = mean_excess(map, scenarios, 16);
    const double of_32 = mean_excess(map, scenarios, 32);
    EXPECT_LT(of_16, bound.of_16) << bound.map;
    EXPECT_LT(of_16 - whole, 0.6 * (of_8 - whole)) << bound.map;
    EXPECT_LT(of_32 - whole, 0.6 * (of_16 - whole)) << bound.map;
  }
}

}  // namespace waymark::agent_pra_test
