#include "waymark/offline/path_build.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "io/scratch_folder.hpp"
#include "support/ascii.hpp"
#include "support/path_databases.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"
#include "waymark/io/file.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::offline_path_build_test {

// The order in which a row prefers moves that are equally good, written out once more.
constexpr std::array<std::pair<int, int>, 8> kOrder{
    {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

// Moves to the nearest of `sources`, by row-major index; -1 where there is none.
std::vector<int> plain_moves(const Grid& grid, const MoveRules& rules, const std::vector<Cell>& sources) {
  std::vector<int> moves(static_cast<std::size_t>(grid.width() * grid.height()), -1);
  const auto at = [&](int x, int y) -> int& { return moves[static_cast<std::size_t>(y * grid.width() + x)]; };
  std::deque<Cell> queue;
  for (const Cell source : sources) {
    if (at(source.x, source.y) == 0) continue;
    at(source.x, source.y) = 0;
    queue.push_back(source);
  }
  for (; !queue.empty(); queue.pop_front()) {
    const Cell cell = queue.front();
    for (const test::ReferenceMove& move : test::reference_moves(grid, rules, cell.x, cell.y)) {
      int& to = at(cell.x + move.dx, cell.y + move.dy);
      if (to >= 0) continue;
      to = at(cell.x, cell.y) + 1;
      queue.push_back({cell.x + move.dx, cell.y + move.dy});
    }
  }
  return moves;
}

// Of the component of each cell, by row-major index.
std::vector<std::size_t> component_sizes(const Grid& grid, const MoveRules& rules) {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(grid.width() * grid.height()), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Cell cell{static_cast<int>(i) % grid.width(), static_cast<int>(i) / grid.width()};
    if (sizes[i] != 0 || !grid.passable(cell.x, cell.y)) continue;
    const std::vector<int> around = plain_moves(grid, rules, {cell});
    const auto size = around.size() - static_cast<std::size_t>(std::count(around.begin(), around.end(), -1));
    for (std::size_t j = 0; j < sizes.size(); ++j) sizes[j] = around[j] >= 0 ? size : sizes[j];
  }
  return sizes;
}

// Of every cell: legal, on a shortest path, the first in the order.
void expect_row(const Map& map, const PathDatabase& database, PathDatabase::Row row) {
  const Grid& grid = map.grid();
  const Cell centroid = grid.cell(database.centroid(row));
  const auto distances = test::reference_distances(grid, map.rules(), centroid.x, centroid.y);
  const auto distance = [&](int x, int y) { return distances[static_cast<std::size_t>(y * grid.width() + x)]; };
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const std::uint8_t found = database.move(row, {x, y});
      ASSERT_LE(found, kNoDirection);
      if (distance(x, y) == test::kUnreached || distance(x, y) == 0) continue;
      std::pair<int, int> expected{0, 0};
      const auto legal = test::reference_moves(grid, map.rules(), x, y);
      for (const auto& [dx, dy] : kOrder) {
        const bool good = std::any_of(legal.begin(), legal.end(), [&, dx = dx, dy = dy](const auto& move) {
          return move.dx == dx && move.dy == dy && distance(x + dx, y + dy) + move.cost == distance(x, y);
        });
        if (good && expected == std::pair{0, 0}) expected = {dx, dy};
      }
      ASSERT_NE(found, kNoDirection) << x << ", " << y;
      ASSERT_EQ(std::pair(kDx[found], kDy[found]), expected) << x << ", " << y << " of row " << row;
    }
  }
}

// Every cell of a component of kLeastComponent cells or more is within delta moves of a centroid, and its row is one of
// the nearest; other components have none.
void expect_cover(const Map& map, const PathDatabase& database) {
  const Grid& grid = map.grid();
  std::vector<Cell> centroids;
  std::vector<std::vector<int>> from;
  for (PathDatabase::Row row = 0; row < database.rows(); ++row) {
    centroids.push_back(grid.cell(database.centroid(row)));
    from.push_back(plain_moves(grid, map.rules(), {centroids.back()}));
  }
  const std::vector<int> nearest = plain_moves(grid, map.rules(), centroids);
  const std::vector<std::size_t> sizes = component_sizes(grid, map.rules());
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const PathDatabase::Row row = database.row_for({x, y});
      ASSERT_LE(row, database.rows());
      if (!grid.passable(x, y)) continue;
      const auto index = static_cast<std::size_t>(y * grid.width() + x);
      ASSERT_EQ(nearest[index] >= 0, sizes[index] >= PathDatabase::kLeastComponent) << x << ", " << y;
      if (nearest[index] < 0) continue;
      ASSERT_LE(nearest[index], static_cast<int>(database.delta()));
      ASSERT_LT(row, database.rows());
      ASSERT_EQ(from[row][index], nearest[index]) << x << ", " << y;
    }
  }
}

