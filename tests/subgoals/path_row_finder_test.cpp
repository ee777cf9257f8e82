// Whole paths and distances from the rows of a path database: legal, as good as they say, right on edited maps.
#include "waymark/subgoals/path_row_finder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "offline/container_writer.hpp"
#include "subgoals/living_paths.hpp"
#include "support/agent_problems.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/map_edits.hpp"
#include "support/paths.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/offline/verify_paths.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/subgoals/row_distances.hpp"

namespace waymark::subgoals_path_row_finder_test {

std::string built_bytes(const Map& map, std::uint32_t delta) {
  const auto build = *make_path_build(map, {.delta = delta});
  std::vector<std::string> items;
  const auto maker = build->maker();
  for (std::uint64_t item = 0; item < build->items(); ++item) items.push_back(maker->make(item));
  return *build->assemble(items);
}
PathDatabase opened(const Map& map, std::string bytes) {
  return *PathDatabase::open(*Container::parse(std::move(bytes), "built"), map);
}
PathDatabase built(const Map& map, std::uint32_t delta) { return opened(map, built_bytes(map, delta)); }

std::uint64_t shortest(const Map& map, NodeId start, NodeId goal) {
  const Cell at = map.grid().cell(start);
  const Cell to = map.grid().cell(goal);
  return test::reference_distances(map.grid(), map.rules(), at.x,
                                   at.y)[static_cast<std::size_t>(to.y) * static_cast<std::size_t>(map.grid().width()) +
                                         static_cast<std::size_t>(to.x)];
}

// Solves in slices and checks all that a finder says.
void expect_sound(PathFinder& finder, const Map& map, NodeId start, NodeId goal, std::uint64_t units) {
  finder.start(start, goal);
  std::uint64_t popped = 0;
  while (finder.status() == Status::kInProgress) {
    finder.step({units});
    ASSERT_LE(finder.popped(), popped + units);
    ASSERT_TRUE(finder.popped() == popped + units || finder.status() != Status::kInProgress);
    popped = finder.popped();
  }
  const std::uint64_t least = shortest(map, start, goal);
  if (least == test::kUnreached) {
    ASSERT_EQ(finder.status(), Status::kUnreachable);
    return;
  }
  ASSERT_EQ(finder.status(), Status::kSolved);
  std::vector<NodeId> path;
  finder.append_path(path);
  ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder.cost()));
  ASSERT_GE(finder.cost(), least);
  ASSERT_LE(static_cast<double>(finder.cost()), finder.bound() * static_cast<double>(least) + 1e-6);
  for (const NodeId node : path) ASSERT_NE(finder.touch(node), Touch::kNone);
}

Map random_map(Random& random, const MoveRules& rules) {
  return Map(test::random_grid(random, random.between(5, 60), random.between(5, 60), random.below(40)), rules);
}

TEST(PathRowFinder, legal_and_within_what_it_says_by_all_rules) {
  Random random(3);
  for (int round = 0; round < test::rounds(120); ++round) {
    const Map map = random_map(random, test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()]);
    const PathDatabase database = built(map, random.chance(1, 2) ? 4 : 9);
    const PathFinderPtr finder = *make_path_row_finder(map, database);
    for (int i = 0; i < 8; ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || goal == kNoNode) continue;
      const std::uint64_t units = i % 2 == 0 ? ~std::uint64_t{0} >> 1u : 1 + random.below(30);
      ASSERT_NO_FATAL_FAILURE(expect_sound(*finder, map, start, goal, units)) << round;
    }
  }
}

