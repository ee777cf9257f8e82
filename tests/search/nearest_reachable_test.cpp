// The nearest cell that a unit can reach, against all of them.
#include "waymark/search/nearest_reachable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "support/sanitized.hpp"

namespace waymark::search_nearest_reachable_test {

// On an empty map, by the rules as they are written.
std::uint64_t plain_distance(const MoveRules& rules, int dx, int dy) {
  const std::uint64_t c = rules.costs.cardinal;
  const auto x = static_cast<std::uint64_t>(std::abs(dx));
  const auto y = static_cast<std::uint64_t>(std::abs(dy));
  if (rules.neighbours == Neighbours::kSix) {
    return c * std::max({x, y, static_cast<std::uint64_t>(std::abs(dx + dy))});
  }
  if (rules.neighbours == Neighbours::kFour || rules.diagonal == DiagonalRule::kNever) return c * (x + y);
  return c * (std::max(x, y) - std::min(x, y)) + rules.costs.diagonal * std::min(x, y);
}

NodeId plain_nearest(const Map& map, NodeId from, NodeId goal) {
  const Grid& grid = map.grid();
  const Cell start = grid.cell(from);
  const Cell end = grid.cell(goal);
  const auto reached = test::reference_distances(grid, map.rules(), start.x, start.y);
  NodeId best = kNoNode;
  std::tuple<std::uint64_t, int, NodeId> least;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (reached[static_cast<std::size_t>(y * grid.width() + x)] == test::kUnreached) continue;
      const int dx = x - end.x;
      const int dy = y - end.y;
      const std::tuple rank{plain_distance(map.rules(), dx, dy), dx * dx + dy * dy, grid.node(x, y)};
      if (best == kNoNode || rank < least) {
        best = grid.node(x, y);
        least = rank;
      }
    }
  }
  return best;
}

TEST(NearestReachable, is_the_nearest_of_all) {
  Random random(41);
  int sent_elsewhere = 0;
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(60); ++round) {
      const Map map(test::random_grid(random, random.between(1, 30), random.between(1, 30), 30 + random.below(50)),
                    rules);
      const Grid& grid = map.grid();
      const NodeId from = test::random_passable(random, grid);
      if (from == kNoNode) continue;
      for (int i = 0; i < 4; ++i) {
        const NodeId goal = grid.node(random.between(0, grid.width() - 1), random.between(0, grid.height() - 1));
        const NodeId found = nearest_reachable(map, from, goal);
        ASSERT_EQ(found, plain_nearest(map, from, goal));
        sent_elsewhere += found != goal;
      }
    }
  }
  EXPECT_GT(sent_elsewhere, test::enough(2000));
}

TEST(NearestReachable, far_away_over_words_and_squares) {
  Random random(42);
  for (int round = 0; round < test::rounds(12); ++round) {
    const int width = random.between(150, 400);
    const int height = random.between(150, 400);
    Grid grid = test::random_grid(random, width, height, random.chance(1, 2) ? 0 : 20);
    // A wall from top to bottom, as thick as you like; both sides of it are large.
    const int wall = random.between(20, width - 20);
    grid.fill({wall, 0, random.between(1, 100), height}, false);
    const Map map(std::move(grid), {.costs = random.chance(1, 2) ? kSqrt2Costs : kUnitCosts});
    const NodeId from = test::random_passable(random, map.grid());
    const NodeId goal = map.grid().node(random.between(0, width - 1), random.between(0, height - 1));
    ASSERT_EQ(nearest_reachable(map, from, goal), plain_nearest(map, from, goal));
  }
}

TEST(NearestReachable, of_what_is_no_cell_or_blocked) {
  Map map(test::grid_from({"..@", "@@@", "..."}));
  const Grid& grid = map.grid();
  const NodeId from = grid.node(0, 0);
  EXPECT_EQ(nearest_reachable(map, from, grid.node(1, 0)), grid.node(1, 0));
  EXPECT_EQ(nearest_reachable(map, from, grid.node(2, 0)), grid.node(1, 0));
  EXPECT_EQ(nearest_reachable(map, from, grid.node(0, 2)), grid.node(0, 0));
  EXPECT_EQ(nearest_reachable(map, grid.node(2, 0), from), kNoNode);
  EXPECT_EQ(nearest_reachable(map, kNoNode, from), kNoNode);
  EXPECT_EQ(nearest_reachable(map, from, grid.node(2, 2) + 1), kNoNode);
  EXPECT_EQ(nearest_reachable(map, 0, from), kNoNode);
  map.set(1, 1, true);  // by the edited map
  EXPECT_EQ(nearest_reachable(map, from, grid.node(0, 2)), grid.node(0, 2));
}

