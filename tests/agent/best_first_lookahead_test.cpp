// The parts of the lookahead; as a whole it is tested by the transcriptions (lss_lrta_test.cpp).
#include "waymark/agent/best_first_lookahead.hpp"

#include <gtest/gtest.h>

#include <map>

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

}  // namespace
}  // namespace waymark
