#include "waymark/offline/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace waymark::offline_generate_test {

Grid make(MapKind kind, int width, int height, std::uint64_t seed) {
  Result<Grid> grid = generate_map(kind, {width, height, seed});
  EXPECT_TRUE(grid.ok());
  return *std::move(grid);
}

// Cells of the largest 4-connected component.
std::uint64_t largest_component(const Grid& grid) {
  std::vector<bool> seen(grid.id_bound());
  std::vector<NodeId> stack;
  std::uint64_t largest = 0;
  for (NodeId start = 0; start < grid.id_bound(); ++start) {
    if (!grid.passable(start) || seen[start]) continue;
    std::uint64_t size = 0;
    seen[start] = true;
    stack.push_back(start);
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      ++size;
      for (const NodeId next : {id - grid.stride(), id + 1, id + grid.stride(), id - 1}) {
        if (!grid.passable(next) || seen[next]) continue;
        seen[next] = true;
        stack.push_back(next);
      }
    }
    largest = std::max(largest, size);
  }
  return largest;
}

// Opens all blocked cells that hang together with `cell`, cornerwise too: how many they are.
std::size_t clear_obstacle(Grid& grid, Cell cell) {
  std::vector<Cell> open{cell};
  grid.set(cell.x, cell.y, true);
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (int y = open[i].y - 1; y <= open[i].y + 1; ++y) {
      for (int x = open[i].x - 1; x <= open[i].x + 1; ++x) {
        if (!grid.contains(x, y) || grid.passable(x, y)) continue;
        grid.set(x, y, true);
        open.push_back({x, y});
      }
    }
  }
  return open.size();
}

class GenerateMap : public testing::TestWithParam<MapKindInfo> {};

INSTANTIATE_TEST_SUITE_P(, GenerateMap, testing::ValuesIn(kMapKinds),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(GenerateMap, is_one_component_with_a_quarter_of_the_cells_passable) {
  for (const Cell size : {Cell{64, 64}, Cell{65, 131}, Cell{131, 65}, Cell{64, 1000}, Cell{1000, 64}, Cell{127, 128},
                          Cell{200, 300}, Cell{511, 513}}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const Grid grid = make(GetParam().kind, size.x, size.y, seed);
      const std::uint64_t passable = grid.passable_cells();
      const auto cells = static_cast<std::uint64_t>(size.x) * static_cast<std::uint64_t>(size.y);
      EXPECT_GE(passable * 4, cells) << size.x << "x" << size.y << " seed " << seed;
      EXPECT_EQ(largest_component(grid), passable) << size.x << "x" << size.y << " seed " << seed;
    }
  }
}

TEST_P(GenerateMap, has_obstacles_everywhere) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Grid grid = make(GetParam().kind, 256, 256, seed);
    for (int y = 0; y < 256; y += 128) {
      for (int x = 0; x < 256; x += 128) {
        int blocked = 0;
        for (int i = 0; i < 128 * 128; ++i) blocked += grid.passable(x + i % 128, y + i / 128) ? 0 : 1;
        EXPECT_GT(blocked, 128 * 128 / 50) << "quarter at " << x << "," << y << ", seed " << seed;
      }
    }
  }
}

TEST_P(GenerateMap, is_connected_and_not_empty_at_every_small_size) {
  for (int height = kMinGeneratedSide; height < 40; height += 3) {
    for (int width = kMinGeneratedSide; width < 72; ++width) {
      const Grid grid = make(GetParam().kind, width, height, static_cast<std::uint64_t>(width));
      const std::uint64_t passable = grid.passable_cells();
      ASSERT_GT(passable, 0u) << width << "x" << height;
      ASSERT_EQ(largest_component(grid), passable) << width << "x" << height;
    }
  }
}

TEST_P(GenerateMap, depends_on_the_seed_and_on_nothing_else) {
  std::set<std::uint64_t> fingerprints;
  for (const std::uint64_t seed : {0ull, 1ull, 2ull, 3ull, 1ull << 32u, ~0ull}) {
    const Grid grid = make(GetParam().kind, 128, 96, seed);
    EXPECT_EQ(grid.fingerprint(), make(GetParam().kind, 128, 96, seed).fingerprint());
    fingerprints.insert(grid.fingerprint());
  }
  EXPECT_EQ(fingerprints.size(), 6u);
}

