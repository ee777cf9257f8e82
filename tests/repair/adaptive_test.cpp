// The searches that learn: what they know, compared with a transcription, and what they give back. That their answers
// are right after any edits is tested with those of all searches that remember (repair_finder_test.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "repair/adaptive_values.hpp"
#include "repair/changed_cells.hpp"
#include "support/agent_problems.hpp"
#include "support/estimates.hpp"
#include "support/map_edits.hpp"
#include "support/paths.hpp"
#include "support/plain_adaptive.hpp"
#include "support/sanitized.hpp"
#include "waymark/repair/adaptive_a.hpp"
#include "waymark/repair/gaa.hpp"
#include "waymark/repair/mt_adaptive_a.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/search.hpp"

namespace waymark::repair_adaptive_test {

using test::estimate_of;
using test::Octile;
using test::towards;

struct Expansions : NoTrace {
  std::vector<NodeId>* order = nullptr;
  void expanded(NodeId node, Cost /*g*/) const { order->push_back(node); }
};

// Those of a search from `start`, in order.
template <class Heuristic>
std::vector<NodeId> search(const Map& map, AdaptiveValues<Heuristic>& values, NodeId start) {
  std::vector<NodeId> order;
  PagedBucketQueue<PlainOrder> open(map.memory());
  using Estimate = AdaptiveEstimate<AdaptiveValues<Heuristic>>;
  const Estimate estimate(values);
  Search<GridSpace, Estimate, AdaptiveValues<Heuristic>, PagedBucketQueue<PlainOrder>, Expansions> made;
  Expansions trace;
  trace.order = &order;
  made.start(map.space(), estimate, values, open, start, values.goal(), trace);
  if (made.step(kUnlimited) == Status::kSolved) values.found(made.g(values.goal()));
  return order;
}

// As the consistency procedure of GAA* has it, without slices. The states that it looked around, in order.
template <class Heuristic>
std::vector<NodeId> take_changes(const Map& map, ChangedCells& changes, AdaptiveValues<Heuristic>& values) {
  while (changes.any(map.grid())) {
    if (changes.next(map.grid()).passable) {
      values.freed(changes.take(map.grid()));
    } else {
      changes.skip();
    }
  }
  std::vector<NodeId> order;
  while (!values.is_consistent()) {
    const NodeId node = values.correct();
    if (std::find(order.begin(), order.end(), node) == order.end()) order.push_back(node);
  }
  return order;
}

template <class Values>
void expect_same_values(const Map& map, const Values& values, const test::PlainAdaptive& plain) {
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      const NodeId node = map.grid().node(x, y);
      ASSERT_EQ(values.h(node), plain.h(node)) << "at " << x << "," << y;
    }
  }
}

// Between the heuristic and the distance, and never more than a move and what is left after it.
template <class Heuristic>
void expect_consistent(const Map& map, const AdaptiveValues<Heuristic>& values) {
  const Cell goal = map.grid().cell(values.goal());
  const auto distances = test::reference_distances(map.grid(), map.rules(), goal.x, goal.y);
  ASSERT_EQ(values.h(values.goal()), 0u);
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      if (!map.grid().passable(x, y)) continue;
      const NodeId node = map.grid().node(x, y);
      const std::uint64_t h = values.h(node);
      ASSERT_GE(h, towards<Heuristic>(map, values.goal())(node)) << "at " << x << "," << y;
      if (map.grid().passable(goal.x, goal.y)) {
        ASSERT_LE(h, distances[static_cast<std::size_t>(y * map.grid().width() + x)]) << "at " << x << "," << y;
      }
      for (const test::ReferenceMove& move : test::reference_moves(map.grid(), map.rules(), x, y)) {
        ASSERT_LE(h, move.cost + values.h(map.grid().node(x + move.dx, y + move.dy))) << "at " << x << "," << y;
      }
    }
  }
}

