// ARA* and AD*: turn by turn as published, and what they promise of their paths.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "repair/changed_cells.hpp"
#include "repair/living_grid.hpp"
#include "repair/repair_search.hpp"
#include "support/agent_problems.hpp"
#include "support/estimates.hpp"
#include "support/map_edits.hpp"
#include "support/paths.hpp"
#include "support/plain_anytime.hpp"
#include "support/sanitized.hpp"
#include "waymark/repair/ad_star.hpp"
#include "waymark/repair/ara.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark::repair_anytime_test {

using test::estimate_of;
using test::Octile;
using test::towards;

constexpr std::uint32_t kWaits = 1;  // the place of a state that waits for the next pass

std::uint64_t wide(Cost cost) { return cost == kInfiniteCost ? test::kPlainInfinity : cost; }

template <class Search>
void settle(Search& search, std::uint32_t inflation) {
  search.begin_pass(inflation);
  while (!search.settled()) search.settle();
}

// What ARA* calls g is rhs here.
template <class Search, class Plain>
::testing::AssertionResult same_state(const Map& map, const Search& search, const Plain& plain, bool forward) {
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      const NodeId node = map.grid().node(x, y);
      const auto* const record = search.find(node);
      const PassRecord mine = record != nullptr ? *record : PassRecord{};
      const bool values = forward ? wide(mine.rhs) == plain.g(node)
                                  : wide(mine.g) == plain.g(node) && wide(mine.rhs) == plain.rhs(node);
      if (!values || (mine.place > kWaits) != plain.in_queue(node) || (mine.place == kWaits) != plain.waits(node)) {
        return ::testing::AssertionFailure()
               << "at " << x << "," << y << ": g " << mine.g << " rhs " << mine.rhs << " place " << mine.place
               << ", not g " << plain.g(node) << " rhs " << plain.rhs(node) << (plain.in_queue(node) ? " open" : "")
               << (plain.waits(node) ? " waits" : "");
      }
    }
  }
  return ::testing::AssertionSuccess();
}

template <class Search, class Plain>
void run_both(const Map& map, Search& search, Plain& plain, bool forward) {
  for (int turn = 0; !plain.done(); ++turn) {
    ASSERT_FALSE(search.is_done()) << turn;
    search.step();
    plain.turn();
    ASSERT_TRUE(same_state(map, search, plain, forward)) << "turn " << turn;
  }
  EXPECT_TRUE(search.is_done());
}

std::uint32_t random_inflation(Random& random) { return 1000 + 250 * random.below(12); }

template <class Heuristic>
void expect_ara(std::uint64_t seed, const std::vector<MoveRules>& of, int rounds) {
  Random random(seed);
  int proven_more = 0;  // than the inflation says
  for (int round = 0; round < test::rounds(rounds); ++round) {
    const MoveRules& rules = of[static_cast<std::size_t>(round) % of.size()];
    const test::Problem problem = test::random_problem(random, rules, 12);
    const Map& map = problem.map;
    RepairSearch<LivingGrid, Heuristic, RepairKind::kAra> search(map.memory(), LivingGrid(map),
                                                                 towards<Heuristic>(map, problem.goal));
    std::uint32_t inflation = random_inflation(random);
    search.begin(problem.start, problem.goal, towards<Heuristic>(map, problem.goal), inflation);
    test::PlainAra plain(map, problem.start, problem.goal, inflation, estimate_of<Heuristic>(map));
    for (int pass = 0; pass < 5; ++pass) {
      ASSERT_NO_FATAL_FAILURE(run_both(map, search, plain, true)) << "round " << round << " pass " << pass;
      // The bound as published: the least of all that is open or waits, and what the path costs.
      Inflations inflations;
      inflations.now = inflation;
      inflations.take_solution();
      inflations.begin_pass(search.states());
      const std::uint64_t published = plain.bound();
      inflation = std::max(1000u, inflation - random.below(800));
      settle(search, inflation);
      plain.next_pass(inflation);
      ASSERT_TRUE(same_state(map, search, plain, true)) << "round " << round << " after pass " << pass;
      inflations.take_lowest(search.cost(), search.lowest());
      ASSERT_EQ(inflations.proven, published) << "round " << round << " after pass " << pass;
      proven_more += published < inflations.now ? 1 : 0;
    }
  }
  EXPECT_GT(proven_more, test::enough(rounds / 5));
}

TEST(RepairSearch, is_ara_turn_by_turn) {
  expect_ara<Octile>(1, test::rules_of_squares(), 500);
  expect_ara<HexHeuristic>(11, test::rules_of_hexagons(), 100);
}

