#include "subgoals/hill_climb.hpp"

#include <gtest/gtest.h>

#include <set>

#include "offline/run_climber.hpp"
#include "subgoals/compress_path.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/transcription.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::subgoals_hill_climb_test {

// Figure 7, move by move.
std::vector<test::Place> plain_climb(const Map& map, test::Place s, test::Place to, bool& arrived) {
  std::vector<test::Place> way;
  const MoveRules& rules = map.rules();
  const auto h = [&](test::Place place) { return test::empty_map_distance(rules, place, to); };
  while (s != to) {
    const auto moves = test::moves_in_order(map.grid(), rules, s);
    std::uint64_t nearest = ~std::uint64_t{0};
    const test::ReferenceMove* best = nullptr;
    const auto f = [&](const test::ReferenceMove& move) {
      return move.cost + h({s.first + move.dx, s.second + move.dy});
    };
    for (const test::ReferenceMove& move : moves) {
      nearest = std::min(nearest, h({s.first + move.dx, s.second + move.dy}));
      if (best == nullptr || f(move) < f(*best) || (f(move) == f(*best) && move.cost > best->cost)) best = &move;
    }
    if (h(s) <= nearest) break;
    s = {s.first + best->dx, s.second + best->dy};
    way.push_back(s);
  }
  arrived = s == to;
  return way;
}

TEST(HillClimb, goes_as_the_figure_says) {
  Random random(1);
  int arrivals = 0;
  for (int round = 0; round < 400; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)]);
    const Map& map = problem.map;
    const HillClimber climber(map);
    for (int i = 0; i < 10; ++i) {
      const NodeId from = test::random_passable(random, map.grid());
      const NodeId to = test::random_passable(random, map.grid());
      std::vector<test::Place> way;
      const auto climb = climber.climb(from, to, HillClimber::kNoCutoff, [&](NodeId node) {
        const Cell cell = map.grid().cell(node);
        way.emplace_back(cell.x, cell.y);
      });
      const Cell a = map.grid().cell(from);
      const Cell b = map.grid().cell(to);
      bool arrived = false;
      ASSERT_EQ(way, plain_climb(map, {a.x, a.y}, {b.x, b.y}, arrived));
      ASSERT_EQ(climb.arrived, arrived);
      ASSERT_EQ(climb.steps, way.size());
      arrivals += arrived ? 1 : 0;
      if (climb.steps > 0) {
        const auto cut = climber.climb(from, to, climb.steps - 1);
        ASSERT_FALSE(cut.arrived);
        ASSERT_EQ(cut.steps, climb.steps - 1);
      }
    }
  }
  EXPECT_GT(arrivals, 500);
}

TEST(HillClimb, straight_is_along_without_a_detour) {
  Random random(4);
  int arrivals = 0;
  for (int round = 0; round < 400; ++round) {
    const test::Problem problem = test::random_problem(
        random, test::rules_of_squares()[static_cast<std::size_t>(round) % test::rules_of_squares().size()]);
    const Map& map = problem.map;
    const HillClimber climber(map);
    for (int i = 0; i < 10; ++i) {
      const NodeId from = test::random_passable(random, map.grid());
      const NodeId to = test::random_passable(random, map.grid());
      const std::uint32_t cutoff = random.chance(1, 2) ? HillClimber::kNoCutoff : random.below(12);
      std::vector<NodeId> along;
      std::vector<NodeId> straight;
      const auto a = climber.climb_along(from, to, cutoff, 0, [&](NodeId node) { along.push_back(node); });
      const auto b = climber.climb_straight(from, to, cutoff, [&](NodeId node) { straight.push_back(node); });
      ASSERT_EQ(straight, along);
      ASSERT_EQ(b.arrived, a.arrived);
      ASSERT_EQ(b.steps, a.steps);
      arrivals += a.arrived ? 1 : 0;
    }
  }
  EXPECT_GT(arrivals, 300);
}

