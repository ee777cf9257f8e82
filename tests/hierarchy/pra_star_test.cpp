#include "waymark/hierarchy/pra_star.hpp"

#include <gtest/gtest.h>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/paths.hpp"
#include "support/plain_pra.hpp"
#include "support/sanitized.hpp"
#include "waymark/hierarchy/position_heuristic.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark::hierarchy_pra_star_test {

using test::random_problem;

std::shared_ptr<const CliqueAbstraction> abstraction_of(const Map& map) {
  return std::make_shared<const CliqueAbstraction>(map);
}

TEST(PraStar, plans_and_expands_as_a_plain_transcription_does_in_one_go_or_in_slices) {
  Random random(1);
  for (int round = 0; round < test::rounds(60); ++round) {
    for (const MoveRules& rules : test::agent_rules()) {
      const test::Problem problem = random_problem(random, rules, 30);
      const auto abstraction = abstraction_of(problem.map);
      for (const PraCorridor corridor : {PraCorridor::kWide, PraCorridor::kPath}) {
        const PraFirst first = random.chance(1, 2) ? PraFirst::kLarge : PraFirst::kHalf;
        PraStar planner(problem.map, corridor, first);
        for (const std::uint32_t k : {0u, 2u, 3u, 7u}) {
          const test::PlainPath expected = test::plain_pra(problem.map, *abstraction, problem.start, problem.goal, k,
                                                           corridor == PraCorridor::kWide, first == PraFirst::kHalf);
          planner.start(problem.start, problem.goal, k);
          while (planner.status() == Status::kInProgress) {
            const std::uint64_t popped = planner.popped();
            const std::uint64_t units = random.chance(1, 2) ? 1 + random.below(5) : Agent::kUnbounded;
            planner.step({units});
            ASSERT_LE(planner.popped() - popped, units);
          }
          ASSERT_EQ(planner.status(), Status::kSolved);
          ASSERT_EQ(std::vector<NodeId>(planner.path().begin(), planner.path().end()), expected.states);
          ASSERT_EQ(planner.work().expanded, expected.expanded);
          ASSERT_LE(planner.work().expanded, planner.popped());
        }
      }
    }
  }
}

TEST(PraStar, on_a_stale_abstraction_finds_a_sound_path_wherever_there_is_one) {
  Random random(6);
  int without = 0;
  int by_regions = 0;
  for (int round = 0; round < test::rounds(1'500); ++round) {
    const auto rules = test::agent_rules();
    test::Problem problem = random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 40);
    Map& map = problem.map;
    PraStar planner(map, round % 2 == 0 ? PraCorridor::kWide : PraCorridor::kPath);
    const std::uint64_t version = map.derived<MapAbstraction>().version();
    for (int edits = random.between(1, 8); edits > 0; --edits) {
      map.fill({random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1),
                random.between(1, 6), random.between(1, 6)},
               random.chance(1, 2));
    }
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == kNoNode || start == goal) continue;
    const std::uint32_t k = random.chance(1, 2) ? PraStar::kWhole : 2 + random.below(5);
    planner.start(start, goal, k);
    while (planner.status() == Status::kInProgress) {
      const std::uint64_t popped = planner.popped();
      const std::uint64_t units = 1 + random.below(200);
      planner.step({units});
      ASSERT_LE(planner.popped() - popped, units);
    }
    ASSERT_EQ(map.derived<MapAbstraction>().version(), version);
    ASSERT_EQ(planner.status(), map.connected(start, goal) ? Status::kSolved : Status::kUnreachable);
    if (planner.status() != Status::kSolved) continue;
    const std::vector<NodeId> path(planner.path().begin(), planner.path().end());
    ASSERT_EQ(path.front(), start);
    for (std::size_t i = 1; i < path.size(); ++i) ASSERT_NE(map.cost(path[i - 1], path[i]), kInfiniteCost);
    if (path.back() == goal) {
      ++(planner.first_level() == 0 ? without : by_regions);
    } else {
      ASSERT_NE(k, PraStar::kWhole);
    }
  }
  EXPECT_GT(without, test::enough(100));
  EXPECT_GT(by_regions, test::enough(100));
}

