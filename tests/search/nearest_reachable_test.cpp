// The nearest cell that a unit can reach, against all of them.
#include "waymark/search/nearest_reachable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

#ifdef WAYMARK_INSTRUMENT
TEST(NearestReachable, looks_follow_the_distance_not_the_map) {
  Grid grid = *Grid::create(4000, 300, true);
  grid.fill({2000, 0, 1, 300}, false);
  const Map map(std::move(grid));
  const NodeId from = map.grid().node(0, 150);
  for (const int away : {3, 40, 200}) {
    const NodeId goal = map.grid().node(2000 + away, 150);
    NodeId found = kNoNode;
    const auto counts = instrument::counts_of([&] { found = nearest_reachable(map, from, goal); });
    EXPECT_EQ(found, map.grid().node(1999, 150));
    const auto reach = static_cast<std::uint64_t>(std::max(64, 4 * (away + 1) + 4));
    EXPECT_LE(counts.looks, 2 * std::min<std::uint64_t>(2 * reach + 1, 300) * (2 * reach / 64 + 3 + 2 * 8));
  }
}
#endif

}  // namespace waymark::search_nearest_reachable_test
