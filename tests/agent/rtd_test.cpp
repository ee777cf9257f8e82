#include "waymark/agent/rtd.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/agent_problems.hpp"
#include "support/map_edits.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/search/dijkstra.hpp"

namespace waymark::agent_rtd_test {

Cost distance(const Map& map, NodeId from, NodeId to) {
  const PathFinderPtr finder = make_dijkstra(map);
  return finder->solve(from, to) == Status::kSolved ? finder->cost() : kInfiniteCost;
}

// With all of the budget for D* Lite, and enough of it, every walk is a shortest one, whatever is edited on the way.
TEST(Rtd, walks_the_cheapest_way_once_it_is_known) {
  Random random(1);
  for (int round = 0; round < test::rounds(300); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    test::Problem problem = test::random_problem(random, rules, 20);
    const AgentPtr agent = *make_rtd(problem.map, {.r = 1'000'000, .local = 0});
    agent->reset(problem.start, problem.goal);
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      const NodeId from = agent->position();
      const Cost before = distance(problem.map, from, problem.goal);
      agent->step();
      if (before == kInfiniteCost) break;
      ASSERT_NE(agent->position(), from);
      ASSERT_EQ(problem.map.cost(from, agent->position()) + distance(problem.map, agent->position(), problem.goal),
                before)
          << "round " << round << " step " << step;
      if (step < 20 && random.chance(1, 2)) test::edit_anything(random, problem.map, agent->position(), problem.goal);
    }
  }
}

// Until D* Lite has reached the unit it walks as LSS-LRTA* does with its share.
TEST(Rtd, walks_as_lss_lrta_until_then) {
  Map map(*Grid::create(100, 100, true));
  map.fill({50, 10, 1, 80}, false);
  const NodeId start = map.grid().node(10, 50);
  const NodeId goal = map.grid().node(90, 50);
  const AgentPtr agent = *make_rtd(map, {.r = 80, .local = 0.5});
  const AgentPtr alone = *make_lss_lrta(map, {.n = 10});
  agent->reset(start, goal);
  alone->reset(start, goal);
  for (int step = 0; step < 20; ++step) {
    agent->step();
    alone->step();
    ASSERT_EQ(agent->position(), alone->position()) << step;
  }
  int steps = 20;
  for (; agent->status() == Status::kInProgress; ++steps) ASSERT_LE(agent->step().work, 80u);
  EXPECT_EQ(agent->status(), Status::kSolved);
  int steps_alone = 20;
  for (; alone->status() == Status::kInProgress; ++steps_alone) alone->step();
  EXPECT_LT(steps, steps_alone);
}

// At the cap of the memory it goes on without its tree.
TEST(Rtd, walks_without_a_tree_where_there_is_no_room_for_one) {
  Map map(*Grid::create(300, 300, true));
  map.fill({150, 0, 1, 290}, false);
  map.memory().set_cap(512 * 1024);
  const AgentPtr agent = *make_rtd(map, {.r = 2'000, .local = 0.2});
  agent->reset(map.grid().node(140, 280), map.grid().node(299, 0));
  for (int step = 0; step < 100'000 && agent->status() == Status::kInProgress; ++step) agent->step();
  EXPECT_EQ(agent->status(), Status::kSolved);
}

}  // namespace waymark::agent_rtd_test
