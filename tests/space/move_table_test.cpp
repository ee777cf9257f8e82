#include "waymark/space/move_table.hpp"

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark::space_move_table_test {

// A 3x3 map whose border cells are the bits of `neighbourhood`, in the order of Grid::neighbourhood.
Grid patch(unsigned neighbourhood) {
  Grid grid = *Grid::create(3, 3, false);
  unsigned bit = 1;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) {
      if (x == 1 && y == 1) {
        grid.set(x, y, true);
        continue;
      }
      if ((neighbourhood & bit) != 0) grid.set(x, y, true);
      bit <<= 1u;
    }
  }
  return grid;
}

TEST(MoveTable, all_256_masks_match_the_written_rules) {
  for (const MoveRules& rules : test::all_rules()) {
    const MoveTable& table = move_table(rules);
    for (unsigned mask = 0; mask < 256; ++mask) {
      const Grid grid = patch(mask);
      ASSERT_EQ(grid.neighbourhood(grid.node(1, 1)), mask);
      unsigned expected = 0;
      for (const test::ReferenceMove& move : test::reference_moves(grid, rules, 1, 1)) {
        for (unsigned d = 0; d < kDirections; ++d) {
          if (kDx[d] != move.dx || kDy[d] != move.dy) continue;
          expected |= 1u << d;
          EXPECT_EQ(table.cost[d], move.cost);
        }
      }
      ASSERT_EQ(table.legal[mask], expected) << "mask " << mask;
    }
  }
}

TEST(MoveTable, canonical_moves_are_legal_and_all_at_a_start) {
  for (const MoveRules& rules : test::all_rules()) {
    const MoveTable& table = move_table(rules);
    for (unsigned mask = 0; mask < 256; ++mask) {
      EXPECT_EQ(table.canonical[kNoDirection][mask], table.legal[mask]);
      for (std::size_t d = 0; d < kDirections; ++d) {
        EXPECT_EQ(table.canonical[d][mask] & ~table.legal[mask], 0);
      }
    }
  }
}

// Jump points are derived from these tables for one pair of costs; so they must be the same for all that jps takes.
TEST(MoveTable, canonical_moves_are_the_same_for_all_diagonals_between_one_straight_step_and_two) {
  Random random(2);
  for (const DiagonalRule diagonal : {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways}) {
    const MoveTable& expected = move_table({Neighbours::kEight, diagonal, kSqrt2Costs});
    for (int round = 0; round < 12; ++round) {
      const auto cardinal = static_cast<Cost>(random.between(2, 5'000));
      const auto between = static_cast<Cost>(random.between(1, static_cast<int>(cardinal) - 1));
      for (const Cost more : {Cost{1}, between, cardinal - 1}) {
        const MoveTable table({Neighbours::kEight, diagonal, {cardinal, cardinal + more}});
        ASSERT_EQ(table.canonical, expected.canonical) << cardinal << " and " << cardinal + more;
        ASSERT_EQ(table.fresh, expected.fresh);
      }
    }
  }
}

// Without corner cutting one turns behind the obstacle: arriving eastwards with NW blocked and N free, N and NE are
// open only through this cell; with N blocked, nothing is.
TEST(MoveTable, turns_without_corner_cutting_lie_behind_the_obstacle) {
  const MoveTable& table = move_table({});
  constexpr unsigned kNw = 1;
  constexpr unsigned kN = 2;
  const unsigned all = 0xff;
  EXPECT_EQ(table.canonical[kEast][all], 1u << kEast);
  EXPECT_EQ(table.canonical[kEast][all & ~kNw], (1u << kEast) | (1u << kNorth) | (1u << kNorthEast));
  EXPECT_EQ(table.canonical[kEast][all & ~kN], 1u << kEast);
  EXPECT_EQ(table.canonical[kSouthEast][all], (1u << kEast) | (1u << kSouth) | (1u << kSouthEast));
}

TEST(MoveTable, four_neighbours_are_eight_without_diagonals) {
  EXPECT_EQ(&move_table({Neighbours::kFour, DiagonalRule::kBothFree, kSqrt2Costs}),
            &move_table({Neighbours::kEight, DiagonalRule::kNever, kSqrt2Costs}));
}

TEST(GridSpace, predecessor_undoes_every_step) {
  Grid grid = *Grid::create(70, 5, true);
  const GridSpace space(grid, move_table({Neighbours::kEight, DiagonalRule::kAlways, kUnitCosts}));
  const NodeId middle = grid.node(63, 2);
  int visited = 0;
  space.for_each_successor(middle, GridSpace::kNoArrival, [&](NodeId to, Cost cost, std::uint8_t by) {
    EXPECT_EQ(space.predecessor(to, by), middle);
    EXPECT_EQ(grid.cell(to), (Cell{63 + kDx[by], 2 + kDy[by]}));
    EXPECT_EQ(cost, 1u);
    EXPECT_EQ(by, visited++);  // in the order of ties
  });
  EXPECT_EQ(visited, 8);
}

}  // namespace waymark::space_move_table_test
