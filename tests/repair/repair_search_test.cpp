#include "repair/repair_search.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "repair/changed_cells.hpp"
#include "repair/living_grid.hpp"
#include "support/agent_problems.hpp"
#include "support/estimates.hpp"
#include "support/map_edits.hpp"
#include "support/plain_repair.hpp"
#include "support/sanitized.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark::repair_repair_search_test {

using test::estimate_of;
using test::Octile;
using test::towards;

// All that is known of all cells.
template <class Search, class Plain>
::testing::AssertionResult same_state(const Map& map, const Search& search, const Plain& plain) {
  const auto wide = [](Cost cost) { return cost == kInfiniteCost ? test::kPlainInfinity : cost; };
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      const NodeId node = map.grid().node(x, y);
      const RepairRecord* const record = search.find(node);
      const RepairRecord mine = record != nullptr ? *record : RepairRecord{};
      if (wide(mine.g) != plain.g(node) || wide(mine.rhs) != plain.rhs(node) ||
          (mine.place != 0) != plain.in_queue(node)) {
        return ::testing::AssertionFailure()
               << "at " << x << "," << y << ": g " << mine.g << " rhs " << mine.rhs << (mine.place != 0 ? " open" : "")
               << ", not g " << plain.g(node) << " rhs " << plain.rhs(node) << (plain.in_queue(node) ? " open" : "");
      }
    }
  }
  return ::testing::AssertionSuccess();
}

// Turn by turn until both are done. Now and then it is cut short, as by a budget.
template <class Search, class Plain>
void run_both(Random& random, const Map& map, Search& search, Plain& plain) {
  const bool cut_short = random.chance(1, 5);
  for (int turn = 0; !plain.done(); ++turn) {
    ASSERT_FALSE(search.is_done()) << turn;
    if (cut_short && turn == 7) return;
    search.step();
    plain.turn();
    ASSERT_TRUE(same_state(map, search, plain)) << "turn " << turn;
  }
  EXPECT_TRUE(search.is_done());
}

// The cells whose edges may have changed.
template <class Search>
std::set<NodeId> take_changes(const Map& map, ChangedCells& changes, Search& search) {
  std::set<NodeId> cells;
  while (changes.any(map.grid())) {
    const NodeId node = changes.take(map.grid());
    search.changed(node);
    cells.insert(node);
  }
  return cells;
}

template <class Heuristic>
void expect_lpa(std::uint64_t seed, const std::vector<MoveRules>& of, int rounds) {
  Random random(seed);
  for (int round = 0; round < test::rounds(rounds); ++round) {
    const MoveRules& rules = of[static_cast<std::size_t>(round) % of.size()];
    test::Problem problem = test::random_problem(random, rules, 9);
    Map& map = problem.map;
    RepairSearch<LivingGrid, Heuristic, RepairKind::kLpa> search(map.memory(), LivingGrid(map),
                                                                 towards<Heuristic>(map, problem.goal));
    ChangedCells changes;
    changes.forget(map.grid());
    search.begin(problem.start, problem.goal, towards<Heuristic>(map, problem.goal));
    test::PlainLpa plain(map, problem.start, problem.goal, estimate_of<Heuristic>(map));
    for (int edit = 0; edit < 6; ++edit) {
      ASSERT_NO_FATAL_FAILURE(run_both(random, map, search, plain)) << "round " << round << " edit " << edit;
      test::edit_anything(random, map, problem.start, problem.goal);
      plain.scan(take_changes(map, changes, search));
      ASSERT_TRUE(same_state(map, search, plain)) << "round " << round << " after edit " << edit;
    }
  }
}

TEST(RepairSearch, is_lpa_turn_by_turn) {
  expect_lpa<Octile>(1, test::rules_of_squares(), 600);
  expect_lpa<HexHeuristic>(11, test::rules_of_hexagons(), 100);
}

template <class Heuristic>
void expect_d_star_lite(std::uint64_t seed, const std::vector<MoveRules>& of, int rounds) {
  Random random(seed);
  for (int round = 0; round < test::rounds(rounds); ++round) {
    const MoveRules& rules = of[static_cast<std::size_t>(round) % of.size()];
    test::Problem problem = test::random_problem(random, rules, 9);
    Map& map = problem.map;
    RepairSearch<LivingGrid, Heuristic, RepairKind::kDStarLite> search(map.memory(), LivingGrid(map),
                                                                       towards<Heuristic>(map, problem.start));
    ChangedCells changes;
    changes.forget(map.grid());
    NodeId unit = problem.start;
    search.begin(problem.goal, unit, towards<Heuristic>(map, unit));
    test::PlainDStarLite plain(map, unit, problem.goal, estimate_of<Heuristic>(map));
    for (int edit = 0; edit < 6; ++edit) {
      ASSERT_NO_FATAL_FAILURE(run_both(random, map, search, plain)) << "round " << round << " edit " << edit;
      for (int step = random.between(0, 3); step > 0 && unit != problem.goal && search.is_done(); --step) {
        if (const NodeId next = search.towards_root(unit); next != kNoNode) unit = next;
      }
      test::edit_anything(random, map, unit, problem.goal);
      ASSERT_TRUE(search.move_target(unit, towards<Heuristic>(map, unit)));
      plain.scan(unit, take_changes(map, changes, search));
      ASSERT_TRUE(same_state(map, search, plain)) << "round " << round << " after edit " << edit;
    }
  }
}

TEST(RepairSearch, is_d_star_lite_turn_by_turn) {
  expect_d_star_lite<Octile>(2, test::rules_of_squares(), 600);
  expect_d_star_lite<HexHeuristic>(12, test::rules_of_hexagons(), 100);
}

struct Item {
  NodeId node = 0;
  std::uint32_t place = 0;
};

TEST(KeyQueue, is_a_set_ordered_by_key_and_node) {
  Random random(3);
  for (int round = 0; round < test::rounds(200); ++round) {
    constexpr std::uint32_t kItems = 200;
    UnitMemory memory;
    KeyQueue<Item> queue(memory, kItems);
    std::vector<Item> items(kItems);
    for (std::uint32_t i = 0; i < kItems; ++i) items[i].node = i;
    std::set<std::pair<std::uint64_t, NodeId>> plain;
    std::vector<std::uint64_t> keys(kItems);
    for (int operation = 0; operation < 500; ++operation) {
      Item& item = items[random.below(kItems)];
      const std::uint64_t key = random.below(50);
      if (random.chance(2, 3)) {
        if (item.place != 0) plain.erase({keys[item.node], item.node});
        ASSERT_TRUE(queue.put(item, key));
        keys[item.node] = key;
        plain.insert({key, item.node});
      } else if (item.place != 0) {
        queue.remove(item);
        EXPECT_EQ(item.place, 0u);
        plain.erase({keys[item.node], item.node});
      }
      ASSERT_EQ(queue.empty(), plain.empty());
      if (plain.empty()) continue;
      ASSERT_EQ(queue.top().key, plain.begin()->first);
      ASSERT_EQ(queue.top().item->node, plain.begin()->second);
    }
  }
}

}  // namespace waymark::repair_repair_search_test
