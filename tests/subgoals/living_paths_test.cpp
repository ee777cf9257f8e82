// Rows of a path database on maps that are edited: healed in slices of any size, whatever is edited meanwhile, they are
// what is made of their roots afresh, run for run; and so are the bytes of a saved database.
#include "subgoals/living_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "offline/path_row_maker.hpp"
#include "subgoals/path_concern.hpp"
#include "support/forged.hpp"
#include "support/map_edits.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/offline/save_paths.hpp"
#include "waymark/offline/verify_paths.hpp"

namespace waymark::subgoals_living_paths_test {

// The passable cell that is nearest in moves of a king, with the least id.
NodeId plain_root(const Grid& grid, NodeId centroid) {
  if (grid.passable(centroid)) return centroid;
  const Cell at = grid.cell(centroid);
  NodeId best = kNoNode;
  int least = 1 << 30;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const int moves = std::max(std::abs(x - at.x), std::abs(y - at.y));
      if (!grid.passable(x, y) || moves >= least) continue;
      least = moves;
      best = grid.node(x, y);
    }
  }
  return best;
}

// Whether all rows that say that they are right are what is made afresh.
void expect_fresh(const LivingPaths& living, const Map& map) {
  PathRowMaker maker(map);
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
    if (!living.is_right(map, row)) continue;
    ASSERT_EQ(living.root(row), plain_root(map.grid(), living.database().centroid(row))) << "row " << row;
    std::size_t faults = 0;
    maker.make(living.root(row), [&](std::uint32_t tile, std::span<const std::uint16_t> runs) {
      const PathRuns own = living.runs(row, tile);
      bool same = own.size() == runs.size();
      for (std::size_t i = 0; same && i < runs.size(); ++i) same = own[i] == runs[i];
      faults += same ? 0 : 1;
    });
    ASSERT_EQ(faults, 0u) << "row " << row << " of root " << living.root(row);
  }
}

// The file of the healed rows is that of a fresh build with their roots, and opens on the edited map.
void expect_saved(const LivingPaths& living, const Map& map) {
  std::vector<NodeId> roots;
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) roots.push_back(living.root(row));
  const Result<std::string> saved = save_paths(map, living.database());
  if (std::find(roots.begin(), roots.end(), kNoNode) != roots.end()) {
    ASSERT_FALSE(saved.ok());
    return;
  }
  ASSERT_TRUE(saved.ok()) << saved.error().to_string();
  const Result<PathDatabase> opened = test::open_paths(*saved, map);
  ASSERT_TRUE(opened.ok()) << opened.error().to_string();
  ASSERT_GE(opened->delta(), living.database().delta());
  ASSERT_EQ(*saved, test::path_bytes(map, {.delta = opened->delta(), .centroids = roots}));
}

// The root of a row and its runs, tile by tile.
using Row = std::vector<std::uint32_t>;
std::vector<Row> all_rows(const LivingPaths& living) {
  std::vector<Row> rows(living.rows());
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
    rows[row].push_back(living.root(row));
    for (std::uint32_t tile = 0; tile < living.database().tiles(); ++tile) {
      const PathRuns runs = living.runs(row, tile);
      rows[row].push_back(static_cast<std::uint32_t>(runs.size()));
      for (std::size_t i = 0; i < runs.size(); ++i) rows[row].push_back(runs[i]);
    }
  }
  return rows;
}

Grid random_grid(Random& random) {
  const int width = random.between(8, 80);
  const int height = random.between(8, 60);
  const auto kind = static_cast<MapKind>(random.below(9));
  if (random.chance(2, 3)) {
    return generate_map(kind < MapKind::kFortress ? kind : MapKind::kFortress,
                        {.width = width, .height = height, .seed = random.below(1'000'000)})
        .value();
  }
  Grid grid = Grid::create(width, height, true).value();
  const std::uint32_t blocked = random.below(35);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (random.chance(blocked, 100)) grid.set(x, y, false);
    }
  }
  return grid;
}

