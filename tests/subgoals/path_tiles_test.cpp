// The curve of a tile, and runs along it.
#include "subgoals/path_tiles.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "subgoals/path_choice.hpp"
#include "subgoals/path_runs.hpp"
#include "waymark/base/random.hpp"

namespace waymark::subgoals_path_tiles_test {

using Moves = std::array<std::uint8_t, PathTiles::kCells>;

TEST(PathTiles, the_curve_visits_each_cell_of_a_tile_once_and_goes_on_beside_it) {
  std::set<std::pair<int, int>> seen;
  for (std::uint32_t rank = 0; rank < PathTiles::kCells; ++rank) {
    const Cell at = PathTiles::offset_at(rank);
    EXPECT_TRUE(at.x >= 0 && at.x < PathTiles::kSide && at.y >= 0 && at.y < PathTiles::kSide);
    EXPECT_EQ(PathTiles::rank_of(at), rank);
    EXPECT_EQ(PathTiles::place_at(rank), static_cast<std::uint32_t>(at.y * PathTiles::kSide + at.x));
    seen.emplace(at.x, at.y);
    if (rank == 0) continue;
    const Cell before = PathTiles::offset_at(rank - 1);
    EXPECT_EQ(std::abs(at.x - before.x) + std::abs(at.y - before.y), 1);
  }
  EXPECT_EQ(seen.size(), PathTiles::kCells);
}

TEST(PathTiles, tile_and_rank_name_a_cell_on_maps_of_every_size) {
  for (const auto& [width, height] : {std::pair{1, 1}, {31, 33}, {32, 32}, {64, 5}, {100, 70}}) {
    const PathTiles tiles(width, height);
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::uint32_t tile = tiles.tile_of({x, y});
        const std::uint32_t rank = PathTiles::rank_of({x, y});
        EXPECT_LT(tile, tiles.count());
        const Cell corner = tiles.corner(tile);
        const Cell offset = PathTiles::offset_at(rank);
        EXPECT_EQ(corner.x + offset.x, x);
        EXPECT_EQ(corner.y + offset.y, y);
        seen.emplace(tile, rank);
      }
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(width * height));
  }
}

std::string encoded(const Moves& moves) {
  std::string bytes;
  PathRunRoom room;
  for (const std::uint16_t run : encode_runs([&](std::uint32_t rank) { return moves[rank]; }, room)) {
    bytes += static_cast<char>(run & 0xffu);
    bytes += static_cast<char>(run >> 8u);
  }
  return bytes;
}

TEST(PathRuns, every_move_is_found_again_and_no_run_could_be_left_out) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    Moves moves;
    const unsigned change = 1 + random.below(40);
    const unsigned holes = random.below(60);
    std::uint8_t now = 0;
    for (std::uint8_t& move : moves) {
      if (random.chance(1, change)) now = static_cast<std::uint8_t>(random.below(kDirections));
      move = random.chance(holes, 100) ? kNoDirection : now;
    }
    const std::string bytes = encoded(moves);
    const PathRuns runs{std::string_view(bytes)};
    for (std::size_t i = 1; i < runs.size(); ++i) {
      EXPECT_LT(runs[i - 1] >> kPathMoveBits, runs[i] >> kPathMoveBits);
      EXPECT_NE(runs[i - 1] & 15u, runs[i] & 15u);
    }
    for (std::uint32_t rank = 0; rank < PathTiles::kCells; ++rank) {
      const PathRun run = find_run(runs, rank);
      if (moves[rank] != kNoDirection) {
        ASSERT_EQ(run.move, moves[rank]);
      }
      if (runs.size() == 0) {
        ASSERT_EQ(run.move, kNoDirection);
        continue;
      }
      ASSERT_LE(run.first, rank);
      ASSERT_GT(run.end, rank);
      const PathRun near = find_run_near(runs, rank, random.below(static_cast<std::uint32_t>(runs.size())));
      ASSERT_EQ(near.index, run.index);
      ASSERT_EQ(near.first, run.first);
      ASSERT_EQ(near.end, run.end);
      ASSERT_EQ(near.move, run.move);
      for (std::uint32_t other = run.first; other < run.end; ++other) {
        ASSERT_TRUE(moves[other] == run.move || moves[other] == kNoDirection);
      }
    }
  }
}

TEST(PathRuns, a_tile_without_moves_has_no_runs) {
  Moves moves;
  moves.fill(kNoDirection);
  EXPECT_EQ(encoded(moves), "");
}

TEST(PathRuns, any_bytes_give_a_move_or_none) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random.below(60), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random.below(256));
    const PathRun run = find_run(PathRuns(std::string_view(bytes)), random.below(PathTiles::kCells));
    EXPECT_LE(run.move, kNoDirection);
    const PathRuns runs{std::string_view(bytes)};
    EXPECT_LE(find_run_near(runs, random.below(PathTiles::kCells), random.below(70)).move, kNoDirection);
  }
}

TEST(PathChoice, the_first_in_the_order_is_chosen) {
  EXPECT_EQ(chosen_path_move(0), kNoDirection);
  EXPECT_EQ(chosen_path_move(0xff), kNorthEast);
  EXPECT_EQ(chosen_path_move(0x0f), kNorth);
  EXPECT_EQ(chosen_path_move(1u << kWest | 1u << kNorthWest), kNorthWest);
  for (std::uint8_t d = 0; d < kDirections; ++d) EXPECT_EQ(chosen_path_move(1u << d), d);
}

}  // namespace waymark::subgoals_path_tiles_test
