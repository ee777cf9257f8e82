#include "base/paged_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/base/random.hpp"

namespace waymark::base_paged_table_test {

TEST(PagedTable, is_a_map_with_zero_for_nothing) {
  UnitMemory memory;
  for (const std::uint64_t id_bound : {std::uint64_t{5'000}, std::uint64_t{300'000}, std::uint64_t{1} << 32u}) {
    PagedTable<std::uint32_t> table(memory, id_bound);
    for (int round = 0; round < 3; ++round) {
      Random random(static_cast<std::uint64_t>(round));
      std::map<NodeId, std::uint32_t> expected;
      for (int i = 0; i < 20'000; ++i) {
        const NodeId id = static_cast<NodeId>((random.chance(1, 2) ? random.next() : random.below(5000)) % id_bound);
        ASSERT_EQ(table.get(id), expected.count(id) != 0 ? expected[id] : 0u);
        if (random.chance(1, 2)) {
          const std::uint32_t value = random.next();
          *table.at(id) = value;
          expected[id] = value;
        }
      }
      for (const auto& [id, value] : expected) ASSERT_EQ(table.get(id), value);
      table.clear();
      EXPECT_EQ(memory.bytes_in_use(), 0u);
      for (const auto& [id, value] : expected) ASSERT_EQ(table.get(id), 0u);
    }
  }
}

TEST(PagedTable, takes_memory_for_what_is_used_and_gives_it_back) {
  UnitMemory memory;
  {
    PagedTable<std::uint32_t> table(memory, 16'000'000);
    EXPECT_EQ(table.heap_bytes(), 0u);
    for (NodeId id = 1'000'000; id < 1'010'000; ++id) *table.at(id) = 1;
    EXPECT_GT(table.heap_bytes(), 10'000u * 4);
    EXPECT_LT(table.heap_bytes(), 10'000u * 6);
    EXPECT_EQ(memory.bytes_in_use(), table.heap_bytes());
  }
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

TEST(PagedTable, keeps_a_note_for_each_page) {
  UnitMemory memory;
  PagedTable<std::uint64_t, std::uint32_t> table(memory, 100'000);
  constexpr NodeId kPage = decltype(table)::kPage;
  for (NodeId id = 0; id < 100'000; id += kPage) {
    *table.at(id) = id;
    EXPECT_EQ(table.note(id), 0u);
    table.note(id) = id + 1;
  }
  for (NodeId id = 0; id < 100'000; ++id) ASSERT_EQ(table.note(id), id - id % kPage + 1);
}

TEST(PagedTable, says_where_there_is_no_room_and_keeps_what_it_has) {
  UnitMemory memory;
  memory.set_cap(2 * 65'536);
  PagedTable<std::uint32_t> table(memory, 16'000'000);
  NodeId held = 0;
  for (; table.at(held * 1000) != nullptr; ++held) *table.at(held * 1000) = held + 1;
  EXPECT_GT(held, 50u);
  EXPECT_GT(memory.refusals(), 0u);
  for (NodeId i = 0; i < held; ++i) ASSERT_EQ(table.get(i * 1000), i + 1);
  EXPECT_EQ(table.at((held + 1) * 1000), nullptr);
  EXPECT_NE(table.at(1000 + 1), nullptr);  // its page is there
  table.clear();
  EXPECT_NE(table.at(held * 1000), nullptr);
}

}  // namespace waymark::base_paged_table_test
