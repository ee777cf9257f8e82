#include "waymark/space/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "waymark/base/random.hpp"

namespace waymark::space_grid_test {

TEST(Grid, refuses_sizes_out_of_range) {
  EXPECT_FALSE(Grid::create(0, 5, true));
  EXPECT_FALSE(Grid::create(5, -1, true));
  EXPECT_FALSE(Grid::create(Grid::kMaxSide + 1, 1, true));
  EXPECT_FALSE(Grid::check_size(1'000'000'000, 1'000'000'000));
  EXPECT_FALSE(Grid::check_size(20'000, 20'000));
  EXPECT_TRUE(Grid::check_size(8192, 8192));
}

// Around the word boundaries, where the padding could be forgotten.
TEST(Grid, ids_and_cells_are_inverse) {
  for (const int width : {1, 2, 62, 63, 64, 65, 127, 128, 129, 1000}) {
    for (const int height : {1, 2, 3, 70, 1000}) {
      const Grid grid = *Grid::create(width, height, true);
      NodeId previous = 0;
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const NodeId id = grid.node(x, y);
          ASSERT_GT(id, previous);
          ASSERT_LT(id, grid.id_bound());
          ASSERT_EQ(grid.cell(id), (Cell{x, y})) << width << "x" << height;
          previous = id;
        }
      }
    }
  }
}

TEST(Grid, ids_and_cells_are_inverse_at_the_largest_sizes) {
  for (const Cell size :
       {Cell{16384, 16384}, Cell{Grid::kMaxSide, 8192}, Cell{8192, Grid::kMaxSide}, Cell{64, Grid::kMaxSide}}) {
    const Grid grid = *Grid::create(size.x, size.y, false);
    for (int y = 0; y < size.y; y += 7) {
      for (const int x : {0, 1, 63, size.x / 2, size.x - 1}) {
        if (x >= size.x) continue;
        ASSERT_EQ(grid.cell(grid.node(x, y)), (Cell{x, y}));
      }
    }
    ASSERT_EQ(grid.cell(grid.node(size.x - 1, size.y - 1)), (Cell{size.x - 1, size.y - 1}));
  }
}

TEST(Grid, neighbourhood_equals_eight_single_reads) {
  Random random(7);
  for (const int width : {1, 3, 63, 64, 65, 130}) {
    Grid grid = *Grid::create(width, 20, false);
    for (int i = 0; i < width * 12; ++i) grid.set(random.between(0, width - 1), random.between(0, 19), true);
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < width; ++x) {
        unsigned expected = 0;
        unsigned bit = 1;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            if (grid.passable(x + dx, y + dy)) expected |= bit;
            bit <<= 1u;
          }
        }
        ASSERT_EQ(grid.neighbourhood(grid.node(x, y)), expected) << x << "," << y << " of width " << width;
      }
    }
  }
}

TEST(Grid, fill_is_clipped_and_raises_the_epoch_only_on_change) {
  Grid grid = *Grid::create(130, 10, false);
  grid.fill({-5, -5, 1000, 7}, true);
  EXPECT_EQ(grid.epoch(), 1u);
  EXPECT_EQ(grid.passable_cells(), 260u);
  grid.fill({0, 0, 130, 2}, true);
  EXPECT_EQ(grid.epoch(), 1u);
  grid.fill({60, 0, 10, 1}, false);
  EXPECT_EQ(grid.epoch(), 2u);
  EXPECT_EQ(grid.passable_cells(), 250u);
  EXPECT_TRUE(grid.passable(59, 0));
  EXPECT_FALSE(grid.passable(60, 0));
  EXPECT_FALSE(grid.passable(69, 0));
  EXPECT_TRUE(grid.passable(70, 0));
  grid.fill({200, 200, 5, 5}, true);
  EXPECT_EQ(grid.epoch(), 2u);
}

TEST(Grid, change_log_tells_the_last_edits_and_says_when_it_cannot) {
  Grid grid = *Grid::create(64, 64, true);
  for (int i = 0; i < 3; ++i) grid.set(i, 0, false);
  const auto changes = grid.changes_since(1);
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 2u);
  EXPECT_EQ((*changes)[0].area, (Rect{1, 0, 1, 1}));
  EXPECT_EQ((*changes)[1].epoch, 3u);
  EXPECT_FALSE((*changes)[1].passable);
  for (int i = 0; i < 2000; ++i) grid.set(5, 5, i % 2 != 0);
  EXPECT_FALSE(grid.changes_since(1));
  ASSERT_TRUE(grid.changes_since(grid.epoch() - Grid::kLoggedChanges));
  const auto last = grid.changes_since(grid.epoch() - 1);
  ASSERT_TRUE(last);
  ASSERT_EQ(last->size(), 1u);
  EXPECT_EQ(last->front().epoch, grid.epoch());
}

