#include "waymark/base/paged_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/base/random.hpp"

namespace waymark {
namespace {

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
  const std::size_t empty = table.bytes();
  EXPECT_LT(empty, 16'000'000u / 500);
  for (NodeId id = 1'000'000; id < 1'010'000; ++id) table.at(id) = 1;
  EXPECT_LT(table.bytes(), empty + 10'000 * 8);
  table.clear();
  EXPECT_EQ(table.bytes(), empty);
}

}  // namespace
}  // namespace waymark
