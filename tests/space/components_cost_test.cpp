// An edit's work on components follows the edit, not the map: counted by the components themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/space/map.hpp"

namespace waymark::space_components_cost_test {

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 31u)) * 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 29u)) * 0xbf58476d1ce4e5b9u;
  return value ^ (value >> 32u);
}

std::uint64_t word_at(int word, int y) {
  return mix(static_cast<std::uint64_t>(y) * 1315423911u + static_cast<std::uint64_t>(word) * 2654435761u);
}

Grid open_ground(int side) { return *Grid::create(side, side, true); }

// Pillars and pockets: 5 of 8 cells are passable, one large component and thousands of small ones.
Grid noise(int side) {
  Grid grid = *Grid::create(side, side, false);
  for (int y = 0; y < side; ++y) {
    for (int word = 0; word < side / 64; ++word) {
      const std::uint64_t half = word_at(word, y);
      grid.mutable_row(y)[static_cast<std::size_t>(word)] = half | (mix(half + 1) & mix(half + 2));
    }
  }
  return grid;
}

// A maze without loops, corridors one cell wide: from every second cell of every second row one step on, to the right
// or down.
Grid maze(int side) {
  Grid grid = *Grid::create(side, side, false);
  for (int y = 0; y < side; y += 2) {
    for (int word = 0; word < side / 64; ++word) {
      constexpr std::uint64_t kEverySecond = 0x5555555555555555u;
      std::uint64_t right = y + 2 < side ? word_at(word, y) & kEverySecond : kEverySecond;
      if (word + 1 == side / 64) right &= ~(std::uint64_t{1} << 62u);  // the last column leads down
      grid.mutable_row(y)[static_cast<std::size_t>(word)] = kEverySecond | (right << 1u);
      if (y + 2 < side) grid.mutable_row(y + 1)[static_cast<std::size_t>(word)] = kEverySecond & ~right;
    }
  }
  return grid;
}

// The same with one wall in eight broken: loops of every length.
Grid maze_with_loops(int side) {
  Grid grid = maze(side);
  for (int y = 0; y + 2 < side; y += 2) {
    for (int word = 0; word < side / 64; ++word) {
      const std::uint64_t broken =
          word_at(word, y + 1) & word_at(word + 7, y) & word_at(word + 9, y) & 0x5555555555555555u;
      grid.mutable_row(y + 1)[static_cast<std::size_t>(word)] |= broken;
    }
  }
  return grid;
}

struct Costs {
  std::uint64_t fill;   // the median of fills of 5x5 cells
  std::uint64_t join;   // of a door in a wall from top to bottom that joins the halves of the map
  std::uint64_t split;  // that parts them
};

Costs costs_of(Grid grid) {
  const int side = grid.width();
  Map map(std::move(grid));
  Random random(1);
  std::vector<std::uint64_t> fills;
  for (int i = 0; i < 60; ++i) {
    const Rect area{random.between(0, side - 5), random.between(0, side - 5), 5, 5};
    map.fill(area, i % 2 == 0);
    fills.push_back(map.components().last_work());
  }
  std::nth_element(fills.begin(), fills.begin() + 30, fills.end());
  Costs costs{fills[30], 0, 0};

  const int wall = side / 2 + 5;
  const int door = side / 2 + 9;
  map.apply(std::vector<AreaEdit>{
      {{wall, 0, 1, side}, false}, {{wall - 2, door - 1, 2, 3}, true}, {{wall + 1, door - 1, 2, 3}, true}});
  const NodeId left = map.grid().node(wall - 1, door);
  const NodeId right = map.grid().node(wall + 1, door);
  EXPECT_FALSE(map.connected(left, right));
  map.set(wall, door, true);
  costs.join = map.components().last_work();
  EXPECT_TRUE(map.connected(left, right));
  map.set(wall, door, false);
  costs.split = map.components().last_work();
  EXPECT_FALSE(map.connected(left, right));
  return costs;
}

TEST(Components, an_edit_costs_at_most_three_times_as_much_on_the_largest_map) {
  const int large = test::kSanitized ? 2048 : 8192;
  for (const auto& [name, make] : std::vector<std::pair<const char*, Grid (*)(int)>>{
           {"open ground", open_ground}, {"noise", noise}, {"maze", maze}, {"maze with loops", maze_with_loops}}) {
    const Costs small = costs_of(make(512));
    const Costs big = costs_of(make(large));
    EXPECT_LE(big.fill, 3 * small.fill) << name;
    EXPECT_LE(big.join, 3 * small.join) << name;
    EXPECT_LE(big.split, 3 * small.split) << name;
    // All were looked at: a fill a tile at least, a door both sides of it.
    EXPECT_GE(small.fill, 64u) << name;
    EXPECT_GE(small.join, 128u) << name;
  }
}

// Far from each other, so that each has to be looked at by itself.
TEST(Components, gathered_edits_cost_no_more_than_one_by_one) {
  std::vector<AreaEdit> areas;
  Random random(2);
  for (int i = 0; i < 20; ++i) areas.push_back({{random.between(0, 2040), random.between(0, 2040), 5, 5}, false});
  Map together(noise(2048));
  together.apply(areas);
  Map apart(noise(2048));
  std::uint64_t sum = 0;
  for (const AreaEdit& edit : areas) {
    apart.fill(edit.area, edit.passable);
    sum += apart.components().last_work();
  }
  EXPECT_LE(together.components().last_work(), sum);
  EXPECT_EQ(together.components().count(), apart.components().count());
}

// A bit a cell on open ground, where a tile has 64 runs; more where there are more runs.
TEST(Components, take_memory_by_runs_not_by_cells) {
  const auto bytes_per_cell = [](Grid grid) {
    const double cells = static_cast<double>(grid.width()) * grid.height();
    return static_cast<double>(Components(grid, {}).heap_bytes()) / cells;
  };
  EXPECT_LT(bytes_per_cell(open_ground(1024)), 0.15);
  EXPECT_LT(bytes_per_cell(noise(1024)), 0.8);
  EXPECT_LT(bytes_per_cell(maze(1024)), 0.8);
}

}  // namespace waymark::space_components_cost_test
