// IDA* against its pseudocode, unit by unit; its limit, its memory, and that what it finds is shortest.
#include "waymark/search/ida.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "support/ascii.hpp"
#include "support/compare_ida.hpp"
#include "support/paths.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::search_ida_test {

TEST(Ida, expands_and_steps_back_as_the_pseudocode_under_every_rule_and_any_pair_of_costs) {
  Random random(601);
  int solved = 0;
  int given_up = 0;
  for (int round = 0; round < test::rounds(150); ++round) {
    for (MoveRules rules : test::all_rules()) {
      if (round % 3 == 2) rules.costs = test::random_costs(random);
      const Map map(test::random_grid(random, random.between(1, 7), random.between(1, 7),
                                      static_cast<unsigned>(random.between(0, 50))),
                    rules);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || !map.connected(start, goal)) continue;
      const std::uint64_t limit = round % 2 == 0 ? 400 : 1 + random.below(15);
      const PathFinderPtr finder = *make_ida(map, {.limit = limit});
      ASSERT_NO_FATAL_FAILURE(test::compare_ida(map, *finder, start, goal, limit, 0));
      ++(finder->status() == Status::kSolved ? solved : given_up);
    }
  }
  EXPECT_GT(solved, 10 * given_up);
  EXPECT_GT(given_up, test::enough(20));
}

// Both searches: what they find is a shortest path, and on small maps they find nearly all.
TEST(Ida, finds_what_dijkstra_finds_on_small_maps_unless_it_gives_up) {
  for (const std::string text : {"ida", "me-ida", "me-ida:table=16", "me-ida:table=1"}) {
    Random random(602);
    int solved = 0;
    int given_up = 0;
    for (int round = 0; round < test::rounds(60); ++round) {
      for (MoveRules rules : test::all_rules()) {
        if (round % 3 == 2) rules.costs = test::random_costs(random);
        const Map map(test::random_grid(random, random.between(1, 16), random.between(1, 16),
                                        static_cast<unsigned>(random.between(0, 45))),
                      rules);
        const NodeId start = test::random_passable(random, map.grid());
        const NodeId goal = test::random_passable(random, map.grid());
        if (start == kNoNode) continue;
        const Cell from = map.grid().cell(start);
        const Cell to = map.grid().cell(goal);
        const std::uint64_t expected = test::reference_distances(
            map.grid(), rules, from.x, from.y)[static_cast<std::size_t>(to.y * map.grid().width() + to.x)];
        const PathFinderPtr finder =
            *parse_algorithm(text + (text.find(':') == text.npos ? ":" : ",") + "limit=20000")->make(map);
        const Status status = finder->solve(start, goal);
        if (expected == test::kUnreached) {
          ASSERT_EQ(status, Status::kUnreachable) << text;
          ASSERT_EQ(finder->work(), Work{}) << text;
          continue;
        }
        if (status == Status::kOutOfBudget) {
          ++given_up;
          continue;
        }
        ASSERT_EQ(status, Status::kSolved) << text;
        ASSERT_EQ(finder->cost(), expected) << text;
        std::vector<NodeId> path;
        finder->append_path(path);
        ASSERT_TRUE(test::path_is_sound(map, path, start, goal, expected)) << text;
        ++solved;
      }
    }
    EXPECT_GT(solved, test::enough(500)) << text;
    EXPECT_GT(solved, 10 * given_up) << text << ": " << solved << " solved, " << given_up << " given up";
  }
}

