// Memory of agents: a step takes pages of a fixed size, a few at a time, and what an agent holds follows the states it
// has touched, not the map.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"

namespace waymark::agent_allocation_test {

using test::Allocations;
using test::allocations_of;

constexpr std::uint64_t kLargestPage = 64 * 1024;  // what the map's memory takes from the system at a time
constexpr std::uint64_t kPagesPerUnit = 8;         // what a new state can take: directories, and a page of each table
constexpr int kMaxSteps = 3'000;

// The most of each, over the steps of a walk.
Allocations walk(Agent& agent, NodeId start, NodeId goal) {
  agent.reset(start, goal);
  Allocations most;
  for (int step = 0; step < kMaxSteps && agent.status() == Status::kInProgress; ++step) {
    const Allocations made = allocations_of([&] { agent.step(); });
    most.count = std::max(most.count, made.count);
    most.bytes = std::max(most.bytes, made.bytes);
    most.largest = std::max(most.largest, made.largest);
  }
  return most;
}

TEST(AllocationsOfAgents, are_pages_in_a_step_and_nothing_on_a_walk_done_before) {
  Random random(4);
  for (const int side : {60, test::kSanitized ? 500 : 1500}) {
    const Map map(test::random_grid(random, side, side, 30));
    NodeId start = kNoNode;
    NodeId goal = kNoNode;
    do {
      start = test::random_passable(random, map.grid());
      goal = test::random_passable(random, map.grid());
    } while (!map.connected(start, goal) || map.grid().cell(start).x > side / 3 ||
             map.grid().cell(goal).x < side / 3 * 2);
    for (const std::string& text : test::real_time_agents()) {
      if (side > 100 && test::takes_long_to_build(test::database_of(text))) continue;
      if (side > 100 && text.starts_with("dba")) continue;  // too many regions
      const auto agent = *test::make_agent(text, map);
      const Allocations first = walk(*agent, start, goal);
      EXPECT_LE(first.largest, kLargestPage) << text;
      EXPECT_LE(first.count, kPagesPerUnit * agent->bound()) << text;
      const Work done = agent->work();
      const Allocations second = walk(*agent, start, goal);
      EXPECT_EQ(second.count, 0u) << text << ", " << second.bytes << " bytes in a step";
      EXPECT_EQ(agent->work(), done) << text;
    }
  }
}

// Searches that are refined as the unit walks: what they hold is of the whole map, taken when they first search there.
TEST(AllocationsOfAgents, are_none_where_a_path_is_refined_in_parts_again) {
  Random random(6);
  const Map map(test::random_grid(random, 150, 120, 25));
  for (int round = 0; round < test::rounds(6); ++round) {
    NodeId start = kNoNode;
    NodeId goal = kNoNode;
    do {
      start = test::random_passable(random, map.grid());
      goal = test::random_passable(random, map.grid());
    } while (!map.connected(start, goal));
    for (const std::string text : {"hpa:refine=part", "hpa:levels=3,refine=part", "hpa:intra=lazy,refine=part",
                                   "dhpa:refine=part", "mm", "mm:levels=2,ahead=2", "mm:refine=whole"}) {
      const auto agent = *test::make_agent(text, map);
      walk(*agent, start, goal);
      EXPECT_EQ(agent->status(), Status::kSolved) << text;
      EXPECT_EQ(walk(*agent, start, goal).count, 0u) << text;
    }
  }
}

// A cell on the way is blocked after a few steps and freed again after a few more. Agents that plan on an abstraction
// make it anew, as their headers say.
TEST(AllocationsOfAgents, are_pages_after_an_edit_and_nothing_when_the_same_happens_again) {
  Random random(5);
  Map map(test::random_grid(random, 60, 60, 25));
  map.fill({5, 30, 50, 1}, true);
  const NodeId start = map.grid().node(5, 30);
  const NodeId goal = map.grid().node(54, 30);
  for (const std::string& text : test::real_time_agents()) {
    if (parse_algorithm(text)->info->family == "hierarchical") continue;
    const auto agent = *test::make_agent(text, map);
    std::array<Allocations, 2> most;
    std::array<Work, 2> work;
    for (std::size_t trial = 0; trial < 2; ++trial) {
      agent->reset(start, goal);
      for (int step = 0; step < kMaxSteps && agent->status() == Status::kInProgress; ++step) {
        if (step == 6) map.set(40, 30, false);
        if (step == 12) map.set(40, 30, true);
        const Allocations made = allocations_of([&] { agent->step(); });
        most[trial].count = std::max(most[trial].count, made.count);
        most[trial].largest = std::max(most[trial].largest, made.largest);
      }
      work[trial] = agent->work();
    }
    EXPECT_LE(most[0].largest, kLargestPage) << text;
    EXPECT_LE(most[0].count, kPagesPerUnit * agent->bound()) << text;
    EXPECT_EQ(most[1].count, 0u) << text;
    EXPECT_EQ(work[1], work[0]) << text;
  }
}

TEST(AllocationsOfAgents, follow_the_touched_states_and_not_the_map) {
  constexpr std::uint64_t kMost = 2'000'000;  // bytes
  const Map map(*Grid::create(4000, 4000, true));
  for (const std::string& text : test::real_time_agents()) {
    // These hold an abstraction of the whole map, and without a database auto is one of them.
    if (parse_algorithm(text)->info->family == "hierarchical" || text == "auto") continue;
    if (test::database_of(text) != DatabaseKind::kNone) continue;  // and these something per record
    AgentPtr agent;
    const Allocations taken = allocations_of([&] {
      agent = *parse_algorithm(text)->make_agent(map);
      agent->reset(map.grid().node(100, 2000), map.grid().node(3900, 1500));
      agent->step();
    });
    EXPECT_EQ(agent->status(), Status::kInProgress) << text;
    EXPECT_GT(taken.bytes, 0u) << text;
    EXPECT_LE(taken.bytes, kMost) << text;
  }
}

}  // namespace waymark::agent_allocation_test
