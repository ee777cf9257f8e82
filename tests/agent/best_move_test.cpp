#include "agent/best_move.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "support/agents.hpp"
#include "support/ascii.hpp"

namespace waymark::agent_best_move_test {

// Against a list of all moves, sorted; with few different values of h, so that ties abound.
TEST(BestMove, is_of_lowest_f_then_the_dearer_then_the_first) {
  Random random(1);
  std::vector<MoveRules> all = test::agent_rules();
  for (const CostModel costs : {CostModel{2, 1}, CostModel{1, 3}, CostModel{5, 5}}) {
    all.push_back({Neighbours::kEight, DiagonalRule::kOneFree, costs});
  }
  for (const MoveRules& rules : all) {
    for (int round = 0; round < 20; ++round) {
      const Map map(test::random_grid(random, 9, 9, 25), rules);
      const NodeId goal = test::random_passable(random, map.grid());
      LearnedHeuristic h(map);
      h.set_goal(goal, false);
      Work work;
      for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
        if (map.grid().contains(node)) h.raise(node, 3 * rules.costs.cardinal * (1 + random.below(6)), work);
      }
      const std::uint32_t gamma = random.chance(1, 2) ? 1 : random.below(1000) + 1;
      const std::uint32_t scale = gamma == 1 ? 1 : 1000;
      const BestMove<SecondBest::kYes> best_move(map, gamma, scale);
      const BestMove<SecondBest::kNo> only_best(map, gamma, scale);
      for (int i = 0; i < 20; ++i) {
        const NodeId s = test::random_passable(random, map.grid());
        const std::uint32_t avoided = random.below(3);
        const auto avoid = [&](NodeId node) { return node % 3 == avoided; };
        using Key = std::tuple<std::uint64_t, bool, std::int64_t, int>;
        std::vector<Key> plain;
        std::vector<Key> avoiding;
        for (int d = 0; d < kDirections; ++d) {
          const NodeId to = map.space().step(s, static_cast<std::uint8_t>(d));
          const Cost edge = map.cost(s, to);
          if (edge == kInfiniteCost) continue;
          const std::uint64_t f = std::uint64_t{gamma} * edge + std::uint64_t{scale} * h(to);
          plain.emplace_back(f, false, -std::int64_t{edge}, d);
          avoiding.emplace_back(f, avoid(to), -std::int64_t{edge}, d);
        }
        if (plain.empty()) continue;
        const auto expect = [&](std::vector<Key> moves, const auto& choice, const auto& only) {
          std::sort(moves.begin(), moves.end());
          EXPECT_EQ(choice.h, h(s));
          EXPECT_EQ(std::tuple(only.h, only.f, only.direction, only.moves),
                    std::tuple(choice.h, choice.f, choice.direction, choice.moves));
          EXPECT_EQ(choice.f, std::get<0>(moves[0]));
          EXPECT_EQ(choice.direction, std::get<3>(moves[0]));
          EXPECT_EQ(choice.moves, moves.size());
          EXPECT_EQ(choice.second_f, moves.size() > 1 ? std::get<0>(moves[1]) : best_move.kNoMove);
        };
        expect(plain, best_move(s, h), only_best(s, h));
        expect(avoiding, best_move(s, h, avoid), only_best(s, h, avoid));
      }
    }
  }
}

}  // namespace waymark::agent_best_move_test
