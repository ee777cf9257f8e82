#include "base/paged_path.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace waymark::base_paged_path_test {

TEST(PagedPath, is_read_piece_by_piece_whatever_its_length) {
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
    std::vector<NodeId> expected(length);
    std::iota(expected.begin(), expected.end(), 0u);
    for (const std::size_t room : {1u, 8u, 76u, 77u, 2000u}) {
      std::vector<NodeId> cells;
      std::vector<NodeId> piece(room);
      const void* page = nullptr;
      std::uint32_t read = 0;
      while (const std::size_t count = path.read(page, read, piece)) {
        cells.insert(cells.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(count));
        ASSERT_EQ(read, cells.size());
      }
      EXPECT_EQ(cells, expected) << room;
    }
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
