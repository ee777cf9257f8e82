// Fringe search against the paper's pseudocode, visit by visit; and that its memory follows its work.
#include "waymark/search/fringe.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
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

// What differs between the states of a search and the pseudocode's; empty if nothing.
std::string difference(const Map& map, const std::array<PathFinder*, 2>& finders, const test::PlainFringe& plain) {
  for (const PathFinder* finder : finders) {
    if (finder->work().expanded != plain.expanded()) return "expansions";
    if (finder->work().generated != plain.inserted()) return "insertions";
    if (finder->work().peak_states != plain.cached()) return "states";
  }
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      const test::Place place{x, y};
      Touch expected = plain.in_cache(place) ? Touch::kClosed : Touch::kNone;
      if (plain.in_fringe(place)) expected = Touch::kOpen;
      for (const PathFinder* finder : finders) {
        if (finder->touch(map.grid().node(x, y)) != expected) {
          return "state " + std::to_string(x) + "," + std::to_string(y);
        }
      }
    }
  }
  return "";
}

// An expansion at a time, with a look at every state after each: so the same states are expanded in the same order.
void compare(const Map& map, PathFinder& linked, PathFinder& arrays, NodeId start, NodeId goal) {
  const std::array<PathFinder*, 2> finders{&linked, &arrays};
  test::PlainFringe plain(map.grid(), map.rules(), place_of(map, start), place_of(map, goal));
  std::uint64_t visits = 0;
  for (PathFinder* finder : finders) finder->start(start, goal);
  while (!plain.found()) {
    ASSERT_EQ(difference(map, finders, plain), "") << "visit " << visits;
    const std::uint64_t expanded = plain.expanded();
    while (!plain.found() && plain.expanded() == expanded) {
      ASSERT_TRUE(plain.visit());
      ++visits;
    }
    for (PathFinder* finder : finders) {
      while (finder->status() == Status::kInProgress && finder->work().expanded == expanded) finder->step({1});
      ASSERT_EQ(finder->status(), plain.found() ? Status::kSolved : Status::kInProgress) << "visit " << visits;
    }
    ASSERT_EQ(linked.popped(), visits);
    ASSERT_GE(arrays.popped(), visits);
  }
  for (const PathFinder* finder : finders) {
    ASSERT_EQ(finder->cost(), plain.g(place_of(map, goal)));
    ASSERT_EQ(finder->work().expanded, plain.expanded());
    std::vector<NodeId> path;
    finder->append_path(path);
    std::vector<test::Place> places;
    for (const NodeId node : path) places.push_back(place_of(map, node));
    ASSERT_EQ(places, plain.path());
  }
}

void compare_on_random_map(Random& random, const MoveRules& rules) {
  const Map map(test::random_grid(random, random.between(1, 9), random.between(1, 9),
                                  static_cast<unsigned>(random.between(0, 50))),
                rules);
  const PathFinderPtr linked = make_fringe(map, {FringeList::kLinked});
  const PathFinderPtr arrays = make_fringe(map, {FringeList::kArrays});
  for (int problem = 0; problem < 2; ++problem) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (start == kNoNode || !map.connected(start, goal)) continue;
    ASSERT_NO_FATAL_FAILURE(compare(map, *linked, *arrays, start, goal))
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

// The entries that moved states leave in the arrays are visited in vain until they are dropped: when a pass begins,
// they are an eighth of the list at most.
TEST(Fringe, visits_few_old_entries) {
  Random random(504);
  const Map map(test::random_grid(random, 300, 200, 10), {});
  const PathFinderPtr linked = make_fringe(map, {FringeList::kLinked});
  const PathFinderPtr arrays = make_fringe(map, {FringeList::kArrays});
  std::uint64_t in_links = 0;
  std::uint64_t in_arrays = 0;
  std::uint64_t moved = 0;
  for (int problem = 0; problem < test::rounds(10); ++problem) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    ASSERT_EQ(linked->solve(start, goal), arrays->solve(start, goal));
    EXPECT_EQ(linked->work(), arrays->work());
    in_links += linked->popped();
    in_arrays += arrays->popped();
    moved += linked->work().generated - linked->work().peak_states;
  }
  EXPECT_GT(in_arrays, in_links);
  EXPECT_LE(7 * in_arrays, 8 * (in_links + moved));
}

TEST(Fringe, remembers_eight_bytes_a_state_and_its_list) {
  const Map map(*Grid::create(300, 200, true));
  const std::uint64_t records = 8 * std::uint64_t{map.grid().id_bound()};
  const PathFinderPtr finder = make_fringe(map, {FringeList::kArrays});
  const std::uint64_t itself = finder->bytes();
  EXPECT_LE(itself, 512u);
  finder->solve(map.grid().node(0, 0), map.grid().node(299, 199));
  EXPECT_GE(finder->bytes(), itself + records);
  EXPECT_LE(finder->bytes(), itself + records + 2 * 16 * finder->work().peak_states);
}

TEST(Fringe, with_links_holds_pages_for_the_states_touched_whatever_the_map) {
  const Map map(*Grid::create(4000, 4000, true));
  const PathFinderPtr finder = make_fringe(map, {FringeList::kLinked});
  const std::uint64_t itself = finder->bytes();
  EXPECT_LE(itself, 512u);
  finder->solve(map.grid().node(2000, 2000), map.grid().node(2040, 2020));
  const std::uint64_t near = finder->bytes();
  EXPECT_LE(near, itself + 80 * finder->work().peak_states + 10'000) << finder->work().peak_states;
  finder->solve(map.grid().node(2000, 2000), map.grid().node(2600, 2300));
  EXPECT_GT(finder->bytes(), near);
  EXPECT_LE(finder->bytes(), itself + 80 * finder->work().peak_states + 10'000) << finder->work().peak_states;
  finder->solve(map.grid().node(2000, 2000), map.grid().node(2040, 2020));
  EXPECT_EQ(finder->bytes(), near);
}

// At the cap of the memory the search is void, and as good as new where there is room again.
TEST(Fringe, with_links_says_where_there_is_no_room) {
  Random random(505);
  Map map(test::random_grid(random, 200, 200, 30));
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > 20 || map.grid().cell(goal).x < 180);
  const PathFinderPtr finder = make_fringe(map, {FringeList::kLinked});
  map.memory().set_cap(64 * 1024);
  EXPECT_EQ(finder->solve(start, goal), Status::kOutOfRoom);
  EXPECT_LE(map.memory().bytes(), 64u * 1024);
  map.memory().set_cap(64'000'000);
  EXPECT_EQ(finder->solve(start, goal), Status::kSolved);
  const PathFinderPtr other = make_fringe(map);
  ASSERT_EQ(other->solve(start, goal), Status::kSolved);
  EXPECT_EQ(finder->cost(), other->cost());
}

}  // namespace waymark::search_fringe_test
