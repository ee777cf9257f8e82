// SMA*: its room, its limit, its memory, and what it tells of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/search/sma.hpp"

namespace waymark::search_sma_room_test {

PathFinderPtr make(const Map& map, const SmaOptions& options) { return make_sma(map, options).value(); }

TEST(SmaRoom, tells_whether_it_had_to_forget) {
  const Map map(test::grid_from({
      "..........",
      ".@@@@@@@@.",
      ".@......@.",
      ".@.@@@@.@.",
      "...@......",
  }));
  const NodeId start = map.grid().node(4, 2);
  const NodeId goal = map.grid().node(9, 0);
  const PathFinderPtr ample = make(map, {});
  EXPECT_EQ(ample->forgotten(), 0u);
  ASSERT_EQ(ample->solve(start, goal), Status::kSolved);
  EXPECT_EQ(ample->forgotten(), 0u);
  EXPECT_LT(ample->work().peak_states, 1000u);
  std::vector<NodeId> path;
  ample->append_path(path);
  const auto states = static_cast<std::uint32_t>(path.size());

  const PathFinderPtr tight = make(map, {.nodes = states});
  ASSERT_EQ(tight->solve(start, goal), Status::kSolved);
  EXPECT_EQ(tight->cost(), ample->cost());
  EXPECT_GT(tight->forgotten(), 0u);
  EXPECT_EQ(tight->work().peak_states, states);
  EXPECT_EQ(tight->popped(), tight->work().generated + tight->forgotten());  // the start is no unit, the goal is one

  const PathFinderPtr too_tight = make(map, {.nodes = states - 1});
  EXPECT_EQ(too_tight->solve(start, goal), Status::kOutOfRoom);
  EXPECT_GT(too_tight->forgotten(), 0u);
  EXPECT_LE(too_tight->work().peak_states, states - 1);
  EXPECT_EQ(too_tight->solve(start, start), Status::kSolved);
  EXPECT_EQ(too_tight->forgotten(), 0u);
  EXPECT_EQ(too_tight->solve(kNoNode, start), Status::kBadId);
  EXPECT_EQ(too_tight->forgotten(), 0u);
}

TEST(SmaRoom, gives_up_at_its_limit_and_is_as_good_as_new_afterwards) {
  Random random(43);
  const Map map(test::random_grid(random, 60, 60, 30));
  const PathFinderPtr finder = make(map, {.nodes = 500, .limit = 2'000});
  const PathFinderPtr other = make(map, {.nodes = 500, .limit = 2'000});
  int gave_up = 0;
  int solved = 0;
  for (int problem = 0; problem < 100; ++problem) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    const Status status = finder->solve(start, goal);
    if (status == Status::kOutOfBudget) {
      ++gave_up;
      EXPECT_EQ(finder->popped(), 2'000u);
      EXPECT_EQ(finder->step(kUnlimited), Status::kOutOfBudget);
    } else if (status == Status::kSolved) {
      ++solved;
    }
    // In slices, and by a finder that has not come across the problems in between.
    if (problem % 7 != 0) continue;
    other->start(start, goal);
    while (other->step({1 + random.below(50)}) == Status::kInProgress) {
    }
    EXPECT_EQ(other->status(), status);
    EXPECT_EQ(other->work(), finder->work());
    EXPECT_EQ(other->forgotten(), finder->forgotten());
    EXPECT_EQ(other->cost(), finder->cost());
  }
  EXPECT_GT(gave_up, 10);
  EXPECT_GT(solved, 10);
}

TEST(SmaRoom, holds_memory_for_the_nodes_in_use) {
  const Map map(*Grid::create(200, 3, true));
  const PathFinderPtr finder = make(map, {.nodes = 4'000'000});
  EXPECT_LT(finder->bytes(), 1024u);
  ASSERT_EQ(finder->solve(map.grid().node(0, 0), map.grid().node(10, 0)), Status::kSolved);
  EXPECT_LT(finder->bytes(), 130u * 128);
  const PathFinderPtr longer = make(map, {.nodes = 4'000'000});
  longer->solve(map.grid().node(0, 0), map.grid().node(60, 0));
  EXPECT_GT(longer->bytes(), finder->bytes());
  EXPECT_LT(longer->bytes(), 1024u + 130u * longer->work().peak_states);
  const PathFinderPtr small = make(map, {.nodes = 100, .limit = 50'000});
  small->solve(map.grid().node(0, 0), map.grid().node(199, 2));
  EXPECT_EQ(small->work().peak_states, 100u);
  EXPECT_LT(small->bytes(), 130u * 100);
}

// Neither on the way to its cap nor there.
TEST(SmaRoom, no_step_allocates_anything) {
  Random random(44);
  const Map map(test::random_grid(random, 60, 60, 30));
  for (const std::uint32_t nodes : {2u, 100u, 3'000u, 1'000'000u}) {
    const PathFinderPtr finder = make(map, {.nodes = nodes, .limit = 20'000});
    std::uint64_t most = 0;
    for (int problem = 0; problem < 3; ++problem) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      const auto made = test::allocations_of([&] {
        finder->start(start, goal);
        while (finder->step({1}) == Status::kInProgress) {
        }
      });
      EXPECT_EQ(made.count, 0u) << nodes << " nodes, " << made.bytes << " bytes";
      most = std::max(most, finder->work().peak_states);
    }
    EXPECT_GE(most, std::min(nodes, 2'000u));
  }
}

TEST(SmaRoom, what_it_holds_is_what_it_touched) {
  const Map map(*Grid::create(30, 30, true));
  const PathFinderPtr finder = make(map, {});
  finder->start(map.grid().node(2, 2), map.grid().node(20, 2));
  finder->step({5});
  EXPECT_EQ(finder->touch(map.grid().node(2, 2)), Touch::kClosed);
  EXPECT_EQ(finder->touch(map.grid().node(25, 25)), Touch::kNone);
  EXPECT_TRUE(finder->stays_right({25, 25, 1, 1}));
  EXPECT_FALSE(finder->stays_right({2, 3, 1, 1}));
  // Of what it forgot it does not know where it was.
  const PathFinderPtr tight = make(map, {.nodes = 6});
  tight->start(map.grid().node(2, 2), map.grid().node(20, 2));
  tight->step({60});
  ASSERT_EQ(tight->status(), Status::kInProgress);
  ASSERT_GT(tight->forgotten(), 0u);
  EXPECT_FALSE(tight->stays_right({25, 25, 1, 1}));
}

TEST(SmaRoom, refuses_options_out_of_their_ranges) {
  const Map map(*Grid::create(5, 5, true));
  EXPECT_EQ(make_sma(map, {.nodes = 1}).error().message, "nodes must be 2 to 4000000");
  EXPECT_FALSE(make_sma(map, {.nodes = 4'000'001}).ok());
  EXPECT_FALSE(make_sma(map, {.limit = 0}).ok());
  EXPECT_TRUE(parse_algorithm("sma:nodes=2,limit=1,successors=all")->make(map).ok());
}

}  // namespace waymark::search_sma_room_test
