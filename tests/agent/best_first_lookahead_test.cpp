// The parts of the lookahead; as a whole it is tested by the transcriptions (lss_lrta_test.cpp, lrts_test.cpp).
#include "agent/best_first_lookahead.hpp"

#include <gtest/gtest.h>

#include <map>

#include "agent/learned_heuristic.hpp"
#include "agent/local_states.hpp"
#include "agent/weighted_moves.hpp"
#include "support/agent_problems.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::agent_best_first_lookahead_test {

TEST(LocalStates, finds_what_was_added_also_where_cells_collide) {
  Random random(1);
  constexpr std::uint32_t kWidth = 4096;
  LocalStates states;
  bool collided = false;
  for (int round = 0; round < 300; ++round) {
    // Sometimes for fewer or more states than before, and then with the torus of a table made for so many.
    const std::uint32_t capacity = round % 10 < 5 ? 100 : 40 + random.below(round % 10 < 8 ? 60 : 300);
    if (round % 5 == 0 || capacity != 100) states.prepare(capacity);
    LocalStates fresh;
    fresh.prepare(capacity);
    states.clear();
    ASSERT_TRUE(states.all_at_home());
    std::map<NodeId, std::uint32_t> expected;
    const std::uint32_t side = round % 2 == 0 ? 20 : kWidth;  // close together, or all over the torus
    while (expected.size() < capacity) {
      const Cell cell{static_cast<int>(random.below(side)), static_cast<int>(random.below(side))};
      const auto node = static_cast<NodeId>(cell.y) * kWidth + static_cast<NodeId>(cell.x);
      const std::uint32_t home = states.home_of(cell);
      states.extend_to(cell.x, cell.y);
      const std::uint32_t place = states.find(node, home);
      fresh.extend_to(cell.x, cell.y);
      ASSERT_EQ(fresh.home_of(cell), home);
      ASSERT_EQ(fresh.find(node, home), place);
      ASSERT_TRUE(place == home || !states.all_at_home());
      collided |= place != home;
      const auto known = expected.find(node);
      ASSERT_EQ(states.g(place) == kInfiniteCost, known == expected.end());
      if (known == expected.end()) {
        expected[node] = states.add(node, home, place);
        states.g(place) = 1;
        fresh.add(node, home, place);
        fresh.g(place) = 1;
      }
      ASSERT_EQ(states.find(node, home), place);
      ASSERT_EQ(states.slot(place).index, expected[node]);
    }
    ASSERT_TRUE(side > 20 || states.all_at_home());
    ASSERT_EQ(fresh.all_at_home(), states.all_at_home());
  }
  EXPECT_TRUE(collided);
}

TEST(LocalStates, a_neighbours_home_is_a_constant_away) {
  LocalStates states;
  states.prepare(50);
  for (int y = 1; y < 200; ++y) {
    for (int x = 1; x < 200; ++x) {
      for (unsigned d = 0; d < kDirections; ++d) {
        ASSERT_EQ(states.neighbour_home(states.home_of({x, y}), d), states.home_of({x + kDx[d], y + kDy[d]}));
      }
    }
  }
}

// With any admissible h, consistent or not: what LRTA* arrives by.
TEST(BestFirstLookahead, that_reopens_bounds_the_way_from_both_sides) {
  Random random(2);
  BestFirstLookahead lookahead;
  int inconsistent = 0;
  for (int round = 0; round < test::rounds(1000); ++round) {
    const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
    const test::Problem problem = test::random_problem(random, rules, 14);
    const Map& map = problem.map;
    const Cell to = map.grid().cell(problem.goal);
    const auto ways = test::reference_distances(map.grid(), rules, to.x, to.y);
    const auto way = [&](NodeId node) {
      const Cell cell = map.grid().cell(node);
      return ways[static_cast<std::size_t>(cell.y * map.grid().width() + cell.x)];
    };
    LearnedHeuristic h(map);
    h.set_goal(problem.goal, false);
    Work work;
    for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
      if (!map.grid().passable(node) || way(node) == test::kUnreached || random.chance(1, 2)) continue;
      h.raise(node, static_cast<Cost>(way(node)), work);
    }
    const auto expansions = static_cast<std::uint32_t>(random.between(1, 60));
    const WeightedMoves& moves = map.derived<WeightedMoves>({});
    lookahead.prepare(expansions);
    lookahead.use(map, h, moves);
    const Status once = lookahead.run(problem.start, problem.goal, expansions);
    inconsistent += lookahead.best().f > way(problem.start) ? 1 : 0;
    const Status status = lookahead.run_reopening(problem.start, problem.goal, expansions);
    ASSERT_TRUE(status == Status::kInProgress || status == Status::kSolved);
    ASSERT_TRUE(once == Status::kInProgress || once == Status::kSolved);
    const auto best = lookahead.best();
    ASSERT_LE(best.f, way(problem.start));
    std::uint64_t units = 0;
    const std::uint8_t move = lookahead.first_move(best, units);
    ASSERT_GE(best.f, map.table().cost[move] + h(map.space().step(problem.start, move)));
    ASSERT_LE(units, expansions);
    lookahead.clear();
  }
  EXPECT_GT(inconsistent, 0);  // or reopening was never needed
}

}  // namespace waymark::agent_best_first_lookahead_test
