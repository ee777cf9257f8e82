// The parts of the lookahead; as a whole it is tested by the transcriptions (lss_lrta_test.cpp).
#include "waymark/agent/best_first_lookahead.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/agent/fresh_moves.hpp"
#include "waymark/agent/local_states.hpp"
#include "waymark/base/random.hpp"

namespace waymark {
namespace {

TEST(LocalStates, finds_what_was_added_also_where_cells_collide) {
  Random random(1);
  constexpr std::uint32_t kCapacity = 100;
  constexpr std::uint32_t kWidth = 4096;
  LocalStates states(kCapacity);
  bool collided = false;
  for (int round = 0; round < 300; ++round) {
    states.clear();
    ASSERT_TRUE(states.all_at_home());
    std::map<NodeId, std::uint32_t> expected;
    const std::uint32_t side = round % 2 == 0 ? 12 : kWidth;  // close together, or all over the torus
    while (expected.size() < kCapacity) {
      const Cell cell{static_cast<int>(random.below(side)), static_cast<int>(random.below(side))};
      const auto node = static_cast<NodeId>(cell.y) * kWidth + static_cast<NodeId>(cell.x);
      std::uint32_t place = 0;
      const std::uint32_t found = states.find(node, states.home_of(cell), place);
      const auto known = expected.find(node);
      ASSERT_EQ(found, known == expected.end() ? LocalStates::kNone : known->second);
      if (found == LocalStates::kNone) expected[node] = states.add(node, states.home_of(cell), place);
      ASSERT_EQ(states.find_known(node, states.home_of(cell)), expected[node]);
    }
    ASSERT_TRUE(side > 12 || states.all_at_home());
    collided |= !states.all_at_home();
  }
  EXPECT_TRUE(collided);
}

TEST(LocalStates, a_neighbours_home_is_a_constant_away) {
  const LocalStates states(50);
  for (int y = 1; y < 200; ++y) {
    for (int x = 1; x < 200; ++x) {
      for (unsigned d = 0; d < kDirections; ++d) {
        ASSERT_EQ(states.neighbour_home(states.home_of({x, y}), d), states.home_of({x + kDx[d], y + kDy[d]}));
      }
    }
  }
}

// On every map of 5 x 5 cells around a step, drawn at random: a move is left out only if the parent reaches its target
// itself, legally and no dearer; and of those moves none is kept.
TEST(FreshMoves, leaves_out_what_the_parent_reaches_itself) {
  Random random(2);
  for (const Neighbours neighbours : {Neighbours::kFour, Neighbours::kEight}) {
    for (const DiagonalRule rule : {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways}) {
      const MoveTable& table = move_table({neighbours, rule, kSqrt2Costs});
      const FreshMoves fresh(table, table.cost);
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
          ASSERT_EQ(fresh.of(static_cast<std::uint8_t>(arrival), around), expected);
        }
        const auto around = static_cast<std::uint8_t>(grid->neighbourhood(parent));
        ASSERT_EQ(fresh.of(kNoDirection, around), from_parent);
      }
    }
  }
}

}  // namespace
}  // namespace waymark
