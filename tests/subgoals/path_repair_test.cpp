// The repair of one row: every piece within its bound, whatever the edit; and the list of changes it goes by.
#include "subgoals/path_repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "offline/path_row_maker.hpp"
#include "subgoals/path_changes.hpp"
#include "subgoals/path_rows.hpp"
#include "support/map_edits.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::subgoals_path_repair_test {

bool is_fresh(const PathRows& rows, PathRows::Row row, NodeId root, const Map& map) {
  bool same = true;
  PathRowMaker(map).make(root, [&](std::uint32_t tile, std::span<const std::uint16_t> runs) {
    const PathRuns own = rows.runs(row, tile);
    same = same && own.size() == runs.size();
    for (std::size_t i = 0; same && i < runs.size(); ++i) same = own[i] == runs[i];
  });
  return same;
}

TEST(PathRepair, every_piece_is_within_its_bound) {
  Map map(generate_map(MapKind::kRooms, {.width = 100, .height = 70, .seed = 4}).value());
  const PathDatabase database = test::path_database(map, {.delta = 24});
  PathRows rows(database);
  PathChanges changes(map.grid());
  PathRepair repair(map.grid(), map.table(), rows, changes);
  Random random(1);
  std::uint64_t most = 0;
  for (int edit = 0; edit < test::rounds(100); ++edit) {
    const std::uint64_t position = changes.end();
    test::edit_anything(random, map, database.centroid(0), database.centroid(database.rows() - 1));
    changes.take_in(map.grid());
    changes.look_back(position, map.table());
    for (PathRows::Row row = 0; row < database.rows(); ++row) {
      const NodeId root = database.centroid(row);
      if (!map.grid().passable(root)) map.set(map.grid().cell(root).x, map.grid().cell(root).y, true);
    }
    changes.take_in(map.grid());
    changes.look_back(position, map.table());
    for (PathRows::Row row = 0; row < database.rows(); ++row) {
      repair.begin({row, database.centroid(row), random.chance(1, 10)});
      while (!repair.is_done()) {
        const std::uint64_t units = repair.go_on();
        most = std::max(most, units);
        ASSERT_LE(units, PathRepair::kPiece + PathRepair::kMostOfOne);
      }
      rows.replace(row, repair.take_tiles());
      ASSERT_TRUE(is_fresh(rows, row, database.centroid(row), map)) << "edit " << edit << ", row " << row;
    }
  }
  EXPECT_GT(most, PathRepair::kPiece);
}

TEST(PathChanges, tells_the_map_before_and_where_moves_changed) {
  Map map(Grid::create(130, 20, true).value());
  PathChanges changes(map.grid());
  map.fill({63, 5, 3, 1}, false);
  changes.take_in(map.grid());
  EXPECT_EQ(changes.end(), 3u);
  map.set(64, 5, true);
  changes.take_in(map.grid());
  EXPECT_EQ(changes.seen(), map.grid().epoch());

  // From the first to the last: two cells flipped, and the thirteen around them have other moves.
  changes.look_back(0, map.table());
  EXPECT_TRUE(changes.before().passable(63, 5));
  EXPECT_FALSE(changes.after().passable(63, 5));
  EXPECT_EQ(std::count_if(changes.changed().begin(), changes.changed().end(), [](const auto& c) { return c.flipped; }),
            2);
  EXPECT_EQ(changes.changed().size(), 15u);
  // From the one before the last: one cell.
  changes.look_back(3, map.table());
  EXPECT_FALSE(changes.before().passable(64, 5));
  EXPECT_EQ(std::count_if(changes.changed().begin(), changes.changed().end(), [](const auto& c) { return c.flipped; }),
            1);
  for (const PathChanges::Changed& changed : changes.changed()) EXPECT_EQ(changed.lost, 0);
  // What was changed and changed back is no change.
  map.fill({63, 5, 3, 1}, true);
  changes.take_in(map.grid());
  changes.look_back(0, map.table());
  EXPECT_TRUE(changes.changed().empty());

  // More edits than the log of the grid holds: the maps are compared.
  const std::uint64_t position = changes.end();
  for (int i = 0; i < 1501; ++i) map.set(100, 10, i % 2 == 1);
  changes.take_in(map.grid());
  EXPECT_EQ(changes.end(), position + 1);
  changes.forget();
  EXPECT_EQ(changes.end(), position + 1);
  changes.look_back(changes.end(), map.table());
  EXPECT_TRUE(changes.changed().empty());
  EXPECT_FALSE(changes.before().passable(100, 10));
}

}  // namespace waymark::subgoals_path_repair_test
