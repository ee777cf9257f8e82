#include "waymark/offline/path_delta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "support/path_databases.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::offline_path_delta_test {

TEST(PathDelta, the_estimate_is_near_the_file) {
  for (const MapKind kind : {MapKind::kRooms, MapKind::kMaze, MapKind::kCaves, MapKind::kRts, MapKind::kCity}) {
    const Map map(*generate_map(kind, {220, 220, 2}));
    const auto cells = static_cast<double>(map.grid().passable_cells());
    // So little that each is tried.
    const PathDeltaChoice choice = *choose_path_delta(map, {.bytes_per_cell = 0, .threads = 1});
    EXPECT_FALSE(choice.fits);
    EXPECT_EQ(choice.delta, 128u);
    ASSERT_EQ(choice.tried.size(), kPathDeltas.size());
    for (const PathDeltaTry& now : choice.tried) {
      if (now.delta != 32) continue;
      ASSERT_TRUE(now.bytes_per_cell);
      const double real = static_cast<double>(test::path_bytes(map, {.delta = now.delta}).size()) / cells;
      EXPECT_GT(*now.bytes_per_cell, real * 0.7) << static_cast<int>(kind);
      EXPECT_LT(*now.bytes_per_cell, real * 1.6) << static_cast<int>(kind);
    }
  }
}

TEST(PathDeltaThreads, the_smallest_that_fits_is_chosen_by_any_number_of_threads) {
  const Map map(*generate_map(MapKind::kRooms, {160, 160, 3}));
  std::uint32_t last = 1024;
  for (const std::uint32_t bytes : {1u, 3u, 5u, 10u, 20u, 100u, 10'000u}) {
    const PathDeltaChoice choice = *choose_path_delta(map, {.bytes_per_cell = bytes, .threads = 1});
    EXPECT_LE(choice.delta, last);
    last = choice.delta;
    EXPECT_EQ(choice.tried.back().delta, choice.delta);
    for (const PathDeltaTry& now : choice.tried) {
      ASSERT_TRUE(now.bytes_per_cell);
      EXPECT_EQ(*now.bytes_per_cell <= bytes, choice.fits && now.delta == choice.delta);
    }
    ASSERT_EQ(choice.before() != nullptr, choice.tried.size() > 1);
    if (choice.before() != nullptr) {
      EXPECT_EQ(next_path_delta(choice.before()->delta), choice.delta);
    }
    const PathDeltaChoice same = *choose_path_delta(map, {.bytes_per_cell = bytes, .threads = 3});
    EXPECT_EQ(same.delta, choice.delta);
    EXPECT_EQ(*same.tried.back().bytes_per_cell, *choice.tried.back().bytes_per_cell);
  }
  EXPECT_EQ(last, 16u);
}

TEST(PathDelta, rows_are_few) {
  const Map map(*generate_map(MapKind::kMaze, {512, 512, 1}));
  const PathDeltaChoice choice = *choose_path_delta(map, {.bytes_per_cell = 100'000});
  ASSERT_GE(choice.tried.size(), 2u);
  EXPECT_EQ(choice.tried.front().rows, 801u);
  EXPECT_EQ(choice.tried.front().most_rows, 800u);
  EXPECT_FALSE(choice.tried.front().bytes_per_cell);
  EXPECT_LE(choice.tried.back().rows, 800u);
  EXPECT_TRUE(choice.fits);
}

// Obstacles all over, so that every row is another: 32 takes far more than 16 bytes a cell, and 64 a few times less.
TEST(PathDelta, without_a_limit_ways_matter_more_than_bytes) {
  Grid grid = *Grid::create(200, 200, true);
  Random random(3);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (random.chance(1, 4)) grid.set(x, y, false);
    }
  }
  const Map map(std::move(grid));
  const PathDeltaChoice choice = *choose_path_delta(map, {.threads = 1});
  ASSERT_EQ(choice.tried.size(), 2u);
  const auto bytes_of = [&](std::size_t i) { return *choice.tried[i].bytes_per_cell; };
  EXPECT_GT(bytes_of(1), PathDeltaOptions::kBytesPerCell);
  EXPECT_EQ(choice.delta, bytes_of(0) <= 4 * PathDeltaOptions::kBytesPerCell ? 16u : 32u);
  EXPECT_FALSE(choice.fits);
  const PathDeltaChoice within =
      *choose_path_delta(map, {.bytes_per_cell = PathDeltaOptions::kBytesPerCell, .threads = 1});
  EXPECT_GT(within.delta, 32u);
}

TEST(PathDelta, its_centroids_are_those_of_the_builder) {
  const Map map(*generate_map(MapKind::kCaves, {150, 150, 4}));
  for (const std::uint32_t bytes : {1u, 4u, 1000u}) {
    const PathDeltaChoice choice = *choose_path_delta(map, {.bytes_per_cell = bytes, .threads = 1});
    ASSERT_FALSE(choice.centroids.empty());
    EXPECT_EQ(test::path_bytes(map, {.delta = choice.delta, .chosen = choice.centroids}),
              test::path_bytes(map, {.delta = choice.delta}));
  }
}

TEST(PathDelta, the_next_is_twice_as_wide_until_there_is_none) {
  EXPECT_EQ(next_path_delta(4), 16u);
  EXPECT_EQ(next_path_delta(16), 32u);
  EXPECT_EQ(next_path_delta(64), 128u);
  EXPECT_FALSE(next_path_delta(128));
}

TEST(PathDelta, a_map_without_rows_has_the_smallest) {
  for (const bool passable : {false, true}) {
    const PathDeltaChoice choice = *choose_path_delta(Map(*Grid::create(5, 5, passable)));
    EXPECT_EQ(choice.delta, 16u) << passable;
  }
}

}  // namespace waymark::offline_path_delta_test