void expect_right(const Map& map, const PathDatabase& database) {
  for (PathDatabase::Row row = 0; row < database.rows(); ++row) {
    ASSERT_NO_FATAL_FAILURE(expect_row(map, database, row));
  }
  ASSERT_NO_FATAL_FAILURE(expect_cover(map, database));
}

// A corridor that winds, with steps so dear that its end is farther than kMaxPathCost: distances of all magnitudes, of
// which a row compares but a part.
TEST(PathBuild, a_row_goes_as_far_as_costs_do) {
  constexpr int kWidth = 401;
  constexpr int kTurns = 540;
  Grid grid = *Grid::create(kWidth, 2 * kTurns - 1, true);
  for (int turn = 1; turn < kTurns; ++turn) {
    grid.fill({0, 2 * turn - 1, kWidth, 1}, false);
    grid.set(turn % 2 == 1 ? kWidth - 1 : 0, 2 * turn - 1, true);
  }
  const Map map(std::move(grid), {.costs = {9'973, 10'000}});
  const std::array<NodeId, 1> centroids{map.grid().node(0, 0)};
  const PathDatabase database = test::path_database(map, {.delta = 32, .centroids = centroids});
  Cell at{0, 0};
  Cell before = at;
  std::uint64_t cost = 0;
  std::uint64_t steps = 0;
  for (;; ++steps) {
    const bool is_odd = at.y % 4 >= 2;
    const bool turns = at.y % 2 == 1 || at.x == (is_odd ? 0 : kWidth - 1);
    before = std::exchange(at, turns ? Cell{at.x, at.y + 1} : Cell{at.x + (is_odd ? -1 : 1), at.y});
    cost += 9'973;
    if (cost > kMaxPathCost) break;
    const std::uint8_t move = database.move(0, at);
    ASSERT_NE(move, kNoDirection);
    ASSERT_EQ((Cell{at.x + kDx[move], at.y + kDy[move]}), before);
  }
  EXPECT_EQ(steps, kMaxPathCost / 9'973);
}

TEST(PathBuild, rows_are_those_of_a_plain_search_under_all_rules) {
  Random random(1);
  std::uint64_t rows = 0;
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map(test::random_grid(random, random.between(1, 50), random.between(1, 50),
                                      static_cast<unsigned>(random.between(0, 35))),
                    rules);
      const PathDatabase database =
          test::path_database(map, {.delta = static_cast<std::uint32_t>(random.between(5, 20))});
      SCOPED_TRACE(round);
      ASSERT_NO_FATAL_FAILURE(expect_right(map, database));
      rows += database.rows();
    }
  }
  EXPECT_GT(rows, test::enough(600u));
}

TEST(PathBuild, rows_are_those_of_a_plain_search_with_any_costs) {
  Random random(2);
  for (int round = 0; round < test::rounds(60); ++round) {
    MoveRules rules{Neighbours::kEight, static_cast<DiagonalRule>(random.below(4)), test::random_costs(random)};
    if (random.chance(1, 5)) rules.neighbours = Neighbours::kSix;
    const Map map(test::random_grid(random, random.between(8, 40), random.between(8, 40), 25), rules);
    ASSERT_NO_FATAL_FAILURE(expect_right(map, test::path_database(map, {.delta = 9})));
  }
}

TEST(PathBuild, rows_are_those_of_a_plain_search_on_maps_of_every_sort) {
  for (const MapKind kind : {MapKind::kRooms, MapKind::kMaze, MapKind::kCaves, MapKind::kCity}) {
    const Map map(*generate_map(kind, {70, 67, 5}));
    const PathDatabase database = test::path_database(map, {.delta = 16});
    EXPECT_GT(database.rows(), 3u);
    ASSERT_NO_FATAL_FAILURE(expect_right(map, database));
  }
}

TEST(PathBuild, maps_without_a_large_component_have_no_rows) {
  for (const auto& [width, height, passable] : {std::tuple{1, 1, true}, {1, 1, false}, {40, 40, false}, {7, 9, true}}) {
    const Map map(*Grid::create(width, height, passable));
    const PathDatabase database = test::path_database(map, {});
    EXPECT_EQ(database.rows(), 0u);
    EXPECT_EQ(database.blocks(), 0u);
    EXPECT_EQ(database.row_for({0, 0}), 0u);
  }
  const Map map(*Grid::create(8, 8, true));
  const PathDatabase database = test::path_database(map, {});
  EXPECT_EQ(database.rows(), 1u);
  ASSERT_NO_FATAL_FAILURE(expect_right(map, database));
}

TEST(PathBuild, equal_lists_of_runs_of_a_tile_are_kept_once) {
  const Map map(*generate_map(MapKind::kCaves, {128, 128, 3}));
  const PathDatabase database = test::path_database(map, {.delta = 16});
  for (std::uint32_t tile = 0; tile < database.tiles(); ++tile) {
    std::map<std::string_view, const char*> seen;
    for (PathDatabase::Row row = 0; row < database.rows(); ++row) {
      const std::string_view runs = database.runs(row, tile).bytes();
      const auto known = seen.try_emplace(runs, runs.data()).first;
      EXPECT_TRUE(runs.empty() || known->second == runs.data());
    }
  }
  EXPECT_LT(database.blocks(), database.rows() * database.tiles());
}

