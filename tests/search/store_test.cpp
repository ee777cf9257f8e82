#include "waymark/search/store.hpp"

#include <gtest/gtest.h>

#include <map>

#include "waymark/base/random.hpp"

namespace waymark::search_store_test {

template <class Store>
void expect_a_map(Store& store) {
  using Arrival = typename Store::Arrival;
  Random random(3);
  for (int search = 0; search < 5; ++search) {
    store.reset(50'000);
    std::map<NodeId, std::pair<Cost, Arrival>> expected;
    for (int i = 0; i < 20'000; ++i) {
      ASSERT_FALSE(store.full());
      const NodeId node = random.below(50'000);
      const Cost g = random.below(1'000'000);
      const auto arrival = static_cast<Arrival>(random.below(8));
      auto [record, fresh] = store.touch(node);
      ASSERT_EQ(fresh, expected.count(node) == 0);
      ASSERT_TRUE(fresh || record.g == expected[node].first);
      store.write(record, fresh, g, arrival);
      expected[node] = {g, arrival};
    }
    for (NodeId node = 0; node < 50'000; ++node) {
      const auto* record = store.find(node);
      ASSERT_EQ(record != nullptr, expected.count(node) == 1);
      if (record != nullptr) {
        ASSERT_EQ(record->g, expected[node].first);
        ASSERT_EQ(record->arrival(), expected[node].second);
      }
    }
  }
}

TEST(Stores, dense_remembers_by_byte) {
  DenseStore<std::uint8_t> store;
  expect_a_map(store);
}
TEST(Stores, dense_remembers_by_id) {
  DenseStore<NodeId> store;
  expect_a_map(store);
}
TEST(Stores, sparse_remembers_by_byte) {
  SparseStore<std::uint8_t> store;
  expect_a_map(store);
}
TEST(Stores, sparse_remembers_by_id) {
  SparseStore<NodeId> store;
  expect_a_map(store);
}

TEST(Stores, sparse_of_fixed_size_says_when_it_is_full) {
  SparseStore<std::uint8_t> store(2000);
  store.reset(1'000'000);
  NodeId node = 0;
  while (!store.full()) {
    auto [record, fresh] = store.touch(node * 7919);
    ASSERT_TRUE(fresh);
    store.write(record, fresh, node, 0);
    ++node;
    ASSERT_LT(node, 10'000u);
  }
  EXPECT_GE(node, 2000u - 64u);
  for (NodeId i = 0; i < node; ++i) ASSERT_EQ(store.find(i * 7919)->g, i);
}

}  // namespace waymark::search_store_test
