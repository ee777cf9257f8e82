#include "waymark/agent/pr_lrta.hpp"

#include <gtest/gtest.h>

#include "base/thousandths.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/plain_pr_lrta.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"

namespace waymark::agent_pr_lrta_test {

const MoveRules& rules_of(int round) {
  static const std::vector<MoveRules> kRules = test::agent_rules();
  return kRules[static_cast<std::size_t>(round) % kRules.size()];
}

PrLrtaOptions random_options(Random& random) {
  return {1 + random.below(4), 1 + random.below(5), random.chance(1, 2) ? 1.0 : (200 + 200 * random.below(4)) / 1000.0,
          random.chance(1, 3) ? PrLrtaRefine::kRepresentative : PrLrtaRefine::kEntry};
}

TEST(PrLrta, moves_learns_and_spends_as_a_plain_transcription_does) {
  Random random(1);
  std::uint64_t rounds = 0;
  for (int round = 0; round < 600; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 30);
    const Grid& grid = problem.map.grid();
    const auto abstraction = std::make_shared<const CliqueAbstraction>(problem.map);
    const PrLrtaOptions options = random_options(random);
    const AgentPtr agent = *make_pr_lrta(problem.map, options);
    agent->reset(problem.start, problem.goal);
    test::PlainPrLrta plain(problem.map, *abstraction, static_cast<int>(options.level), static_cast<int>(options.d),
                            thousandths_of(options.gamma), problem.start, problem.goal, {},
                            options.refine == PrLrtaRefine::kRepresentative);
    const int level = std::min(static_cast<int>(options.level), abstraction->levels());
    while (!plain.done()) {
      const Work before = agent->work();
      std::uint64_t spent = 0;
      for (const NodeId expected : plain.round()) {
        const NodeId from = agent->position();
        while (agent->position() == from) spent += agent->step().work;
        ASSERT_EQ(agent->position(), expected);
      }
      ASSERT_EQ(spent, plain.work());
      ASSERT_EQ(agent->work().expanded - before.expanded, plain.expanded());
      ++rounds;
    }
    ASSERT_EQ(agent->status(), Status::kSolved);
    for (NodeId node = 0; node < grid.id_bound(); ++node) {
      if (!grid.passable(node)) continue;
      ASSERT_EQ(agent->heuristic(node), plain.h(abstraction->region(node, level)));
    }
  }
  EXPECT_GT(rounds, 3'000u);
}

TEST(PrLrta, arrives_by_the_same_way_with_any_budget) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 14);
    const PrLrtaOptions options{1 + random.below(3), 1 + random.below(3), 1.0};
    const AgentPtr agent = *make_pr_lrta(problem.map, options);
    std::vector<NodeId> expected;
    std::uint64_t all_work = 0;
    for (std::uint64_t budget = agent->bound() + 1; budget > 0; --budget) {
      agent->reset(problem.start, problem.goal);
      std::vector<NodeId> walked{problem.start};
      std::uint64_t work = 0;
      while (agent->status() == Status::kInProgress) {
        const AgentStep made = agent->step({budget});
        ASSERT_LE(made.work, std::min(budget, agent->bound()));
        ASSERT_TRUE(test::is_legal(problem.map, walked.back(), made.position));
        if (made.position == walked.back()) {
          ASSERT_GT(made.work, 0u);
        } else {
          walked.push_back(made.position);
        }
        work += made.work;
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
      if (expected.empty()) {
        expected = walked;
        all_work = work;
      }
      ASSERT_EQ(walked, expected);
      ASSERT_EQ(work, all_work);
    }
  }
}