std::uint64_t cost_of(const Map& map, std::span<const NodeId> path) {
  std::uint64_t cost = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Cell a = map.grid().cell(path[i - 1]);
    const Cell b = map.grid().cell(path[i]);
    cost += a.x != b.x && a.y != b.y ? map.rules().costs.diagonal : map.rules().costs.cardinal;
  }
  return cost;
}

// The factor is what these maps need, mazes among them; on game maps see the agent's test.
TEST(PraStar, whole_paths_are_sound_and_seldom_much_longer_than_the_shortest) {
  constexpr std::uint64_t kFactor = 4;
  Random random(2);
  double worst = 0;
  double sum = 0;
  int paths = 0;
  for (int round = 0; round < test::rounds(150); ++round) {
    for (const MoveRules& rules : test::agent_rules()) {
      const test::Problem problem = random_problem(random, rules, 40);
      PraStar planner(problem.map, PraCorridor::kWide);
      planner.start(problem.start, problem.goal);
      ASSERT_EQ(planner.step(kUnlimited), Status::kSolved);
      const std::vector<NodeId> path(planner.path().begin(), planner.path().end());
      const std::uint64_t cost = cost_of(problem.map, path);
      ASSERT_TRUE(test::path_is_sound(problem.map, path, problem.start, problem.goal, cost));
      const Cell start = problem.map.grid().cell(problem.start);
      const Cell goal = problem.map.grid().cell(problem.goal);
      const std::uint64_t optimal =
          test::reference_distances(problem.map.grid(), rules, start.x,
                                    start.y)[static_cast<std::size_t>(goal.y * problem.map.grid().width() + goal.x)];
      ASSERT_GE(cost, optimal);
      ASSERT_LE(cost, kFactor * optimal);
      worst = std::max(worst, static_cast<double>(cost) / static_cast<double>(optimal));
      sum += static_cast<double>(cost) / static_cast<double>(optimal);
      ++paths;
    }
  }
  RecordProperty("worst", std::to_string(worst));
  EXPECT_LT(sum / paths, 1.05) << "worst " << worst;
}

TEST(PraStar, a_path_cut_short_is_sound_and_leads_away_from_the_start) {
  Random random(3);
  for (int round = 0; round < test::rounds(2'000); ++round) {
    const auto rules = test::agent_rules();
    const test::Problem problem = random_problem(random, rules[static_cast<std::size_t>(round) % rules.size()], 40);
    PraStar planner(problem.map, round % 2 == 0 ? PraCorridor::kWide : PraCorridor::kPath);
    planner.start(problem.start, problem.goal, 2 + random.below(6));
    ASSERT_EQ(planner.step(kUnlimited), Status::kSolved);
    const std::vector<NodeId> path(planner.path().begin(), planner.path().end());
    ASSERT_GE(path.size(), 2u);
    ASSERT_NE(path.back(), problem.start);
    ASSERT_TRUE(test::path_is_sound(problem.map, path, problem.start, path.back(), cost_of(problem.map, path)));
  }
}

TEST(PraStar, begins_half_way_to_the_level_that_start_and_goal_share_but_not_too_high) {
  const Map map(*Grid::create(128, 128, true));
  const auto abstraction = abstraction_of(map);
  PraStar planner(map, PraCorridor::kWide);
  const NodeId start = map.grid().node(0, 0);
  const auto shared = [&](NodeId goal) {
    int level = 0;
    while (abstraction->region(start, level) != abstraction->region(goal, level)) ++level;
    return level;
  };
  int highest = 0;
  for (int x = 1; x < 128; ++x) {
    const NodeId goal = map.grid().node(x, 0);
    planner.start(start, goal);
    if (shared(goal) <= 4) {
      EXPECT_EQ(planner.first_level(), shared(goal) / 2);
    }
    highest = std::max(highest, planner.first_level());
  }
  EXPECT_GE(abstraction->states(highest + 1), 256u);
  EXPECT_LT(abstraction->states(highest + 2), 256u);
}

TEST(PraStar, allocates_nothing_for_a_plan_made_before) {
  Random random(4);
  const Map map(test::random_grid(random, 200, 200, 25));
  PraStar planner(map, PraCorridor::kWide);
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > 50 || map.grid().cell(goal).x < 150);
  for (const std::uint32_t k : {0u, 6u}) {
    planner.start(start, goal, k);
    planner.step(kUnlimited);
    const test::Allocations again = test::allocations_of([&] {
      planner.start(start, goal, k);
      planner.step(kUnlimited);
    });
    EXPECT_EQ(again.count, 0u) << k;
  }
}

