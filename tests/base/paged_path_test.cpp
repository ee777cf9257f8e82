#include "base/paged_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace waymark::base_paged_path_test {

TEST(PagedPath, is_read_from_either_end_whatever_its_length) {
  UnitMemory memory;
  PagedPath path(memory);
  for (const std::size_t length : {0u, 1u, 75u, 76u, 77u, 152u, 153u, 1000u}) {
    path.clear();
    EXPECT_TRUE(path.empty());
    EXPECT_EQ(memory.bytes_in_use(), 0u);
    for (NodeId node = 0; node < length; ++node) {
      ASSERT_TRUE(path.push_back(node));
      ASSERT_EQ(path.back(), node);
    }
    EXPECT_EQ(path.size(), length);
    EXPECT_EQ(path.heap_bytes(), memory.bytes_in_use());
    std::vector<NodeId> expected(1, 7);
    expected.resize(1 + length);
    std::iota(expected.begin() + 1, expected.end(), 0u);
    std::vector<NodeId> cells(1, 7);
    path.append_to(cells);
    EXPECT_EQ(cells, expected);
    cells.assign(1, 7);
    path.append_backwards_to(cells);
    std::reverse(expected.begin() + 1, expected.end());
    EXPECT_EQ(cells, expected);
  }
}

TEST(PagedPath, stays_as_it_is_where_there_is_no_room) {
  UnitMemory memory;
  memory.set_cap(64 * 1024);
  PagedPath path(memory);
  NodeId next = 0;
  while (path.push_back(next)) ++next;
  EXPECT_EQ(path.size(), next);
  EXPECT_GT(next, 10'000u);
  EXPECT_LE(next, 64u * 1024 / sizeof(NodeId));
  EXPECT_EQ(path.back(), next - 1);
  EXPECT_FALSE(path.push_back(next));
  path.clear();
  EXPECT_TRUE(path.push_back(1));
}

}  // namespace waymark::base_paged_path_test
