#include "search/short_queue.hpp"

#include <gtest/gtest.h>

#include <set>

#include "waymark/base/random.hpp"

namespace waymark::search_short_queue_test {

// Pushes with f from the last popped one on, up or (rarely) down, as a search does.
void expect_sorted_pops(Cost max_edge, std::uint32_t f_spread, std::uint64_t seed) {
  Random random(seed);
  constexpr std::size_t kCapacity = 600;
  ShortQueue queue;
  queue.reserve(kCapacity);
  queue.reserve(kCapacity / 2);  // does not make it smaller
  for (int round = 0; round < 50; ++round) {
    std::set<ShortQueue::Entry> expected;
    Cost f = 1'000'000;
    queue.start(f, max_edge);
    for (std::uint32_t pushes = 0; pushes < kCapacity;) {
      if (!expected.empty() && random.chance(1, 3)) {
        ASSERT_FALSE(queue.empty());
        const ShortQueue::Entry best = queue.top();
        ASSERT_TRUE(best == *expected.begin());
        f = ShortQueue::f_of(best);
        queue.pop();
        expected.erase(expected.begin());
        continue;
      }
      const auto rise = static_cast<Cost>(random.below(f_spread));
      const Cost pushed_f = random.chance(1, 20) ? f - std::min(f, rise) : f + rise;
      const auto h = static_cast<Cost>(random.below(pushed_f + 1));
      const auto entry = ShortQueue::entry(pushed_f - h, h, static_cast<NodeId>(random.below(1000)), pushes++);
      expected.insert(entry);
      queue.push(entry);
    }
    for (; !expected.empty(); expected.erase(expected.begin()), queue.pop()) {
      ASSERT_FALSE(queue.empty());
      ASSERT_TRUE(queue.top() == *expected.begin());
    }
    ASSERT_TRUE(queue.empty());
  }
}

TEST(ShortQueue, pops_in_order_when_f_rises_by_about_an_edge) { expect_sorted_pops(3363, 6726, 1); }
TEST(ShortQueue, pops_in_order_when_f_leaps_far_beyond_the_buckets) { expect_sorted_pops(3363, 500'000, 2); }
TEST(ShortQueue, pops_in_order_with_unit_costs) { expect_sorted_pops(1, 3, 3); }
TEST(ShortQueue, pops_in_order_when_all_f_are_equal) { expect_sorted_pops(3363, 1, 4); }

TEST(ShortQueue, orders_by_f_then_higher_g_then_lower_id) {
  ShortQueue queue;
  queue.reserve(3);
  queue.start(100, 10);
  queue.push(ShortQueue::entry(40, 60, 1, 0));
  queue.push(ShortQueue::entry(50, 50, 9, 1));
  queue.push(ShortQueue::entry(50, 50, 2, 2));
  for (const std::uint32_t index : {2u, 1u, 0u}) {
    EXPECT_EQ(ShortQueue::index_of(queue.top()), index);
    EXPECT_EQ(ShortQueue::f_of(queue.top()), 100u);
    queue.pop();
  }
}

}  // namespace waymark::search_short_queue_test
