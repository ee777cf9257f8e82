// Fringe search against the paper's pseudocode, visit by visit; and that its memory follows its work.
#include "waymark/search/fringe.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/ascii.hpp"
#include "support/plain_fringe.hpp"
#include "support/sanitized.hpp"
#include "support/shrink.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::search_fringe_test {

test::Place place_of(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y};
}

// What differs between the states of the two; empty if nothing.
std::string difference(const Map& map, const PathFinder& finder, const test::PlainFringe& plain) {
  if (finder.work().expanded != plain.expanded()) return "expansions";
  if (finder.work().generated != plain.inserted()) return "insertions";
  if (finder.work().peak_states != plain.cached()) return "states";
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      const test::Place place{x, y};
      Touch expected = plain.in_cache(place) ? Touch::kClosed : Touch::kNone;
      if (plain.in_fringe(place)) expected = Touch::kOpen;
      if (finder.touch(map.grid().node(x, y)) != expected) {
        return "state " + std::to_string(x) + "," + std::to_string(y);
      }
    }
  }
  return "";
}

// An expansion at a time, with a look at every state after each: so the same states are expanded in the same order.
void compare(const Map& map, PathFinder& finder, NodeId start, NodeId goal) {
  test::PlainFringe plain(map.grid(), map.rules(), place_of(map, start), place_of(map, goal));
  finder.start(start, goal);
  std::uint64_t visits = 0;
  while (!plain.found()) {
    ASSERT_EQ(difference(map, finder, plain), "") << "visit " << visits;
    const std::uint64_t expanded = plain.expanded();
    while (!plain.found() && plain.expanded() == expanded) {
      ASSERT_TRUE(plain.visit());
      ++visits;
    }
    while (finder.status() == Status::kInProgress && finder.work().expanded == expanded) finder.step({1});
    ASSERT_EQ(finder.status(), plain.found() ? Status::kSolved : Status::kInProgress) << "visit " << visits;
    // Each state that moved left an entry, whose visit is charged.
    ASSERT_GE(finder.popped(), visits);
    ASSERT_LE(finder.popped(), visits + plain.moved());
  }
  ASSERT_EQ(finder.cost(), plain.g(place_of(map, goal)));
  ASSERT_EQ(finder.work().expanded, plain.expanded());
  std::vector<NodeId> path;
  finder.append_path(path);
  std::vector<test::Place> places;
  for (const NodeId node : path) places.push_back(place_of(map, node));
  ASSERT_EQ(places, plain.path());
}

void compare_on_random_map(Random& random, const MoveRules& rules) {
  const Map map(test::random_grid(random, random.between(1, 9), random.between(1, 9),
                                  static_cast<unsigned>(random.between(0, 50))),
                rules);
  const PathFinderPtr finder = make_fringe(map);
  for (int problem = 0; problem < 2; ++problem) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == kNoNode || !map.connected(start, goal)) continue;
    ASSERT_NO_FATAL_FAILURE(compare(map, *finder, start, goal))
        << draw(test::GridProblem{map.grid(), map.grid().cell(start), map.grid().cell(goal)});
  }
}

TEST(Fringe, visits_and_expands_as_the_pseudocode_under_every_rule) {
  Random random(501);
  for (int round = 0; round < test::rounds(150); ++round) {
    for (const MoveRules& rules : test::all_rules()) {
      ASSERT_NO_FATAL_FAILURE(compare_on_random_map(random, rules));
    }
  }
}

TEST(Fringe, visits_and_expands_as_the_pseudocode_for_any_pair_of_costs) {
  Random random(502);
  for (int round = 0; round < test::rounds(300); ++round) {
    for (MoveRules rules : test::all_rules()) {
      if (!(rules.costs == kUnitCosts)) continue;  // each rule once
      rules.costs = test::random_costs(random);
      ASSERT_NO_FATAL_FAILURE(compare_on_random_map(random, rules));
    }
  }
}

// A pass expands states of one f alone, since the heuristic is consistent: those are reached at their cheapest.
TEST(Fringe, expands_no_state_twice) {
  Random random(503);
  int solved = 0;
  for (const MoveRules& rules : test::all_rules()) {
    for (int problem = 0; problem < test::rounds(10); ++problem) {
      const Map map(test::random_grid(random, 40, 40, 30), rules);
      const PathFinderPtr finder = make_fringe(map);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (finder->solve(start, goal) != Status::kSolved) continue;
      std::uint64_t closed = 0;
      for (int y = 0; y < 40; ++y) {
        for (int x = 0; x < 40; ++x) closed += finder->touch(map.grid().node(x, y)) == Touch::kClosed ? 1u : 0u;
      }
      EXPECT_EQ(finder->work().expanded + 1, closed);  // the goal is not expanded
      ++solved;
    }
  }
  EXPECT_GT(solved, test::enough(90));
}

TEST(Fringe, remembers_eight_bytes_a_state_and_its_list) {
  const Map map(*Grid::create(300, 200, true));
  const PathFinderPtr finder = make_fringe(map);
  const std::uint64_t itself = finder->bytes();
  EXPECT_LE(itself, 512u);
  finder->solve(map.grid().node(0, 0), map.grid().node(299, 199));
  const std::uint64_t records = 8 * std::uint64_t{map.grid().id_bound()};
  EXPECT_GE(finder->bytes(), itself + records);
  EXPECT_LE(finder->bytes(), itself + records + 2 * 16 * finder->work().peak_states);
}

}  // namespace waymark::search_fringe_test