TEST(AbstractDistance, is_consistent_on_every_level) {
  Random random(5);
  for (int round = 0; round < test::rounds(40); ++round) {
    for (const MoveRules& rules : test::agent_rules()) {
      const test::Problem problem = random_problem(random, rules, 40);
      const CliqueAbstraction abstraction(problem.map);
      for (int level = 1; level <= abstraction.levels(); ++level) {
        const AbstractDistance distance(abstraction, level);
        const NodeId goal = random.below(abstraction.states(level));
        const Position at = abstraction.position(goal, level);
        for (NodeId s = 0; s < abstraction.states(level); ++s) {
          const Cost h = distance(abstraction.position(s, level), at);
          for (const auto& [to, cost] : test::plain_edges(problem.map, abstraction, level, s)) {
            ASSERT_LE(h, cost + distance(abstraction.position(to, level), at));
          }
        }
        ASSERT_EQ(distance(at, at), 0u);
      }
    }
  }
}

TEST(PositionHeuristic, is_the_grid_s_to_the_middle_of_a_cell_and_consistent_to_any_position) {
  Random random(7);
  int between = 0;  // positions to which equally long ways to a cell are told apart
  for (int round = 0; round < test::rounds(40); ++round) {
    for (const MoveRules& rules : test::agent_rules()) {
      const test::Problem problem = random_problem(random, rules, 20);
      const Grid& grid = problem.map.grid();
      const OctileDistance costs = octile_distance(rules);
      const GridHeuristic<OctileDistance> to_cell(grid, problem.goal, costs);
      const PositionHeuristic to_middle(grid, position_of(grid, problem.goal), costs);
      const PositionHeuristic to_position(
          grid, {random.between(0, 20 * Position::kUnit), random.between(0, 20 * Position::kUnit)}, costs);
      for (NodeId node = 0; node < grid.id_bound(); ++node) {
        if (!grid.passable(node)) continue;
        ASSERT_EQ(to_middle(node), to_cell(node));
        GridSpace(grid, problem.map.table()).for_each_edge(node, [&](NodeId to, Cost cost) {
          ASSERT_LE(to_position(node), cost + to_position(to));
          ASSERT_LE(to_position(to), cost + to_position(node));
          between += to_position(to) % costs.cardinal != 0 ? 1 : 0;
        });
        for (std::uint8_t direction = 0; direction < 8; ++direction) {
          const NodeId to = problem.map.table().cost[direction] == 0
                                ? node
                                : grid.node(grid.cell(node).x + kDx[direction], grid.cell(node).y + kDy[direction]);
          if (to == node || !grid.contains(to)) continue;
          ASSERT_EQ(to_position.of(to_position.at(node), to, direction), to_position(to));
        }
      }
    }
  }
  EXPECT_GT(between, test::enough(1000));
}

struct Even {
  bool operator()(NodeId node) const { return node % 2 == 0; }
};

TEST(CorridorSpace, leads_to_states_inside_only) {
  const Map map(*Grid::create(5, 5, true));
  const CorridorSpace<GridSpace, Even> space(GridSpace(map.grid(), map.table()), Even{});
  int moves = 0;
  space.for_each_successor(map.grid().node(2, 2), GridSpace::kNoArrival, [&](NodeId to, Cost, std::uint8_t) {
    EXPECT_EQ(to % 2, 0u);
    ++moves;
  });
  EXPECT_EQ(moves, 2);
}

}  // namespace waymark::hierarchy_pra_star_test
