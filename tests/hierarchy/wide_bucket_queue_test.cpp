// Gives entries in the order of all queues, however far apart they are.
#include "hierarchy/wide_bucket_queue.hpp"

#include <gtest/gtest.h>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::hierarchy_wide_bucket_queue_test {

TEST(WideBucketQueue, gives_entries_in_the_order_of_a_heap) {
  Random random(1);
  for (int round = 0; round < test::rounds(200); ++round) {
    WideBucketQueue wide(1 + random.below(50'000));
    HeapQueue<PlainOrder> heap;
    for (int search = 0; search < 2; ++search) {  // the second begins with what the first left
      wide.start(0);
      heap.start(0);
      Cost least = random.below(1'000'000);
      const std::uint32_t most_ahead = 1 + random.below(random.chance(1, 3) ? 100'000'000 : 60'000);
      for (int i = 0; i < 400; ++i) {
        for (std::uint32_t pushes = random.below(4); pushes > 0; --pushes) {
          const Cost f = least + (random.chance(1, 4) ? 0 : random.below(most_ahead));
          const Cost h = random.below(1'000);
          const NodeId node = random.below(500);
          wide.push(f - std::min(f, h), std::min(f, h), node);
          heap.push(f - std::min(f, h), std::min(f, h), node);
        }
        ASSERT_EQ(wide.empty(), heap.empty());
        if (heap.empty()) continue;
        ASSERT_EQ(wide.best_f(), heap.best_f());
        ASSERT_EQ(wide.best(), heap.best());
        least = static_cast<Cost>(heap.best_f());
        ASSERT_EQ(wide.pop(), heap.pop());
      }
    }
  }
}

}  // namespace waymark::hierarchy_wide_bucket_queue_test
