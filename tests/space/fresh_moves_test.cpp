#include "waymark/space/fresh_moves.hpp"

#include <gtest/gtest.h>

#include "waymark/base/random.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark::space_fresh_moves_test {

// On every map of 5 x 5 cells around a step, drawn at random: a move is left out only if the parent reaches its target
// itself, legally and no dearer; and of those moves none is kept.
TEST(FreshMoves, leaves_out_what_the_parent_reaches_itself) {
  Random random(2);
  for (const Neighbours neighbours : {Neighbours::kFour, Neighbours::kSix, Neighbours::kEight}) {
    for (const DiagonalRule rule : {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways}) {
      const MoveTable& table = move_table({neighbours, rule, kSqrt2Costs});
      const MovesByArrival fresh = fresh_moves(table.legal, table.cost, table.cost);
      ASSERT_EQ(table.fresh, fresh);
      for (int round = 0; round < 3000; ++round) {
        auto grid = Grid::create(5, 5, true);
        for (int i = 0; i < 25; ++i) grid->set(i % 5, i / 5, i == 12 || random.chance(2, 3));
        const NodeId parent = grid->node(2, 2);
        const unsigned from_parent = table.legal[grid->neighbourhood(parent)];
        for (unsigned arrival = 0; arrival < kDirections; ++arrival) {
          if (((from_parent >> arrival) & 1u) == 0) continue;
          const Cell at{2 + kDx[arrival], 2 + kDy[arrival]};
          const auto around = static_cast<std::uint8_t>(grid->neighbourhood(grid->node(at)));
          unsigned expected = table.legal[around];
          for (unsigned d = 0; d < kDirections; ++d) {
            const Cell to{at.x + kDx[d], at.y + kDy[d]};
            if (to == Cell{2, 2}) expected &= ~(1u << d);
            for (unsigned direct = 0; direct < kDirections; ++direct) {
              if (((from_parent >> direct) & 1u) == 0 || to != Cell{2 + kDx[direct], 2 + kDy[direct]}) continue;
              if (table.cost[direct] <= table.cost[arrival] + table.cost[d]) expected &= ~(1u << d);
            }
          }
          ASSERT_EQ(fresh[arrival][around], expected);
        }
        const auto around = static_cast<std::uint8_t>(grid->neighbourhood(parent));
        ASSERT_EQ(fresh[kNoDirection][around], from_parent);
      }
    }
  }
}

}  // namespace waymark::space_fresh_moves_test
