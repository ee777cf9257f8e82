#include "waymark/agent/lrta.hpp"

#include <gtest/gtest.h>

#include "agent/ply_lookahead.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/transcription.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_lrta_test {

TEST(Lrta, moves_learns_and_charges_as_the_figure_and_the_header_say) {
  Random random(1);
  for (const MoveRules& rules : test::few_rules()) {
    for (int round = 0; round < 60; ++round) {
      const Map map(test::random_grid(random, random.between(2, 16), random.between(2, 16),
                                      static_cast<unsigned>(random.between(0, 40))),
                    rules);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || !map.connected(start, goal)) continue;
      const int d = random.between(1, 5);
      for (const bool second_best : {false, true}) {
        const std::string text = (second_best ? "rta:d=" : "lrta:d=") + std::to_string(d);
        const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
        agent->reset(start, goal);
        const Cell from = map.grid().cell(start);
        const Cell to = map.grid().cell(goal);
        test::PlainLrta plain(map.grid(), rules, {from.x, from.y}, {to.x, to.y}, d, second_best);
        for (int move = 0; move < 400 && !plain.done(); ++move) {
          const NodeId left = agent->position();
          const test::Place left_place = plain.position();
          plain.move();
          const AgentStep step = agent->step();
          const Cell at = map.grid().cell(step.position);
          ASSERT_EQ((test::Place{at.x, at.y}), plain.position()) << text << " move " << move;
          ASSERT_EQ(agent->heuristic(left), plain.h(left_place)) << text << " move " << move;
          ASSERT_EQ(step.work, plain.work()) << text << " move " << move;
        }
        ASSERT_EQ(agent->status() == Status::kSolved, plain.done()) << text;
        for (int y = 0; y < map.grid().height(); ++y) {
          for (int x = 0; x < map.grid().width(); ++x) {
            if (!map.grid().passable(x, y)) continue;
            ASSERT_EQ(agent->heuristic(map.grid().node(x, y)), plain.h({x, y})) << text;
          }
        }
      }
    }
  }
}

TEST(Lrta, repeated_trials_converge_to_the_shortest_path) {
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    const Map map(test::random_grid(random, 12, 12, 30));
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    const Cell cell = map.grid().cell(start);
    const auto distances = test::reference_distances(map.grid(), map.rules(), cell.x, cell.y);
    const Cell goal_cell = map.grid().cell(goal);
    const std::uint64_t optimal = distances[static_cast<std::size_t>(goal_cell.y * 12 + goal_cell.x)];
    for (const std::string text : {"lrta", "lrta:d=3"}) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
      agent->reset(start, goal);
      std::uint64_t cost = 0;
      int trial = 0;
      do {
        ASSERT_LT(++trial, 2000) << text;
        if (trial > 1) agent->reset(start, goal, Learning::kKeep);
        cost = 0;
        NodeId at = start;
        while (agent->status() == Status::kInProgress) {
          const NodeId next = agent->step().position;
          const Cell from = map.grid().cell(at);
          const Cell to = map.grid().cell(next);
          cost += from.x != to.x && from.y != to.y ? kSqrt2Costs.diagonal : kSqrt2Costs.cardinal;
          at = next;
        }
      } while (agent->work().updates != 0);
      EXPECT_EQ(cost, optimal) << text;
    }
  }
}

// Where one first move leads to the whole frontier, the others are not dead ends for that.
TEST(Rta, does_not_shut_itself_in) {
  const Map map(test::grid_from({
                    ".@...",
                    ".@...",
                    ".@...",
                    ".@...",
                    ".@...",
                    ".@..@",
                    ".....",
                    ".....",
                    ".....",
                    ".....",
                    ".....",
                }),
                {Neighbours::kFour, DiagonalRule::kNever, kSqrt2Costs});
  const AgentPtr agent = *parse_algorithm("rta:d=4")->make_agent(map);
  agent->reset(map.grid().node(3, 8), map.grid().node(0, 2));
  for (int step = 0; step < 1000 && agent->status() == Status::kInProgress; ++step) agent->step();
  EXPECT_EQ(agent->status(), Status::kSolved);
}

TEST(Lrta, refuses_what_is_out_of_range) {
  const Map map(*Grid::create(5, 5, true));
  EXPECT_FALSE(make_lrta(map, {.d = 0}));
  EXPECT_FALSE(make_lrta(map, {.d = PlyLookahead::kMaxDepth + 1}));
  EXPECT_FALSE(make_lrta(map, {.gamma = 0}));
  EXPECT_FALSE(make_lrta(Map(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts})));
  EXPECT_FALSE(parse_algorithm("lrta:d=1.5"));
  EXPECT_FALSE(parse_algorithm("lrta:d=51"));
}

}  // namespace waymark::agent_lrta_test