TEST_P(GenerateMap, has_no_history) {
  const Grid grid = make(GetParam().kind, 64, 64, 1);
  EXPECT_EQ(grid.epoch(), 0u);
  // The padding behind each row stays blocked.
  for (int y = 0; y < 64; ++y) EXPECT_EQ(grid.row_words(y)[1], 0u);
}

TEST_P(GenerateMap, is_one_component_when_large) {
  const Grid grid = make(GetParam().kind, 2000, 1501, 1);
  EXPECT_EQ(largest_component(grid), grid.passable_cells());
}

TEST_P(GenerateMap, copes_with_extreme_shapes) {
  for (const Cell size : {Cell{kMaxGeneratedSide, kMinGeneratedSide}, Cell{kMinGeneratedSide, kMaxGeneratedSide}}) {
    const Grid grid = make(GetParam().kind, size.x, size.y, 1);
    EXPECT_GT(grid.passable_cells(), 0u);
    EXPECT_EQ(largest_component(grid), grid.passable_cells());
  }
}

// A city of 64x48 was never done: a range of lots was empty where the shorter side has 48 to 51 cells.
TEST_P(GenerateMap, copes_with_every_small_side) {
  for (int side = kMinGeneratedSide; side <= 70; ++side) {
    const Grid grid = make(GetParam().kind, side + 16, side, static_cast<std::uint64_t>(side) + 49);
    EXPECT_EQ(largest_component(grid), grid.passable_cells()) << side;
  }
}

TEST_P(GenerateMap, refuses_sizes_out_of_range) {
  for (const Cell size : {Cell{7, 64}, Cell{64, 7}, Cell{8193, 64}, Cell{64, 8193}, Cell{0, 0}, Cell{-5, 64}}) {
    const Result<Grid> grid = generate_map(GetParam().kind, {size.x, size.y, 1});
    ASSERT_FALSE(grid.ok());
    EXPECT_EQ(grid.error().code, ErrorCode::kOutOfRange);
  }
  EXPECT_EQ(generate_map(GetParam().kind, {7, 64, 1}).error().to_string(),
            "cannot generate a map of 7x64 cells; each side must be 8 to 8192");
}

// What SGA* is for: obstacles that are small, however many there are.
TEST(GenerateMaps, of_scrub_have_many_small_obstacles_and_no_large_ones) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Grid grid = make(MapKind::kScrub, 256, 256, seed);
    EXPECT_LT(grid.passable_cells() * 5, 4u * 256 * 256);
    std::size_t obstacles = 0;
    for (int y = 0; y < 256; ++y) {
      for (int x = 0; x < 256; ++x) {
        if (grid.passable(x, y)) continue;
        ++obstacles;
        EXPECT_LE(clear_obstacle(grid, {x, y}), 100u) << x << "," << y << ", seed " << seed;
      }
    }
    EXPECT_GT(obstacles, 256u * 256 / 40) << seed;
  }
}

// The same bytes on every compiler. A change that moves one of these says so in its commit message.
TEST(GenerateMaps, have_golden_fingerprints) {
  EXPECT_EQ(make(MapKind::kRooms, 128, 96, 1).fingerprint(), 0xa9753769e9727446ull);
  EXPECT_EQ(make(MapKind::kMaze, 128, 96, 1).fingerprint(), 0xbd3211c3c517b6b9ull);
  EXPECT_EQ(make(MapKind::kCaves, 128, 96, 1).fingerprint(), 0x905066569fc5c0c5ull);
  EXPECT_EQ(make(MapKind::kRts, 128, 96, 1).fingerprint(), 0xe691599b65ad08feull);
  EXPECT_EQ(make(MapKind::kCity, 128, 96, 1).fingerprint(), 0x4065b1e6d5089f1ull);
  EXPECT_EQ(make(MapKind::kFortress, 128, 96, 1).fingerprint(), 0x133ef21c984fec78ull);
  EXPECT_EQ(make(MapKind::kScrub, 128, 96, 1).fingerprint(), 0x9db8ece6a8ec0d4bull);
}

TEST(GenerateMaps, have_names) {
  for (std::size_t i = 0; i < kMapKinds.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kMapKinds[i].kind), i);
    EXPECT_EQ(map_kind_from_name(kMapKinds[i].name), kMapKinds[i].kind);
    EXPECT_FALSE(kMapKinds[i].description.empty());
  }
  EXPECT_EQ(map_kind_from_name("Rooms"), std::nullopt);
  EXPECT_EQ(map_kind_from_name(""), std::nullopt);
}

}  // namespace waymark::offline_generate_test