TEST(PrLrta, arrives_on_thousands_of_maps_and_with_what_it_learned_before) {
  Random random(3);
  for (int round = 0; round < 3'000; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 24);
    const AgentPtr agent = *make_pr_lrta(problem.map, random_options(random));
    for (int trial = 0; trial < 3; ++trial) {
      agent->reset(problem.start, problem.goal, Learning::kKeep);
      int steps = 0;
      for (; agent->status() == Status::kInProgress; ++steps) {
        ASSERT_LT(steps, 100'000);
        const NodeId from = agent->position();
        ASSERT_TRUE(test::is_legal(problem.map, from, agent->step().position));
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
    }
  }
}

// What the bound leaves out, entries of the open list that are found closed, is rare.
TEST(PrLrta, hardly_ever_stands_still_within_its_bound) {
  Random random(4);
  std::uint64_t steps = 0;
  std::uint64_t stood = 0;
  for (int round = 0; round < 500; ++round) {
    const test::Problem problem = test::random_problem(random, rules_of(round), 40);
    const AgentPtr agent = *make_pr_lrta(problem.map, random_options(random));
    agent->reset(problem.start, problem.goal);
    while (agent->status() == Status::kInProgress) {
      const NodeId from = agent->position();
      if (agent->step().position == from) ++stood;
      ++steps;
    }
  }
  EXPECT_LT(stood * 1000, steps);
}

TEST(PrLrta, walks_out_of_and_into_dead_ends_of_one_cell) {
  const Map map(test::grid_from({
      ".@.@.@.@.",
      ".........",
      ".@.@.@.@.",
  }));
  for (std::uint32_t level = 1; level <= 3; ++level) {
    const AgentPtr agent = *make_pr_lrta(map, {level, 1, 1.0});
    for (NodeId start = 0; start < map.grid().id_bound(); ++start) {
      for (NodeId goal = 0; goal < map.grid().id_bound(); ++goal) {
        if (!map.grid().passable(start) || !map.grid().passable(goal)) continue;
        agent->reset(start, goal);
        int steps = 0;
        for (; agent->status() == Status::kInProgress && steps < 1'000; ++steps) agent->step();
        ASSERT_EQ(agent->status(), Status::kSolved);
      }
    }
  }
}

TEST(PrLrta, agents_share_the_map_s_abstraction_and_go_over_to_the_next) {
  Map map(*Grid::create(30, 30, true));
  const AgentPtr first = *make_pr_lrta(map, {3, 2, 1.0});
  const std::uint64_t bytes = map.derived_bytes();
  EXPECT_GT(bytes, 30u * 30u * 4);
  const AgentPtr second = *make_pr_lrta(map, {3, 1, 1.0});
  EXPECT_EQ(map.derived_bytes(), bytes);
  const AgentPtr third = *make_pr_lrta(map, {2, 1, 1.0});
  EXPECT_GT(map.derived_bytes(), bytes);
  const std::array all{first.get(), second.get(), third.get()};
  for (Agent* agent : all) {
    agent->reset(map.grid().node(0, 0), map.grid().node(29, 29));
    for (int step = 0; step < 5; ++step) agent->step();
  }
  map.fill({0, 15, 29, 1}, false);
  for (Agent* agent : all) {
    for (int step = 0; step < 5; ++step) agent->step();
  }
  const auto& shared = map.derived<MapAbstraction>({.levels = 3});
  EXPECT_EQ(shared.version(), 1u);  // no step makes another
  EXPECT_TRUE(map.maintain(kUnlimited).current);
  EXPECT_EQ(shared.version(), 2u);
  for (Agent* agent : all) {
    while (agent->status() == Status::kInProgress) {
      const AgentStep made = agent->step();
      ASSERT_TRUE(map.grid().passable(made.position));
      ASSERT_LE(made.work, agent->bound());
    }
    EXPECT_EQ(agent->status(), Status::kSolved);
  }
}

TEST(PrLrta, is_made_on_a_map_without_a_passable_cell_and_wakes_when_there_is_one) {
  Map map(*Grid::create(6, 6, false));
  const AgentPtr agent = *make_pr_lrta(map);
  agent->reset(map.grid().node(0, 0), map.grid().node(5, 5));
  EXPECT_EQ(agent->step().status, Status::kBlocked);
  EXPECT_EQ(agent->heuristic(map.grid().node(0, 0)), 0u);
  map.fill({0, 0, 6, 6}, true);
  agent->reset(map.grid().node(0, 0), map.grid().node(5, 5));
  for (int step = 0; step < 1'000 && agent->status() == Status::kInProgress; ++step) agent->step();
  EXPECT_EQ(agent->status(), Status::kSolved);
}

TEST(PrLrta, refuses_what_it_cannot_do) {
  const Map hexagons(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_pr_lrta(hexagons));
  const Map map(*Grid::create(5, 5, true));
  EXPECT_EQ(make_pr_lrta(map, {0, 1, 1.0}).error().message, "level must be 1 to 10");
  EXPECT_EQ(make_pr_lrta(map, {11, 1, 1.0}).error().message, "level must be 1 to 10");
  EXPECT_EQ(make_pr_lrta(map, {1, 0, 1.0}).error().message, "d must be 1 to 50");
  EXPECT_EQ(make_pr_lrta(map, {1, 1, 0.0}).error().message, "gamma must be 0.001 to 1");
}

}  // namespace waymark::agent_pr_lrta_test
