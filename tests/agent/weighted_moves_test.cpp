#include "agent/weighted_moves.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/reference.hpp"

namespace waymark::agent_weighted_moves_test {

std::vector<MoveRules> rules_of_many_costs() {
  std::vector<MoveRules> rules = test::all_rules();
  for (const CostModel costs : {CostModel{1, 2}, CostModel{3, 2}, CostModel{7, 13}, CostModel{1, kMaxMoveCost},
                                CostModel{kMaxMoveCost, 1}, CostModel{kMaxMoveCost, kMaxMoveCost}}) {
    for (const DiagonalRule diagonal : {DiagonalRule::kBothFree, DiagonalRule::kOneFree, DiagonalRule::kAlways}) {
      rules.push_back({Neighbours::kEight, diagonal, costs});
    }
  }
  return rules;
}

TEST(WeightedMoves, without_a_weight_are_those_of_the_maps_table) {
  for (const MoveRules& rules : rules_of_many_costs()) {
    const Map map(*Grid::create(3, 3, true), rules);
    const auto& moves = map.derived<WeightedMoves>({1000});
    EXPECT_EQ(&moves.fresh(), &map.table().fresh);
    EXPECT_EQ(moves.costs(), map.table().cost);
  }
}

TEST(WeightedMoves, are_made_once_for_a_map_and_a_weight) {
  int own = 0;
  for (const MoveRules& rules : rules_of_many_costs()) {
    const Map map(*Grid::create(3, 3, true), rules);
    for (const std::uint32_t weight : {1000u, 1001u, 1500u, 1700u, 2000u, 9999u, 10'000u}) {
      const auto& moves = map.derived<WeightedMoves>({weight});
      EXPECT_EQ(&moves, &map.derived<WeightedMoves>({weight}));
      for (std::size_t d = 0; d < kDirections; ++d) EXPECT_EQ(moves.costs()[d], map.table().cost[d] * weight / 1000);
      EXPECT_EQ(moves.fresh(), fresh_moves(map.table().legal, map.table().cost, moves.costs()));
      if (&moves.fresh() == &map.table().fresh) continue;
      ++own;
      EXPECT_NE(moves.fresh(), map.table().fresh);  // or it would take that one
      EXPECT_GE(moves.bytes(), sizeof(WeightedMoves) + sizeof(MovesByArrival));
    }
  }
  EXPECT_GT(own, 0);
}

TEST(WeightedMoves, cost_nothing_after_an_edit) {
  Map map(*Grid::create(3, 3, true));
  const auto& moves = map.derived<WeightedMoves>({1700});
  const MovesByArrival before = moves.fresh();
  map.set(1, 1, false);
  const Maintenance done = map.maintain({1});
  EXPECT_EQ(done.work, 0u);
  EXPECT_TRUE(done.current);
  EXPECT_EQ(moves.epoch(), map.grid().epoch());
  EXPECT_EQ(moves.fresh(), before);
}

}  // namespace waymark::agent_weighted_moves_test
