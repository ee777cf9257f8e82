#include "waymark/agent/knn_lrta_2009.hpp"

#include <gtest/gtest.h>

#include "support/allocations.hpp"
#include "support/case_walks.hpp"
#include "support/plain_knn_2009.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_knn_lrta_2009_test {

using test::kMaxSteps;
using test::place_of;
using test::plain_records;
using test::random_rules;
using test::walk;

CaseBase random_cases(Random& random, const Map& map, std::uint64_t most) {
  return test::random_cases(random, map, most, CasePaper::k2009);
}

TEST(KnnLrta2009, moves_as_the_figure_says) {
  Random random(1);
  int exhausted = 0;
  std::size_t subgoals = 0;
  int combined = 0;
  int climbed = 0;
  for (int round = 0; round < test::rounds(1500); ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const Map& map = problem.map;
    const CaseBase cases = random_cases(random, map, round % 2 == 0 ? 5 : 60);
    const KnnLrta2009Options options{1 + random.below(25), 1 + random.below(4),
                                     random.chance(1, 2) ? 1 : 2 + random.below(3),
                                     random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta};
    const AgentPtr agent = *make_knn_lrta_2009(map, cases, options);
    for (const bool back : {false, true}) {
      const NodeId start = back ? problem.goal : problem.start;
      const NodeId goal = back ? problem.start : problem.goal;
      agent->reset(start, goal);
      test::PlainKnn2009 plain(map.grid(), map.rules(), plain_records(map, cases),
                               {options.m, static_cast<int>(options.d), options.k, options.legs == KnnLegs::kClimb},
                               place_of(map, start), place_of(map, goal));
      for (int moves = 0; !plain.done(); ++moves) {
        ASSERT_LT(moves, kMaxSteps);
        plain.move();
        const NodeId at = agent->position();
        while (agent->position() == at && agent->status() == Status::kInProgress) agent->step();
        ASSERT_EQ(place_of(map, agent->position()), plain.position()) << "round " << round;
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
      ASSERT_EQ(agent->work().fell_back, plain.exhausted() ? 1u : 0u);
      ASSERT_EQ(agent->work().climb_steps, plain.climb_steps());
      exhausted += plain.exhausted() ? 1 : 0;
      combined += plain.combined();
      climbed += plain.climbed();
      subgoals += plain.subgoals();
    }
  }
  EXPECT_GT(exhausted, test::enough(300));
  EXPECT_GT(subgoals, test::enough(1000u));
  EXPECT_GT(combined, test::enough(100));
  EXPECT_GT(climbed, test::enough(1000));
}

TEST(KnnLrta2009, takes_the_same_moves_with_every_budget) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const CaseBase cases = random_cases(random, problem.map, 30);
    KnnLrta2009Options options{1 + random.below(25), 1 + random.below(3), 1 + random.below(3)};
    options.legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta_2009(problem.map, cases, options);
    const auto expected = walk(problem.map, *agent, problem.start, problem.goal, Agent::kUnbounded);
    for (std::uint64_t budget = agent->smallest_budget(); budget <= agent->bound(); ++budget) {
      ASSERT_EQ(walk(problem.map, *agent, problem.start, problem.goal, budget), expected) << "budget " << budget;
    }
  }
}

TEST(KnnLrta2009, arrives_whatever_the_database_says) {
  Random random(3);
  for (int round = 0; round < 1500; ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const Map& map = problem.map;
    std::vector<std::vector<NodeId>> records(1 + random.below(6));
    for (auto& record : records) {
      for (int i = 0; i < 3; ++i) record.push_back(test::random_passable(random, map.grid()));
      if (random.chance(1, 2)) record.front() = problem.start;
      if (random.chance(1, 2)) record.back() = problem.goal;
    }
    const auto cases = test::open_cases(test::case_bytes(map, records, DatabaseKind::kCases2009), map);
    ASSERT_TRUE(cases) << cases.error().to_string();
    KnnLrta2009Options options{.k = 1 + random.below(3)};
    options.legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta_2009(map, *cases, options);
    walk(map, *agent, problem.start, problem.goal, random.chance(1, 2) ? Agent::kUnbounded : agent->smallest_budget());
  }
}

TEST(KnnLrta2009, arrives_on_maps_edited_under_way) {
  Random random(4);
  for (int round = 0; round < 800; ++round) {
    test::Problem problem = test::random_problem(random, random_rules(random));
    const CaseBase cases = random_cases(random, problem.map, 20);
    KnnLrta2009Options options{.k = 1 + random.below(3)};
    options.legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta_2009(problem.map, cases, options);
    test::walk_under_edits(random, problem.map, *agent, problem.start, problem.goal);
  }
}

TEST(KnnLrta2009, allocates_pages_of_learned_values_at_most) {
  Random random(5);
  const Map map(test::random_grid(random, 200, 200, 20));
  const CaseBase cases = *test::build_cases(map, {.records = 500, .paper = CasePaper::k2009});
  for (int round = 0; round < 10; ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    const AgentPtr agent = *make_knn_lrta_2009(map, cases);
    for (const bool again : {false, true}) {
      agent->reset(start, goal);
      for (int step = 0; step < 2000 && agent->status() == Status::kInProgress; ++step) {
        const auto made = test::allocations_of([&] { agent->step(); });
        ASSERT_LE(made.count, again ? 0u : 2u);
      }
    }
  }
}

TEST(KnnLrta2009, refuses_what_does_not_fit) {
  const Map map(*Grid::create(20, 20, true));
  const CaseBase cases = *test::build_cases(map, {.records = 3, .paper = CasePaper::k2009});
  const CaseBase others = *test::build_cases(map, {.records = 3});
  EXPECT_TRUE(make_knn_lrta_2009(map, cases));
  EXPECT_FALSE(make_knn_lrta_2009(Map(*Grid::create(19, 20, true)), cases));
  EXPECT_FALSE(make_knn_lrta_2009(map, others));
  EXPECT_FALSE(make_knn_lrta_2009(map, cases, {.m = 0}));
  EXPECT_FALSE(make_knn_lrta_2009(map, cases, {.d = 51}));
  EXPECT_FALSE(make_knn_lrta_2009(map, cases, {.k = 0}));
  EXPECT_FALSE(make_knn_lrta_2009(map, cases, {.k = kMostCombined + 1}));
  EXPECT_TRUE(parse_algorithm("knn-lrta-2009:m=10,d=1")->make_agent(map, 50, {.cases_2009 = &cases}));
}

}  // namespace waymark::agent_knn_lrta_2009_test