// Theorem 5.
TEST(HillClimb, arrives_by_the_moves_of_lrta_without_a_second_visit) {
  Random random(2);
  int compared = 0;
  for (int round = 0; round < 300; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)]);
    const Map& map = problem.map;
    const HillClimber climber(map);
    const AgentPtr agent = *parse_algorithm("lrta")->make_agent(map);
    const AgentPtr by_cost = *parse_algorithm("lrta:g_max=1.4")->make_agent(map);
    for (int i = 0; i < 10; ++i) {
      const NodeId from = test::random_passable(random, map.grid());
      const NodeId to = test::random_passable(random, map.grid());
      std::vector<NodeId> way{from};
      if (!climber.climb(from, to, HillClimber::kNoCutoff, [&](NodeId node) { way.push_back(node); }).arrived) continue;
      ASSERT_EQ(std::set<NodeId>(way.begin(), way.end()).size(), way.size());
      for (Agent* walker : {agent.get(), by_cost.get()}) {
        walker->reset(from, to);
        for (std::size_t move = 1; move < way.size(); ++move) ASSERT_EQ(walker->step().position, way[move]);
        ASSERT_EQ(walker->status(), Status::kSolved);
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(HillClimb, by_runs_takes_as_many_steps_and_keeps_the_same_states) {
  Random random(4);
  const std::vector<MoveRules> all_rules = test::agent_rules();
  int arrivals = 0;
  for (int round = 0; round < 3000; ++round) {
    const MoveRules rules = all_rules[random.below(static_cast<std::uint32_t>(all_rules.size()))];
    const bool wide = round % 10 == 0;
    const auto blocked = random.below(wide ? 6 : 41);
    const Map map(
        test::random_grid(random, random.between(1, wide ? 300 : 24), random.between(1, wide ? 300 : 24), blocked),
        rules);
    if (map.grid().passable_cells() == 0) continue;
    const HillClimber climber(map);
    const RunClimber runner(map);
    const PathFinderPtr finder = *parse_algorithm("a-star")->make(map);
    for (int i = 0; i < 20; ++i) {
      const NodeId from = test::random_passable(random, map.grid());
      const NodeId to = test::random_passable(random, map.grid());
      const auto expected = climber.climb(from, to);
      const auto climb = runner.climb(from, to);
      ASSERT_EQ(climb.arrived, expected.arrived);
      ASSERT_EQ(climb.steps, expected.steps);
      arrivals += climb.arrived ? 1 : 0;
      if (i > 2 || finder->solve(from, to) != Status::kSolved) continue;
      std::vector<NodeId> path;
      finder->append_path(path);
      ASSERT_EQ(compress_path(runner, path), compress_path(climber, path));
    }
  }
  EXPECT_GT(arrivals, 10'000);
}

TEST(HillClimb, compresses_a_path_into_states_reachable_one_from_the_next) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)]);
    const HillClimber climber(problem.map);
    const PathFinderPtr finder = *parse_algorithm("a-star")->make(problem.map);
    ASSERT_EQ(finder->solve(problem.start, problem.goal), Status::kSolved);
    std::vector<NodeId> path;
    finder->append_path(path);
    const std::vector<NodeId> kept = compress_path(climber, path);
    ASSERT_EQ(kept.front(), problem.start);
    ASSERT_EQ(kept.back(), problem.goal);
    auto at = path.begin();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      at = std::find(at, path.end(), kept[i]);  // in the order of the path
      ASSERT_NE(at, path.end());
      if (i > 0) {
        ASSERT_TRUE(climber.reachable(kept[i - 1], kept[i]));
      }
    }
  }
}

// It comes nearer with every step, so it never goes round in circles; and both climbers climb alike.
TEST(HillClimb, ends_at_any_pair_of_costs) {
  Random random(17);
  int arrivals = 0;
  for (int round = 0; round < 600; ++round) {
    const MoveRules rules{Neighbours::kEight, static_cast<DiagonalRule>(round % 4), test::random_costs(random)};
    const test::Problem problem = test::random_problem(random, rules);
    const Map& map = problem.map;
    const HillClimber climber(map);
    const RunClimber runs(map);
    const auto cells = static_cast<std::uint32_t>(map.grid().passable_cells());
    for (int i = 0; i < 10; ++i) {
      const NodeId from = test::random_passable(random, map.grid());
      const NodeId to = test::random_passable(random, map.grid());
      const HillClimber::Climb climb = climber.climb(from, to, cells + 1);
      ASSERT_LT(climb.steps, cells) << rules.costs.cardinal << " and " << rules.costs.diagonal;
      const HillClimber::Climb run = runs.climb(from, to);
      ASSERT_EQ(run.arrived, climb.arrived);
      ASSERT_EQ(run.steps, climb.steps);
      arrivals += climb.arrived ? 1 : 0;
    }
  }
  EXPECT_GT(arrivals, 1'000);
}

}  // namespace waymark::subgoals_hill_climb_test
