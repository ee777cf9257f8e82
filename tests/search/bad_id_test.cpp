// Ids from outside: a status or "no path", never a crash. Run with sanitizers this also shows that nothing is read.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/path_databases.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/pra_star.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/one_to_all.hpp"
#include "waymark/search/queue.hpp"
#include "waymark/space/graph.hpp"

namespace waymark::search_bad_id_test {

// No cells of the map: padding, the borders above and below, and far beyond.
std::vector<NodeId> bad_ids(const Grid& grid) {
  return {0,
          grid.node(0, 0) - 1,
          grid.node(grid.width() - 1, 0) + 1,
          grid.id_bound() - 1,
          grid.id_bound(),
          0x7fffffffu,
          kNoNode - 1,
          kNoNode};
}

TEST(BadId, every_whole_path_search_says_so_and_goes_on_working) {
  const Map map(*Grid::create(70, 50, true));
  const NodeId cell = map.grid().node(3, 4);
  const NodeId other = map.grid().node(60, 40);
  const PathDatabase paths = test::path_database(map, {.delta = 16});
  int searches = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.make_finder == nullptr) continue;
    ++searches;
    const PathFinderPtr finder = *parse_algorithm(info.key)->make(map, {.paths = &paths});
    for (const NodeId bad : bad_ids(map.grid())) {
      for (const auto& [start, goal] : {std::pair{bad, cell}, std::pair{cell, bad}, std::pair{bad, bad}}) {
        EXPECT_EQ(finder->solve(start, goal), Status::kBadId) << info.key;
        EXPECT_EQ(finder->cost(), kInfiniteCost);
        EXPECT_EQ(finder->work(), Work{});
        EXPECT_EQ(finder->popped(), 0u);
        EXPECT_EQ(finder->touch(bad), Touch::kNone);
        std::vector<NodeId> path;
        finder->append_path(path);
        EXPECT_TRUE(path.empty());
      }
      EXPECT_EQ(finder->solve(cell, other), Status::kSolved) << info.key;
      EXPECT_EQ(finder->touch(bad), Touch::kNone) << info.key;
    }
  }
  EXPECT_GE(searches, 5);
}

TEST(BadId, a_budget_of_nothing_changes_nothing) {
  const Map map(*Grid::create(70, 50, true));
  const PathDatabase paths = test::path_database(map, {.delta = 16});
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.make_finder == nullptr) continue;
    const PathFinderPtr finder = *parse_algorithm(info.key)->make(map, {.paths = &paths});
    finder->start(map.grid().node(3, 4), map.grid().node(60, 40));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(finder->step({0}), Status::kInProgress) << info.key;
    EXPECT_EQ(finder->popped(), 0u) << info.key;
    EXPECT_EQ(finder->step(kUnlimited), Status::kSolved) << info.key;
  }
}

TEST(BadId, distance_fields_reach_nothing_from_there) {
  Map map(*Grid::create(70, 50, true));
  map.set(5, 5, false);
  const NodeId cell = map.grid().node(3, 4);
  DistanceField field(map);
  std::vector<NodeId> path;
  EXPECT_EQ(field.distance(cell), kInfiniteCost);  // before the first
  for (const NodeId bad : bad_ids(map.grid())) {
    EXPECT_EQ(field.compute(cell), Status::kSolved);
    EXPECT_EQ(field.distance(bad), kInfiniteCost);
    EXPECT_EQ(field.compute(bad), Status::kBadId);
    EXPECT_EQ(field.distance(cell), kInfiniteCost);
    field.append_path_to_source(cell, path);
    field.append_path_to_source(bad, path);
  }
  EXPECT_EQ(field.compute(map.grid().node(5, 5)), Status::kUnreachable);
  EXPECT_EQ(field.distance(map.grid().node(5, 5)), kInfiniteCost);
  EXPECT_TRUE(path.empty());

  OneToAll<GridSpace> all(GridSpace(map.grid(), map.table()), map.rules().costs.cardinal);
  for (const NodeId bad : bad_ids(map.grid())) {
    all.compute(bad);
    EXPECT_EQ(all.distance(cell), kInfiniteCost);
    EXPECT_EQ(all.distance(bad), kInfiniteCost);
  }
  all.compute(cell);
  EXPECT_EQ(all.distance(cell), 0u);
}

