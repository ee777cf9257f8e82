// What comes from outside: ids that are no cells, budgets too small, databases and abstractions of other maps.
#include <gtest/gtest.h>

#include <memory>

#include "support/agents.hpp"
#include "support/built_patterns.hpp"
#include "support/path_databases.hpp"
#include "waymark/agent/auto.hpp"
#include "waymark/agent/paths.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/agent/pr_lrta_pdb.hpp"
#include "waymark/agent/pra.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/save_paths.hpp"
#include "waymark/subgoals/path_row_finder.hpp"
#include "waymark/subgoals/row_distances.hpp"

namespace waymark::agent_border_test {

// Of no cell: beyond the map, in the border above and below, in the padding at the end of rows.
std::vector<NodeId> bad_ids(const Grid& grid) {
  return {kNoNode,
          kNoNode - 1,
          grid.id_bound(),
          grid.id_bound() - 1,
          0,
          grid.stride() - 1,
          grid.node(0, 0) + static_cast<NodeId>(grid.width()),
          grid.node(0, grid.height() - 1) + grid.stride(),
          grid.node(0, 1) - 1};
}

struct Trail {
  std::vector<NodeId> positions;
  Work work;
  friend bool operator==(const Trail&, const Trail&) = default;
};
Trail walk(Agent& agent, const Budget& budget = kUnlimited) {
  Trail trail;
  for (int step = 0; step < 2'000 && agent.status() == Status::kInProgress; ++step) {
    trail.positions.push_back(agent.step(budget).position);
  }
  trail.work = agent.work();
  return trail;
}

TEST(IdsOfCells, are_those_that_the_grid_gives) {
  for (const auto& [width, height] : {std::pair{1, 1}, {63, 3}, {64, 2}, {65, 5}, {130, 7}}) {
    const Grid grid = *Grid::create(width, height, false);
    std::vector<bool> cells(grid.id_bound() + 200, false);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) cells[grid.node(x, y)] = true;
    }
    for (NodeId id = 0; id < cells.size(); ++id) ASSERT_EQ(grid.contains(id), cells[id]) << id;
    for (const NodeId id : bad_ids(grid)) EXPECT_FALSE(grid.contains(id)) << id;
  }
}

TEST(AgentsAtTheBorder, answer_ids_that_are_no_cells_with_a_status) {
  const Map map(test::grid_from({"........", "..@@@@..", "..@..@..", "........", "........"}));
  const NodeId start = map.grid().node(0, 1);
  const NodeId goal = map.grid().node(7, 3);
  for (const std::string& text : test::all_agents()) {
    const auto fresh = *test::make_agent(text, map);
    ASSERT_EQ(fresh->reset(start, goal), Status::kInProgress) << text;
    const Trail expected = walk(*fresh);

    const auto agent = *test::make_agent(text, map);
    for (const NodeId bad : bad_ids(map.grid())) {
      EXPECT_EQ(agent->heuristic(bad), 0u) << text;
      for (const auto& [from, to] : {std::pair{bad, goal}, {start, bad}, {bad, bad}}) {
        EXPECT_EQ(agent->reset(from, to), Status::kBadId) << text << " " << from << " to " << to;
        EXPECT_EQ(agent->status(), Status::kBadId) << text;
        const AgentStep step = agent->step();
        EXPECT_EQ(step.status, Status::kBadId) << text;
        EXPECT_EQ(step.work, 0u) << text;
        EXPECT_EQ(step.position, agent->position()) << text;
      }
    }
    EXPECT_EQ(agent->reset(start, goal), Status::kInProgress) << text;
    EXPECT_EQ(walk(*agent), expected) << text;
    // In the middle of a walk it stays where it is, without a problem.
    agent->reset(start, goal);
    const NodeId at = agent->step().position;
    EXPECT_EQ(agent->reset(kNoNode, goal), Status::kBadId) << text;
    EXPECT_EQ(agent->position(), at) << text;
  }
}

TEST(AgentsAtTheBorder, say_at_once_how_a_problem_stands) {
  const Map map(test::grid_from({"..@..", "..@..", "..@@."}));
  for (const std::string& text : test::all_agents()) {
    const auto agent = *test::make_agent(text, map);
    const auto reset = [&](int x, int y, int goal_x, int goal_y) {
      return agent->reset(map.grid().node(x, y), map.grid().node(goal_x, goal_y));
    };
    EXPECT_EQ(reset(0, 0, 1, 2), Status::kInProgress) << text;
    EXPECT_EQ(reset(0, 0, 0, 0), Status::kSolved) << text;
    EXPECT_EQ(reset(0, 0, 4, 2), Status::kUnreachable) << text;
    EXPECT_EQ(reset(2, 0, 0, 0), Status::kBlocked) << text;      // the start is
    EXPECT_EQ(reset(0, 0, 2, 1), Status::kUnreachable) << text;  // so is the goal
  }
}

