// All open lists give the same order: that of a sorted list.
#include "waymark/search/queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <tuple>

#include "search/paged_bucket_queue.hpp"
#include "waymark/base/random.hpp"
#include "waymark/search/bucket_queue.hpp"

namespace waymark::search_queue_test {

struct Item {
  Cost f;
  Cost h;
  NodeId node;
  friend bool operator<(const Item& a, const Item& b) {
    return std::tie(a.f, a.h, a.node) < std::tie(b.f, b.h, b.node);
  }
};

// Plays a consistent search: what is pushed after a pop has an f from the popped one up to 2 * max_edge more, and a
// higher g where f is the same.
template <class Queue>
void expect_total_order(Queue& queue, Cost max_edge, std::uint64_t seed) {
  Random random(seed);
  std::multiset<Item> expected;
  queue.start(max_edge);
  NodeId next_node = 1'000'000;
  const auto push = [&](Cost f, Cost h) {
    const NodeId node = random.chance(1, 2) ? next_node++ : random.below(1000);
    queue.push(f - h, h, node);
    expected.insert({f, h, node});
  };
  push(1'000'000, 500'000);
  for (int pops = 0; pops < 3000 && !expected.empty(); ++pops) {
    ASSERT_FALSE(queue.empty());
    const Item best = *expected.begin();
    ASSERT_EQ(queue.best_f(), best.f);
    ASSERT_EQ(queue.pop(), best.node);
    expected.erase(expected.begin());
    const int pushes = pops < 1500 ? random.between(0, 4) : random.between(0, 1);
    for (int i = 0; i < pushes; ++i) {
      const bool same_f = random.chance(1, 3);
      const Cost edge = 1 + random.below(max_edge);
      const Cost g = best.f - best.h + edge;
      const Cost f = same_f ? best.f : best.f + 1 + random.below(2 * max_edge);
      if (f < g) continue;
      push(f, f - g);
    }
  }
  while (!expected.empty()) {
    ASSERT_EQ(queue.pop(), expected.begin()->node);
    expected.erase(expected.begin());
  }
  EXPECT_TRUE(queue.empty());
}

TEST(Queues, heap_gives_the_total_order) {
  HeapQueue<PlainOrder> queue;
  for (std::uint64_t seed = 0; seed < 20; ++seed) expect_total_order(queue, 3363, seed);
}
TEST(Queues, heap_with_immediate_expansion_gives_the_total_order) {
  ImmediateHeapQueue queue;
  for (std::uint64_t seed = 0; seed < 20; ++seed) expect_total_order(queue, 3363, seed);
}
TEST(Queues, buckets_give_the_total_order) {
  BucketQueue queue;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    expect_total_order(queue, seed % 2 == 0 ? 3363 : 7, seed);
    if (HasFatalFailure()) return;
  }
}

TEST(Queues, paged_buckets_give_the_total_order) {
  UnitMemory memory;
  PagedBucketQueue<PlainOrder> queue(memory);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // Edges of 1 put many entries into one bucket: into runs.
    expect_total_order(queue, seed % 3 == 0 ? 3363 : (seed % 3 == 1 ? 7 : 1), seed);
    if (HasFatalFailure()) return;
  }
}

TEST(Queues, paged_buckets_give_the_total_order_of_weights_where_f_falls_and_rises) {
  const WeightedOrder order{1000, 2500};
  UnitMemory memory;
  PagedBucketQueue<WeightedOrder> queue(memory, order);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    std::multiset<WeightedOrder::Entry> expected;
    constexpr std::array<Cost, 3> kEdges{3363, 1000, 7};  // few ranges of f, more, and as many as there are
    queue.start(kEdges[seed / 2 % kEdges.size()]);
    const Cost spread = seed % 2 == 0 ? 500'000 : 40;  // few values of f, many entries of each
    const auto push = [&] {
      const Cost g = random.below(spread);
      const Cost h = random.below(spread);
      const NodeId node = random.below(100'000);
      queue.push(g, h, node);
      expected.insert(order.entry(g, h, node));
    };
    push();
    for (int i = 0; i < 4000 || !expected.empty(); ++i) {
      const bool grow = i < 2500 ? random.chance(3, 5) : random.chance(1, 9);
      if (expected.empty() || (grow && i < 4000)) {
        push();
      } else {
        ASSERT_EQ(queue.best_f(), expected.begin()->f());
        ASSERT_EQ(queue.best(), expected.begin()->node);
        ASSERT_EQ(queue.pop(), expected.begin()->node) << "seed " << seed << " after " << i;
        expected.erase(expected.begin());
      }
      ASSERT_EQ(queue.empty(), expected.empty());
    }
  }
}

TEST(Queues, paged_buckets_forget_a_search_that_stopped_early) {
  UnitMemory memory;
  PagedBucketQueue<PlainOrder> queue(memory);
  for (int round = 0; round < 3; ++round) {
    queue.start(7);
    for (NodeId node = 0; node < 500; ++node) queue.push(0, 100 + node % 10, node);
    EXPECT_EQ(queue.pop(), 0u);
    EXPECT_EQ(queue.pop(), 10u);
  }
  queue.start(7);
  EXPECT_TRUE(queue.empty());
}

TEST(Queues, buckets_forget_a_search_that_stopped_early) {
  BucketQueue queue;
  queue.start(7);
  for (NodeId node = 0; node < 10; ++node) queue.push(0, 100 + node, node);
  queue.start(7);
  EXPECT_TRUE(queue.empty());
  queue.push(3, 4, 77);
  EXPECT_EQ(queue.pop(), 77u);
  EXPECT_TRUE(queue.empty());
}

TEST(Queues, weighted_order_prefers_low_f_then_high_g_then_low_id) {
  HeapQueue<WeightedOrder> queue(WeightedOrder{1000, 2000});
  queue.start(1);
  queue.push(10, 10, 5);  // f 30000
  queue.push(20, 5, 4);   // f 30000, higher g
  queue.push(20, 5, 3);   // the same, lower id
  queue.push(0, 14, 9);   // f 28000
  EXPECT_EQ(queue.pop(), 9u);
  EXPECT_EQ(queue.pop(), 3u);
  EXPECT_EQ(queue.pop(), 4u);
  EXPECT_EQ(queue.pop(), 5u);
}

}  // namespace waymark::search_queue_test