TEST(Grid, gathered_areas_are_one_edit_and_the_later_wins) {
  Grid grid = *Grid::create(100, 20, true);
  grid.apply(std::vector<AreaEdit>{
      {{0, 0, 10, 10}, false}, {{200, 0, 5, 5}, false}, {{5, 5, 10, 10}, true}, {{50, 0, 5, 5}, true}});
  EXPECT_EQ(grid.epoch(), 1u);
  EXPECT_EQ(grid.passable_cells(), 2000u - 75u);
  EXPECT_TRUE(grid.passable(5, 5));
  EXPECT_FALSE(grid.passable(4, 5));
  // Neither what lies outside nor what changed nothing is told.
  const auto changes = grid.changes_since(0);
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 2u);
  EXPECT_EQ((*changes)[0].area, (Rect{0, 0, 10, 10}));
  EXPECT_EQ((*changes)[1].area, (Rect{5, 5, 10, 10}));
  EXPECT_EQ((*changes)[0].epoch, 1u);
  EXPECT_EQ((*changes)[1].epoch, 1u);
  grid.apply({});
  grid.apply(std::vector<AreaEdit>{{{0, 0, 2, 2}, false}, {{20, 0, 2, 2}, true}});
  EXPECT_EQ(grid.epoch(), 1u);
}

// Against cells one by one and a list of all there ever was.
TEST(Grid, change_log_of_gathered_edits_tells_whole_edits_or_nothing) {
  struct Plain {
    std::uint64_t epoch;
    Rect area;
    bool passable;
  };
  Random random(12);
  for (int round = 0; round < 20; ++round) {
    const int side = random.between(1, 70);
    Grid grid = *Grid::create(side, side, true);
    std::vector<bool> cells(static_cast<std::size_t>(side * side), true);
    std::vector<Plain> all;
    std::uint64_t epoch = 0;
    for (int edit = 0; edit < 150; ++edit) {
      std::vector<AreaEdit> areas;
      const int count = random.chance(1, 40) ? random.between(1000, 1400) : random.between(0, 20);
      for (int i = 0; i < count; ++i) {
        areas.push_back(
            {{random.between(-2, side), random.between(-2, side), random.between(0, 4), random.between(0, 4)},
             random.chance(1, 2)});
      }
      grid.apply(areas);
      bool any = false;
      for (const AreaEdit& area : areas) {
        const Rect clipped{std::max(area.area.x, 0), std::max(area.area.y, 0),
                           std::min(area.area.x + area.area.width, side) - std::max(area.area.x, 0),
                           std::min(area.area.y + area.area.height, side) - std::max(area.area.y, 0)};
        bool changed = false;
        for (int y = clipped.y; y < clipped.y + clipped.height; ++y) {
          for (int x = clipped.x; x < clipped.x + clipped.width; ++x) {
            const auto at = static_cast<std::size_t>(y * side + x);
            changed = changed || cells[at] != area.passable;
            cells[at] = area.passable;
          }
        }
        if (changed) all.push_back({epoch + 1, clipped, area.passable});
        any = any || changed;
      }
      epoch += any ? 1 : 0;
      ASSERT_EQ(grid.epoch(), epoch);
      for (int i = 0; i < 5; ++i) {
        const auto since = i == 0 ? epoch : static_cast<std::uint64_t>(random.between(0, static_cast<int>(epoch) + 1));
        const auto first =
            std::find_if(all.begin(), all.end(), [&](const Plain& plain) { return plain.epoch > since; });
        const auto expected = static_cast<std::size_t>(all.end() - first);
        const auto told = grid.changes_since(since);
        ASSERT_EQ(told.has_value(), since <= epoch && expected <= Grid::kLoggedChanges);
        if (!told) continue;
        ASSERT_EQ(told->size(), expected);
        for (std::size_t k = 0; k < expected; ++k) {
          ASSERT_EQ((*told)[k].epoch, first[static_cast<std::ptrdiff_t>(k)].epoch);
          ASSERT_EQ((*told)[k].area, first[static_cast<std::ptrdiff_t>(k)].area);
          ASSERT_EQ((*told)[k].passable, first[static_cast<std::ptrdiff_t>(k)].passable);
        }
      }
    }
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) ASSERT_EQ(grid.passable(x, y), cells[static_cast<std::size_t>(y * side + x)]);
    }
  }
}

TEST(Grid, fingerprint_is_of_the_cells_not_of_the_history) {
  Grid a = *Grid::create(100, 100, true);
  Grid b = *Grid::create(100, 100, true);
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  a.set(3, 4, false);
  EXPECT_NE(a.fingerprint(), b.fingerprint());
  a.set(3, 4, true);
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  EXPECT_NE(a.fingerprint(), Grid::create(100, 101, true)->fingerprint());
}

}  // namespace waymark::space_grid_test