TEST(PathRowFinder, nearly_shortest_and_with_a_fraction_of_the_search) {
  const Map map(*generate_map(MapKind::kCaves, {200, 200, 3}));
  const PathDatabase database = built(map, 16);
  const PathFinderPtr finder = *make_path_row_finder(map, database);
  const PathFinderPtr a_star = make_a_star(map).value();
  Random random(4);
  double excess = 0;
  std::uint64_t expanded = 0;
  std::uint64_t expanded_by_a_star = 0;
  int problems = 0;
  while (problems < 100) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == goal || a_star->solve(start, goal) != Status::kSolved) continue;
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    const double times = static_cast<double>(finder->cost()) / static_cast<double>(a_star->cost());
    EXPECT_LT(times, 1.15);
    EXPECT_EQ(finder->work().fell_back, 0u);
    EXPECT_GE(finder->work().database_queries, 1u);
    excess += times - 1;
    expanded += finder->work().expanded;
    expanded_by_a_star += a_star->work().expanded;
    ++problems;
  }
  EXPECT_LT(excess / problems, 0.005);
  EXPECT_LT(5 * expanded, expanded_by_a_star);
}

TEST(PathRowFinder, on_edited_maps_before_and_after_they_are_healed) {
  Random random(5);
  for (int round = 0; round < test::rounds(40); ++round) {
    Map map(test::random_grid(random, 40, 40, 15));
    const PathDatabase database = built(map, 6);
    const PathFinderPtr finder = *make_path_row_finder(map, database);
    for (int i = 0; i < 12; ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      ASSERT_NO_FATAL_FAILURE(expect_sound(*finder, map, start, goal, 100'000)) << round;
      test::edit_anything(random, map, start, goal);
      if (random.chance(1, 2)) map.maintain({.units = 1 + random.below(5000)});
    }
    map.maintain(kUnlimited);
    for (int i = 0; i < 4; ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      ASSERT_NO_FATAL_FAILURE(expect_sound(*finder, map, start, goal, 100'000)) << round;
    }
  }
}

TEST(PathRowFinder, a_wall_across_all_rows_makes_it_search) {
  Map map(*Grid::create(64, 64, true));
  const PathDatabase database = built(map, 16);
  const PathFinderPtr finder = *make_path_row_finder(map, database);
  const NodeId start = map.grid().node(5, 30);
  const NodeId goal = map.grid().node(60, 30);
  ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->work().fell_back, 0u);
  map.fill({32, 0, 1, 60}, false);
  ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->work().fell_back, 1u);
  EXPECT_EQ(finder->cost(), shortest(map, start, goal));
  EXPECT_EQ(finder->bound(), 1.0);
  map.maintain(kUnlimited);
  ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->work().fell_back, 0u);
}

TEST(PathRowFinder, in_components_without_a_centroid_it_searches) {
  const Map map(test::grid_from({"...@....", "...@....", "...@...."}));
  const PathDatabase database = built(map, 8);
  ASSERT_EQ(database.rows(), 0u);
  const PathFinderPtr finder = *make_path_row_finder(map, database);
  ASSERT_EQ(finder->solve(map.grid().node(4, 0), map.grid().node(7, 2)), Status::kSolved);
  EXPECT_EQ(finder->work().fell_back, 1u);
  EXPECT_EQ(finder->cost(), shortest(map, map.grid().node(4, 0), map.grid().node(7, 2)));
}

TEST(PathRowFinder, is_made_by_name_where_its_database_is_at_hand) {
  const Map map(*Grid::create(64, 64, true));
  const PathDatabase database = built(map, 16);
  Databases databases;
  databases.paths = &database;
  const AlgorithmChoice choice = *parse_algorithm("paths");
  EXPECT_FALSE(choice.info->is_whole_path());
  EXPECT_FALSE(choice.make(map).ok());
  const auto finder = choice.make(map, databases);
  ASSERT_TRUE(finder.ok());
  const NodeId start = map.grid().node(1, 1);
  const NodeId goal = map.grid().node(62, 40);
  ASSERT_EQ((*finder)->solve(start, goal), Status::kSolved);
  EXPECT_EQ((*finder)->cost(), shortest(map, start, goal));
  EXPECT_EQ((*finder)->bound(), 1.0);
}

// A database of which one run in so many has any move: circles, walls, nothing at all.
PathDatabase lying(Random& random, const Map& map, std::uint32_t one_in) {
  const auto build = *make_path_build(map, {.delta = 8});
  std::vector<std::string> items;
  const auto maker = build->maker();
  for (std::uint64_t item = 0; item < build->items(); ++item) {
    std::string bytes = maker->make(item);
    // The lowest four bits of a run are its move; the counts of runs stay.
    for (std::size_t at = 0; at + 2 <= bytes.size();) {
      const std::size_t runs = static_cast<std::uint8_t>(bytes[at]) + 256u * static_cast<std::uint8_t>(bytes[at + 1]);
      for (std::size_t run = 1; run <= runs; ++run) {
        char& low = bytes[at + 2 * run];
        if (random.chance(1, one_in)) low = static_cast<char>((low & 0xf0) | static_cast<char>(random.below(8)));
      }
      at += 2 + 2 * runs;
    }
    items.push_back(std::move(bytes));
  }
  return opened(map, *build->assemble(items));
}

TEST(PathRowFinder, rows_full_of_lies_change_no_answer_but_its_cost) {
  Random random(6);
  for (int round = 0; round < test::rounds(30); ++round) {
    const Map map(test::random_grid(random, 48, 48, 10));
    const PathDatabase database = lying(random, map, 4);
    const PathFinderPtr finder = *make_path_row_finder(map, database);
    for (int i = 0; i < 20; ++i) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      finder->solve(start, goal);
      if (!map.connected(start, goal)) continue;
      ASSERT_EQ(finder->status(), Status::kSolved);
      std::vector<NodeId> path;
      finder->append_path(path);
      ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder->cost()));
    }
  }
}