template <class Heuristic>
void expect_ad_star(std::uint64_t seed, const std::vector<MoveRules>& of, int rounds) {
  Random random(seed);
  for (int round = 0; round < test::rounds(rounds); ++round) {
    const MoveRules& rules = of[static_cast<std::size_t>(round) % of.size()];
    test::Problem problem = test::random_problem(random, rules, 9);
    Map& map = problem.map;
    NodeId unit = problem.start;
    RepairSearch<LivingGrid, Heuristic, RepairKind::kAdStar> search(map.memory(), LivingGrid(map),
                                                                    towards<Heuristic>(map, unit));
    ChangedCells changes;
    changes.forget(map.grid());
    std::uint32_t inflation = random_inflation(random);
    search.begin(problem.goal, unit, towards<Heuristic>(map, unit), inflation);
    test::PlainAdStar plain(map, unit, problem.goal, inflation, estimate_of<Heuristic>(map));
    for (int pass = 0; pass < 8; ++pass) {
      ASSERT_NO_FATAL_FAILURE(run_both(map, search, plain, false)) << "round " << round << " pass " << pass;
      std::set<NodeId> cells;
      if (random.chance(2, 3)) {
        if (const NodeId next = search.towards_root(unit); next != kNoNode && unit != problem.goal) unit = next;
        test::edit_anything(random, map, unit, problem.goal);
        ASSERT_TRUE(search.move_target(unit, towards<Heuristic>(map, unit)));
        while (changes.any(map.grid())) {
          const NodeId node = changes.take(map.grid());
          search.changed(node);
          cells.insert(node);
        }
      }
      plain.scan(unit, cells);
      inflation = random.chance(1, 4) ? random_inflation(random) : std::max(1000u, inflation - random.below(800));
      settle(search, inflation);
      plain.next_pass(inflation);
      ASSERT_TRUE(same_state(map, search, plain, false)) << "round " << round << " after pass " << pass;
    }
  }
}

TEST(RepairSearch, is_ad_star_turn_by_turn) {
  expect_ad_star<Octile>(2, test::rules_of_squares(), 500);
  expect_ad_star<HexHeuristic>(12, test::rules_of_hexagons(), 100);
}

// Steps a query to its end, and looks at every path it has on the way.
void expect_promises_kept(Random& random, const Map& map, PathFinder& finder, NodeId start, NodeId goal, double until) {
  const PathFinderPtr dijkstra = make_dijkstra(map);
  const Status expected = dijkstra->solve(start, goal);
  finder.start(start, goal);
  double bound = 1e9;
  std::uint32_t solutions = 0;
  const std::uint64_t slice = 1 + random.below(30);
  while (finder.status() == Status::kInProgress) {
    const std::uint64_t before = finder.popped();
    finder.step({slice});
    ASSERT_LE(finder.popped() - before, slice);
    if (!finder.has_path()) continue;
    ASSERT_LE(finder.bound(), bound);
    ASSERT_GE(finder.bound(), 1);
    bound = finder.bound();
    ASSERT_LE(finder.cost(), bound * dijkstra->cost() * (1 + 1e-12));
    if (finder.solutions() == solutions) continue;
    solutions = finder.solutions();
    std::vector<NodeId> path;
    finder.append_path(path);
    ASSERT_TRUE(test::path_is_sound(map, path, start, goal, finder.cost()));
  }
  ASSERT_EQ(finder.status(), expected);
  if (expected != Status::kSolved) return;
  EXPECT_LE(bound, until);
  if (until == 1) {
    EXPECT_EQ(finder.cost(), dijkstra->cost());
  }
}

TEST(Ara, keeps_its_bounds_and_ends_at_the_cheapest_path) {
  Random random(3);
  std::uint32_t most = 0;
  for (int round = 0; round < test::rounds(3000); ++round) {
    const MoveRules& rules =
        test::rules_of_all_kinds()[static_cast<std::size_t>(round) % test::rules_of_all_kinds().size()];
    test::Problem problem = test::random_problem(random, rules, 30);
    const double until = random.chance(2, 3) ? 1 : 1.5;
    const PathFinderPtr finder =
        *make_ara(problem.map, {.w = 1 + random.below(5) / 2.0, .step = 0.2 + random.below(9) / 10.0, .until = until});
    for (int query = 0; query < 3; ++query) {
      SCOPED_TRACE("round " + std::to_string(round) + " query " + std::to_string(query));
      ASSERT_NO_FATAL_FAILURE(expect_promises_kept(random, problem.map, *finder, problem.start, problem.goal, until));
      most = std::max(most, finder->solutions());
      if (random.chance(1, 2)) test::edit_anything(random, problem.map, problem.start, problem.goal);
    }
  }
  EXPECT_GT(most, 2u);
}

TEST(AdStar, keeps_its_bounds_after_any_edits_and_moves) {
  Random random(4);
  std::uint32_t most = 0;
  for (int round = 0; round < test::rounds(3000); ++round) {
    const MoveRules& rules =
        test::rules_of_all_kinds()[static_cast<std::size_t>(round) % test::rules_of_all_kinds().size()];
    test::Problem problem = test::random_problem(random, rules, 20);
    Map& map = problem.map;
    const double until = random.chance(2, 3) ? 1 : 1.5;
    const PathFinderPtr finder =
        *make_ad_star(map, {.w = 1 + random.below(5) / 2.0, .step = 0.2 + random.below(9) / 10.0, .until = until});
    NodeId unit = problem.start;
    for (int query = 0; query < 10; ++query) {
      SCOPED_TRACE("round " + std::to_string(round) + " query " + std::to_string(query));
      ASSERT_NO_FATAL_FAILURE(expect_promises_kept(random, map, *finder, unit, problem.goal, until));
      most = std::max(most, finder->solutions());
      if (finder->status() == Status::kSolved) {
        std::vector<NodeId> path;
        finder->append_path(path);
        unit = path[random.below(static_cast<std::uint32_t>(path.size()))];
      }
      for (int more = random.between(0, 3); more > 0; --more) test::edit_anything(random, map, unit, problem.goal);
      if (random.chance(1, 4)) {  // begun, and then the map changes again
        finder->start(unit, problem.goal);
        finder->step({1 + random.below(40)});
        test::edit_anything(random, map, unit, problem.goal);
      }
    }
  }
  EXPECT_GT(most, 2u);
}

