// What agents keep from one trial to the next, and what they must forget.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/ascii.hpp"

namespace waymark::agent_learning_test {

std::vector<Cost> values_of(const Agent& agent, const Grid& grid) {
  std::vector<Cost> values;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) values.push_back(agent.heuristic(grid.node(x, y)));
  }
  return values;
}

std::vector<NodeId> walk(Agent& agent) {
  std::vector<NodeId> way;
  while (agent.status() == Status::kInProgress && way.size() < 50'000) way.push_back(agent.step().position);
  return way;
}

// Both were reset to the same problem: the same values now, the same moves for the same work.
void expect_as_new(Agent& agent, Agent& fresh, const Grid& grid, const std::string& text) {
  ASSERT_EQ(values_of(agent, grid), values_of(fresh, grid)) << text;
  for (int step = 0; fresh.status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, 50'000) << text;
    const AgentStep expected = fresh.step();
    const AgentStep made = agent.step();
    ASSERT_EQ(made.position, expected.position) << text << " step " << step;
    ASSERT_EQ(made.work, expected.work) << text << " step " << step;
    ASSERT_EQ(made.status, expected.status) << text << " step " << step;
  }
  ASSERT_EQ(values_of(agent, grid), values_of(fresh, grid)) << text;
}

// A place other than start and goal from which both can be reached; kNoNode if none was found.
NodeId another_goal(Random& random, const test::Problem& problem) {
  for (int attempt = 0; attempt < 30; ++attempt) {
    const NodeId node = test::random_passable(random, problem.map.grid());
    if (node != problem.start && node != problem.goal && problem.map.connected(problem.start, node)) return node;
  }
  return kNoNode;
}

TEST(Learning, is_forgotten_with_another_goal) {
  Random random(1);
  std::uint64_t updates = 0;
  for (int round = 0; round < 60; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)], 14);
    const NodeId other = another_goal(random, problem);
    if (other == kNoNode) continue;
    for (const std::string& text : test::real_time_agents()) {
      const auto agent = *test::make_agent(text, problem.map);
      agent->reset(problem.start, problem.goal);
      walk(*agent);
      updates += agent->work().updates;
      agent->reset(problem.start, other, Learning::kKeep);
      const auto fresh = *test::make_agent(text, problem.map);
      fresh->reset(problem.start, other);
      ASSERT_NO_FATAL_FAILURE(expect_as_new(*agent, *fresh, problem.map.grid(), text));
    }
  }
  EXPECT_GT(updates, 5'000u);
}

// A reset to a goal that cannot be reached begins nothing: values of the goal before must not pass for values of it.
TEST(Learning, of_an_earlier_goal_is_not_kept_for_a_goal_that_was_unreachable) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)], 14);
    const NodeId other = another_goal(random, problem);
    if (other == kNoNode) continue;
    const Cell cell = problem.map.grid().cell(other);
    for (const std::string& text : test::real_time_agents()) {
      // After an edit it does without its database, though the map be the same again.
      if (text.starts_with("pr-lrta") && test::database_of(text) != DatabaseKind::kNone) continue;
      const auto agent = *test::make_agent(text, problem.map);
      agent->reset(problem.start, problem.goal);
      walk(*agent);
      problem.map.set(cell.x, cell.y, false);
      agent->reset(problem.start, other);
      ASSERT_EQ(agent->step().status, Status::kUnreachable) << text;
      problem.map.set(cell.x, cell.y, true);
      problem.map.maintain(kUnlimited);  // rows of a path database are hints until then
      agent->reset(problem.start, other, Learning::kKeep);
      const auto fresh = *test::make_agent(text, problem.map);
      fresh->reset(problem.start, other);
      ASSERT_NO_FATAL_FAILURE(expect_as_new(*agent, *fresh, problem.map.grid(), text));
    }
  }
}

// The same without an edit: from the cell on the right no goal can be reached.
TEST(Learning, of_an_earlier_goal_is_not_kept_after_a_start_from_an_island) {
  const Map map(test::grid_from({
      ".........@.",
      ".@@@@@@..@@",
      ".......@.@@",
      ".......@.@@",
      ".@@@@@@@.@@",
      ".........@@",
  }));
  const NodeId start = map.grid().node(2, 2);
  const NodeId first = map.grid().node(8, 2);
  const NodeId second = map.grid().node(8, 4);
  for (const std::string& text : test::real_time_agents()) {
    const auto agent = *test::make_agent(text, map);
    agent->reset(start, first);
    walk(*agent);
    ASSERT_EQ(agent->status(), Status::kSolved) << text;
    // In between, the same goal from the island: nothing is lost.
    const std::vector<Cost> learned = values_of(*agent, map.grid());
    agent->reset(map.grid().node(10, 0), first);
    ASSERT_EQ(agent->step().status, Status::kUnreachable) << text;
    agent->reset(start, first, Learning::kKeep);
    if (parse_algorithm(text)->info->key != "rta") {
      ASSERT_EQ(values_of(*agent, map.grid()), learned) << text;
    }
    walk(*agent);
    agent->reset(map.grid().node(10, 0), second);
    ASSERT_EQ(agent->step().status, Status::kUnreachable) << text;
    agent->reset(start, second, Learning::kKeep);
    const auto fresh = *test::make_agent(text, map);
    fresh->reset(start, second);
    ASSERT_NO_FATAL_FAILURE(expect_as_new(*agent, *fresh, map.grid(), text));
  }
}

TEST(Learning, of_the_same_goal_is_kept_but_by_rta) {
  Random random(3);
  std::uint64_t kept = 0;
  for (int round = 0; round < 60; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)], 14);
    for (const std::string& text : test::real_time_agents()) {
      if (parse_algorithm(text)->info->key == "rta") continue;
      const auto agent = *test::make_agent(text, problem.map);
      agent->reset(problem.start, problem.goal);
      walk(*agent);
      kept += agent->work().updates;
      const std::vector<Cost> learned = values_of(*agent, problem.map.grid());
      agent->reset(problem.start, problem.goal, Learning::kKeep);
      ASSERT_EQ(values_of(*agent, problem.map.grid()), learned) << text;
    }
  }
  EXPECT_GT(kept, 5'000u);
}

TEST(Learning, of_rta_is_forgotten_by_every_trial) {
  Random random(4);
  std::uint64_t updates = 0;
  for (int round = 0; round < 100; ++round) {
    const test::Problem problem = test::random_problem(random, test::few_rules()[random.below(5)], 14);
    for (const std::string text : {"rta", "rta:d=2", "rta:d=4"}) {
      const auto agent = *test::make_agent(text, problem.map);
      agent->reset(problem.start, problem.goal);
      walk(*agent);
      updates += agent->work().updates;
      agent->reset(problem.start, problem.goal, Learning::kKeep);
      const auto fresh = *test::make_agent(text, problem.map);
      fresh->reset(problem.start, problem.goal);
      ASSERT_NO_FATAL_FAILURE(expect_as_new(*agent, *fresh, problem.map.grid(), text));
    }
  }
  EXPECT_GT(updates, 1'000u);
}

}  // namespace waymark::agent_learning_test