MoveRules random_rules(Random& random) {
  MoveRules rules;
  rules.neighbours = random.chance(2, 3) ? Neighbours::kEight : static_cast<Neighbours>(random.below(3));
  rules.diagonal = static_cast<DiagonalRule>(random.below(4));
  switch (random.below(4)) {
    case 0: rules.costs = kPaper14Costs; break;
    case 1: rules.costs = kUnitCosts; break;
    default: break;
  }
  return rules;
}

TEST(LivingPaths, healed_rows_are_what_is_made_afresh) {
  for (int round = 0; round < test::rounds(260); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round) + 1);
    Map map(random_grid(random), random_rules(random));
    const PathDatabase database =
        test::path_database(map, {.delta = static_cast<std::uint32_t>(random.between(6, 20))});
    if (database.rows() == 0) continue;
    const auto& living = map.derived<LivingPaths>({&database});
    for (int edit = 0; edit < 12; ++edit) {
      const NodeId centroid = database.centroid(random.below(database.rows()));
      const NodeId other = database.centroid(random.below(database.rows()));
      test::edit_anything(random, map, centroid, other);
      if (random.chance(1, 4)) test::edit_anything(random, map, centroid, other);
      const bool is_hurried = random.chance(1, 4);
      for (int slice = 0; slice < 200'000; ++slice) {
        const std::uint64_t units = random.chance(1, 2) ? 1 + random.below(40) : 1 + random.below(3000);
        if (random.chance(1, 8)) living.want(random.below(database.rows()));
        const Maintenance done = map.maintain({.units = units});
        ASSERT_LE(done.work, units);
        ASSERT_TRUE(done.work == units || done.current);
        if (done.current || (is_hurried && slice > 20)) break;
      }
      expect_fresh(living, map);
      if (HasFatalFailure()) return;
    }
    map.maintain(kUnlimited);
    ASSERT_EQ(living.epoch(), map.grid().epoch());
    for (LivingPaths::Row row = 0; row < living.rows(); ++row) ASSERT_TRUE(living.is_right(map, row));
    expect_fresh(living, map);
    if (HasFatalFailure()) return;
    if (round % 4 == 0) expect_saved(living, map);
    if (HasFatalFailure()) return;
  }
}

// What an edit does to a row is known from its cells and those beside it. A row that it cannot change keeps its bytes;
// where a cell was blocked, hardly a row is repaired in vain.
TEST(LivingPaths, rows_that_an_edit_cannot_change_are_not_repaired) {
  std::uint64_t kept = 0;
  std::uint64_t in_vain = 0;
  std::uint64_t repaired = 0;
  for (int round = 0; round < test::rounds(40); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round) + 1000);
    Map map(random_grid(random), random_rules(random));
    const PathDatabase database = test::path_database(map, {.delta = 6});
    if (database.rows() == 0) continue;
    const auto& living = map.derived<LivingPaths>({&database});
    std::vector<Row> rows = all_rows(living);
    for (int edit = 0; edit < 12; ++edit) {
      const Cell at{random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1)};
      const bool blocks = map.grid().passable(at.x, at.y);
      map.set(at.x, at.y, !blocks);
      const LivingPaths::Healed before = living.healed();
      const std::uint32_t version = living.version();
      map.maintain(kUnlimited);
      const LivingPaths::Healed after = living.healed();
      ASSERT_EQ(after.asked - before.asked, living.rows());
      ASSERT_LE(after.asking_units - before.asking_units,
                std::uint64_t{living.rows()} * (10 + PathConcern::kMostSteps));
      std::vector<Row> now = all_rows(living);
      std::uint64_t changed = 0;
      for (std::size_t row = 0; row < now.size(); ++row) changed += now[row] != rows[row] ? 1u : 0u;
      ASSERT_GE(after.repaired - before.repaired, changed);
      ASSERT_EQ(living.version() != version, changed != 0);
      kept += living.rows() - (after.repaired - before.repaired);
      repaired += after.repaired - before.repaired;
      if (blocks) in_vain += after.repaired - before.repaired - changed;
      rows = std::move(now);
    }
    expect_fresh(living, map);
    if (HasFatalFailure()) return;
  }
  if (test::kSanitized) return;  // the shares are of all maps, not of the first four
  EXPECT_GT(kept, repaired / 10);
  EXPECT_LT(in_vain, repaired / 20);
}