TEST(BadId, path_databases_know_no_row_and_no_move_there) {
  const Map map(*Grid::create(70, 50, true));
  const PathDatabase paths = test::path_database(map, {.delta = 16});
  ASSERT_GT(paths.rows(), 0u);
  constexpr int kFar = std::numeric_limits<int>::max();
  for (const Cell cell : {Cell{-1, 0}, {0, -1}, {70, 0}, {0, 50}, {69, 50}, {kFar, kFar}, {-kFar - 1, 3}}) {
    EXPECT_EQ(paths.row_for(cell), paths.rows());
    EXPECT_EQ(paths.move(0, cell), kNoDirection);
  }
  EXPECT_LT(paths.row_for({69, 49}), paths.rows());
  for (const PathDatabase::Row row : {paths.rows(), ~PathDatabase::Row{0}}) {
    EXPECT_EQ(paths.move(row, {3, 4}), kNoDirection);
  }
}

TEST(BadId, searches_of_graphs_and_grids_do_not_begin_there) {
  const std::vector<Graph::Edge> edges{{0, 1, 1}, {1, 2, 1}};
  const Graph graph = *Graph::from_edges(3, edges, 1);
  const GraphSpace space(graph);
  const ZeroHeuristic zero;
  DenseStore<NodeId> store;
  HeapQueue<PlainOrder> open;
  Search<GraphSpace, ZeroHeuristic, DenseStore<NodeId>, HeapQueue<PlainOrder>> search;
  for (const NodeId bad : {NodeId{3}, NodeId{1'000'000}, kNoNode}) {
    EXPECT_EQ(search.start(space, zero, store, open, bad, 2), Status::kBadId);
    EXPECT_EQ(search.step(kUnlimited), Status::kBadId);
    EXPECT_EQ(search.g(0), kInfiniteCost);
    std::uint64_t f = 0;
    EXPECT_FALSE(search.best_open(f));
    std::vector<NodeId> path;
    search.trace_back(2, path);
    search.trace_back(bad, path);
    EXPECT_TRUE(path.empty());
  }
  EXPECT_EQ(search.start(space, zero, store, open, 0, 3), Status::kBadId);
  EXPECT_EQ(search.start(space, zero, store, open, 0, 2), Status::kInProgress);
  EXPECT_EQ(search.step(kUnlimited), Status::kSolved);
  EXPECT_EQ(search.g(2), 2u);

  const Map map(*Grid::create(70, 50, true));
  const GridSpace cells(map.grid(), map.table());
  DenseStore<GridSpace::Arrival> cell_store;
  Search<GridSpace, ZeroHeuristic, DenseStore<GridSpace::Arrival>, HeapQueue<PlainOrder>> cell_search;
  for (const NodeId bad : bad_ids(map.grid())) {
    EXPECT_EQ(cell_search.start(cells, zero, cell_store, open, bad, map.grid().node(1, 1)), Status::kBadId);
  }
}

TEST(BadId, abstractions_know_no_such_state) {
  Map map(*Grid::create(70, 50, true));
  map.set(5, 5, false);
  const auto abstraction = std::make_shared<const CliqueAbstraction>(map);
  const NodeId cell = map.grid().node(3, 4);
  for (const NodeId bad : bad_ids(map.grid())) {
    for (int level = 1; level <= abstraction->levels() + 1; ++level) {
      EXPECT_EQ(abstraction->region(bad, level), kNoNode);
    }
    EXPECT_EQ(abstraction->parent(bad, 0), kNoNode);
  }
  for (int level = 1; level <= abstraction->levels(); ++level) {  // states of a level are dense
    for (const NodeId bad : {abstraction->states(level), kNoNode}) {
      EXPECT_EQ(abstraction->representative(bad, level), kNoNode);
      EXPECT_EQ(abstraction->size(bad, level), 0u);
      EXPECT_EQ(abstraction->parent(bad, level), kNoNode);
    }
  }
  EXPECT_EQ(abstraction->representative(0, 0), kNoNode);
  for (const int level : {-1, abstraction->levels() + 1, 1000}) {
    EXPECT_EQ(abstraction->region(cell, level), kNoNode);
    EXPECT_EQ(abstraction->parent(cell, level), kNoNode);
    EXPECT_TRUE(abstraction->regions(level).empty());
  }
  PraStar planner(map, PraCorridor::kWide);
  for (const NodeId bad : bad_ids(map.grid())) {
    planner.start(bad, cell);
    EXPECT_EQ(planner.step(kUnlimited), Status::kBadId);
    planner.start(cell, bad);
    EXPECT_EQ(planner.step(kUnlimited), Status::kBadId);
  }
  planner.start(cell, map.grid().node(5, 5));
  EXPECT_EQ(planner.step(kUnlimited), Status::kUnreachable);
  planner.start(cell, map.grid().node(60, 40));
  EXPECT_EQ(planner.step(kUnlimited), Status::kSolved);
}

}  // namespace waymark::search_bad_id_test