TEST(AgentsAtTheBorder, do_nothing_with_a_budget_too_small_and_go_on_with_a_larger_one) {
  Random random(1);
  const Map map(test::random_grid(random, 20, 20, 20));
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (start == goal || !map.connected(start, goal));
  for (const std::string& text : test::all_agents()) {
    const auto agent = *test::make_agent(text, map);
    const std::uint64_t least = agent->smallest_budget();
    agent->reset(start, goal);
    const Trail expected = walk(*agent, {least});
    agent->reset(start, goal);
    Trail interrupted;
    while (agent->status() == Status::kInProgress && interrupted.positions.size() < expected.positions.size()) {
      for (const std::uint64_t units : {std::uint64_t{0}, least - 1}) {
        const NodeId at = agent->position();
        const Work before = agent->work();
        const AgentStep step = agent->step({units});
        ASSERT_EQ(step.status, Status::kBudgetTooSmall) << text;
        ASSERT_EQ(step.position, at) << text;
        ASSERT_EQ(step.work, 0u) << text;
        ASSERT_EQ(agent->status(), Status::kInProgress) << text;
        ASSERT_EQ(agent->position(), at) << text;
        ASSERT_EQ(agent->work(), before) << text;
      }
      interrupted.positions.push_back(agent->step({least}).position);
    }
    interrupted.work = agent->work();
    EXPECT_EQ(interrupted, expected) << text;
  }
}

TEST(AgentsAtTheBorder, refuse_databases_of_maps_of_another_size) {
  const Map small(*Grid::create(40, 20, true));
  const Map large(*Grid::create(130, 60, true));
  const Map narrow(*Grid::create(39, 20, true));  // the same ids
  const auto patterns = test::build_patterns(small, {.level = 2, .base = 1, .depth_cap = 5});
  const auto depths =
      test::build_patterns(small, {.level = 2, .base = 1, .depth_cap = 5, .content = PatternContent::kDepth});
  ASSERT_TRUE(patterns && depths);
  EXPECT_TRUE(make_pr_lrta_pdb(small, *patterns, {.depths_to_goal = &*depths}));
  EXPECT_FALSE(make_pr_lrta_pdb(large, *patterns));
  EXPECT_FALSE(make_pr_lrta_pdb(narrow, *patterns));

  const auto on_the_grid = test::build_patterns(small, {.level = 2, .depth_cap = 5});
  EXPECT_TRUE(make_pattern_lrta(small, *on_the_grid, {}));
  EXPECT_FALSE(make_pattern_lrta(large, *on_the_grid, {}));
  EXPECT_FALSE(make_pattern_lrta(narrow, *on_the_grid, {}));
}

// By a path database everything that looks rows up: agents, searches, distances, what saves it.
TEST(AgentsAtTheBorder, refuse_path_databases_of_other_maps_and_rules) {
  const Map small(*Grid::create(40, 20, true));
  const PathDatabase paths = test::path_database(small, {.delta = 8});
  const auto is_taken = [&](const Map& map) {
    const NodeId to = map.grid().node(map.grid().width() - 1, map.grid().height() - 1);
    const std::vector<NodeId> units{map.grid().node(1, 1)};
    std::vector<Cost> costs(1);
    const Databases databases{.paths = &paths};
    const bool taken = make_paths(map, paths).ok();
    EXPECT_EQ(make_path_row_finder(map, paths).ok(), taken);
    EXPECT_EQ(parse_algorithm("paths")->make(map, databases).ok(), taken);
    EXPECT_EQ(make_auto(map, databases).ok(), taken);
    EXPECT_EQ(distances_by_row(map, paths, to, units, costs, {}).ok(), taken);
    EXPECT_EQ(save_paths(map, paths).ok(), taken);
    return taken;
  };
  EXPECT_TRUE(is_taken(small));
  EXPECT_FALSE(is_taken(Map(*Grid::create(130, 60, true))));
  EXPECT_FALSE(is_taken(Map(*Grid::create(39, 20, true))));  // the same ids
  EXPECT_FALSE(is_taken(Map(*Grid::create(40, 21, true))));
  MoveRules rules = small.rules();
  rules.costs = kUnitCosts;
  EXPECT_FALSE(is_taken(Map(*Grid::create(40, 20, true), rules)));
  rules = small.rules();
  rules.diagonal = DiagonalRule::kAlways;
  EXPECT_FALSE(is_taken(Map(*Grid::create(40, 20, true), rules)));
  EXPECT_FALSE(is_taken(Map(*Grid::create(40, 20, true), {Neighbours::kFour, DiagonalRule::kNever, kUnitCosts})));
}

}  // namespace waymark::agent_border_test
