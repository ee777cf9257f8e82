// The moves of a unit in half a byte each, beside a list of them.
#include "agent/move_plan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/space/direction.hpp"

namespace waymark::agent_move_plan_test {

TEST(MovePlan, is_what_a_list_of_moves_would_be) {
  Random random(1);
  for (int round = 0; round < test::rounds(300); ++round) {
    MovePlan plan;
    std::vector<std::uint8_t> list;
    const auto direction = [&] { return static_cast<std::uint8_t>(random.below(kDirections)); };
    for (int step = 0; step < 1'000; ++step) {
      const auto size = static_cast<std::uint32_t>(list.size());
      switch (random.below(6)) {
        case 0:
          if (size == 0) break;
          plan.advance();
          list.erase(list.begin());
          break;
        case 1:
          if (size == 0) break;
          plan.drop_last();
          list.pop_back();
          break;
        case 2: {
          const std::uint32_t ahead = random.below(size + 1);
          const std::uint32_t count = random.below(size - ahead + 1);
          MovePlan other;
          std::vector<std::uint8_t> moves;
          for (std::uint32_t left = random.below(12); left > 0; --left) {
            moves.push_back(direction());
            other.add(moves.back());
          }
          if (!plan.replace(ahead, count, other)) break;
          list.erase(list.begin() + ahead, list.begin() + ahead + count);
          list.insert(list.begin() + ahead, moves.begin(), moves.end());
          break;
        }
        default: {
          const std::uint8_t move = direction();
          if (plan.append(move)) list.push_back(move);
        }
      }
      ASSERT_EQ(plan.left(), list.size());
      ASSERT_EQ(plan.is_done(), list.empty());
      for (std::uint32_t i = 0; i < plan.left(); ++i) ASSERT_EQ(plan.ahead(i), list[i]);
      if (list.empty()) continue;
      ASSERT_EQ(plan.last(), list.back());
    }
  }
}

}  // namespace waymark::agent_move_plan_test
