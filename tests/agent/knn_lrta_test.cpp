#include "waymark/agent/knn_lrta.hpp"

#include <gtest/gtest.h>

#include "base/thousandths.hpp"
#include "support/allocations.hpp"
#include "support/case_walks.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_knn_lrta_test {

using test::kMaxSteps;
using test::place_of;
using test::plain_records;
using test::random_cases;
using test::random_rules;
using test::walk;

TEST(KnnLrta, moves_as_the_figures_say_for_every_combination_of_enhancements) {
  Random random(1);
  int fell_back = 0;
  int asked_twice = 0;
  int followed = 0;
  std::uint64_t learned_on_legs = 0;
  int followed_fragments = 0;
  for (int round = 0; round < test::rounds(1000); ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const Map& map = problem.map;
    const CaseBase cases = random_cases(random, map, round % 2 == 0 ? 4 : 30);
    const auto records = plain_records(map, cases);
    for (unsigned switches = 0; switches < 64; ++switches) {
      const auto on = [&](unsigned bit) { return ((switches >> bit) & 1u) != 0; };
      KnnLrtaOptions options;
      options.goal_check = on(0);
      options.skip_start = on(1);
      options.skip_end = on(2);
      options.index = on(3) ? TripSearch::kScan : TripSearch::kTree;
      options.m = on(4) ? 0 : 1 + random.below(5);
      options.quota = on(5) ? 0 : (1000 + random.below(2001)) / 1000.0;
      options.cutoff = random.chance(1, 2) ? 250 : 1 + random.below(12);
      options.legs = random.chance(1, 3) ? KnnLegs::kClimb : KnnLegs::kLrta;
      const bool climbs = options.legs == KnnLegs::kClimb;
      const AgentPtr agent = *make_knn_lrta(map, cases, options);
      NodeId start = problem.start;
      NodeId goal = problem.goal;
      if (random.chance(1, 2)) std::swap(start, goal);
      agent->reset(start, goal);
      test::PlainKnn plain(map.grid(), map.rules(), records,
                           {options.m, options.cutoff, options.goal_check, options.skip_start, options.skip_end,
                            thousandths_of(options.quota), climbs},
                           place_of(map, start), place_of(map, goal));
      int moves = 0;
      for (; !plain.done(); ++moves) {
        ASSERT_LT(moves, kMaxSteps);
        plain.move();
        ASSERT_EQ(place_of(map, agent->step().position), plain.position()) << "round " << round << ", " << switches;
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
      ASSERT_EQ(agent->work().fell_back, plain.fell_back() ? 1u : 0u);
      ASSERT_EQ(agent->work().database_queries, static_cast<std::uint64_t>(plain.queries()));
      ASSERT_EQ(agent->work().climb_steps, plain.climb_steps());
      ASSERT_EQ(agent->work().updates, plain.updates());
      ASSERT_EQ(agent->work().expanded, static_cast<std::uint64_t>(moves));
      learned_on_legs += plain.fell_back() ? 0 : plain.updates();
      fell_back += plain.fell_back() ? 1 : 0;
      asked_twice += plain.queries() > 1 ? 1 : 0;
      const bool follows = plain.queries() == 1 && !plain.fell_back();
      followed += follows ? 1 : 0;
      followed_fragments += follows && cases.has_fragments() ? 1 : 0;
    }
  }
  EXPECT_GT(fell_back, test::enough(1000));
  EXPECT_GT(asked_twice, test::enough(300));
  EXPECT_GT(followed, test::enough(1000));
  EXPECT_GT(learned_on_legs, test::enough(1000u));
  EXPECT_GT(followed_fragments, test::enough(1000));
}

// Theorem 5: where nothing was learned before, LRTA* takes the moves of hill-climbing on every leg that it climbs.
TEST(KnnLrta, legs_by_lrta_are_those_of_climbing_and_hold_more) {
  Random random(7);
  int compared = 0;
  int learned = 0;
  for (int round = 0; round < test::rounds(600); ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const CaseBase cases = random_cases(random, problem.map, 60);
    const AgentPtr by_lrta = *make_knn_lrta(problem.map, cases);
    const AgentPtr by_climbing = *make_knn_lrta(problem.map, cases, {.legs = KnnLegs::kClimb});
    const auto way = walk(problem.map, *by_lrta, problem.start, problem.goal, Agent::kUnbounded);
    if (by_lrta->work().fell_back != 0) continue;
    ASSERT_EQ(walk(problem.map, *by_climbing, problem.start, problem.goal, Agent::kUnbounded), way);
    ASSERT_EQ(by_climbing->work().climb_steps, by_lrta->work().climb_steps);
    ASSERT_EQ(by_climbing->work().expanded, by_lrta->work().expanded);
    ASSERT_EQ(by_climbing->work().updates, 0u);
    ASSERT_GE(by_lrta->work().peak_states, by_lrta->work().updates);
    ++compared;
    learned += by_lrta->work().updates > 0 ? 1 : 0;
  }
  EXPECT_GT(compared, test::enough(200));
  EXPECT_GT(learned, test::enough(30));
}

TEST(KnnLrta, takes_the_same_moves_with_every_budget) {
  Random random(2);
  for (int round = 0; round < test::rounds(300); ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const CaseBase cases = random_cases(random, problem.map, 40);
    KnnLrtaOptions options;
    options.m = random.below(6);
    options.cutoff = 1 + random.below(60);
    options.index = random.chance(1, 2) ? TripSearch::kScan : TripSearch::kTree;
    options.legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta(problem.map, cases, options);
    EXPECT_EQ(agent->smallest_budget(), 2u);
    const auto expected = walk(problem.map, *agent, problem.start, problem.goal, Agent::kUnbounded);
    for (std::uint64_t budget = agent->smallest_budget(); budget <= agent->bound(); ++budget) {
      ASSERT_EQ(walk(problem.map, *agent, problem.start, problem.goal, budget), expected) << "budget " << budget;
    }
  }
}

TEST(KnnLrta, arrives_with_every_fallback_and_budget) {
  Random random(3);
  for (int round = 0; round < test::rounds(300); ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const CaseBase cases = random_cases(random, problem.map, round % 3 == 0 ? 0 : 20);
    KnnLrtaOptions options;
    options.fallback = static_cast<KnnFallback>(random.below(3));
    options.cutoff = 1 + random.below(20);
    options.legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta(problem.map, cases, options);
    walk(problem.map, *agent, problem.start, problem.goal, Agent::kUnbounded);
    walk(problem.map, *agent, problem.goal, problem.start, agent->smallest_budget() + random.below(30));
  }
}

// States drawn anywhere, so that legs lead nowhere.
TEST(KnnLrta, arrives_whatever_the_database_says) {
  Random random(4);
  std::uint64_t fell_back = 0;
  std::uint64_t problems = 0;
  for (int round = 0; round < 2000; ++round) {
    const test::Problem problem = test::random_problem(random, random_rules(random));
    const Map& map = problem.map;
    std::vector<std::vector<NodeId>> records(1 + random.below(6));
    for (auto& record : records) {
      for (std::uint32_t i = 2 + random.below(5); i > 0;) {
        NodeId state = test::random_passable(random, map.grid());
        // Ends that pass the checks, lies between them.
        if (random.chance(1, 2) && record.empty()) state = problem.start;
        if (random.chance(1, 2) && i == 1) state = problem.goal;
        if (!record.empty() && record.back() == state)
          state = record.back() == problem.start ? problem.goal : problem.start;
        record.push_back(state);
        --i;
      }
    }
    const auto cases = test::open_cases(test::case_bytes(map, records), map);
    ASSERT_TRUE(cases) << cases.error().to_string();
    KnnLrtaOptions options;
    options.skip_start = random.chance(1, 2);
    options.goal_check = random.chance(1, 2);
    options.fallback = static_cast<KnnFallback>(random.below(3));
    options.legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta(map, *cases, options);
    walk(map, *agent, problem.start, problem.goal, random.chance(1, 2) ? Agent::kUnbounded : agent->smallest_budget());
    if (options.legs == KnnLegs::kLrta) continue;  // LRTA* arrives where climbing does not
    fell_back += agent->work().fell_back;
    ++problems;
  }
  EXPECT_GT(fell_back, problems / 4);
}

TEST(KnnLrta, arrives_where_the_database_knows_nothing_and_in_a_dead_end) {
  Grid grid = *Grid::create(60, 20, true);
  grid.fill({30, 0, 1, 20}, false);
  grid.set(30, 0, true);
  grid.fill({50, 8, 7, 3}, false);
  grid.set(51, 9, true);  // a cell with one way out, to the east of it a wall
  grid.set(50, 9, true);
  const Map map(std::move(grid));
  // All records on the left.
  std::vector<NodePair> pairs;
  for (int i = 0; i < 10; ++i) pairs.emplace_back(map.grid().node(i, 2), map.grid().node(20, 10 + i / 2));
  const CaseBase cases = *test::build_cases(map, {.pairs = pairs});
  for (const auto fallback : {KnnFallback::kLrta, KnnFallback::kDaRtaa, KnnFallback::kTbWa}) {
    const AgentPtr agent = *make_knn_lrta(map, cases, {.fallback = fallback});
    walk(map, *agent, map.grid().node(40, 19), map.grid().node(51, 9), Agent::kUnbounded);
    walk(map, *agent, map.grid().node(51, 9), map.grid().node(0, 19), Agent::kUnbounded);
    EXPECT_EQ(agent->work().fell_back, 1u);
  }
}

TEST(KnnLrta, arrives_on_maps_edited_under_way) {
  Random random(5);
  int unreachable = 0;
  for (int round = 0; round < 1500; ++round) {
    test::Problem problem = test::random_problem(random, random_rules(random));
    Map& map = problem.map;
    const CaseBase cases = random_cases(random, map, 20);
    const auto fallback = static_cast<KnnFallback>(random.below(3));
    const auto legs = random.chance(1, 2) ? KnnLegs::kClimb : KnnLegs::kLrta;
    const AgentPtr agent = *make_knn_lrta(map, cases, {.fallback = fallback, .legs = legs});
    test::walk_under_edits(random, map, *agent, problem.start, problem.goal);
    unreachable += agent->status() == Status::kUnreachable ? 1 : 0;
  }
  EXPECT_GT(unreachable, 10);
}

TEST(KnnLrta, allocates_nothing_where_there_are_pages) {
  Random random(6);
  const Map map(test::random_grid(random, 300, 300, 4));
  const CaseBase cases = *test::build_cases(map, {.records = 1000});
  map.memory().reserve(10'000'000);
  std::uint64_t legs = 0;
  for (int round = 0; round < 20; ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    for (const std::uint32_t m : {0u, 10u}) {
      const AgentPtr agent = *make_knn_lrta(map, cases, {.m = m});
      for (int trial = 0; trial < 2; ++trial) {
        agent->reset(start, goal);
        for (int step = 0; step < 2000 && agent->status() == Status::kInProgress; ++step) {
          const auto made = test::allocations_of([&] { agent->step(); });
          ASSERT_EQ(made.count, 0u);
        }
        legs += 1 - agent->work().fell_back;
      }
    }
  }
  EXPECT_GT(legs, 0u);
}

TEST(KnnLrta, refuses_what_does_not_fit) {
  const Map map(*Grid::create(20, 20, true));
  const Map other(*Grid::create(20, 21, true));
  const CaseBase cases = *test::build_cases(map, {.records = 3});
  const CaseBase cases_2009 = *test::build_cases(map, {.records = 3, .paper = CasePaper::k2009});
  EXPECT_TRUE(make_knn_lrta(map, cases));
  EXPECT_FALSE(make_knn_lrta(other, cases));
  EXPECT_FALSE(make_knn_lrta(map, cases_2009));
  EXPECT_FALSE(make_knn_lrta(map, cases, {.m = kMaxCheckedRecords + 1}));
  EXPECT_FALSE(make_knn_lrta(map, cases, {.cutoff = 0}));
  EXPECT_FALSE(make_knn_lrta(map, cases, {.quota = 0.999}));
  EXPECT_FALSE(parse_algorithm("knn-lrta")->make_agent(map));
  EXPECT_TRUE(parse_algorithm("knn-lrta:M=0,index=scan,quota=0,fallback=tb-wa")
                  ->make_agent(map, Agent::kUnbounded, {.cases = &cases}));
}

}  // namespace waymark::agent_knn_lrta_test