TEST(PathBuildThreads, any_number_of_threads_and_any_order_make_the_same_bytes) {
  const Map map(*generate_map(MapKind::kRooms, {150, 90, 8}));
  const PathBuildOptions options{.delta = 12};
  const std::string expected = test::path_bytes(map, options);
  for (const int threads : {2, 4}) EXPECT_EQ(test::path_bytes(map, options, threads), expected);
  const auto build = *make_path_build(map, options);
  ASSERT_GT(build->items(), 20u);
  const auto maker = build->maker();
  std::vector<std::string> items;
  for (std::uint64_t item = 0; item < build->items(); ++item) items.push_back(maker->make(item));
  EXPECT_EQ(*build->assemble(items), expected);
  const auto backwards = build->collector();
  for (std::uint64_t item = build->items(); item-- > 0;) backwards->add(item, std::string(items[item]));
  EXPECT_EQ(*backwards->finish(), expected);
}

TEST(PathBuild, goes_on_from_its_journal_to_the_same_bytes) {
  const test::ScratchFolder folder;
  const Map map(*generate_map(MapKind::kRooms, {90, 90, 8}));
  const PathBuildOptions options{.delta = 10};
  const auto build = *make_path_build(map, options);
  const RunBuildOptions run{.threads = 1, .journal = folder.file("j")};
  const std::string expected = *run_build(*build, run);
  const std::string journal = *read_file(run.journal, 1u << 30u);
  ASSERT_TRUE(write_file_atomically(run.journal, std::string_view(journal).substr(0, journal.size() / 2)));
  std::uint64_t from_journal = 0;
  RunBuildOptions again = run;
  again.progress = [&](std::uint64_t done, std::uint64_t) {
    if (from_journal == 0) from_journal = done;
  };
  EXPECT_EQ(*run_build(*build, again), expected);
  EXPECT_GT(from_journal, 1u);
  EXPECT_LT(from_journal, build->items());
  // Another delta is another build.
  EXPECT_FALSE(run_build(**make_path_build(map, {.delta = 11}), run));
}

TEST(PathBuild, wrong_items_are_refused) {
  const Map map(*Grid::create(40, 40, true));
  const auto build = *make_path_build(map, {.delta = 10});
  const auto maker = build->maker();
  std::vector<std::string> items;
  for (std::uint64_t item = 0; item < build->items(); ++item) items.push_back(maker->make(item));
  EXPECT_TRUE(build->assemble(items));
  EXPECT_FALSE(build->assemble(std::span(items).first(1)));
  auto cut = items;
  cut[1].pop_back();
  EXPECT_FALSE(build->assemble(cut));
  cut[1].clear();
  EXPECT_FALSE(build->assemble(cut));
  auto longer = items;
  longer[1] += "ab";
  EXPECT_FALSE(build->assemble(longer));
  auto more = items;
  more.push_back(items[0]);
  EXPECT_FALSE(build->assemble(more));
}

TEST(PathBuild, wrong_options_are_refused) {
  const Map map(test::grid_from({"..@."}));
  EXPECT_FALSE(make_path_build(map, {.delta = PathDatabase::kLeastDelta - 1}));
  EXPECT_FALSE(make_path_build(map, {.delta = PathDatabase::kMaxDelta + 1}));
  for (const NodeId wrong : {NodeId{0}, map.grid().node(2, 0), kNoNode}) {
    EXPECT_FALSE(make_path_build(map, {.centroids = {&wrong, 1}}));
  }
}

// Centroids that were given: the rows are theirs, whatever they cover.
TEST(PathBuild, centroids_may_be_given) {
  Random random(4);
  const Map map(test::random_grid(random, 60, 45, 30));
  std::vector<NodeId> centroids;
  for (int i = 0; i < 5; ++i) centroids.push_back(test::random_passable(random, map.grid()));
  centroids.push_back(centroids.front());
  const PathDatabase database = test::path_database(map, {.centroids = centroids});
  ASSERT_EQ(database.rows(), centroids.size());
  EXPECT_FALSE(database.is_chosen());
  for (PathDatabase::Row row = 0; row < database.rows(); ++row) {
    EXPECT_EQ(database.centroid(row), centroids[row]);
    ASSERT_NO_FATAL_FAILURE(expect_row(map, database, row));
  }
}

TEST(PathBuild, another_map_or_other_rules_are_refused) {
  Map map(*Grid::create(20, 20, true));
  const std::string bytes = test::path_bytes(map, {});
  EXPECT_TRUE(test::open_paths(bytes, map));
  EXPECT_FALSE(test::open_paths(bytes, Map(*Grid::create(20, 20, true), {.costs = kUnitCosts})));
  map.set(3, 3, false);
  EXPECT_FALSE(test::open_paths(bytes, map));
}

}  // namespace waymark::offline_path_build_test
