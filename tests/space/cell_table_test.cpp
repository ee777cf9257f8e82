#include "space/cell_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "waymark/base/random.hpp"

namespace waymark::space_cell_table_test {

template <class T>
class CellTableOf : public testing::Test {};

struct Small {
  std::uint32_t value;
  std::uint32_t other;
};
struct Wide {
  std::uint32_t value;
  std::uint64_t others[3];
};
using Values = testing::Types<std::uint32_t, Small, Wide>;
TYPED_TEST_SUITE(CellTableOf, Values);

template <class T>
std::uint32_t& number_in(T& value) {
  if constexpr (std::is_same_v<T, std::uint32_t>) {
    return value;
  } else {
    return value.value;
  }
}

// Any cells, cells in a heap, and cells beside the last one.
NodeId next_cell(Random& random, const Grid& grid, NodeId last) {
  const auto width = static_cast<std::uint32_t>(grid.width());
  const auto height = static_cast<std::uint32_t>(grid.height());
  const std::uint32_t kind = random.below(3);
  if (kind == 0) return grid.node(static_cast<int>(random.below(width)), static_cast<int>(random.below(height)));
  if (kind == 1)
    return grid.node(static_cast<int>(random.below(width) % 99), static_cast<int>(random.below(height) % 99));
  const Cell at = grid.cell(last);
  const int x = at.x + static_cast<int>(random.below(3)) - 1;
  const int y = at.y + static_cast<int>(random.below(3)) - 1;
  return grid.contains(x, y) ? grid.node(x, y) : last;
}

// One level of directories, two and three, and rows of one word and of many.
TYPED_TEST(CellTableOf, is_a_map_with_zero_for_nothing) {
  UnitMemory memory;
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{1, 1}, {63, 900}, {512, 512}, {4000, 3000}, {32767, 8191}, {700, 32767}}) {
    const Grid grid = *Grid::create(width, height, false);
    CellTable<TypeParam> table(memory, grid);
    for (std::uint64_t round = 0; round < 2; ++round) {
      Random random(round);
      std::map<NodeId, std::uint32_t> expected;
      typename CellTable<TypeParam>::Seen seen;
      NodeId id = grid.node(0, 0);
      for (int i = 0; i < 3'000; ++i) {
        id = next_cell(random, grid, id);
        const TypeParam* const found = i % 2 == 0 ? std::as_const(table).find(id) : table.find(id, seen);
        const std::uint32_t value = found != nullptr ? number_in(const_cast<TypeParam&>(*found)) : 0;
        ASSERT_EQ(value, expected.count(id) != 0 ? expected[id] : 0u);
        if (random.chance(1, 2)) number_in(*table.at(id)) = expected[id] = random.next();
      }
      for (const auto& [cell, value] : expected) ASSERT_EQ(number_in(*table.find(cell)), value);
      EXPECT_EQ(memory.bytes_in_use(), table.heap_bytes());
      table.clear();
      EXPECT_EQ(memory.bytes_in_use(), 0u);
      for (const auto& [cell, value] : expected) ASSERT_EQ(table.find(cell), nullptr);
    }
  }
}

// Every cell of a tile and none beside it shares its page: what agents rely on that look at tiles instead of cells.
TYPED_TEST(CellTableOf, has_a_page_for_a_tile_of_cells) {
  using Table = CellTable<TypeParam>;
  const Grid grid = *Grid::create(200, 150, false);
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    UnitMemory memory;
    Table table(memory, grid);
    const int x = static_cast<int>(random.below(200));
    const int y = static_cast<int>(random.below(150));
    ASSERT_NE(table.at(grid.node(x, y)), nullptr);
    for (int other_y = 0; other_y < 150; ++other_y) {
      for (int other_x = 0; other_x < 200; ++other_x) {
        const bool same_tile = other_x / Table::kTileWidth == x / Table::kTileWidth &&
                               (other_y + 1) / Table::kTileHeight == (y + 1) / Table::kTileHeight;
        ASSERT_EQ(table.find(grid.node(other_x, other_y)) != nullptr, same_tile) << other_x << "," << other_y;
      }
    }
  }
}

TEST(CellTable, takes_memory_for_what_is_used) {
  UnitMemory memory;
  const Grid grid = *Grid::create(8000, 8000, false);
  CellTable<std::uint64_t> table(memory, grid);
  EXPECT_EQ(table.heap_bytes(), 0u);
  for (int y = 1000; y < 1100; ++y) {
    for (int x = 5000; x < 5100; ++x) *table.at(grid.node(x, y)) = 1;
  }
  EXPECT_GT(table.heap_bytes(), 10'000u * 8);
  EXPECT_LT(table.heap_bytes(), 10'000u * 14);
}

TEST(CellTable, says_where_there_is_no_room_and_keeps_what_it_has) {
  UnitMemory memory;
  memory.set_cap(2 * 65'536);
  const Grid grid = *Grid::create(4000, 4000, false);
  CellTable<std::uint64_t> table(memory, grid);
  int held = 0;
  for (std::uint64_t* value; (value = table.at(grid.node(held * 10, held * 10))) != nullptr; ++held) {
    *value = static_cast<std::uint64_t>(held) + 1;
  }
  EXPECT_GT(held, 50);
  EXPECT_GT(memory.refusals(), 0u);
  for (int i = 0; i < held; ++i) ASSERT_EQ(*table.find(grid.node(i * 10, i * 10)), static_cast<std::uint64_t>(i) + 1);
  EXPECT_EQ(table.at(grid.node(3999, 0)), nullptr);
  EXPECT_EQ(table.find(grid.node(3999, 0)), nullptr);
  EXPECT_NE(table.at(grid.node(11, 10)), nullptr);  // its page is there
  table.clear();
  EXPECT_NE(table.at(grid.node(3999, 0)), nullptr);
}

}  // namespace waymark::space_cell_table_test
