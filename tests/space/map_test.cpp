// Maps: where they stay, which costs they take, and what they say of ids from outside.
#include "waymark/space/map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <type_traits>

#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark::space_map_test {

// Agents refer to their map: it cannot be moved away under them.
static_assert(!std::is_move_constructible_v<Map> && !std::is_copy_constructible_v<Map>);
static_assert(!std::is_move_assignable_v<Map> && !std::is_copy_assignable_v<Map>);

TEST(Map, takes_any_pair_of_costs_within_the_limit) {
  for (const CostModel& costs :
       {CostModel{10, 14}, CostModel{14, 10}, CostModel{1, kMaxMoveCost}, CostModel{kMaxMoveCost, 1}}) {
    const auto map = Map::create(*Grid::create(5, 4, true), {.costs = costs});
    ASSERT_TRUE(map);
    EXPECT_EQ((*map)->rules().costs, costs);
    const Grid& grid = (*map)->grid();
    EXPECT_EQ((*map)->cost(grid.node(1, 1), grid.node(2, 1)), costs.cardinal);
    EXPECT_EQ((*map)->cost(grid.node(1, 1), grid.node(2, 2)), costs.diagonal);
  }
  EXPECT_DOUBLE_EQ((CostModel{10, 14}.length(2, 10)), 16.0);
}

TEST(Map, refuses_other_costs_with_an_error) {
  for (const CostModel& costs : {CostModel{0, 1}, CostModel{1, 0}, CostModel{kMaxMoveCost + 1, 1},
                                 CostModel{1, kMaxMoveCost + 1}, CostModel{kInfiniteCost, kInfiniteCost}}) {
    const auto map = Map::create(*Grid::create(5, 4, true), {.costs = costs});
    ASSERT_FALSE(map);
    EXPECT_EQ(map.error().code, ErrorCode::kOutOfRange);
  }
  EXPECT_EQ(Map::create(*Grid::create(1, 1, true), {.costs = {3, 10'001}}).error().to_string(),
            "a step cannot cost 10001; costs are whole numbers from 1 to 10000");
}

TEST(Map, keeps_named_tables_once_and_others_with_itself) {
  const Map named(*Grid::create(2, 2, true));
  const Map same(*Grid::create(9, 2, true));
  EXPECT_EQ(&named.table(), &same.table());
  const MoveRules rules{Neighbours::kEight, DiagonalRule::kNever, {3, 4}};
  const Map other(*Grid::create(2, 2, true), rules);
  EXPECT_EQ(other.rules().neighbours, Neighbours::kFour);  // as with the named ones: what it comes to
  EXPECT_EQ(other.table().legal, move_table({Neighbours::kFour, DiagonalRule::kNever, kUnitCosts}).legal);
}

// Cells and only they; checked against all ids there are and some beyond.
TEST(Grid, contains_its_cells_and_no_padding) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{63, 2}, std::pair{64, 3}, std::pair{130, 5}}) {
    const Grid grid = *Grid::create(width, height, false);
    std::vector<bool> is_cell(grid.id_bound() + 200, false);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) is_cell[grid.node(x, y)] = true;
    }
    for (NodeId id = 0; id < is_cell.size(); ++id) ASSERT_EQ(grid.contains(id), is_cell[id]) << id;
    EXPECT_FALSE(grid.contains(kNoNode));
    EXPECT_FALSE(grid.contains(0x80000000u));
  }
  const Grid largest = *Grid::create(Grid::kMaxSide, 8192, false);
  EXPECT_TRUE(largest.contains(largest.node(Grid::kMaxSide - 1, 8191)));
  EXPECT_FALSE(largest.contains(largest.node(Grid::kMaxSide - 1, 8191) + 1));
}

TEST(Map, ids_that_are_no_cells_are_connected_to_nothing_and_cost_no_move) {
  const Map map(*Grid::create(70, 3, true));
  const Grid& grid = map.grid();
  const NodeId cell = grid.node(0, 0);
  for (const NodeId bad : {NodeId{0}, cell - 1, grid.node(69, 0) + 1, grid.id_bound() - 1, grid.id_bound(),
                           NodeId{0x7fffffff}, kNoNode - 1, kNoNode}) {
    EXPECT_FALSE(map.connected(bad, cell)) << bad;
    EXPECT_FALSE(map.connected(cell, bad)) << bad;
    EXPECT_FALSE(map.connected(bad, bad)) << bad;
    EXPECT_EQ(map.components().label(grid, bad), Components::kNone) << bad;
    EXPECT_EQ(map.cost(bad, cell), kInfiniteCost) << bad;
    EXPECT_EQ(map.cost(cell, bad), kInfiniteCost) << bad;
  }
}

TEST(Map, the_cost_of_a_move_is_that_of_its_edge) {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const auto neighbours = static_cast<Neighbours>(round % 3);
    const MoveRules rules{neighbours, static_cast<DiagonalRule>(round % 4), test::random_costs(random)};
    const int width = round % 2 == 0 ? random.between(1, 6) : random.between(62, 66);
    const Map map(test::random_grid(random, width, random.between(1, 5), 30), rules);
    const GridSpace space(map.grid(), map.table());
    for (NodeId from = 0; from < map.grid().id_bound(); ++from) {
      std::map<NodeId, Cost> edges;
      if (map.grid().contains(from) && map.grid().passable(from)) {
        space.for_each_edge(from, [&](NodeId to, Cost cost) { edges[to] = cost; });
      }
      for (NodeId to = 0; to < map.grid().id_bound(); ++to) {
        const auto edge = edges.find(to);
        ASSERT_EQ(map.cost(from, to), edge != edges.end() ? edge->second : kInfiniteCost);
      }
    }
  }
}

TEST(Map, components_follow_edits_at_any_costs) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const MoveRules rules{Neighbours::kEight, static_cast<DiagonalRule>(round % 3), test::random_costs(random)};
    Map map(test::random_grid(random, 20, 20, 40), rules);
    for (int edit = 0; edit < 20; ++edit) {
      map.set(random.between(0, 19), random.between(0, 19), random.chance(1, 2));
      const Map anew(map.grid(), rules);
      const NodeId a = map.grid().node(random.between(0, 19), random.between(0, 19));
      const NodeId b = map.grid().node(random.between(0, 19), random.between(0, 19));
      ASSERT_EQ(map.connected(a, b), anew.connected(a, b));
    }
  }
}

}  // namespace waymark::space_map_test
