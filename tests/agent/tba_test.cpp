#include "waymark/agent/tba.hpp"

#include <gtest/gtest.h>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/plain_tba.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/agent/tb_wa.hpp"

namespace waymark::agent_tba_test {

void expect_same_walk(const Map& map, NodeId start, NodeId goal, const std::string& text, test::PlainTba& plain) {
  const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
  agent->reset(start, goal);
  for (int move = 0; !plain.done(); ++move) {
    ASSERT_LT(move, 20'000) << text;
    plain.move();
    const AgentStep step = agent->step();
    const Cell at = map.grid().cell(step.position);
    ASSERT_EQ((test::Place{at.x, at.y}), plain.position()) << text << " move " << move;
    ASSERT_EQ(step.work, plain.work()) << text << " move " << move;
    ASSERT_EQ(agent->work().expanded, plain.expanded()) << text << " move " << move;
  }
  ASSERT_EQ(agent->status(), Status::kSolved) << text;
}

TEST(Tba, moves_as_the_figure_says) {
  Random random(1);
  for (const MoveRules& rules : test::few_rules()) {
    for (int round = 0; round < 150; ++round) {
      const Map map(test::random_grid(random, random.between(2, 24), random.between(2, 24),
                                      static_cast<unsigned>(random.between(0, 45))),
                    rules);
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (start == kNoNode || !map.connected(start, goal)) continue;
      const Cell from = map.grid().cell(start);
      const Cell to = map.grid().cell(goal);
      const int slice = random.chance(1, 2) ? random.between(2, 6) : random.between(2, 60);
      const int ratio = random.between(1, 12);
      test::PlainTba plain(map.grid(), rules, {from.x, from.y}, {to.x, to.y}, static_cast<std::uint64_t>(slice),
                           static_cast<std::uint64_t>(ratio));
      expect_same_walk(map, start, goal,
                       "tba:R=" + std::to_string(slice) + ",c=" + std::to_string(ratio) + ",successors=all", plain);
      const int weight = random.between(1, 5);
      test::PlainTba weighted(map.grid(), rules, {from.x, from.y}, {to.x, to.y}, static_cast<std::uint64_t>(slice), 10,
                              static_cast<std::uint64_t>(weight) * 1000);
      expect_same_walk(map, start, goal, "tb-wa:R=" + std::to_string(slice) + ",w=" + std::to_string(weight), weighted);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Tba, expands_as_many_states_as_the_search_it_slices) {
  Random random(2);
  const std::vector<std::pair<std::string, std::string>> pairs{{"tba:R=2", "a-star"},
                                                               {"tba:R=17", "a-star"},
                                                               {"tba", "a-star"},
                                                               {"tba:R=9,successors=all", "a-star:successors=all"},
                                                               {"tb-wa:R=9", "weighted-a-star:w=2"}};
  for (int round = 0; round < 60; ++round) {
    const MoveRules rules = test::few_rules()[random.below(5)];
    const Map map(test::random_grid(random, 60, 50, static_cast<unsigned>(random.between(0, 40))), rules);
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    for (const auto& [sliced, whole] : pairs) {
      const AgentPtr agent = *parse_algorithm(sliced)->make_agent(map);
      const AgentPtr other = *parse_algorithm(whole)->make_agent(map);
      for (Agent* walker : {agent.get(), other.get()}) {
        walker->reset(start, goal);
        while (walker->step().status == Status::kInProgress) {
        }
        ASSERT_EQ(walker->status(), Status::kSolved);
      }
      ASSERT_EQ(agent->work().expanded, other->work().expanded) << sliced;
      ASSERT_EQ(agent->work().generated, other->work().generated) << sliced;
    }
  }
}

// Records lie in rows on small maps and in tiles on large ones: nobody sees a difference, after edits neither.
TEST(Tba, walks_on_a_large_map_as_on_a_small_one_of_the_same_ground) {
  Random random(8);
  int walks = 0;
  for (int round = 0; round < test::rounds(12); ++round) {
    const int side = random.between(20, 90);
    Map small(test::random_grid(random, side, side, static_cast<unsigned>(random.between(5, 35))));
    const Cell corner{random.between(0, 900 - side), random.between(0, 800 - side)};
    Grid ground = *Grid::create(900, 800, false);
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        if (small.grid().passable(x, y)) ground.set(corner.x + x, corner.y + y, true);
      }
    }
    Map large(std::move(ground));
    const auto moved = [&](NodeId node) {
      const Cell cell = small.grid().cell(node);
      return large.grid().node(corner.x + cell.x, corner.y + cell.y);
    };
    const NodeId start = test::random_passable(random, small.grid());
    const NodeId goal = test::random_passable(random, small.grid());
    if (!small.connected(start, goal)) continue;
    for (const char* text : {"tba:R=5", "tba:R=40,successors=all", "tb-wa:R=9"}) {
      const AgentPtr in_rows = *parse_algorithm(text)->make_agent(small);
      const AgentPtr in_tiles = *parse_algorithm(text)->make_agent(large);
      in_rows->reset(start, goal);
      in_tiles->reset(moved(start), moved(goal));
      for (int step = 0; step < 2'000 && in_rows->status() == Status::kInProgress; ++step) {
        if (step % 16 == 15) {
          const Cell at{random.between(0, side - 1), random.between(0, side - 1)};
          const bool frees = !small.grid().passable(at.x, at.y);
          small.set(at.x, at.y, frees);
          large.set(corner.x + at.x, corner.y + at.y, frees);
        }
        const AgentStep expected = in_rows->step();
        const AgentStep got = in_tiles->step();
        ASSERT_EQ(got.position, moved(expected.position)) << text << " step " << step;
        ASSERT_EQ(got.work, expected.work) << text << " step " << step;
        ASSERT_EQ(got.status, expected.status) << text << " step " << step;
      }
      ASSERT_EQ(in_tiles->work().expanded, in_rows->work().expanded) << text;
      ++walks;
    }
  }
  EXPECT_GE(walks, test::enough(12));
}

TEST(Tba, starts_anew_where_it_stands_when_the_map_is_edited) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    Map map(test::random_grid(random, 30, 30, 20));
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    for (const std::string text : {"tba:R=5", "tb-wa:R=5"}) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
      agent->reset(start, goal);
      for (int move = 0; agent->status() == Status::kInProgress; ++move) {
        ASSERT_LT(move, 20'000);
        const AgentStep step = agent->step();
        ASSERT_TRUE(map.grid().passable(step.position)) << text;
        if (move % 7 == 0 && move < 200) {
          const Cell cell{random.between(0, 29), random.between(0, 29)};
          const NodeId node = map.grid().node(cell);
          if (node != agent->position() && node != goal) map.set(cell.x, cell.y, !map.grid().passable(node));
        }
      }
      const bool connected = map.connected(agent->position(), goal);
      const bool blocked = !map.grid().passable(agent->position());  // its start, by an edit of the walk before
      ASSERT_EQ(agent->status(), connected ? Status::kSolved : (blocked ? Status::kBlocked : Status::kUnreachable))
          << text;
    }
  }
}

