#include "waymark/io/terrain.hpp"

#include <gtest/gtest.h>

#include "random_terrain.hpp"

namespace waymark::io_terrain_test {

TEST(Terrain, letters_are_passable_as_documented) {
  for (const char letter : std::string(".GS")) EXPECT_TRUE(is_passable_letter(letter)) << letter;
  for (const char letter : std::string("@OTW")) EXPECT_FALSE(is_passable_letter(letter)) << letter;
  EXPECT_TRUE(is_passable_letter('W', {.water_passable = true}));
  EXPECT_FALSE(is_terrain_letter('x'));
  EXPECT_FALSE(is_terrain_letter('\0'));
}

TEST(Terrain, check_finds_wrong_sizes_and_letters) {
  EXPECT_TRUE(check_terrain({2, 2, ".@TW"}));
  EXPECT_EQ(check_terrain({2, 2, ".@T"}).error().message, "a terrain of 2x2 cells has 3 letters");
  EXPECT_EQ(check_terrain({2, 2, ".@Tx"}).error().message,
            "cell 1,1: 'x' is not a letter of a map; those are . G S @ O T W");
  EXPECT_FALSE(check_terrain({0, 0, ""}));
  EXPECT_FALSE(check_terrain({-1, -1, "."}));
}

TEST(Terrain, scales_and_crops_letter_by_letter) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const Terrain terrain = test::random_terrain(random, 80);
    const int factor = random.between(1, 5);
    const Terrain scaled = *scale_up(terrain, factor);
    ASSERT_TRUE(check_terrain(scaled));
    for (int y = 0; y < scaled.height; ++y) {
      for (int x = 0; x < scaled.width; ++x) ASSERT_EQ(scaled.at(x, y), terrain.at(x / factor, y / factor));
    }
    const int x = random.between(0, terrain.width - 1);
    const int y = random.between(0, terrain.height - 1);
    const Rect area{x, y, random.between(1, terrain.width - x), random.between(1, terrain.height - y)};
    const Terrain cut = *crop(terrain, area);
    ASSERT_TRUE(check_terrain(cut));
    for (int v = 0; v < cut.height; ++v) {
      for (int u = 0; u < cut.width; ++u) ASSERT_EQ(cut.at(u, v), terrain.at(x + u, y + v));
    }
  }
}

TEST(Terrain, refuses_impossible_scales_and_crops) {
  const Terrain terrain{2, 1, ".@"};
  EXPECT_FALSE(scale_up(terrain, 0));
  EXPECT_FALSE(scale_up(terrain, 20'000));
  EXPECT_FALSE(scale_up(Terrain{2, 1, "."}, 2));
  EXPECT_FALSE(crop(terrain, {1, 0, 2, 1}));
  EXPECT_FALSE(crop(Terrain{2, 1, "."}, {0, 0, 2, 1}));
}

TEST(Terrain, shrinks_to_what_it_was_enlarged_from_by_any_factor) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Terrain original = test::random_terrain(random, 30);
    Terrain enlarged{random.between(original.width, 90), random.between(original.height, 90), {}};
    for (int y = 0; y < enlarged.height; ++y) {
      for (int x = 0; x < enlarged.width; ++x)
        enlarged.letters += original.at(x * original.width / enlarged.width, y * original.height / enlarged.height);
    }
    const auto shrunk = shrink(enlarged, original.width, original.height);
    ASSERT_TRUE(shrunk) << shrunk.error().to_string();
    ASSERT_EQ(*shrunk, original);
  }
}

TEST(Terrain, that_is_no_enlargement_does_not_shrink) {
  const Terrain terrain{5, 2, "..@@@..@@."};  // 0 0 1 1 2 of 3 cells
  EXPECT_EQ(shrink(terrain, 3, 1).error().message,
            "the map is no enlargement of one of 3x1 cells: cell 4,1 differs from 4,0, which would be the same cell");
  EXPECT_EQ(shrink(terrain, 2, 2).error().message,  // 0 0 0 1 1
            "the map is no enlargement of one of 2x2 cells: cell 2,0 differs from 0,0, which would be the same cell");
  EXPECT_EQ(*shrink(terrain, 5, 2), terrain);
  EXPECT_EQ(shrink(terrain, 6, 2).error().message, "a map of 5x2 cells cannot be shrunk to 6x2");
  EXPECT_FALSE(shrink(terrain, 0, 1));
  EXPECT_FALSE(shrink(terrain, 1, -1));
  EXPECT_FALSE(shrink(Terrain{2, 1, "."}, 1, 1));
}

TEST(Terrain, becomes_a_grid_and_back) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const Terrain terrain = test::random_terrain(random, 150);
    for (const bool water : {false, true}) {
      const Grid grid = *to_grid(terrain, {.water_passable = water});
      std::uint64_t passable = 0;
      for (int y = 0; y < terrain.height; ++y) {
        for (int x = 0; x < terrain.width; ++x) {
          const bool expected = is_passable_letter(terrain.at(x, y), {.water_passable = water});
          ASSERT_EQ(grid.passable(x, y), expected);
          passable += expected ? 1u : 0u;
        }
      }
      ASSERT_EQ(grid.passable_cells(), passable) << "bits beyond the width";
      ASSERT_EQ(to_grid(to_terrain(grid))->fingerprint(), grid.fingerprint());
    }
  }
}

}  // namespace waymark::io_terrain_test