// Areas anywhere, of which nothing is freed unless that is wanted.
struct EditAreas {
  bool frees;
  void operator()(Random& random, Map& map, NodeId unit, NodeId goal) const {
    for (int edits = random.between(0, 2); edits > 0; --edits) {
      const AreaEdit edit = test::random_edit(random, map.grid(), unit, goal);
      map.fill(edit.area, edit.passable && frees);
    }
  }
};
// Walls with a gap, behind which much is learned, and cells of them that are freed: then there is something to correct.
struct WallsAndBreaches {
  void operator()(Random& random, Map& map, NodeId unit, NodeId goal) const {
    const Grid& grid = map.grid();
    const bool across = random.chance(1, 2);
    const int length = across ? grid.width() : grid.height();
    if (random.chance(1, 2)) {
      const int at = random.between(0, (across ? grid.height() : grid.width()) - 1);
      const int gap = random.between(0, length - 1);
      for (int i = 0; i < length; ++i) {
        const Cell cell = across ? Cell{i, at} : Cell{at, i};
        if (i != gap && grid.node(cell) != unit && grid.node(cell) != goal) map.set(cell.x, cell.y, false);
      }
    }
    for (int tries = random.between(0, 40); tries > 0; --tries) {
      const Cell cell{random.between(0, grid.width() - 1), random.between(0, grid.height() - 1)};
      if (!grid.passable(cell.x, cell.y) && random.chance(1, 2)) map.set(cell.x, cell.y, true);
    }
  }
};

// How often there was something to correct.
template <class Heuristic, class Edit>
int expect_as_published(std::uint64_t seed, const std::vector<MoveRules>& of, int rounds, int largest, bool goal_moves,
                        Edit&& edit) {
  Random random(seed);
  int corrected = 0;
  for (int round = 0; round < test::rounds(rounds); ++round) {
    const MoveRules& rules = of[static_cast<std::size_t>(round) % of.size()];
    test::Problem problem = test::random_problem(random, rules, largest);
    Map& map = problem.map;
    NodeId unit = problem.start;
    AdaptiveValues<Heuristic> values(map.memory(), LivingGrid(map), towards<Heuristic>(map, problem.goal));
    values.begin(problem.goal, towards<Heuristic>(map, problem.goal));
    ChangedCells changes;
    changes.forget(map.grid());
    test::PlainAdaptive plain(map, problem.goal, estimate_of<Heuristic>(map));
    for (int turn = 0; turn < 10; ++turn) {
      SCOPED_TRACE("round " + std::to_string(round) + " turn " + std::to_string(turn));
      if (map.grid().passable(unit)) {
        EXPECT_EQ(search(map, values, unit), plain.search(unit));
      }
      expect_same_values(map, values, plain);
      expect_consistent(map, values);
      unit = test::random_passable(random, map.grid());
      if (unit == kNoNode) break;
      if (goal_moves && random.chance(1, 4)) {
        const NodeId goal = test::random_passable(random, map.grid());
        EXPECT_TRUE(values.move_goal(goal, towards<Heuristic>(map, goal)));
        plain.move_goal(goal);
      }
      edit(random, map, unit, values.goal());
      const std::vector<NodeId> order = take_changes(map, changes, values);
      EXPECT_EQ(order, plain.edited());
      corrected += order.empty() ? 0 : 1;
      expect_same_values(map, values, plain);
      expect_consistent(map, values);
      if (testing::Test::HasFailure()) return corrected;
    }
  }
  return corrected;
}

// Squares and hexagons.
template <class Edit>
int expect_as_published(std::uint64_t seed, bool goal_moves, int rounds, int largest, Edit&& edit) {
  return expect_as_published<Octile>(seed, test::rules_of_squares(), rounds, largest, goal_moves, edit) +
         expect_as_published<HexHeuristic>(seed + 10, test::rules_of_hexagons(), rounds, largest, goal_moves, edit);
}

TEST(AdaptiveValues, are_those_of_adaptive_a) { expect_as_published(1, false, 300, 9, EditAreas{false}); }
TEST(AdaptiveValues, are_those_of_mt_adaptive_a) { expect_as_published(2, true, 300, 9, EditAreas{false}); }
TEST(AdaptiveValues, are_those_of_gaa) { expect_as_published(3, true, 300, 9, EditAreas{true}); }
TEST(AdaptiveValues, are_corrected_as_those_of_gaa) {
  EXPECT_GT(expect_as_published(4, true, 1'500, 12, WallsAndBreaches{}), test::enough(3'000));
}

const std::vector<PathFinderPtr (*)(const Map&)> kAll{make_adaptive_a, make_mt_adaptive_a, make_gaa};

