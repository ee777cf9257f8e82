#include "base/fixed_table.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/base/random.hpp"

namespace waymark::base_fixed_table_test {

// One table, prepared for more and for fewer ids in turn, against std::map.
TEST(FixedTable, knows_what_was_inserted_since_the_last_clear_whatever_it_was_prepared_for) {
  Random random(1);
  FixedTable<std::uint32_t> table;
  std::uint64_t largest = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t capacity = 1 + random.below(random.chance(1, 20) ? 600 : 20);
    table.prepare(capacity);
    ASSERT_GE(table.heap_bytes(), largest);  // it is never given back
    largest = table.heap_bytes();
    table.clear();
    std::map<NodeId, std::uint32_t> expected;
    const std::uint32_t ids = random.chance(1, 2) ? 2 * capacity : 1'000'000;
    for (std::uint32_t i = 0; i < 3 * capacity; ++i) {
      const NodeId id = random.below(ids);
      const auto known = expected.find(id);
      const std::uint32_t* const found = table.find(id);
      ASSERT_EQ(found != nullptr, known != expected.end());
      if (found != nullptr) {
        ASSERT_EQ(*found, known->second);
      }
      if (found != nullptr || expected.size() == capacity) continue;
      if (random.chance(1, 2)) {
        table.insert(id, i);
      } else {
        const auto [value, is_new] = table.find_or_insert(id);
        ASSERT_TRUE(is_new);
        *value = i;
      }
      expected[id] = i;
      ASSERT_EQ(table.size(), expected.size());
    }
  }
}

}  // namespace waymark::base_fixed_table_test
