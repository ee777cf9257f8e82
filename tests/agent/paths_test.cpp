// The agent `paths`: legal and complete whatever the rows say and however the map changes, near to the shortest on a
// map that stays, and never beyond its budget.
#include "waymark/agent/paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "offline/container_writer.hpp"
#include "support/agent_problems.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/map_edits.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/auto.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/subgoals/path_row_finder.hpp"
#include "waymark/subgoals/row_distances.hpp"

namespace waymark::agent_paths_test {

struct Walk {
  std::uint64_t cost = 0;
  int steps = 0;
  bool arrived = false;
};

// On a map that stays.
Walk walk(Agent& agent, const Map& map, NodeId start, NodeId goal, std::uint64_t units) {
  Walk result;
  agent.reset(start, goal);
  for (; agent.status() == Status::kInProgress && result.steps < 20'000; ++result.steps) {
    const NodeId from = agent.position();
    const AgentStep made = agent.step({units});
    EXPECT_LE(made.work, std::min(units, agent.bound()));
    EXPECT_TRUE(test::is_legal(map, from, made.position));
    if (made.position != from) result.cost += map.cost(from, made.position);
  }
  result.arrived = agent.status() == Status::kSolved;
  return result;
}

std::uint64_t shortest(PathFinder& finder, NodeId start, NodeId goal) {
  return finder.solve(start, goal) == Status::kSolved ? finder.cost() : 0;
}

TEST(Paths, arrives_by_rows_where_there_are_some_at_most_twice_delta_longer_than_the_shortest) {
  Random random(1);
  for (int round = 0; round < test::rounds(1000); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const test::Problem problem = test::random_problem(random, rules, 70);
    const PathDatabase database =
        test::path_database(problem.map, {.delta = static_cast<std::uint32_t>(random.between(4, 40))});
    const AgentPtr agent = *make_paths(problem.map, database, {.r = round % 2 == 0 ? 300u : 0u});
    const Walk made = walk(*agent, problem.map, problem.start, problem.goal, agent->bound());
    ASSERT_TRUE(made.arrived) << round;
    const PathDatabase::Row row = database.row_for(problem.map.grid().cell(problem.goal));
    if (row < database.rows() && problem.map.connected(database.centroid(row), problem.goal)) {
      ASSERT_EQ(agent->work().fell_back, 0u) << round;
      const std::uint64_t best = shortest(**parse_algorithm("a-star")->make(problem.map), problem.start, problem.goal);
      const std::uint64_t dearest = *std::max_element(problem.map.table().cost.begin(), problem.map.table().cost.end());
      ASSERT_LE(made.cost, best + 2 * database.delta() * dearest) << round;
    }
  }
}

TEST(Paths, arrives_with_little_budget) {
  Random random(2);
  for (int round = 0; round < test::rounds(40); ++round) {
    const test::Problem problem = test::random_problem(random, {}, 60);
    const PathDatabase database = test::path_database(problem.map, {.delta = 8});
    const AgentPtr agent = *make_paths(problem.map, database);
    for (const std::uint64_t units : {agent->smallest_budget(), std::uint64_t{40}, agent->bound() - 200}) {
      ASSERT_TRUE(walk(*agent, problem.map, problem.start, problem.goal, units).arrived) << round << " " << units;
    }
  }
}

// Per cent above the shortest, and how often a cell was visited.
TEST(Paths, is_hardly_longer_than_the_shortest_and_visits_no_cell_more_than_twice) {
  for (const MapKind kind : {MapKind::kCaves, MapKind::kRooms, MapKind::kCity}) {
    const Map map(*generate_map(kind, {200, 200, 3}));
    const PathDatabase database = test::path_database(map, {.delta = 16});
    const AgentPtr agent = *make_paths(map, database);
    const auto finder = *parse_algorithm("jps")->make(map);
    Random random(5);
    double sum = 0;
    double worst = 0;
    int problems = 0;
    while (problems < test::rounds(300)) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      const std::uint64_t best = start == goal ? 0 : shortest(*finder, start, goal);
      if (best == 0) continue;
      std::map<NodeId, int> visits;
      std::uint64_t cost = 0;
      agent->reset(start, goal);
      for (NodeId at = start; agent->status() == Status::kInProgress; at = agent->position()) {
        const NodeId next = agent->step().position;
        ASSERT_NE(next, at);
        ASSERT_LE(++visits[next], 2);
        cost += map.cost(at, next);
      }
      ASSERT_GE(cost, best);
      const double excess = 100.0 * (static_cast<double>(cost) / static_cast<double>(best) - 1);
      sum += excess;
      worst = std::max(worst, excess);
      ++problems;
    }
    EXPECT_LT(sum / problems, 0.5) << static_cast<int>(kind);
    EXPECT_LT(worst, 20) << static_cast<int>(kind);
  }
}

