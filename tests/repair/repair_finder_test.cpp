// The searches that remember, as their users see them: after any edits the cost is that of a fresh Dijkstra.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/map_edits.hpp"
#include "support/paths.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/repair/adaptive_a.hpp"
#include "waymark/repair/d_star.hpp"
#include "waymark/repair/d_star_lite.hpp"
#include "waymark/repair/focussed_d_star.hpp"
#include "waymark/repair/gaa.hpp"
#include "waymark/repair/lpa.hpp"
#include "waymark/repair/mt_adaptive_a.hpp"

namespace waymark::repair_repair_finder_test {

constexpr std::array kTrees{make_lpa, make_d_star_lite, make_d_star, make_focussed_d_star};

std::uint64_t distance(const Map& map, NodeId start, NodeId goal) {
  const Cell from = map.grid().cell(start);
  const Cell to = map.grid().cell(goal);
  if (!map.grid().passable(start) || !map.grid().passable(goal)) return test::kUnreached;
  return test::reference_distances(map.grid(), map.rules(), from.x,
                                   from.y)[static_cast<std::size_t>(to.y * map.grid().width() + to.x)];
}

// In slices of a few units each.
Status solve_in_slices(Random& random, PathFinder& finder, NodeId start, NodeId goal) {
  finder.start(start, goal);
  while (finder.status() == Status::kInProgress) {
    const std::uint64_t before = finder.popped();
    const std::uint64_t units = 1 + random.below(9);
    finder.step({units});
    EXPECT_LE(finder.popped() - before, units);
  }
  return finder.status();
}

void expect_right(Random& random, const Map& map, PathFinder& finder, NodeId start, NodeId goal) {
  const std::uint64_t expected = distance(map, start, goal);
  const Status status = random.chance(1, 2) ? finder.solve(start, goal) : solve_in_slices(random, finder, start, goal);
  ASSERT_EQ(status, expected == test::kUnreached ? Status::kUnreachable : Status::kSolved);
  if (status != Status::kSolved) return;
  ASSERT_EQ(finder.cost(), expected);
  std::vector<NodeId> path;
  finder.append_path(path);
  EXPECT_TRUE(test::path_is_sound(map, path, start, goal, expected));
}

// The unit walks, is moved, waits; start and goal are blocked and freed; queries are cut short by edits. The goal moves
// once in so many edits.
void expect_right_after_edits(std::uint64_t seed, PathFinderPtr (*make)(const Map&), bool walks,
                              std::uint32_t goal_stays = 20) {
  Random random(seed);
  for (int round = 0; round < test::rounds(3000); ++round) {
    const MoveRules& rules =
        test::rules_of_all_kinds()[static_cast<std::size_t>(round) % test::rules_of_all_kinds().size()];
    test::Problem problem =
        test::random_problem(random, rules.neighbours == Neighbours::kSix ? MoveRules{} : rules, 16);
    Map map(problem.map.grid(), rules);
    NodeId unit = problem.start;
    NodeId goal = problem.goal;
    const PathFinderPtr finder = make(map);
    for (int edit = 0; edit < 12; ++edit) {
      SCOPED_TRACE("round " + std::to_string(round) + " edit " + std::to_string(edit));
      ASSERT_NO_FATAL_FAILURE(expect_right(random, map, *finder, unit, goal));
      if (walks && finder->status() == Status::kSolved && unit != goal) {
        std::vector<NodeId> path;
        finder->append_path(path);
        unit = path[random.below(static_cast<std::uint32_t>(path.size()))];
      }
      for (int more = random.between(1, 3); more > 0; --more) test::edit_anything(random, map, unit, goal);
      if (random.chance(1, goal_stays)) goal = map.grid().node(random.between(0, map.grid().width() - 1), 0);
      if (random.chance(1, 4)) {  // begun, and then the map changes again
        finder->start(unit, goal);
        finder->step({1 + random.below(20)});
        test::edit_anything(random, map, unit, goal);
      }
    }
  }
}

TEST(Lpa, finds_what_dijkstra_finds_after_any_edits) { expect_right_after_edits(1, make_lpa, false); }
TEST(DStarLite, finds_what_dijkstra_finds_after_any_edits_and_moves) {
  expect_right_after_edits(2, make_d_star_lite, true);
}

TEST(DStar, finds_what_dijkstra_finds_after_any_edits_and_moves) { expect_right_after_edits(3, make_d_star, true); }
TEST(FocussedDStar, finds_what_dijkstra_finds_after_any_edits_and_moves) {
  expect_right_after_edits(4, make_focussed_d_star, true);
}
TEST(AdaptiveA, finds_what_dijkstra_finds_after_any_edits_and_moves) {
  expect_right_after_edits(5, make_adaptive_a, true);
}
TEST(MtAdaptiveA, finds_what_dijkstra_finds_after_any_edits_and_moves) {
  expect_right_after_edits(6, make_mt_adaptive_a, true, 2);
}
TEST(Gaa, finds_what_dijkstra_finds_after_any_edits_and_moves) { expect_right_after_edits(7, make_gaa, true, 3); }

const std::vector<PathFinderPtr (*)(const Map&)> kAll{
    make_lpa, make_d_star_lite, make_d_star, make_focussed_d_star, make_adaptive_a, make_gaa, make_mt_adaptive_a};

// A tree of a thousand cells and an edit in it: few of them are looked at again.
TEST(RepairFinder, repairs_little_after_a_small_edit) {
  for (const auto make : kTrees) {
    Map map(*Grid::create(60, 60, true));
    map.fill({30, 0, 1, 50}, false);
    const PathFinderPtr finder = make(map);
    const NodeId start = map.grid().node(5, 5);
    const NodeId goal = map.grid().node(55, 5);
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    const std::uint64_t first = finder->work().expanded;
    const Cost cost = finder->cost();
    EXPECT_GT(first, 500u);

    map.set(58, 58, false);  // far from all that matters
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    EXPECT_EQ(finder->cost(), cost);
    // The tree of D*, which no estimate leads, has been there: the cells beside it look whether that matters.
    EXPECT_LE(finder->work().expanded, make == make_d_star ? 9u : 0u);
    std::vector<NodeId> path;
    finder->append_path(path);
    EXPECT_LE(finder->popped(), 9u + finder->work().expanded + path.size());

    map.set(30, 20, true);  // a door
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    EXPECT_LT(finder->cost(), cost);
    EXPECT_LT(finder->work().expanded, make == make_d_star ? first / 2 : first / 4);

    map.set(30, 20, false);
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    EXPECT_EQ(finder->cost(), cost);
    EXPECT_LT(finder->work().expanded, first);
  }
}

TEST(RepairFinder, does_the_same_in_slices_of_any_size) {
  Random random(6);
  for (int round = 0; round < test::rounds(100); ++round) {
    const MoveRules& rules =
        test::rules_of_all_kinds()[static_cast<std::size_t>(round) % test::rules_of_all_kinds().size()];
    Map map(test::random_grid(random, 24, 20, 25), rules);
    const NodeId goal = test::random_passable(random, map.grid());
    const auto make = kAll[static_cast<std::size_t>(round) % kAll.size()];
    const PathFinderPtr whole = make(map);
    const PathFinderPtr sliced = make(map);
    for (int edit = 0; edit < 10; ++edit) {
      const NodeId start = test::random_passable(random, map.grid());
      ASSERT_EQ(whole->solve(start, goal), solve_in_slices(random, *sliced, start, goal)) << round;
      EXPECT_EQ(whole->cost(), sliced->cost()) << round;
      EXPECT_EQ(whole->work(), sliced->work()) << round;
      EXPECT_EQ(whole->popped(), sliced->popped()) << round;
      std::vector<NodeId> path;
      std::vector<NodeId> sliced_path;
      whole->append_path(path);
      sliced->append_path(sliced_path);
      EXPECT_EQ(path, sliced_path) << round;
      test::edit_anything(random, map, start, goal);
    }
  }
}

TEST(RepairFinder, an_edit_of_the_whole_map_is_a_new_tree) {
  for (const auto make : kAll) {
    Map map(*Grid::create(200, 200, true));
    const PathFinderPtr finder = make(map);
    const NodeId start = map.grid().node(0, 0);
    const NodeId goal = map.grid().node(6, 0);
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    map.fill({0, 1, 200, 199}, false);
    ASSERT_EQ(finder->solve(start, goal), Status::kSolved);
    EXPECT_LT(finder->popped(), 100u);  // not a unit for each of 40,000 cells
  }
}

TEST(RepairFinder, more_edits_than_the_log_holds_are_a_new_tree) {
  Random random(5);
  for (const auto make : kAll) {
    Map map(test::random_grid(random, 40, 40, 20));
    const NodeId start = map.grid().node(1, 1);
    const NodeId goal = map.grid().node(38, 38);
    const PathFinderPtr finder = make(map);
    for (int round = 0; round < 4; ++round) {
      ASSERT_NO_FATAL_FAILURE(expect_right(random, map, *finder, start, goal));
      for (int i = 0; i < 1500; ++i) map.set(random.between(0, 39), random.between(0, 39), random.chance(3, 4));
    }
  }
}

TEST(RepairFinder, says_when_there_is_no_room_and_goes_on_when_there_is) {
  for (const auto make : kAll) {
    Map map(*Grid::create(300, 300, true));
    map.fill({150, 0, 1, 290}, false);
    map.memory().set_cap(128 * 1024);
    const PathFinderPtr finder = make(map);
    EXPECT_EQ(finder->solve(map.grid().node(0, 0), map.grid().node(299, 0)), Status::kOutOfRoom);
    map.memory().set_cap(UnitMemory::kNoCap);
    EXPECT_EQ(finder->solve(map.grid().node(0, 0), map.grid().node(299, 0)), Status::kSolved);
  }
}

}  // namespace waymark::repair_repair_finder_test
