// The agent `paths` with little to spend on a step: it goes by the database all the same, and makes the end of its way
// in slices.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/allocations.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/paths.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::agent_paths_slices_test {

constexpr std::array<std::uint64_t, 9> kBudgets{2, 5, 12, 20, 40, 60, 119, 499, 1000};

struct Walk {
  std::vector<NodeId> cells;
  std::uint64_t cost = 0;
  int stood = 0;
};

// On a map that stays; with others between its steps or not.
Walk walk(Agent& agent, const Map& map, NodeId start, NodeId goal, std::uint64_t units, Agent* other = nullptr) {
  Walk result;
  agent.reset(start, goal);
  for (int step = 0; step < 20'000 && agent.status() == Status::kInProgress; ++step) {
    const NodeId from = agent.position();
    const AgentStep made = agent.step({units});
    EXPECT_LE(made.work, std::min(units, agent.bound()));
    EXPECT_TRUE(test::is_legal(map, from, made.position));
    if (made.position != from) {
      result.cost += map.cost(from, made.position);
      result.cells.push_back(made.position);
    } else {
      ++result.stood;
    }
    if (other != nullptr) {
      if (other->status() == Status::kSolved) other->reset(goal, start);
      other->step({units + static_cast<std::uint64_t>(step % 50)});
    }
  }
  EXPECT_EQ(agent.status(), Status::kSolved);
  return result;
}

// Every fifth cell is blocked.
Map scattered(int side, std::uint64_t seed) {
  Grid grid = *Grid::create(side, side, true);
  Random random(seed);
  for (int i = 0; i < side * side / 5; ++i) grid.set(random.between(0, side - 1), random.between(0, side - 1), false);
  return Map(std::move(grid));
}

TEST(PathsSlices, with_any_budget_a_unit_goes_by_the_database_and_nearly_as_well) {
  constexpr std::array kKinds{MapKind::kCaves, MapKind::kRooms, MapKind::kMaze};
  for (std::size_t kind = 0; kind <= kKinds.size(); ++kind) {
    const bool is_scattered = kind == kKinds.size();
    const Map map = is_scattered ? scattered(200, 4) : Map(*generate_map(kKinds[kind], {200, 200, 3}));
    const PathDatabase database = test::path_database(map, {.delta = is_scattered ? 32u : 16u});
    const AgentPtr agent = *make_paths(map, database);
    const auto finder = *parse_algorithm("jps")->make(map);
    std::array<double, kBudgets.size()> sums{};
    Random random(5);
    int problems = 0;
    while (problems < test::rounds(100)) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == goal || finder->solve(start, goal) != Status::kSolved) continue;
      const PathDatabase::Row row = database.row_for(map.grid().cell(goal));
      if (row == database.rows() || !map.connected(database.centroid(row), goal)) continue;
      ++problems;
      for (std::size_t i = 0; i < kBudgets.size(); ++i) {
        const Walk made = walk(*agent, map, start, goal, kBudgets[i]);
        ASSERT_EQ(agent->work().fell_back, 0u) << kind << " " << kBudgets[i];
        ASSERT_EQ(map.memory().bytes_in_use(), 0u);
        ASSERT_LE(made.stood, kBudgets[i] < 5 ? 30 : 10);
        std::map<NodeId, int> visits;
        for (const NodeId node : made.cells) ASSERT_LE(++visits[node], 3);
        sums[i] += 100.0 * (static_cast<double>(made.cost) / static_cast<double>(finder->cost()) - 1);
      }
    }
    if (test::kSanitized) continue;  // a mean of all walks
    // Between scattered obstacles ways are so short here that most of each is walked before it is improved.
    for (std::size_t i = 2; i < kBudgets.size(); ++i) {
      EXPECT_LT(sums[i] / problems, is_scattered && kBudgets[i] < 119 ? 6.0 : 1.0) << kind << " " << kBudgets[i];
    }
  }
}

TEST(PathsSlices, what_a_unit_does_depends_on_no_other_unit) {
  const Map map = scattered(150, 6);
  const PathDatabase database = test::path_database(map, {.delta = 16});
  const AgentPtr agent = *make_paths(map, database);
  const AgentPtr other = *make_paths(map, database);
  Random random(7);
  for (int round = 0; round < test::rounds(60); ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal || !map.connected(start, goal)) continue;
    const std::uint64_t units = kBudgets[random.below(kBudgets.size())];
    const Walk alone = walk(*agent, map, start, goal, units);
    other->reset(goal, start);
    ASSERT_EQ(walk(*agent, map, start, goal, units, other.get()).cells, alone.cells);
  }
}

TEST(PathsSlices, catches_a_goal_that_walks) {
  const Map map(*generate_map(MapKind::kRooms, {150, 150, 3}));
  const PathDatabase database = test::path_database(map, {.delta = 16});
  const AgentPtr agent = *make_paths(map, database);
  const auto finder = *parse_algorithm("jps")->make(map);
  Random random(9);
  for (int round = 0; round < test::rounds(100); ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId from = test::random_passable(random, map.grid());
    if (!map.connected(start, from) || start == from) continue;
    if (finder->solve(from, test::random_passable(random, map.grid())) != Status::kSolved) continue;
    std::vector<NodeId> way;
    finder->append_path(way);
    const std::uint64_t units = kBudgets[1 + random.below(6)];
    agent->reset(start, from);
    std::size_t next = 1;
    for (int step = 1; step < 3'000 && agent->status() == Status::kInProgress; ++step) {
      if (step % 3 != 0 && next < way.size()) agent->retarget(way[next++]);
      const NodeId at = agent->position();
      const AgentStep made = agent->step({units});
      ASSERT_LE(made.work, units);
      ASSERT_TRUE(test::is_legal(map, at, made.position));
    }
    ASSERT_EQ(agent->status(), Status::kSolved) << round << " " << units;
    ASSERT_EQ(agent->work().fell_back, 0u);
  }
}

TEST(PathsSlices, does_without_pages_for_a_search_and_allocates_nothing) {
  Map map = scattered(150, 10);
  const PathDatabase database = test::path_database(map, {.delta = 16});
  const AgentPtr agent = *make_paths(map, database);
  Random random(11);
  map.memory().set_cap(128 * 1024);
  map.memory().reserve(128 * 1024);
  std::uint64_t most = 0;
  for (int round = 0; round < test::rounds(100); ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal || !map.connected(start, goal)) continue;
    const test::Allocations made = test::allocations_of([&] {
      agent->reset(start, goal);
      for (int step = 0; step < 5'000 && agent->status() == Status::kInProgress; ++step) agent->step({20});
    });
    ASSERT_EQ(agent->status(), Status::kSolved);
    ASSERT_EQ(map.memory().bytes_in_use(), 0u);
    EXPECT_TRUE(made.count == 0 || test::kSanitized);
    most = std::max(most, agent->most_bytes());
  }
  EXPECT_GT(most, 10'000u);
  EXPECT_LT(most, 128'000u);
}

}  // namespace waymark::agent_paths_slices_test
