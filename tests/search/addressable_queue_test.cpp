#include "waymark/search/addressable_queue.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/base/random.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {
namespace {

TEST(AddressableQueue, pops_every_state_once_with_its_best_entry) {
  Random random(1);
  AddressableQueue<PlainOrder> queue(100);
  for (int round = 0; round < 200; ++round) {
    queue.start(0);
    std::map<NodeId, PlainOrder::Entry> expected;
    std::map<NodeId, bool> popped;
    for (int i = 0; i < 300; ++i) {
      if (random.chance(1, 4) && !queue.empty()) {
        ASSERT_EQ(queue.size(), expected.size());
        auto best = expected.begin();
        for (auto it = expected.begin(); it != expected.end(); ++it) {
          if (it->second < best->second) best = it;
        }
        ASSERT_EQ(queue.best_f(), best->second.f());
        ASSERT_EQ(queue.pop(), best->first);
        ASSERT_FALSE(queue.awaits(best->first));
        popped[best->first] = true;
        expected.erase(best);
        continue;
      }
      const auto node = static_cast<NodeId>(random.below(100) * 1000);
      if (popped[node]) continue;
      const auto g = static_cast<Cost>(random.below(50));
      const auto h = static_cast<Cost>(random.below(50));
      const PlainOrder::Entry entry = PlainOrder{}.entry(g, h, node);
      const auto [it, fresh] = expected.emplace(node, entry);
      if (!fresh && entry < it->second) it->second = entry;
      queue.push(g, h, node);
      ASSERT_TRUE(queue.awaits(node));
    }
  }
}

TEST(AddressableQueue, an_announced_state_is_awaited_but_not_queued) {
  AddressableQueue<PlainOrder> queue(4);
  queue.start(0);
  queue.announce(7);
  EXPECT_TRUE(queue.awaits(7));
  EXPECT_FALSE(queue.awaits(8));
  EXPECT_TRUE(queue.empty());
  queue.push(1, 2, 7);
  EXPECT_EQ(queue.pop(), 7u);
  EXPECT_FALSE(queue.awaits(7));
}

}  // namespace
}  // namespace waymark