std::vector<NodeId> path_of(const PathFinder& finder) {
  std::vector<NodeId> path;
  finder.append_path(path);
  return path;
}

TEST(AdaptiveFinder, does_the_same_in_slices) {
  Random random(4);
  for (int round = 0; round < test::rounds(150); ++round) {
    test::Problem problem = test::random_problem(random, {}, 20);
    Map& map = problem.map;
    const auto make = kAll[static_cast<std::size_t>(round) % kAll.size()];
    const PathFinderPtr whole = make(map);
    const PathFinderPtr sliced = make(map);
    for (int turn = 0; turn < 8; ++turn) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = random.chance(2, 3) ? problem.goal : test::random_passable(random, map.grid());
      whole->solve(start, goal);
      sliced->start(start, goal);
      while (sliced->status() == Status::kInProgress) {
        const std::uint64_t before = sliced->popped();
        const std::uint64_t units = 1 + random.below(5);
        sliced->step({units});
        ASSERT_LE(sliced->popped() - before, units);
      }
      ASSERT_EQ(sliced->status(), whole->status()) << "round " << round << " turn " << turn;
      EXPECT_EQ(sliced->work(), whole->work()) << "round " << round << " turn " << turn;
      EXPECT_EQ(sliced->popped(), whole->popped());
      EXPECT_EQ(path_of(*sliced), path_of(*whole));
      test::edit_anything(random, map, start, goal);
    }
  }
}

// The map is edited between the slices of a query, and the query goes on or another begins.
TEST(AdaptiveFinder, is_right_when_the_map_is_edited_during_a_query) {
  Random random(5);
  int solved = 0;
  for (int round = 0; round < test::rounds(600); ++round) {
    test::Problem problem = test::random_problem(
        random, test::rules_of_all_kinds()[static_cast<std::size_t>(round) % test::rules_of_all_kinds().size()], 16);
    Map& map = problem.map;
    const PathFinderPtr finder = kAll[static_cast<std::size_t>(round) % kAll.size()](map);
    NodeId goal = problem.goal;
    for (int turn = 0; turn < 12; ++turn) {
      const NodeId start = test::random_passable(random, map.grid());
      if (start == kNoNode) break;
      if (random.chance(1, 4)) goal = test::random_passable(random, map.grid());
      finder->start(start, goal);
      const bool given_up = random.chance(1, 3);
      for (int edits = random.between(1, 5); finder->status() == Status::kInProgress;) {
        finder->step({1 + random.below(30)});
        if (finder->status() != Status::kInProgress || --edits < 0) continue;
        test::edit_anything(random, map, start, goal);
        if (given_up && edits == 0) break;
      }
      if (finder->status() == Status::kInProgress) continue;
      const Cell from = map.grid().cell(start);
      const Cell to = map.grid().cell(goal);
      const std::uint64_t expected =
          map.grid().passable(goal)
              ? test::reference_distances(map.grid(), map.rules(), from.x,
                                          from.y)[static_cast<std::size_t>(to.y * map.grid().width() + to.x)]
              : test::kUnreached;
      ASSERT_EQ(finder->status(), expected == test::kUnreached ? Status::kUnreachable : Status::kSolved)
          << "round " << round << " turn " << turn;
      if (expected == test::kUnreached) continue;
      ASSERT_EQ(finder->cost(), expected) << "round " << round << " turn " << turn;
      EXPECT_TRUE(test::path_is_sound(map, path_of(*finder), start, goal, expected));
      ++solved;
    }
  }
  EXPECT_GT(solved, test::enough(500));
}

// Those that an A* may expand, whichever way ties fall: g + h is not above the cost.
std::uint64_t expandable(const test::Problem& problem, Cost cost) {
  const Grid& grid = problem.map.grid();
  const Cell start = grid.cell(problem.start);
  const auto distances = test::reference_distances(grid, problem.map.rules(), start.x, start.y);
  std::uint64_t count = 0;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const std::uint64_t g = distances[static_cast<std::size_t>(y * grid.width() + x)];
      if (g != test::kUnreached && g + towards<Octile>(problem.map, problem.goal)(grid.node(x, y)) <= cost) ++count;
    }
  }
  return count;
}