TEST(NearestReachable, takes_no_memory) {
  Random random(43);
  const Map map(test::random_grid(random, 200, 200, 55));
  const auto run = [&] {
    for (int i = 0; i < 50; ++i) {
      const NodeId goal = map.grid().node(random.between(0, 199), random.between(0, 199));
      EXPECT_NE(nearest_reachable(map, test::random_passable(random, map.grid()), goal), kNoNode);
    }
  };
  EXPECT_EQ(test::allocations_of(run).count, 0u);
}

// The goal is deep in ground that the unit cannot reach, a disc or a square of it, over whole tiles and far from the
// map's centre, under rules by which corners, straight ways or hexagons are near.
TEST(NearestReachable, around_a_large_island) {
  Random random(44);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < test::rounds(2); ++round) {
      const int width = random.between(130, 220);
      const int height = random.between(130, 220);
      Grid grid = test::random_grid(random, width, height, random.chance(1, 2) ? 0 : 10);
      const Cell middle{random.between(50, width - 50), random.between(50, height - 50)};
      const int radius = random.between(10, 80);
      const bool is_disc = random.chance(1, 2);
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const int dx = std::abs(x - middle.x);
          const int dy = std::abs(y - middle.y);
          const int away = is_disc ? static_cast<int>(std::sqrt(dx * dx + dy * dy)) : std::max(dx, dy);
          if (away >= radius && away <= radius + 2) grid.set(x, y, false);
        }
      }
      const Map map(std::move(grid), rules);
      const NodeId from = test::random_passable(random, map.grid());
      const Cell goal{middle.x + random.between(-9, 9), middle.y + random.between(-9, 9)};
      ASSERT_EQ(nearest_reachable(map, from, map.grid().node(goal)), plain_nearest(map, from, map.grid().node(goal)));
    }
  }
}

#ifdef WAYMARK_INSTRUMENT
std::uint64_t looks_for(const Map& map, NodeId from, NodeId goal, NodeId expected) {
  NodeId found = kNoNode;
  const auto counts = instrument::counts_of([&] { found = nearest_reachable(map, from, goal); });
  EXPECT_EQ(found, expected);
  return counts.looks;
}

TEST(NearestReachable, looks_follow_the_distance_not_the_map) {
  Grid grid = *Grid::create(4000, 300, true);
  grid.fill({2000, 0, 1, 300}, false);
  const Map map(std::move(grid));
  const NodeId from = map.grid().node(0, 150);
  for (const int away : {3, 40, 200}) {
    const auto rings = static_cast<std::uint64_t>((away + 1) / 64 + 1);
    const std::uint64_t looks = looks_for(map, from, map.grid().node(2000 + away, 150), map.grid().node(1999, 150));
    // The tiles of the rings, a side or four of each; and the rows of few that are as near.
    EXPECT_LE(looks, (2 * rings + 1) * (2 * rings + 1) * 140 + 64 * 16) << away;
  }
}

// Ground full of holes, which on the sides of a tile is few runs: to look at each of all its runs would be 250,000
// looks.
TEST(NearestReachable, looks_are_for_tiles_not_for_runs_of_cells) {
  constexpr int kSide = 704;
  Grid grid = *Grid::create(kSide, kSide, true);
  for (int y = 1; y < kSide; y += 2) {
    for (int x = 1; x < kSide; x += 4) grid.set(x, y, false);
  }
  const int wall = kSide - 70;
  grid.fill({wall, 0, 2, kSide}, false);
  const Map map(std::move(grid));
  const NodeId from = map.grid().node(kSide - 1, 0);
  const std::uint64_t looks = looks_for(map, from, map.grid().node(wall - 400, 350), map.grid().node(wall + 2, 350));
  const std::uint64_t tiles = (kSide / 64) * (kSide / 64);
  // Three looks for a run. By rows: of the tiles through which the wall leads those from above down to the goal's, each
  // as far as the best of the one before, and two below, which have cells as near as the nearest.
  EXPECT_LE(looks, tiles * (132 + 3 * 16) + 8 * 64 * 3 * 16);
}
#endif

}  // namespace waymark::search_nearest_reachable_test
