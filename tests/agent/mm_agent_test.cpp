// MM as an agent: it sets out when the first part of its path is refined, and refines no more than it needs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/map_edits.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/path_agent.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/mm.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::agent_mm_agent_test {

AgentPtr mm_agent(const Map& map, const MmOptions& options) { return make_path_agent(map, *make_mm(map, options)); }

std::vector<NodeId> walk(Agent& agent, std::uint64_t units) {
  std::vector<NodeId> cells{agent.position()};
  for (int step = 0; step < 50'000 && agent.status() == Status::kInProgress; ++step) {
    const AgentStep made = agent.step({units});
    EXPECT_LE(made.work, units);
    if (made.position != cells.back()) cells.push_back(made.position);
  }
  return cells;
}

TEST(MmAgent, walks_the_path_of_the_search) {
  Random random(1);
  for (int round = 0; round < test::rounds(120); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const test::Problem problem = test::random_problem(random, rules, 60);
    const MmOptions options{.sector = 4 + static_cast<std::uint32_t>(round) % 9,
                            .levels = 1 + static_cast<std::uint32_t>(round) % 2,
                            .ahead = 1 + static_cast<std::uint32_t>(round) % 3};
    const auto finder = *make_mm(problem.map, options);
    ASSERT_EQ(finder->solve(problem.start, problem.goal), Status::kSolved);
    std::vector<NodeId> path;
    finder->append_path(path);
    const AgentPtr agent = mm_agent(problem.map, options);
    agent->reset(problem.start, problem.goal);
    ASSERT_EQ(walk(*agent, 1 + random.below(200)), path) << round;
    ASSERT_EQ(agent->status(), Status::kSolved);
    ASSERT_EQ(agent->work().replans, 0u);
    ASSERT_EQ(agent->work().expanded, finder->work().expanded);
  }
}

TEST(MmAgent, moves_long_before_its_path_is_whole) {
  const Map map(*generate_map(MapKind::kCaves, {256, 256, 6}));
  Random random(2);
  std::uint64_t first = 0;
  std::uint64_t whole = 0;
  for (int i = 0; i < 30; ++i) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const AgentPtr part = *parse_algorithm("mm")->make_agent(map);
    const AgentPtr all = *parse_algorithm("mm:refine=whole")->make_agent(map);
    part->reset(start, goal);
    all->reset(start, goal);
    first += part->step().work;
    whole += all->step().work;
  }
  EXPECT_LT(2 * first, whole);
}

TEST(MmAgent, walks_legally_and_arrives_while_the_map_changes) {
  Random random(3);
  int arrived = 0;
  for (int round = 0; round < test::rounds(400); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    test::Problem problem = test::random_problem(random, rules, 50);
    Map& map = problem.map;
    const AgentPtr agent = mm_agent(map, {.sector = 6, .levels = 1 + static_cast<std::uint32_t>(round) % 2});
    agent->reset(problem.start, problem.goal);
    for (int frame = 0; agent->status() == Status::kInProgress; ++frame) {
      ASSERT_LT(frame, 20'000) << round;
      if (frame < 80 && random.chance(1, 2)) test::edit_anything(random, map, agent->position(), problem.goal);
      if (random.chance(1, 2)) map.maintain({random.below(2'000)});
      const NodeId from = agent->position();
      ASSERT_TRUE(test::is_legal(map, from, agent->step({1 + random.below(60)}).position) ||
                  !map.grid().passable(from));
    }
    if (agent->status() == Status::kSolved) ++arrived;
  }
  EXPECT_GT(arrived, test::enough(50));
}

// The unit has a part of its path; what comes later is blocked for good before it is refined.
TEST(MmAgent, plans_again_where_a_later_part_has_no_way_any_more) {
  Map map(*Grid::create(96, 32, true));
  const AgentPtr agent = mm_agent(map, {.sector = 8});
  agent->reset(map.grid().node(1, 4), map.grid().node(94, 4));
  for (int i = 0; i < 4; ++i) agent->step();
  map.fill({60, 0, 1, 31}, false);  // a gap at the bottom, far from the path over regions
  const std::vector<NodeId> cells = walk(*agent, 1'000);
  EXPECT_EQ(agent->status(), Status::kSolved);
  EXPECT_EQ(agent->work().replans, 1u);
}

}  // namespace waymark::agent_mm_agent_test