TEST(PathRowFinder, allocates_nothing_once_warm) {
  const Map map(*generate_map(MapKind::kCaves, {120, 120, 3}));
  const PathDatabase database = built(map, 16);
  const PathFinderPtr finder = *make_path_row_finder(map, database);
  std::vector<NodeId> ends;
  Random random(7);
  for (int i = 0; i < 40; ++i) ends.push_back(test::random_passable(random, map.grid()));
  const auto solve_all = [&] {
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) finder->solve(ends[i], ends[i + 1]);
  };
  solve_all();
  EXPECT_EQ(test::allocations_of(solve_all).count, 0u);
}

TEST(RowDistances, ranks_as_dijkstra_up_to_twice_delta) {
  Random random(8);
  std::vector<RowMark> marks(4096);
  for (int round = 0; round < test::rounds(60); ++round) {
    const Map map = random_map(random, test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()]);
    const std::uint32_t delta = random.chance(1, 2) ? 4 : 9;
    const PathDatabase database = built(map, delta);
    const NodeId to = test::random_passable(random, map.grid());
    if (to == kNoNode) continue;
    std::vector<NodeId> units{kNoNode, to};
    for (int i = 0; i < 60; ++i) units.push_back(test::random_passable(random, map.grid()));
    std::vector<Cost> costs(units.size());
    const auto room = std::span(marks).first(std::vector<std::size_t>{0, 1, 5, 100, 4096}[random.below(5)]);
    const RowDistances result = *distances_by_row(map, database, to, units, costs, room);
    const Cost dearest = *std::max_element(map.table().cost.begin(), map.table().cost.end());
    const Cell at = map.grid().cell(to);
    const auto exact = test::reference_distances(map.grid(), map.rules(), at.x, at.y);
    std::size_t found = 0;
    Cost least = kInfiniteCost;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (costs[i] == kInfiniteCost) continue;
      const Cell cell = map.grid().cell(units[i]);
      const std::uint64_t optimal = exact[static_cast<std::size_t>(cell.y * map.grid().width() + cell.x)];
      ASSERT_GE(costs[i], optimal);
      ASSERT_LE(costs[i], optimal + 2 * std::uint64_t{delta} * dearest);
      least = std::min(least, costs[i]);
      ++found;
    }
    EXPECT_EQ(result.found, found);
    EXPECT_EQ(costs[0], kInfiniteCost);
    EXPECT_EQ(costs[1], 0u);
    EXPECT_EQ(result.nearest == ~std::size_t{0}, found == 0);
    EXPECT_EQ(found > 0 ? costs[result.nearest] : kInfiniteCost, least);
    const PathDatabase::Row row = database.row_for(at);
    const bool has_row = row < database.rows() && map.connected(database.centroid(row), to);
    for (std::size_t i = 0; i < units.size(); ++i) {
      EXPECT_EQ(costs[i] != kInfiniteCost, units[i] == to || (has_row && map.connected(units[i], to))) << i;
    }
  }
}