// More than 64 cells at once, more than 16 edits between two steps, more than the log of the map remembers.
// It searches for where the goal was, which is near enough, and is blocked before the search has come there.
TEST(Tba, does_not_take_the_place_that_a_goal_left_for_the_goal) {
  for (const char* key : {"tba:R=10", "tb-wa:R=10"}) {
    Map map(*Grid::create(60, 20, true));
    const AgentPtr agent = *parse_algorithm(key)->make_agent(map);
    agent->reset(map.grid().node(2, 10), map.grid().node(50, 10));
    agent->step();
    agent->retarget(map.grid().node(51, 10));
    map.set(50, 10, false);
    for (int step = 0; step < 2'000 && agent->status() != Status::kSolved; ++step) {
      ASSERT_EQ(agent->status(), Status::kInProgress) << key;
      agent->step();
    }
    EXPECT_EQ(agent->status(), Status::kSolved) << key;
  }
}

TEST(Tba, follows_edits_that_are_too_many_to_look_at_one_by_one) {
  enum class Kind : std::uint8_t { kLarge, kMany, kBeyondTheLog };
  for (const Kind kind : {Kind::kLarge, Kind::kMany, Kind::kBeyondTheLog}) {
    Random random(4);
    int arrived = 0;
    for (int round = 0; round < test::rounds(60); ++round) {
      Map map(test::random_grid(random, 40, 40, 15));
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      if (!map.connected(start, goal)) continue;
      for (const std::string text : {"tba:R=6", "tb-wa:R=6"}) {
        const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
        agent->reset(start, goal);
        const auto keep = [&] {  // where the agent stands and where it goes stays free
          for (const NodeId node : {start, agent->position(), goal}) {
            map.set(map.grid().cell(node).x, map.grid().cell(node).y, true);
          }
        };
        for (int move = 0; agent->status() == Status::kInProgress; ++move) {
          ASSERT_LT(move, 20'000) << text;
          const NodeId from = agent->position();
          const AgentStep step = agent->step();
          if (step.status == Status::kUnreachable) break;
          ASSERT_TRUE(test::is_legal(map, from, step.position)) << text << " move " << move;
          if (move % 9 != 3 || move > 100) continue;
          const bool passable = random.chance(1, 2);
          if (kind == Kind::kLarge) {
            map.fill({random.between(-3, 35), random.between(-3, 35), random.between(5, 20), 14}, passable);
          } else {
            const int edits = kind == Kind::kMany ? 20 : 1100;
            for (int i = 0; i < edits; ++i) map.set(random.between(0, 39), random.between(0, 39), random.chance(3, 4));
          }
          keep();
        }
        const bool connected = map.connected(agent->position(), goal);
        ASSERT_EQ(agent->status(), connected ? Status::kSolved : Status::kUnreachable) << text;
        if (connected) ++arrived;
      }
    }
    EXPECT_GT(arrived, test::enough(30));
  }
}

TEST(Tba, refuses_what_is_out_of_range) {
  const Map map(*Grid::create(5, 5, true));
  EXPECT_FALSE(make_tba(map, {.r = 1}));
  EXPECT_FALSE(make_tba(map, {.c = 0}));
  EXPECT_FALSE(make_tb_wa(map, {.w = 0.999}));
  EXPECT_FALSE(make_tb_wa(map, {.w = 2.0, .r = 1}));
  EXPECT_FALSE(parse_algorithm("tba:R=1"));
  const auto refused = parse_algorithm("tba")->make_agent(map, 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "tba needs at least 2 work units a step, not 1");
}

}  // namespace waymark::agent_tba_test