TEST(LivingPaths, rows_in_use_are_healed_first) {
  Map map(generate_map(MapKind::kCaves, {.width = 90, .height = 90, .seed = 3}).value());
  const PathDatabase database = test::path_database(map, {.delta = 6});
  ASSERT_GT(database.rows(), 20u);
  const auto& living = map.derived<LivingPaths>({&database});
  map.fill({20, 20, 40, 40}, false);
  const LivingPaths::Row wanted = database.rows() - 2;
  ASSERT_FALSE(living.is_right(map, wanted));
  living.want(wanted);
  std::uint64_t repaired = 0;
  while (!living.is_right(map, wanted)) {
    repaired = living.healed().repaired;
    map.maintain({.units = 50});
  }
  EXPECT_LE(repaired, 1u);
  EXPECT_NE(living.epoch(), map.grid().epoch());
  map.maintain(kUnlimited);
  EXPECT_EQ(living.epoch(), map.grid().epoch());
}

// An edit in every frame, and less repair than would heal it.
TEST(LivingPaths, EditsInEveryFrameStarveNoRow) {
  for (const std::uint64_t units : {2'000u, 20'000u}) {
    Map map(generate_map(MapKind::kCaves, {.width = 60, .height = 60, .seed = 3}).value());
    const PathDatabase database = test::path_database(map, {.delta = 6});
    const auto& living = map.derived<LivingPaths>({&database});
    const std::vector<LivingPaths::Row> used{1, database.rows() / 2, database.rows() - 1};
    Random random(4);
    std::uint64_t most_used = 0;
    std::uint64_t most_of_all = 0;
    for (int frame = 0; frame < test::rounds(600); ++frame) {
      const Cell at{random.between(0, 59), random.between(0, 59)};
      map.set(at.x, at.y, !map.grid().passable(at.x, at.y));
      map.maintain({.units = units});
      for (const LivingPaths::Row row : used) {
        most_used = std::max(most_used, map.grid().epoch() - living.right_for(row));
        living.want(row);
      }
      for (LivingPaths::Row row = 0; row < living.rows(); ++row) {
        most_of_all = std::max(most_of_all, map.grid().epoch() - living.right_for(row));
      }
    }
    // So far back that making them anew takes no longer, or with more repair as good as not at all.
    EXPECT_LE(most_used, units == 2'000 ? 100u : 10u);
    if (units == 20'000) {
      EXPECT_LE(most_of_all, 100u);
    }
    int frames = 0;
    while (!map.maintain({.units = units}).current) ASSERT_LT(++frames, 1'000);
    expect_fresh(living, map);
    if (HasFatalFailure()) return;
  }
}

// A wall that is taken away, and another that makes ways to a centroid longer than delta.
TEST(LivingPaths, ASavedDatabaseHasADeltaThatIsTrue) {
  Map map(Grid::create(60, 40, true).value());
  const PathDatabase database = test::path_database(map, {.delta = 12});
  map.derived<LivingPaths>({&database});
  map.fill({5, 1, 1, 39}, false);
  map.fill({11, 0, 1, 39}, false);
  map.fill({17, 1, 1, 39}, false);
  map.maintain(kUnlimited);
  const std::string bytes = save_paths(map, database).value();
  const Result<PathDatabase> saved = test::open_paths(bytes, map);
  ASSERT_TRUE(saved.ok());
  EXPECT_GT(saved->delta(), 12u);
  const auto verified = verify_paths(*saved, map);
  EXPECT_TRUE(verified.ok()) << verified.error().to_string();
  EXPECT_FALSE(verify_paths(*test::open_paths(test::forged(bytes, "delta", saved->delta() - 1), map), map).ok());
}

// A game may open its database, edit the map, and only then make the first agent.
TEST(LivingPaths, born_on_an_edited_map_it_knows_that_rows_are_stale) {
  Map map(generate_map(MapKind::kRooms, {.width = 50, .height = 50, .seed = 3}).value());
  const PathDatabase database = test::path_database(map, {.delta = 8});
  map.fill({10, 10, 20, 3}, true);
  map.fill({30, 0, 1, 40}, false);
  const auto& living = map.derived<LivingPaths>({&database});
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) EXPECT_FALSE(living.is_right(map, row));
  EXPECT_FALSE(map.maintain({.units = 1000}).current);
  EXPECT_TRUE(map.maintain(kUnlimited).current);
  for (LivingPaths::Row row = 0; row < living.rows(); ++row) EXPECT_TRUE(living.is_right(map, row));
  expect_fresh(living, map);
  expect_saved(living, map);
}

TEST(LivingPaths, a_row_without_any_cell_leads_nowhere_until_one_is_freed) {
  Map map(Grid::create(40, 33, true).value());
  const PathDatabase database = test::path_database(map, {.delta = 12});
  const auto& living = map.derived<LivingPaths>({&database});
  map.fill({0, 0, 40, 33}, false);
  map.maintain(kUnlimited);
  EXPECT_EQ(living.root(0), kNoNode);
  EXPECT_FALSE(save_paths(map, database).ok());
  map.set(3, 32, true);
  EXPECT_FALSE(save_paths(map, database).ok());
  map.maintain(kUnlimited);
  EXPECT_EQ(living.root(0), map.grid().node(3, 32));
  expect_fresh(living, map);
  map.fill({0, 0, 40, 33}, true);
  map.maintain(kUnlimited);
  EXPECT_EQ(living.root(0), database.centroid(0));
  expect_fresh(living, map);
  expect_saved(living, map);
}

// Beyond the dearest path there is no way: a serpentine of 10,000 a step, a short cut, and the short cut closed again.
TEST(LivingPaths, ways_beyond_the_dearest_path_are_none) {
  Grid grid = Grid::create(600, 801, true).value();
  for (int y = 1; y < 801; y += 2) grid.fill({y % 4 == 1 ? 0 : 1, y, 599, 1}, false);
  Map map(std::move(grid), {Neighbours::kFour, DiagonalRule::kNever, {10'000, 10'000}});
  const std::vector<NodeId> centroids{map.grid().node(0, 0)};
  const PathDatabase database = test::path_database(map, {.delta = 200, .centroids = centroids});
  const auto& living = map.derived<LivingPaths>({&database});
  for (const bool open : {true, false}) {
    map.set(300, 401, open);
    map.maintain(kUnlimited);
    expect_fresh(living, map);
    if (HasFatalFailure()) return;
  }
}

TEST(LivingPathsThreads, any_number_may_read_and_want) {
  Map map(generate_map(MapKind::kCaves, {.width = 60, .height = 60, .seed = 3}).value());
  const PathDatabase database = test::path_database(map, {.delta = 8});
  const auto& living = map.derived<LivingPaths>({&database});
  const PathTiles tiles(60, 60);
  for (int edit = 0; edit < 8; ++edit) {
    map.fill({10 + 4 * edit, 20, 5, 5}, edit % 2 == 0);
    std::atomic<std::uint32_t> moves = 0;
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < 3; ++i) {
      threads.emplace_back([&, i] {
        for (LivingPaths::Row row = i; row < living.rows(); ++row) {
          if (!living.is_right(map, row)) living.want(row);
          for (std::uint32_t rank = 0; rank < PathTiles::kCells; rank += 7) {
            moves += find_run(living.runs(row, tiles.tile_of({30, 30})), rank).move != kNoDirection ? 1 : 0;
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_GT(moves, 0u);
    map.maintain({.units = 3000});
  }
}

}  // namespace waymark::subgoals_living_paths_test