// Cell by cell along the row until it meets `to`'s own way to the root; kInfiniteCost if it ends before, or goes round.
Cost plain_distance(const Map& map, const PathDatabase& database, NodeId to, NodeId from) {
  const PathDatabase::Row row = database.row_for(map.grid().cell(to));
  const NodeId root = database.centroid(row);
  const auto way_to_root = [&](NodeId node) {
    std::map<NodeId, Cost> way{{node, 0}};
    for (Cost cost = 0; node != root;) {
      const std::uint8_t move = database.move(row, map.grid().cell(node));
      const NodeId next = move == kNoDirection ? kNoNode : map.space().step(node, move);
      if (next == kNoNode || map.cost(node, next) == kInfiniteCost) return way;
      cost += map.cost(node, next);
      node = next;
      if (!way.emplace(node, cost).second) return way;
    }
    return way;
  };
  const std::map<NodeId, Cost> back = way_to_root(to);
  if (!back.contains(root)) return kInfiniteCost;
  Cost least = kInfiniteCost;
  for (const auto& [node, cost] : way_to_root(from)) {
    if (back.contains(node)) least = std::min(least, cost + back.at(node));
  }
  return least;
}

// A walk that goes round may come to cells that it has marked itself.
TEST(RowDistances, of_rows_full_of_lies_are_those_of_the_rows_ways) {
  Random random(10);
  std::vector<RowMark> marks(4096);
  int found = 0;
  int lost = 0;
  for (int round = 0; round < test::rounds(80); ++round) {
    const Map map(test::random_grid(random, 48, 48, 10));
    const PathDatabase database = lying(random, map, 60);
    const NodeId to = test::random_passable(random, map.grid());
    if (database.row_for(map.grid().cell(to)) >= database.rows()) continue;
    std::vector<NodeId> units;
    for (int i = 0; i < 60; ++i) units.push_back(test::random_passable(random, map.grid()));
    std::vector<Cost> costs(units.size());
    ASSERT_TRUE(distances_by_row(map, database, to, units, costs, marks));
    for (std::size_t i = 0; i < units.size(); ++i) {
      const Cost expected = units[i] == to ? 0 : plain_distance(map, database, to, units[i]);
      ASSERT_EQ(costs[i], expected) << "round " << round << ", unit " << i;
      ++(expected == kInfiniteCost ? lost : found);
    }
  }
  EXPECT_GT(found, test::enough(500));
  EXPECT_GT(lost, test::enough(500));
}

// Between the two is what Dijkstra finds.
TEST(RowDistances, estimates_hold_what_is_true_and_are_as_near_as_two_tiles) {
  Random random(11);
  int found = 0;
  for (int round = 0; round < test::rounds(40); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const Map map(test::random_grid(random, random.between(5, 130), random.between(5, 80), random.below(30)), rules);
    const std::uint32_t delta = random.chance(1, 2) ? 4 : 20;
    const PathDatabase database =
        opened(map, *run_build(**make_path_build(map, {.delta = delta, .distances = true}), {.threads = 1}));
    ASSERT_TRUE(verify_paths(database, map).ok());
    const NodeId to = test::random_passable(random, map.grid());
    if (to == kNoNode) continue;
    const Cell at = map.grid().cell(to);
    const auto exact = test::reference_distances(map.grid(), map.rules(), at.x, at.y);
    const PathDatabase::Row row = database.row_for(at);
    const bool has_row = row < database.rows() && map.connected(database.centroid(row), to);
    for (int i = 0; i < 100; ++i) {
      const NodeId from = test::random_passable(random, map.grid());
      const Cell cell = map.grid().cell(from);
      const std::uint64_t optimal = exact[static_cast<std::size_t>(cell.y * map.grid().width() + cell.x)];
      const auto estimate = estimated_distance(map, database, from, to);
      ASSERT_EQ(estimate.has_value(), has_row && optimal != test::kUnreached);
      if (!estimate) continue;
      ASSERT_LE(estimate->least, optimal);
      ASSERT_GE(estimate->most, optimal);
      ASSERT_GE(estimate->middle(), estimate->least);
      ASSERT_LE(estimate->middle(), estimate->most);
      ++found;
    }
    EXPECT_FALSE(estimated_distance(map, database, kNoNode, to));
    EXPECT_FALSE(estimated_distance(map, database, to, kNoNode));
  }
  EXPECT_GT(found, test::enough(1500));
}

