// LSS-LRTA*, RTAA* and their kin against plain transcriptions, and what their learned values must hold.
#include "waymark/agent/lss_lrta.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "agent/best_first_lookahead.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/local_search_transcription.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/da_lss_lrta.hpp"
#include "waymark/agent/da_rtaa.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/agent/rtaa.hpp"
#include "waymark/agent/weighted_lss_lrta.hpp"

namespace waymark::agent_lss_lrta_test {

using test::PlainLocalSearch;

using test::few_rules;
using test::Problem;
using test::random_problem;

struct Pair {
  std::string text;
  PlainLocalSearch::Variant variant;
};

std::vector<Pair> pairs(int n) {
  const std::string with_n = ":N=" + std::to_string(n);
  return {
      {"lss-lrta" + with_n, {n, false, false, false, 1000}},
      {"lss-lrta" + with_n + ",moves=frontier", {n, true, false, false, 1000}},
      {"lss-lrta" + with_n + ",learn=start", {n, false, false, false, 1000, true}},
      {"lss-lrta" + with_n + ",moves=frontier,learn=start", {n, true, false, false, 1000, true}},
      {"rtaa" + with_n, {n, false, true, false, 1000}},
      {"rtaa" + with_n + ",moves=frontier", {n, true, true, false, 1000}},
      {"da-lss-lrta" + with_n, {n, true, false, true, 1000}},
      {"da-rtaa" + with_n, {n, true, true, true, 1000}},
      {"wb-lss-lrta" + with_n, {n, true, false, false, 2000}},
      {"wb-lss-lrta" + with_n + ",w=3.7", {n, true, false, false, 3700}},
  };
}

TEST(LocalSearchAgents, move_learn_and_charge_as_the_papers_and_headers_say) {
  Random random(1);
  std::uint64_t moves = 0;
  std::uint64_t updates = 0;
  for (const MoveRules& rules : few_rules()) {
    for (int round = 0; round < test::rounds(80); ++round) {
      const Problem problem = random_problem(random, rules);
      const Grid& grid = problem.map.grid();
      const Cell from = grid.cell(problem.start);
      const Cell to = grid.cell(problem.goal);
      for (const auto& [text, variant] : pairs(random.between(1, random.chance(1, 2) ? 8 : 60))) {
        const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
        agent->reset(problem.start, problem.goal);
        PlainLocalSearch plain(grid, rules, {from.x, from.y}, {to.x, to.y}, variant);
        for (int move = 0; move < 400 && !plain.done(); ++move) {
          plain.move();
          ++moves;
          const AgentStep step = agent->step();
          const Cell at = grid.cell(step.position);
          ASSERT_EQ((test::Place{at.x, at.y}), plain.position()) << text << " move " << move;
          ASSERT_EQ(step.work, plain.work()) << text << " move " << move;
        }
        ASSERT_EQ(agent->status() == Status::kSolved, plain.done()) << text;
        updates += agent->work().updates;
        for (int y = 0; y < grid.height(); ++y) {
          for (int x = 0; x < grid.width(); ++x) {
            if (!grid.passable(x, y)) continue;
            ASSERT_EQ(agent->heuristic(grid.node(x, y)), plain.h({x, y})) << text;
          }
        }
      }
    }
  }
  EXPECT_GT(moves, test::enough(50'000u));  // the problems are not all easy
  EXPECT_GT(updates, test::enough(80'000u));
}

// With a weight, at most that many times the way left.
TEST(LocalSearchAgents, learned_values_never_fall_and_never_exceed_the_way_left) {
  Random random(2);
  for (const MoveRules& rules : few_rules()) {
    for (int round = 0; round < test::rounds(30); ++round) {
      const Problem problem = random_problem(random, rules, 14);
      const Grid& grid = problem.map.grid();
      const Cell to = grid.cell(problem.goal);
      const auto distances = test::reference_distances(grid, rules, to.x, to.y);
      for (const auto& [text, variant] : pairs(random.between(1, 30))) {
        const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
        agent->reset(problem.start, problem.goal);
        std::vector<Cost> before(distances.size(), 0);
        while (agent->status() == Status::kInProgress) {
          agent->step();
          for (std::size_t i = 0; i < distances.size(); ++i) {
            const int x = static_cast<int>(i) % grid.width();
            const int y = static_cast<int>(i) / grid.width();
            if (!grid.passable(x, y)) continue;
            const Cost h = agent->heuristic(grid.node(x, y));
            ASSERT_GE(h, before[i]) << text;
            before[i] = h;
            if (distances[i] == test::kUnreached) continue;
            ASSERT_LE(std::uint64_t{1000} * h, distances[i] * variant.w_thousandths) << text;
          }
        }
      }
    }
  }
}

// Fewer expansions, not more work; the goal is reached all the same.
TEST(LocalSearchAgents, do_what_fits_into_a_smaller_budget) {
  Random random(3);
  for (int round = 0; round < test::rounds(100); ++round) {
    const Problem problem = random_problem(random, few_rules()[random.below(4)]);
    for (const auto& [text, variant] : pairs(30)) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
      agent->reset(problem.start, problem.goal);
      for (int step = 0; agent->status() == Status::kInProgress; ++step) {
        ASSERT_LT(step, 100'000) << text;
        const std::uint64_t budget = agent->smallest_budget() + random.below(200);
        const AgentStep made = agent->step({budget});
        ASSERT_LE(made.work, budget) << text;
        ASSERT_LE(made.work, agent->bound()) << text;
        ASSERT_LE(made.expanded, 30u) << text;
      }
      ASSERT_EQ(agent->status(), Status::kSolved) << text;
    }
  }
}

TEST(LocalSearchAgents, repeated_trials_converge_to_the_shortest_path) {
  Random random(4);
  for (int round = 0; round < test::rounds(30); ++round) {
    const Problem problem = random_problem(random, {}, 12);
    const Grid& grid = problem.map.grid();
    const Cell to = grid.cell(problem.goal);
    const Cell from = grid.cell(problem.start);
    const std::uint64_t optimal =
        test::reference_distances(grid, {}, to.x, to.y)[static_cast<std::size_t>(from.y * grid.width() + from.x)];
    for (const std::string text :
         {"lss-lrta:N=1", "lss-lrta:N=10", "lss-lrta:N=10,moves=frontier", "rtaa:N=10", "lss-lrta:N=10,learn=start"}) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
      agent->reset(problem.start, problem.goal);
      std::uint64_t cost = 0;
      int trial = 0;
      do {
        ASSERT_LT(++trial, 2000) << text;
        if (trial > 1) agent->reset(problem.start, problem.goal, Learning::kKeep);
        cost = 0;
        Cell at = from;
        while (agent->status() == Status::kInProgress) {
          const Cell next = grid.cell(agent->step().position);
          cost += at.x != next.x && at.y != next.y ? kSqrt2Costs.diagonal : kSqrt2Costs.cardinal;
          at = next;
        }
      } while (agent->work().updates != 0);
      EXPECT_EQ(cost, optimal) << text;
    }
  }
}

TEST(LocalSearchAgents, search_again_where_an_edit_blocks_the_walk) {
  for (const std::string text : {"lss-lrta:moves=frontier", "rtaa:moves=frontier", "da-lss-lrta", "wb-lss-lrta"}) {
    Map map(*Grid::create(9, 5, true));
    const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
    agent->reset(map.grid().node(0, 2), map.grid().node(8, 2));
    EXPECT_EQ(agent->step().position, map.grid().node(1, 2)) << text;
    map.fill({2, 0, 1, 4}, false);
    for (int step = 0; step < 200 && agent->status() == Status::kInProgress; ++step) {
      const Cell at = map.grid().cell(agent->step().position);
      ASSERT_TRUE(map.grid().passable(at.x, at.y)) << text;
    }
    EXPECT_EQ(agent->status(), Status::kSolved) << text;
    // Walled in: the agent says so instead of walking on for ever.
    agent->reset(map.grid().node(0, 2), map.grid().node(8, 2));
    map.fill({2, 0, 1, 5}, false);
    for (int step = 0; step < 200 && agent->status() == Status::kInProgress; ++step) agent->step();
    EXPECT_EQ(agent->status(), Status::kUnreachable) << text;
  }
}

TEST(LocalSearchAgents, refuse_what_is_out_of_range) {
  const Map map(*Grid::create(5, 5, true));
  const Map hexagons(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_lss_lrta(map, {.n = 0}));
  EXPECT_FALSE(make_rtaa(map, {.n = BestFirstLookahead::kMaxExpansions + 1}));
  EXPECT_FALSE(make_da_lss_lrta(map, {.n = 0}));
  EXPECT_FALSE(make_da_rtaa(map, {.n = 0}));
  EXPECT_FALSE(make_wb_lss_lrta(map, {.w = 0.999}));
  EXPECT_FALSE(make_wb_lss_lrta(map, {.w = 10.001}));
  EXPECT_FALSE(make_lss_lrta(hexagons));
  EXPECT_TRUE(make_lss_lrta(map, {.n = BestFirstLookahead::kMaxExpansions}));
  const auto refused = parse_algorithm("lss-lrta")->make_agent(map, 3);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "lss-lrta needs at least 4 work units a step, not 3");
}

}  // namespace waymark::agent_lss_lrta_test