TEST(AdaptiveFinder, expands_less_for_the_same_query_again) {
  Random random(6);
  for (const auto make : kAll) {
    std::uint64_t first = 0;
    std::uint64_t again = 0;
    for (int round = 0; round < test::rounds(200); ++round) {
      const test::Problem problem = test::random_problem(random, {}, 24);
      const PathFinderPtr finder = make(problem.map);
      ASSERT_EQ(finder->solve(problem.start, problem.goal), Status::kSolved);
      first += finder->work().expanded;
      ASSERT_EQ(finder->solve(problem.start, problem.goal), Status::kSolved);
      again += finder->work().expanded;
      EXPECT_LT(finder->work().expanded, expandable(problem, finder->cost())) << "round " << round;  // not the goal
    }
    EXPECT_LT(again, first * 2 / 3);
  }
}

// A wall between unit and goal, which the first search has to find a way around.
struct Walled {
  Map map{*Grid::create(60, 60, true)};
  NodeId start = map.grid().node(5, 5);
  NodeId goal = map.grid().node(55, 5);
  NodeId beside = map.grid().node(55, 6);  // on the way to it
  Walled() { map.fill({30, 0, 1, 50}, false); }
};

TEST(AdaptiveFinder, keeps_what_it_says_it_keeps) {
  struct Expected {
    PathFinderPtr (*make)(const Map&);
    bool other_goal;
    bool freed;
  };
  for (const Expected& expected : {Expected{make_adaptive_a, false, false}, Expected{make_mt_adaptive_a, true, false},
                                   Expected{make_gaa, true, true}}) {
    Walled walled;
    Map& map = walled.map;
    const PathFinderPtr finder = expected.make(map);
    AStarOptions all_successors;
    all_successors.successors = Successors::kAll;
    const PathFinderPtr plain = make_a_star(map, all_successors).value();
    const auto expands_less = [&](NodeId goal) {
      EXPECT_EQ(finder->solve(walled.start, goal), Status::kSolved);
      EXPECT_EQ(plain->solve(walled.start, goal), Status::kSolved);
      EXPECT_EQ(finder->cost(), plain->cost());
      return finder->work().expanded < plain->work().expanded / 2;
    };
    EXPECT_FALSE(expands_less(walled.goal));
    EXPECT_TRUE(expands_less(walled.goal));
    EXPECT_GT(finder->work().updates, 0u);
    map.set(40, 40, false);
    EXPECT_TRUE(expands_less(walled.goal));
    EXPECT_EQ(expands_less(walled.beside), expected.other_goal);
    EXPECT_TRUE(expands_less(walled.beside));
    map.set(40, 40, true);
    EXPECT_EQ(expands_less(walled.beside), expected.freed);
    finder->forget();
    EXPECT_FALSE(expands_less(walled.beside));
  }
}

// Numbers of searches end, and so does the sum of what h has fallen by: then all begins anew.
TEST(AdaptiveFinder, goes_on_when_its_numbers_end) {
  if (test::kSanitized) GTEST_SKIP() << "takes 70,000 queries";
  Map map(*Grid::create(3, 2, true));
  const PathFinderPtr finder = make_gaa(map);
  std::uint64_t most_bytes = 0;
  for (int query = 0; query < 70'000; ++query) {
    ASSERT_EQ(finder->solve(map.grid().node(0, 0), map.grid().node(2, 0)), Status::kSolved);
    ASSERT_EQ(finder->cost(), 2 * map.rules().costs.cardinal);
    most_bytes = std::max(most_bytes, finder->bytes());
  }
  EXPECT_LT(most_bytes, 1'000'000u);
  EXPECT_LT(finder->bytes(), most_bytes);
}

TEST(AdaptiveFinder, goes_on_when_the_goal_has_moved_far) {
  Map map(*Grid::create(300, 1, true), {Neighbours::kFour, DiagonalRule::kNever, {10'000, 10'000}});
  const PathFinderPtr finder = make_mt_adaptive_a(map);
  for (int query = 0; query < 2'000; ++query) {
    const NodeId goal = map.grid().node(query % 2 == 0 ? 299 : 0, 0);
    ASSERT_EQ(finder->solve(map.grid().node(150, 0), goal), Status::kSolved);
    ASSERT_EQ(finder->cost(), query % 2 == 0 ? 1'490'000u : 1'500'000u);
  }
}

}  // namespace waymark::repair_adaptive_test