TEST(RowDistances, estimates_are_near_on_open_ground_and_none_after_an_edit) {
  Map map(*Grid::create(300, 300, true));
  const PathDatabase database =
      opened(map, *run_build(**make_path_build(map, {.delta = 16, .distances = true}), {.threads = 1}));
  const PathDatabase without = built(map, 16);
  const NodeId from = map.grid().node(5, 280);
  const NodeId to = map.grid().node(290, 11);
  const auto estimate = estimated_distance(map, database, from, to);
  ASSERT_TRUE(estimate);
  const Cost optimal = static_cast<Cost>(shortest(map, from, to));
  EXPECT_LT(estimate->most - estimate->least, optimal / 2);
  EXPECT_FALSE(estimated_distance(map, without, from, to));
  EXPECT_EQ(test::allocations_of([&] { static_cast<void>(estimated_distance(map, database, from, to)); }).count, 0u);
  const Map other(*Grid::create(300, 301, true));
  EXPECT_FALSE(estimated_distance(other, database, from, to));
  map.set(100, 100, false);
  EXPECT_FALSE(estimated_distance(map, database, from, to));
  map.maintain(kUnlimited);
  EXPECT_FALSE(estimated_distance(map, database, from, to));
}

TEST(RowDistances, forged_estimates_are_found_by_verify) {
  const Map map(*generate_map(MapKind::kCaves, {90, 70, 3}));
  const std::string bytes = *run_build(**make_path_build(map, {.delta = 12, .distances = true}), {.threads = 1});
  const Container good = *Container::parse(bytes, "good");
  ContainerWriter writer(DatabaseKind::kPaths, map);
  for (const DatabaseParameter& parameter : good.parameters()) writer.parameter(parameter.name, parameter.value);
  for (const Container::Section& section : good.sections()) {
    std::string content(*good.section(section.name));
    if (section.name == "distances") ++content[6];
    writer.section(section.name, content);
  }
  EXPECT_TRUE(verify_paths(opened(map, bytes), map).ok());
  const auto verified = verify_paths(opened(map, writer.bytes()), map);
  ASSERT_FALSE(verified.ok());
  EXPECT_NE(verified.error().message.find("section distances"), std::string::npos);
}

TEST(RowDistances, marks_change_no_cost_and_save_moves) {
  const Map map(*generate_map(MapKind::kCaves, {200, 200, 3}));
  const PathDatabase database = built(map, 16);
  Random random(9);
  const NodeId to = test::random_passable(random, map.grid());
  std::vector<NodeId> units;
  for (int i = 0; i < 500; ++i) units.push_back(test::random_passable(random, map.grid()));
  std::vector<Cost> costs(units.size());
  std::vector<Cost> others(units.size());
  std::vector<RowMark> marks(4096);
  const RowDistances with = *distances_by_row(map, database, to, units, costs, marks);
  RowDistances without;
  EXPECT_EQ(test::allocations_of([&] { without = *distances_by_row(map, database, to, units, others, {}); }).count, 0u);
  EXPECT_LT(4 * with.moves, without.moves);
  // Without marks a way goes on to the root, from where the place's own way begins: never cheaper.
  for (std::size_t i = 0; i < units.size(); ++i) EXPECT_LE(costs[i], others[i]);
}

}  // namespace waymark::subgoals_path_row_finder_test
