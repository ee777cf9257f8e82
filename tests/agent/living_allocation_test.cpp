// Memory on a map that changes: an edit that an agent sees, a goal that moves and the steps after them take pages and
// nothing else; a map whose doors open and close all the time does not grow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/map_edits.hpp"
#include "support/sanitized.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/search/jump_lines.hpp"

namespace waymark::agent_living_allocation_test {

using test::Allocations;
using test::allocations_of;

constexpr std::uint64_t kLargestPage = 16 * 1024;
constexpr std::uint64_t kPagesPerUnit = 8;  // what a new state can take: directories, and a page of each table

void add_most(Allocations& most, const Allocations& made) {
  most.count = std::max(most.count, made.count);
  most.bytes = std::max(most.bytes, made.bytes);
  most.largest = std::max(most.largest, made.largest);
}

// The same walk each time, with the same edits and goals. The map is at the end as it was at the beginning.
Allocations walk(Agent& agent, Map& map, NodeId start, NodeId goal) {
  constexpr int kSteps = 250;
  const Grid before = map.grid();
  Allocations most;
  Random random(29);
  map.maintain(kUnlimited);
  agent.reset(start, goal);
  for (int step = 0; step < kSteps; ++step) {
    for (int edits = random.chance(1, 3) ? random.between(1, 3) : 0; edits > 0; --edits) {
      test::edit_anything(random, map, start, goal);
    }
    // Cells freed again, so that agents go on and on.
    if (step % 10 == 9) map.fill({random.between(0, 30), random.between(0, 30), 30, 30}, true);
    const Cell at{random.between(0, before.width() - 1), random.between(0, before.height() - 1)};
    if (random.chance(1, 5)) {
      add_most(most, allocations_of([&] { agent.retarget(map.grid().node(at)); }));
    }
    add_most(most, allocations_of([&] { agent.step(); }));
  }
  for (int y = 0; y < before.height(); ++y) {
    for (int x = 0; x < before.width(); ++x) map.set(x, y, before.passable(x, y));
  }
  return most;
}

TEST(AllocationsOnALivingMap, of_agents_are_pages_and_none_when_the_same_happens_again) {
  Random random(6);
  Map map(test::random_grid(random, 60, 60, 25));
  map.fill({2, 30, 56, 1}, true);
  const NodeId start = map.grid().node(2, 30);
  const NodeId goal = map.grid().node(57, 30);
  for (const std::string& text : test::real_time_agents()) {
    const auto agent = *test::make_agent(text, map);
    const Allocations first = walk(*agent, map, start, goal);
    const Work done = agent->work();
    EXPECT_LE(first.largest, kLargestPage) << text;
    EXPECT_LE(first.count, kPagesPerUnit * agent->bound()) << text;
    const Allocations second = walk(*agent, map, start, goal);
    EXPECT_EQ(second.count, 0u) << text << ", " << second.bytes << " bytes in a step";
    EXPECT_EQ(agent->work(), done) << text;
  }
}

}  // namespace waymark::agent_living_allocation_test