// Every fourth cell is blocked: ways go round something all the time, so that joined rows are far from straight.
Map scattered(int side, std::uint64_t seed) {
  Grid grid = *Grid::create(side, side, true);
  Random random(seed);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      if (random.chance(1, 4)) grid.set(x, y, false);
    }
  }
  return Map(std::move(grid));
}

// The corners where rows meet are what is too long there, and searches of a few hundred cells cut them off.
TEST(Paths, is_near_to_the_shortest_between_scattered_obstacles) {
  const Map map = scattered(200, 11);
  const PathDatabase database = test::path_database(map, {.delta = 32});
  const auto finder = *parse_algorithm("jps")->make(map);
  const AgentPtr agent = *make_paths(map, database);
  const AgentPtr hasty = *make_paths(map, database, {.r = 0});
  Random random(12);
  std::array<double, 2> sums{};
  int problems = 0;
  while (problems < test::rounds(300)) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const std::uint64_t best = start == goal ? 0 : shortest(*finder, start, goal);
    if (best == 0) continue;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      Agent& walker = i == 0 ? *agent : *hasty;
      const Walk made = walk(walker, map, start, goal, walker.bound());
      ASSERT_TRUE(made.arrived);
      sums[i] += 100.0 * (static_cast<double>(made.cost) / static_cast<double>(best) - 1);
    }
    ++problems;
  }
  EXPECT_LT(sums[0] / problems, 0.6);
  EXPECT_LT(sums[0], 0.6 * sums[1]);
}

// A long way is improved on the step after that on which it is found; searches are rare at all.
TEST(Paths, the_first_step_of_a_long_way_is_cheap) {
  const Map map = scattered(200, 13);
  const PathDatabase database = test::path_database(map, {.delta = 32});
  const AgentPtr agent = *make_paths(map, database);
  Random random(14);
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  for (int problems = 0; problems < test::rounds(200);) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    const Cell a = map.grid().cell(start);
    const Cell b = map.grid().cell(goal);
    const int away = std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
    if (away <= 70 || away > 128 || !map.connected(start, goal)) continue;  // near, but long
    ++problems;
    agent->reset(start, goal);
    first += agent->step().expanded;
    second += agent->step().expanded;
  }
  EXPECT_LT(first, second / 10);
}

TEST(Paths, goes_straight_where_it_can) {
  const Map map(*Grid::create(300, 200, true));
  const PathDatabase database = test::path_database(map, {.delta = 64});
  const AgentPtr agent = *make_paths(map, database);
  const auto finder = *parse_algorithm("jps")->make(map);
  Random random(6);
  for (int round = 0; round < test::rounds(100); ++round) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal) continue;
    ASSERT_EQ(walk(*agent, map, start, goal, agent->bound()).cost, shortest(*finder, start, goal));
  }
}

