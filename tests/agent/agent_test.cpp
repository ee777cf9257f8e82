// What every agent of the registry must hold: budgets, completeness, legal moves, unreachable goals, no growth in a
// step.
#include "waymark/agent/agent.hpp"

#include <gtest/gtest.h>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_agent_test {

using test::all_agents;
using test::is_legal;

TEST(Agents, reach_every_reachable_goal_within_their_bound_on_every_step) {
  Random random(3);
  for (int round = 0; round < test::rounds(300); ++round) {
    const MoveRules rules = test::all_rules()[random.below(4)];
    const Map map(test::random_grid(random, random.between(1, 14), random.between(1, 14),
                                    static_cast<unsigned>(random.between(0, 45))),
                  rules);
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == kNoNode) continue;
    for (const std::string& text : all_agents()) {
      if (!test::goes_with(text, map)) continue;
      const auto agent = *test::make_agent(text, map);
      agent->reset(start, goal);
      NodeId at = start;
      const std::uint64_t budget = agent->smallest_budget();
      Work before = agent->work();
      for (int step = 0; agent->status() == Status::kInProgress; ++step) {
        ASSERT_LT(step, 200'000) << text;
        const AgentStep made = agent->step({budget});
        ASSERT_LE(made.work, agent->bound()) << text;
        ASSERT_LE(made.work, budget) << text;
        ASSERT_GE(made.work, agent->work().expanded - before.expanded) << text;  // all expansions are charged
        ASSERT_EQ(made.expanded, agent->work().expanded - before.expanded) << text;
        ASSERT_TRUE(is_legal(map, at, made.position)) << text;
        before = agent->work();
        at = made.position;
      }
      ASSERT_EQ(agent->status(), map.connected(start, goal) ? Status::kSolved : Status::kUnreachable) << text;
      ASSERT_EQ(at, map.connected(start, goal) ? goal : start) << text;
    }
  }
}

TEST(Agents, answer_unreachable_on_the_first_step_without_work) {
  const Map map(test::grid_from({"..@..", "..@..", "..@.."}));
  for (const std::string& text : all_agents()) {
    const auto agent = *test::make_agent(text, map);
    agent->reset(map.grid().node(0, 0), map.grid().node(4, 2));
    const AgentStep step = agent->step();
    EXPECT_EQ(step.status, Status::kUnreachable) << text;
    EXPECT_EQ(step.position, map.grid().node(0, 0)) << text;
    EXPECT_EQ(step.work, 0u) << text;
    // And is as good as new for the next problem.
    agent->reset(map.grid().node(0, 0), map.grid().node(1, 2));
    while (agent->step().status == Status::kInProgress) {
    }
    EXPECT_EQ(agent->status(), Status::kSolved) << text;
  }
}

TEST(Agents, refuse_a_budget_below_their_smallest_step_and_name_it) {
  const Map map(*Grid::create(9, 9, true));
  const auto refused = parse_algorithm("lrta:d=3")->make_agent(map, 10);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "lrta:d=3 needs at least 36 work units a step, not 10");
  EXPECT_TRUE(parse_algorithm("lrta:d=3")->make_agent(map, 36));
  EXPECT_TRUE(parse_algorithm("a-star")->make_agent(map, 1));
}

TEST(Agents, are_not_path_finders) {
  const Map map(*Grid::create(9, 9, true));
  const auto finder = parse_algorithm("lrta")->make(map);
  ASSERT_FALSE(finder);
  EXPECT_EQ(finder.error().message, "lrta is an agent; it has no path before it has walked it");
}

}  // namespace waymark::agent_agent_test
