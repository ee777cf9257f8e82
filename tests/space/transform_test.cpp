#include "waymark/space/transform.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "waymark/base/random.hpp"

namespace waymark::space_transform_test {

Grid random_grid(Random& random, int width, int height) {
  Grid grid = *Grid::create(width, height, false);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) grid.set(x, y, random.chance(2, 3));
  }
  return grid;
}

TEST(ScaleUp, repeats_every_cell) {
  Random random(1);
  for (const int width : {1, 2, 31, 32, 33, 63, 64, 65, 128, 200}) {
    for (const int factor : {1, 2, 3, 4, 7, 64, 65}) {
      const Grid grid = random_grid(random, width, 5);
      const Grid scaled = *scale_up(grid, factor);
      ASSERT_EQ(scaled.width(), width * factor);
      ASSERT_EQ(scaled.height(), 5 * factor);
      for (int y = 0; y < scaled.height(); ++y) {
        for (int x = 0; x < scaled.width(); ++x) {
          ASSERT_EQ(scaled.passable(x, y), grid.passable(x / factor, y / factor)) << x << "," << y;
        }
      }
      // Also says that no bit lies beyond the width.
      ASSERT_EQ(scaled.passable_cells(), grid.passable_cells() * static_cast<unsigned>(factor * factor));
      ASSERT_EQ(scaled.epoch(), 0u);
    }
  }
}

TEST(ScaleUp, refuses_what_cannot_be) {
  const Grid grid = *Grid::create(1000, 10, true);
  EXPECT_FALSE(scale_up(grid, 0));
  EXPECT_FALSE(scale_up(grid, -3));
  EXPECT_FALSE(scale_up(grid, 33));
  EXPECT_FALSE(scale_up(grid, std::numeric_limits<int>::max()));
  EXPECT_EQ(scale_up(grid, -3).error().message,
            "a map cannot be enlarged -3 times; the factor must be a whole number from 1");
}

TEST(Crop, cuts_out_exactly_the_area) {
  Random random(2);
  const Grid grid = random_grid(random, 200, 40);
  for (int i = 0; i < 500; ++i) {
    const int x = random.between(0, 199);
    const int y = random.between(0, 39);
    const Rect area{x, y, random.between(1, 200 - x), random.between(1, 40 - y)};
    const Grid cut = *crop(grid, area);
    std::uint64_t expected = 0;
    for (int v = 0; v < area.height; ++v) {
      for (int u = 0; u < area.width; ++u) {
        ASSERT_EQ(cut.passable(u, v), grid.passable(x + u, y + v));
        expected += grid.passable(x + u, y + v) ? 1u : 0u;
      }
    }
    ASSERT_EQ(cut.passable_cells(), expected);
  }
  EXPECT_EQ(crop(grid, {0, 0, 200, 40})->fingerprint(), grid.fingerprint());
}

TEST(Crop, refuses_areas_not_inside) {
  const Grid grid = *Grid::create(100, 50, true);
  constexpr int kMax = std::numeric_limits<int>::max();
  for (const Rect area : {Rect{-1, 0, 5, 5}, Rect{0, -1, 5, 5}, Rect{96, 0, 5, 5}, Rect{0, 46, 5, 5}, Rect{0, 0, 0, 5},
                          Rect{0, 0, 5, -5}, Rect{kMax, kMax, kMax, kMax}, Rect{1, 1, kMax, kMax}}) {
    EXPECT_FALSE(crop(grid, area));
  }
  EXPECT_EQ(crop(grid, {96, 0, 5, 5}).error().message, "cannot cut out 5x5 cells at 96,0 of a map of 100x50");
}

}  // namespace waymark::space_transform_test