// Of a query that is asked again, to its end or not, while nothing changed.
TEST(Anytime, what_is_proven_stays_proven_when_the_query_is_asked_again) {
  Random random(5);
  int proven_more = 0;  // at first than the inflation said
  for (int round = 0; round < test::rounds(400); ++round) {
    const test::Problem problem = test::random_problem(random, {}, 30);
    const double w = 1 + random.below(9) / 4.0;
    const double step = 0.2 + random.below(9) / 10.0;
    const double until = 1 + random.below(5) / 4.0;
    const PathFinderPtr finder = random.chance(1, 2)
                                     ? *make_ara(problem.map, {.w = w, .step = step, .until = until})
                                     : *make_ad_star(problem.map, {.w = w, .step = step, .until = until});
    double bound = 1e9;
    Cost cost = kInfiniteCost;
    for (int query = 0; query < 8; ++query) {
      finder->start(problem.start, problem.goal);
      for (std::uint32_t slices = random.below(10); slices > 0 && finder->status() == Status::kInProgress; --slices) {
        finder->step({1 + random.below(200)});
      }
      if (query == 6) finder->step(kUnlimited);
      if (!finder->has_path()) {
        ASSERT_EQ(bound, 1e9) << "round " << round << " query " << query;
        continue;
      }
      ASSERT_LE(finder->bound(), bound) << "round " << round << " query " << query;
      ASSERT_LE(finder->cost(), cost) << "round " << round << " query " << query;
      bound = finder->bound();
      cost = finder->cost();
      std::vector<NodeId> path;
      finder->append_path(path);
      ASSERT_TRUE(test::path_is_sound(problem.map, path, problem.start, problem.goal, cost));
      if (query > 6) {
        EXPECT_EQ(finder->step(kUnlimited), Status::kSolved);
        EXPECT_EQ(finder->popped(), 0u);
      }
    }
    EXPECT_LE(bound, until);
    proven_more += bound < until && bound > 1 ? 1 : 0;
  }
  EXPECT_GT(proven_more, test::enough(20));
}

// The map is edited between the slices of a query, which goes on or is begun again.
TEST(Anytime, is_right_when_the_map_is_edited_during_a_query) {
  Random random(6);
  int unreachable = 0;
  for (int round = 0; round < test::rounds(1500); ++round) {
    const MoveRules& rules =
        test::rules_of_all_kinds()[static_cast<std::size_t>(round) % test::rules_of_all_kinds().size()];
    test::Problem problem = test::random_problem(random, rules, 24);
    Map& map = problem.map;
    const PathFinderPtr finder = round % 4 == 0 ? *make_ara(map) : *make_ad_star(map);
    const PathFinderPtr dijkstra = make_dijkstra(map);
    for (int query = 0; query < 4; ++query) {
      finder->start(problem.start, problem.goal);
      for (int edits = random.between(1, 6); finder->status() == Status::kInProgress;) {
        finder->step({1 + random.below(60)});
        if (finder->status() == Status::kInProgress && --edits >= 0) {
          test::edit_anything(random, map, problem.start, problem.goal);
          if (random.chance(1, 2)) finder->start(problem.start, problem.goal);
        }
      }
      ASSERT_EQ(finder->status(), dijkstra->solve(problem.start, problem.goal)) << "round " << round;
      ASSERT_EQ(finder->cost(), dijkstra->cost()) << "round " << round;
      unreachable += finder->status() == Status::kUnreachable ? 1 : 0;
    }
  }
  EXPECT_GT(unreachable, test::enough(50));
}

// A few cells in a large tree leave the inflation low; many raise it again.
TEST(AdStar, inflates_again_after_many_changes) {
  Map map(*Grid::create(60, 60, true));
  map.fill({30, 0, 1, 50}, false);
  const PathFinderPtr finder = *make_ad_star(map, {.w = 3, .step = 1});
  const NodeId start = map.grid().node(5, 5);
  const NodeId goal = map.grid().node(55, 5);
  ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->solutions(), 3u);  // with 3, 2 and 1
  EXPECT_EQ(finder->bound(), 1);
  map.set(30, 20, true);
  ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->solutions(), 1u);
  map.fill({30, 0, 1, 50}, true);
  map.fill({20, 2, 1, 56}, false);
  ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->solutions(), 3u);
}

}  // namespace waymark::repair_anytime_test