TEST(Ida, gives_up_after_so_many_expansions_and_is_as_good_as_new) {
  Random random(603);
  const Map map(test::random_grid(random, 60, 60, 30));
  for (const std::string key : {"ida", "me-ida"}) {
    int given_up = 0;
    for (const std::uint64_t limit : {1u, 7u, 1'000u}) {
      const PathFinderPtr finder = *parse_algorithm(key + ":limit=" + std::to_string(limit))->make(map);
      for (int problem = 0; problem < 20; ++problem) {
        const NodeId start = test::random_passable(random, map.grid());
        const NodeId goal = test::random_passable(random, map.grid());
        const Status status = finder->solve(start, goal);
        ASSERT_LE(finder->work().expanded, limit) << key;
        ASSERT_LE(finder->popped(), 2 * limit + 1) << key;  // no more steps back than expansions
        if (status == Status::kOutOfBudget) {
          ASSERT_EQ(finder->work().expanded, limit) << key;
          ASSERT_EQ(finder->cost(), kInfiniteCost) << key;
          ++given_up;
        }
        ASSERT_EQ(finder->solve(start, start), Status::kSolved) << key;
        ASSERT_EQ(finder->cost(), 0u) << key;
      }
    }
    EXPECT_GT(given_up, 40) << key;
  }
}

TEST(Ida, slices_give_the_same_answer) {
  Random random(604);
  const Map map(test::random_grid(random, 14, 12, 25));
  for (const std::string text : {"ida:limit=5000", "me-ida:limit=5000", "me-ida:limit=5000,table=32"}) {
    const PathFinderPtr whole = *parse_algorithm(text)->make(map);
    const PathFinderPtr sliced = *parse_algorithm(text)->make(map);
    for (int problem = 0; problem < 30; ++problem) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      whole->solve(start, goal);
      sliced->start(start, goal);
      for (std::uint64_t given = 0; sliced->status() == Status::kInProgress;) {
        const std::uint64_t units = random.below(40);
        given += units;
        if (sliced->step({units}) == Status::kInProgress) {
          ASSERT_EQ(sliced->popped(), given) << text;
        }
      }
      ASSERT_EQ(sliced->status(), whole->status()) << text;
      ASSERT_EQ(sliced->cost(), whole->cost()) << text;
      ASSERT_EQ(sliced->work(), whole->work()) << text;
      ASSERT_EQ(sliced->popped(), whole->popped()) << text;
      std::vector<NodeId> whole_path;
      std::vector<NodeId> sliced_path;
      whole->append_path(whole_path);
      sliced->append_path(sliced_path);
      ASSERT_EQ(sliced_path, whole_path) << text;
    }
  }
}

TEST(Ida, a_deadline_in_the_past_does_no_work) {
  const Map map(*Grid::create(100, 100, true));
  for (const std::string text : {"ida", "me-ida"}) {
    const PathFinderPtr finder = *parse_algorithm(text)->make(map);
    finder->start(map.grid().node(0, 0), map.grid().node(99, 50));
    EXPECT_EQ(finder->step({1'000'000, Budget::Clock::now()}), Status::kInProgress) << text;
    EXPECT_EQ(finder->popped(), 0u) << text;
    EXPECT_EQ(finder->step({1'000'000, Budget::Clock::now() + std::chrono::hours(1)}), Status::kSolved) << text;
  }
}

// Whatever the size of the map and the number of states visited: pages of the longest path.
TEST(Ida, memory_is_linear_in_the_path) {
  Random random(605);
  for (const int side : {20, 200, 2'000}) {
    const Map map(test::random_grid(random, side, side, 20));
    const PathFinderPtr finder = *make_ida(map, {.limit = 20'000});
    const std::uint64_t itself = finder->bytes();
    EXPECT_LE(itself, 512u);
    std::uint64_t longest = 0;
    for (int problem = 0; problem < 10; ++problem) {
      finder->solve(test::random_passable(random, map.grid()), test::random_passable(random, map.grid()));
      longest = std::max(longest, finder->work().peak_states);
      ASSERT_LE(finder->bytes(), itself + UnitMemory::kSmallPage * (1 + longest / 16));
    }
    EXPECT_GT(longest, 5u);
  }
}

TEST(Ida, does_not_know_what_it_has_read_of_the_map) {
  Map map(*Grid::create(30, 30, true));
  const PathFinderPtr finder = *make_ida(map);
  finder->start(map.grid().node(0, 0), map.grid().node(29, 12));
  finder->step({5});
  EXPECT_FALSE(finder->stays_right({20, 20, 1, 1}));
}

TEST(Ida, refuses_a_limit_out_of_its_range) {
  const Map map(*Grid::create(3, 3, true));
  EXPECT_FALSE(make_ida(map, {.limit = 0}));
  EXPECT_FALSE(make_ida(map, {.limit = 1'000'000'000'001}));
  EXPECT_TRUE(make_ida(map, {.limit = 1'000'000'000'000}));
}

}  // namespace waymark::search_ida_test
