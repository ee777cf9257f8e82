#include "waymark/agent/da_lrta.hpp"

#include <gtest/gtest.h>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/plain_lrta_variants.hpp"
#include "waymark/agent/lrta.hpp"

namespace waymark::agent_da_lrta_test {

TEST(DaLrta, moves_learns_and_charges_as_the_transcription_does) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto rules = test::agent_rules();
    const test::Problem problem =
        test::random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 20);
    const Grid& grid = problem.map.grid();
    const AgentPtr agent = *make_da_lrta(problem.map);
    agent->reset(problem.start, problem.goal);
    const Cell from = grid.cell(problem.start);
    const Cell to = grid.cell(problem.goal);
    test::PlainDaLrta plain(grid, problem.map.rules(), {from.x, from.y}, {to.x, to.y});
    for (int move = 0; move < 2'000 && !plain.done(); ++move) {
      const NodeId left = agent->position();
      const test::Place left_place = plain.position();
      plain.move();
      const AgentStep step = agent->step();
      const Cell at = grid.cell(step.position);
      ASSERT_EQ((test::Place{at.x, at.y}), plain.position()) << "move " << move;
      ASSERT_EQ(agent->heuristic(left), plain.h(left_place)) << "move " << move;
      ASSERT_EQ(step.work, plain.work()) << "move " << move;
    }
    ASSERT_EQ(agent->status() == Status::kSolved, plain.done());
  }
}

// A wall in the way with its ends bent towards the agent: LRTA* fills the depression in, this one leaves it.
TEST(DaLrta, leaves_a_depression_with_fewer_moves_than_lrta) {
  Grid grid = *Grid::create(60, 60, true);
  for (int y = 10; y < 50; ++y) grid.set(40, y, false);
  for (int x = 15; x < 40; ++x) {
    grid.set(x, 10, false);
    grid.set(x, 49, false);
  }
  const Map map(std::move(grid));
  const auto moves_of = [&](const AgentPtr& agent) {
    agent->reset(map.grid().node(35, 30), map.grid().node(55, 30));
    int moves = 0;
    for (; agent->status() == Status::kInProgress && moves < 1'000'000; ++moves) agent->step();
    EXPECT_EQ(agent->status(), Status::kSolved);
    return moves;
  };
  EXPECT_LT(3 * moves_of(*make_da_lrta(map)), moves_of(*make_lrta(map)));
}

TEST(DaLrta, refuses_hexagons) {
  EXPECT_FALSE(make_da_lrta(Map(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts})));
}

}  // namespace waymark::agent_da_lrta_test