TEST(Paths, a_unit_is_small_and_gives_its_page_back) {
  const Map map(*generate_map(MapKind::kRooms, {120, 120, 3}));
  const PathDatabase database = test::path_database(map, {.delta = 16});
  const AgentPtr agent = *make_paths(map, database);
  EXPECT_LE(agent->bytes(), 256u);
  Random random(7);
  const auto trip = [&] { return test::random_passable(random, map.grid()); };
  agent->reset(trip(), trip());
  while (agent->status() == Status::kInProgress) agent->step();
  EXPECT_LE(agent->most_bytes(), 256u + UnitMemory::kSmallPage);
  EXPECT_EQ(map.memory().bytes_in_use(), 0u);
  map.memory().reserve(1'000'000);
  if (test::kSanitized) return;
  for (int round = 0; round < 50; ++round) {
    const NodeId start = trip();
    const NodeId goal = trip();
    const test::Allocations made = test::allocations_of([&] {
      agent->reset(start, goal);
      for (int step = 0; step < 5'000 && agent->status() == Status::kInProgress; ++step) agent->step();
    });
    EXPECT_EQ(made.count, 0u);
  }
}

// From a centroid to a cell that is delta moves away, if all are diagonal, a way of cardinal moves is cheaper, but has
// nearly half as many more.
TEST(Paths, goes_by_rows_to_a_goal_as_far_from_its_centroid_as_may_be) {
  constexpr int kDelta = PathDatabase::kMaxDelta;
  constexpr int kAside = kDelta / 5;
  Grid grid = *Grid::create(kDelta + 41, kAside + 22, false);
  const Cell centroid{40, kAside + 10};
  for (int x = 0; x <= kDelta; ++x) grid.set(centroid.x + x, centroid.y + x % 2, true);
  for (int y = centroid.y - kAside; y < centroid.y; ++y) {
    grid.set(centroid.x, y, true);
    grid.set(centroid.x + kDelta, y, true);
  }
  grid.fill({centroid.x + 1, centroid.y - kAside - 1, kDelta - 1, 1}, true);
  grid.fill({0, centroid.y, 40, 1}, true);
  MoveRules rules;
  rules.diagonal = DiagonalRule::kAlways;
  const Map map(std::move(grid), rules);
  const std::vector<NodeId> centroids{map.grid().node(centroid)};
  const PathDatabase database = test::path_database(map, {.delta = kDelta, .centroids = centroids});
  const AgentPtr agent = *make_paths(map, database);
  const NodeId start = map.grid().node(0, centroid.y);
  const NodeId goal = map.grid().node(centroid.x + kDelta, centroid.y);
  const Walk made = walk(*agent, map, start, goal, agent->bound());
  EXPECT_TRUE(made.arrived);
  EXPECT_GT(made.steps, 40 + kDelta + kDelta / 3);
  EXPECT_EQ(agent->work().fell_back, 0u);
  EXPECT_LE(made.cost, shortest(**parse_algorithm("a-star")->make(map), start, goal) * 101 / 100);
}

// A wall with one gap: the gap moves.
TEST(Paths, finds_back_to_its_row_where_that_is_broken) {
  Map map(*Grid::create(150, 60, true));
  const PathDatabase database = test::path_database(map, {.delta = 8});
  const AgentPtr agent = *make_paths(map, database);
  map.fill({75, 10, 1, 35}, false);
  const Walk made = walk(*agent, map, map.grid().node(2, 30), map.grid().node(145, 28), agent->bound());
  EXPECT_TRUE(made.arrived);
  EXPECT_EQ(agent->work().fell_back, 0u);
  EXPECT_GE(agent->work().replans, 1u);
  map.maintain(kUnlimited);
  EXPECT_TRUE(walk(*agent, map, map.grid().node(2, 30), map.grid().node(145, 28), agent->bound()).arrived);
  EXPECT_EQ(agent->work().replans, 0u);
}

TEST(Paths, falls_back_and_returns_to_its_row_when_that_is_healed) {
  Map map(*Grid::create(200, 130, true));
  map.fill({100, 0, 1, 129}, false);
  const PathDatabase database = test::path_database(map, {.delta = 8});
  const AgentPtr agent = *make_paths(map, database);
  agent->reset(map.grid().node(96, 2), map.grid().node(190, 2));
  map.fill({100, 0, 1, 130}, false);
  map.fill({100, 0, 1, 1}, true);
  map.fill({90, 40, 20, 1}, false);
  for (int i = 0; i < 200 && agent->work().fell_back == 0 && agent->status() == Status::kInProgress; ++i) agent->step();
  map.maintain(kUnlimited);
  const NodeId at = agent->position();
  if (agent->status() == Status::kInProgress) {
    EXPECT_TRUE(test::is_legal(map, at, agent->step().position));
  }
  for (int i = 0; i < 2'000 && agent->status() == Status::kInProgress; ++i) agent->step();
  EXPECT_EQ(agent->status(), Status::kSolved);
}

// No cell around the goal was passable when the database was built, or the goal is cut off from its centroid since.
TEST(Paths, goes_by_another_row_where_the_nearest_does_not_lead_to_the_goal) {
  Grid grid = *Grid::create(200, 130, true);
  grid.fill({64, 32, 96, 64}, false);
  Map map(std::move(grid));
  const PathDatabase database = test::path_database(map, {.delta = 16});
  const AgentPtr agent = *make_paths(map, database);
  const auto finder = *make_path_row_finder(map, database);
  const NodeId start = map.grid().node(3, 3);
  const auto expect_by_rows = [&](NodeId goal) {
    EXPECT_TRUE(walk(*agent, map, start, goal, agent->bound()).arrived);
    EXPECT_EQ(agent->work().fell_back, 0u);
    EXPECT_EQ(finder->solve(start, goal), Status::kSolved);
    EXPECT_EQ(finder->work().fell_back, 0u);
    std::vector<RowMark> marks(64);
    Cost cost = kInfiniteCost;
    ASSERT_TRUE(distances_by_row(map, database, goal, {&start, 1}, {&cost, 1}, marks));
    EXPECT_LT(cost, kInfiniteCost);
  };
  const NodeId inside = map.grid().node(110, 64);
  ASSERT_EQ(database.row_for(map.grid().cell(inside)), database.rows());
  map.fill({64, 60, 60, 8}, true);
  map.maintain(kUnlimited);
  expect_by_rows(inside);

  const NodeId goal = map.grid().node(20, 100);
  const Cell centroid = map.grid().cell(database.centroid(database.row_for(map.grid().cell(goal))));
  map.fill({centroid.x - 1, centroid.y - 1, 3, 3}, false);
  map.set(centroid.x, centroid.y, true);
  map.maintain(kUnlimited);
  ASSERT_FALSE(map.connected(map.grid().node(centroid), goal));
  expect_by_rows(goal);
}

// Half repaired rows, roots that move, goals that are cut off and opened again.
TEST(Paths, walks_legally_and_arrives_while_the_map_changes_and_heals) {
  Random random(8);
  int arrived = 0;
  for (int round = 0; round < test::rounds(1000); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    test::Problem problem = test::random_problem(random, rules, 50);
    Map& map = problem.map;
    const PathDatabase database = test::path_database(map, {.delta = static_cast<std::uint32_t>(4 + round % 12)});
    const AgentPtr agent = *make_paths(map, database, {.r = static_cast<std::uint32_t>(round % 3) * 40});
    const std::uint64_t few = std::array{2u, 5u, 12u, 20u, 40u, 60u, 119u}[random.below(7)];
    const bool has_few = random.chance(1, 2);
    agent->reset(problem.start, problem.goal);
    int frame = 0;
    for (; frame < 300 && agent->status() != Status::kSolved; ++frame) {
      if (frame % 5 == 0 && frame < 150) test::edit_anything(random, map, agent->position(), problem.goal);
      if (random.chance(1, 2)) map.maintain({random.below(random.chance(1, 4) ? 3'000 : 80)});
      if (random.chance(1, 40)) {
        const NodeId goal = test::random_passable(random, map.grid());
        if (goal != kNoNode) agent->retarget(problem.goal = goal);
      }
      const NodeId from = agent->position();
      const std::uint64_t units = has_few ? few : random.chance(1, 2) ? agent->bound() : random.below(600);
      const AgentStep made = agent->step({units});
      ASSERT_LE(made.work, std::min(units, agent->bound())) << round;
      ASSERT_TRUE(test::is_legal(map, from, made.position) || !map.grid().passable(from)) << round;
      ASSERT_TRUE(made.status != Status::kUnreachable || !map.connected(made.position, problem.goal)) << round;
    }
    // The edits are over: who can arrive does.
    const Budget rest = has_few ? Budget{few} : kUnlimited;
    for (int step = 0; step < 40'000 && agent->status() == Status::kInProgress; ++step) agent->step(rest);
    if (map.connected(agent->position(), problem.goal)) {
      agent->step(rest);
      for (int step = 0; step < 40'000 && agent->status() == Status::kInProgress; ++step) agent->step(rest);
      ASSERT_EQ(agent->status(), Status::kSolved) << round;
      ++arrived;
    }
  }
  EXPECT_GT(arrived, test::enough(60));
}

// The same file, its checksums right, with the moves of a random share of runs changed, or of another map.
std::string with_wrong_moves(Random& random, const std::string& bytes, const Map& map) {
  const Container good = *Container::parse(bytes, "good");
  ContainerWriter writer(DatabaseKind::kPaths, map);
  for (const DatabaseParameter& parameter : good.parameters()) {
    writer.parameter(parameter.name, parameter.name == "cells" ? map.grid().passable_cells() : parameter.value);
  }
  const auto share = static_cast<std::uint32_t>(random.between(1, 100));
  for (const Container::Section& section : good.sections()) {
    std::string content(*good.section(section.name));
    const auto rows = static_cast<std::uint32_t>(*good.parameter("rows", 0, PathDatabase::kMaxRows));
    for (std::size_t i = 0; i + 1 < content.size(); i += 2) {
      if (section.name == "runs" && random.chance(share, 100)) {
        content[i] = static_cast<char>((static_cast<unsigned>(content[i]) & 0xf0u) | random.below(16));
      }
      if (section.name == "nearest_rows" && rows > 0 && random.chance(share, 200)) {
        content[i] = static_cast<char>(random.below(std::min(rows, 256u)));
        content[i + 1] = 0;
      }
    }
    writer.section(section.name, std::move(content));
  }
  return writer.bytes();
}

TEST(Paths, is_legal_and_complete_with_any_database) {
  Random random(9);
  for (int round = 0; round < test::rounds(1000); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const test::Problem problem = test::random_problem(random, rules, 60);
    const std::string bytes = test::path_bytes(problem.map, {.delta = static_cast<std::uint32_t>(4 + round % 20)});
    const auto database = test::open_paths(with_wrong_moves(random, bytes, problem.map), problem.map);
    ASSERT_TRUE(database) << database.error().to_string();
    const AgentPtr agent = *make_paths(problem.map, *database);
    ASSERT_TRUE(walk(*agent, problem.map, problem.start, problem.goal, agent->bound()).arrived) << round;
    ASSERT_TRUE(walk(*agent, problem.map, problem.goal, problem.start, 300).arrived) << round;
  }
}

// The goal moves by a cell whenever the unit does, but for every third time; and goes on where it was reached.
TEST(Paths, catches_a_goal_that_moves) {
  Random random(10);
  for (int round = 0; round < test::rounds(60); ++round) {
    const test::Problem problem = test::random_problem(random, {}, 60);
    const Map& map = problem.map;
    const PathDatabase database = test::path_database(map, {.delta = 8});
    const AgentPtr agent = *make_paths(map, database);
    NodeId goal = problem.goal;
    agent->reset(problem.start, goal);
    for (int step = 0; step < 3'000 && (step < 600 || agent->status() == Status::kInProgress); ++step) {
      if (step % 3 != 0 && step < 600) {
        std::vector<NodeId> around;
        map.space().for_each_edge(goal, [&](NodeId to, Cost) { around.push_back(to); });
        goal = around[random.below(static_cast<std::uint32_t>(around.size()))];
        agent->retarget(goal);
      }
      const NodeId from = agent->position();
      ASSERT_TRUE(test::is_legal(map, from, agent->step().position));
    }
    ASSERT_EQ(agent->status(), Status::kSolved) << round;
    ASSERT_EQ(agent->position(), goal);
  }
}

// Where the goal walks a way of its own, a move of it is followed at about the price of a move.
TEST(Paths, follows_a_goal_that_walks_for_a_few_units_a_step) {
  for (const MapKind kind : {MapKind::kCaves, MapKind::kRooms, MapKind::kCity}) {
    const Map map(*generate_map(kind, {200, 200, 3}));
    const PathDatabase database = test::path_database(map, {.delta = 16});
    const AgentPtr agent = *make_paths(map, database);
    const auto finder = *parse_algorithm("jps")->make(map);
    Random random(12);
    std::uint64_t units = 0;
    std::uint64_t steps = 0;
    for (int round = 0; round < test::rounds(60); ++round) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId from = test::random_passable(random, map.grid());
      const NodeId to = test::random_passable(random, map.grid());
      if (!map.connected(start, from) || finder->solve(from, to) != Status::kSolved) continue;
      std::vector<NodeId> way;
      finder->append_path(way);
      agent->reset(start, from);
      agent->step();
      std::size_t next = 1;
      for (int step = 1; agent->status() == Status::kInProgress && step < 5'000; ++step) {
        if (step % 5 != 0 && next < way.size()) agent->retarget(way[next++]);
        const NodeId at = agent->position();
        const AgentStep made = agent->step();
        ASSERT_TRUE(test::is_legal(map, at, made.position));
        units += made.work;
        ++steps;
      }
      ASSERT_EQ(agent->status(), Status::kSolved);
    }
    if (!test::kSanitized) {  // a mean of all walks, not of the first six
      EXPECT_LT(units, 9 * steps / 2) << static_cast<int>(kind);
    }
  }
}

TEST(Paths, refuses_what_it_is_not_for) {
  const Map map(*Grid::create(40, 40, true));
  const PathDatabase database = test::path_database(map, {.delta = 8});
  EXPECT_FALSE(make_paths(map, database, {.r = 2001}));
  const Map hexagons(*Grid::create(40, 40, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_paths(hexagons, database));
  const Map other(*Grid::create(40, 80, true));
  EXPECT_FALSE(make_paths(other, database));
}

TEST(Auto, is_the_best_at_hand) {
  const Map map(*generate_map(MapKind::kCaves, {100, 100, 3}));
  const PathDatabase database = test::path_database(map, {.delta = 16});
  EXPECT_EQ(best_agent(map), "dba");
  EXPECT_EQ(best_agent(map, {.paths = &database}), "paths");
  Grid islands = *Grid::create(160, 160, false);
  for (int y = 0; y < 160; ++y) {
    for (int x = y % 2; x < 160; x += 2) islands.set(x, y, true);
  }
  const Map lonely(std::move(islands));
  EXPECT_EQ(best_agent(lonely), "tb-wa");
  const auto like = [&](const Map& on, const Databases& databases) {
    AgentPtr made = *make_auto(on, databases);
    const AgentPtr best = *parse_algorithm(best_agent(on, databases))->make_agent(on, Agent::kUnbounded, databases);
    EXPECT_EQ(made->bound(), best->bound());
    EXPECT_EQ(made->bytes(), best->bytes());
    return made;
  };
  like(lonely, {});
  like(map, {});
  const AgentPtr agent = like(map, {.paths = &database});
  Random random(11);
  const NodeId start = test::random_passable(random, map.grid());
  EXPECT_TRUE(walk(*agent, map, start, test::random_passable(random, map.grid()), agent->bound()).arrived);
}

}  // namespace waymark::agent_paths_test
