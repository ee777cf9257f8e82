#include "base/paged_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/base/random.hpp"

namespace waymark::base_paged_table_test {

TEST(PagedTable, is_a_map_with_zero_for_nothing) {
  PagedTable<std::uint32_t> table(std::uint64_t{1} << 32u);
  for (int round = 0; round < 3; ++round) {
    Random random(static_cast<std::uint64_t>(round));
    std::map<NodeId, std::uint32_t> expected;
    for (int i = 0; i < 20'000; ++i) {
      const NodeId id = random.chance(1, 2) ? random.next() : random.below(5000);
      ASSERT_EQ(table.get(id), expected.count(id) != 0 ? expected[id] : 0u);
      if (random.chance(1, 2)) {
        const std::uint32_t value = random.next();
        table.at(id) = value;
        expected[id] = value;
      }
    }
    for (const auto& [id, value] : expected) ASSERT_EQ(table.get(id), value);
    table.clear();
    for (const auto& [id, value] : expected) ASSERT_EQ(table.get(id), 0u);
  }
}

TEST(PagedTable, takes_memory_for_what_is_used) {
  PagedTable<std::uint32_t> table(16'000'000);
  const std::uint64_t empty = table.heap_bytes();
  EXPECT_LT(empty, 16'000'000u / 500);
  for (NodeId id = 1'000'000; id < 1'010'000; ++id) table.at(id) = 1;
  const std::uint64_t used = table.heap_bytes();
  EXPECT_GT(used, empty + 10'000 * 4);
  EXPECT_LT(used, empty + 10'000 * 8);
  table.clear();
  EXPECT_EQ(table.heap_bytes(), used);  // kept for later
  for (NodeId id = 5'000'000; id < 5'010'000; ++id) table.at(id) = 1;
  EXPECT_LE(table.heap_bytes(), used + 3 * 2048);  // 10,000 ids may touch a page and a directory more
  table.discard();
  EXPECT_EQ(table.heap_bytes(), empty);
}

TEST(PagedTable, forgets_in_pieces) {
  constexpr std::uint64_t kIds = 200'000;
  PagedTable<std::uint32_t> table(kIds);
  for (int round = 0; round < 3; ++round) {
    for (NodeId id = 0; id < kIds; id += 1000) table.at(id) = id + 1;
    int calls = 1;
    while (!table.clear_some(7)) ++calls;
    EXPECT_EQ(calls, 8);  // 49 directories, and a look whether there are more
    EXPECT_TRUE(table.clear_some(1));
    for (NodeId id = 0; id < kIds; ++id) ASSERT_EQ(table.get(id), 0u);
    // What was forgotten in part can be cleared as a whole.
    for (NodeId id = 0; id < kIds; id += 1000) table.at(id) = id + 1;
    EXPECT_FALSE(table.clear_some(7));
    table.clear();
    for (NodeId id = 0; id < kIds; ++id) ASSERT_EQ(table.get(id), 0u);
    for (NodeId id = 0; id < kIds; id += 500) EXPECT_EQ(table.at(id), 0u);
    table.clear();
  }
}

}  // namespace waymark::base_paged_table_test
