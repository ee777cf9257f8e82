// The parts of the lookahead; as a whole it is tested by the transcriptions (lss_lrta_test.cpp).
#include "agent/best_first_lookahead.hpp"

#include <gtest/gtest.h>

#include <map>

#include "agent/local_states.hpp"
#include "waymark/base/random.hpp"

namespace waymark::agent_best_first_lookahead_test {

TEST(LocalStates, finds_what_was_added_also_where_cells_collide) {
  Random random(1);
  constexpr std::uint32_t kWidth = 4096;
  LocalStates states;
  bool collided = false;
  for (int round = 0; round < 300; ++round) {
    // Sometimes for fewer or more states than before, and then with the torus of a table made for so many.
    const std::uint32_t capacity = round % 10 < 5 ? 100 : 40 + random.below(round % 10 < 8 ? 60 : 300);
    if (round % 5 == 0 || capacity != 100) states.prepare(capacity);
    LocalStates fresh;
    fresh.prepare(capacity);
    states.clear();
    ASSERT_TRUE(states.all_at_home());
    std::map<NodeId, std::uint32_t> expected;
    const std::uint32_t side = round % 2 == 0 ? 20 : kWidth;  // close together, or all over the torus
    while (expected.size() < capacity) {
      const Cell cell{static_cast<int>(random.below(side)), static_cast<int>(random.below(side))};
      const auto node = static_cast<NodeId>(cell.y) * kWidth + static_cast<NodeId>(cell.x);
      const std::uint32_t home = states.home_of(cell);
      states.extend_to(cell.x, cell.y);
      const std::uint32_t place = states.find(node, home);
      fresh.extend_to(cell.x, cell.y);
      ASSERT_EQ(fresh.home_of(cell), home);
      ASSERT_EQ(fresh.find(node, home), place);
      ASSERT_TRUE(place == home || !states.all_at_home());
      collided |= place != home;
      const auto known = expected.find(node);
      ASSERT_EQ(states.g(place) == kInfiniteCost, known == expected.end());
      if (known == expected.end()) {
        expected[node] = states.add(node, home, place);
        states.g(place) = 1;
        fresh.add(node, home, place);
        fresh.g(place) = 1;
      }
      ASSERT_EQ(states.find(node, home), place);
      ASSERT_EQ(states.slot(place).index, expected[node]);
    }
    ASSERT_TRUE(side > 20 || states.all_at_home());
    ASSERT_EQ(fresh.all_at_home(), states.all_at_home());
  }
  EXPECT_TRUE(collided);
}

TEST(LocalStates, a_neighbours_home_is_a_constant_away) {
  LocalStates states;
  states.prepare(50);
  for (int y = 1; y < 200; ++y) {
    for (int x = 1; x < 200; ++x) {
      for (unsigned d = 0; d < kDirections; ++d) {
        ASSERT_EQ(states.neighbour_home(states.home_of({x, y}), d), states.home_of({x + kDx[d], y + kDy[d]}));
      }
    }
  }
}

}  // namespace waymark::agent_best_first_lookahead_test
