// Memory on a map that changes: an edit that an agent sees, a goal that moves and the steps after them take pages and
// nothing else; a map whose doors open and close all the time does not grow.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
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

constexpr std::uint64_t kLargestPage = 64 * 1024;  // what the map's memory takes at a time
constexpr std::uint64_t kSmallPage = 1'100;
constexpr std::uint64_t kPagesPerUnit = 8;  // what a new state can take: directories, and a page of each table

void add_most(Allocations& most, const Allocations& made) {
  most.count = std::max(most.count, made.count);
  most.bytes = std::max(most.bytes, made.bytes);
  most.largest = std::max(most.largest, made.largest);
}

// The same walk each time, with the same edits and goals. The map is at the end as it was at the beginning.
Allocations walk(Agent& agent, Map& map, NodeId start, NodeId goal, const Budget& budget = kUnlimited) {
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
    add_most(most, allocations_of([&] { agent.step(budget); }));
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
    if (text.starts_with("pr-lrta")) {
      EXPECT_LE(second.bytes, 2 * kSmallPage) << text;  // the map has a new abstraction, and its tables other pages
    } else {
      EXPECT_EQ(second.count, 0u) << text << ", " << second.bytes << " bytes in a step";
    }
    EXPECT_EQ(agent->work(), done) << text;
  }
}

// In slices, so that edits come in the middle of queries. Where the map's memory has pages enough, and the thread has
// seen paths as long, an agent that was never on its way before takes nothing from the system, on no step.
TEST(AllocationsOnALivingMap, of_searches_with_memory_are_pages_and_none_when_the_same_happens_again) {
  constexpr std::uint64_t kUnits = 60;
  Random random(7);
  Map map(test::random_grid(random, 60, 60, 25));
  map.fill({2, 30, 56, 1}, true);
  const NodeId start = map.grid().node(2, 30);
  const NodeId goal = map.grid().node(57, 30);
  for (const AlgorithmInfo& info : algorithms()) {
    const bool is_small = info.key == "fringe" || info.key == "ida" || info.key == "me-ida";
    if (info.family != "incremental" && info.family != "anytime" && !is_small) continue;
    for (const std::string replan : {"broken", "shortcut", "every"}) {
      const std::string text = std::string(info.key) + ":replan=" + replan;
      map.memory().reserve(4'000'000);
      const auto agent = *test::make_agent(text, map);
      const Allocations first = walk(*agent, map, start, goal, {kUnits});
      EXPECT_EQ(first.count, 0u) << text << ", " << first.bytes << " bytes in a step";
      const Work done = agent->work();
      EXPECT_GT(done.replans, 0u) << text;
      const Allocations second = walk(*agent, map, start, goal, {kUnits});
      EXPECT_EQ(second.count, 0u) << text << ", " << second.bytes << " bytes in a step";
      EXPECT_EQ(agent->work(), done) << text;
    }
  }
}

// A path is longer than any that a thread would have room for beforehand.
TEST(AllocationsOnALivingMap, of_searches_with_memory_are_pages_however_long_a_path_is) {
  Map map(*Grid::create(121, 121, true));
  for (int y = 1; y < 120; y += 2) map.fill({y % 4 == 1 ? 0 : 1, y, 120, 1}, false);
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.family != "incremental" && info.family != "anytime" && info.key != "fringe") continue;
    for (const std::uint64_t units : {std::uint64_t{7}, ~std::uint64_t{0}}) {
      map.memory().reserve(8'000'000);
      const auto agent = *test::make_agent(std::string(info.key), map);
      agent->reset(map.grid().node(0, 0), map.grid().node(120, 120));
      Allocations most;
      std::uint64_t steps = 0;
      for (; agent->position() == map.grid().node(0, 0); ++steps) {
        add_most(most, allocations_of([&] { agent->step({units}); }));
        ASSERT_EQ(agent->status(), Status::kInProgress) << info.key;
      }
      EXPECT_EQ(most.count, 0u) << info.key << ", " << most.bytes << " bytes in a step";
      EXPECT_GE(steps, units == 7 ? 121u * 60 / (8 * 7) : 1) << info.key;
    }
  }
}

// Doors that open and close, each alone and all at once.
class Doors {
 public:
  explicit Doors(const Map& map) {
    Random random(8);
    for (int i = 0; i < 40; ++i) {
      const Cell at{random.between(0, map.grid().width() - 1), random.between(0, map.grid().height() - 1)};
      doors_.push_back({{at.x, at.y, 1, 3}, false});
    }
  }

  // Visits with an edit of one door or of all; the map is afterwards as it is after every such cycle.
  template <class Visit>
  void cycle(Visit&& visit) {
    const auto toggle = [&](std::span<AreaEdit> edits) {
      for (AreaEdit& edit : edits) edit.passable = !edit.passable;
      visit(edits);
    };
    for (int twice = 0; twice < 2; ++twice) {
      for (AreaEdit& door : doors_) toggle({&door, 1});
    }
    toggle(doors_);
    toggle(doors_);
  }

 private:
  std::vector<AreaEdit> doors_;
};

TEST(AllocationsOnALivingMap, of_edits_come_to_an_end) {
  for (const MapKind kind : {MapKind::kRooms, MapKind::kCaves}) {
    Map map(*generate_map(kind, {.width = 200, .height = 150, .seed = 3}));
    Doors doors(map);
    const auto cycle = [&] {
      Allocations most;
      doors.cycle([&](std::span<const AreaEdit> edits) { add_most(most, allocations_of([&] { map.apply(edits); })); });
      return most;
    };
    for (int i = 0; i < 3; ++i) cycle();
    const std::int64_t held = test::held_bytes();
    Allocations most;
    for (int i = 0; i < test::rounds(50); ++i) add_most(most, cycle());
    EXPECT_EQ(most.count, 0u) << most.bytes << " bytes in an edit";
    EXPECT_EQ(test::held_bytes(), held);
  }
}

TEST(AllocationsOnALivingMap, of_maintenance_leave_as_much_as_there_was) {
  constexpr std::int64_t kRounding = 1'000;  // the allocator may give a few bytes more than it was asked for
  for (const MapKind kind : {MapKind::kRooms, MapKind::kCaves}) {
    Map map(*generate_map(kind, {.width = 120, .height = 100, .seed = 3}));
    map.derived<JumpLines>();
    map.derived<MapAbstraction>();
    map.derived<MapAbstraction>({.levels = 3});
    Doors doors(map);
    const auto cycle = [&] {
      doors.cycle([&](std::span<const AreaEdit> edits) {
        map.apply(edits);
        map.maintain({2'000});
      });
      EXPECT_TRUE(map.maintain(kUnlimited).current);
    };
    for (int i = 0; i < 2; ++i) cycle();
    const std::int64_t held = test::held_bytes();
    const std::uint64_t derived = map.derived_bytes();
    for (int i = 0; i < test::rounds(5); ++i) {
      cycle();
      EXPECT_EQ(map.derived_bytes(), derived);
      EXPECT_LE(test::held_bytes(), held + kRounding);
    }
  }
}

TEST(AllocationsOnALivingMap, of_edits_that_come_faster_than_maintenance_have_a_bound) {
  constexpr std::uint64_t kMost = 600'000;  // bytes
  Map map(*generate_map(MapKind::kRooms, {.width = 64, .height = 64, .seed = 3}));
  map.derived<JumpLines>();
  map.derived<MapAbstraction>();
  Random random(9);
  for (int i = 0; i < 20'000; ++i) {
    const Cell at{random.between(0, 63), random.between(0, 63)};
    map.set(at.x, at.y, !map.grid().passable(at.x, at.y));
    if (i % 50 == 0) map.maintain({1});
    if (i % 500 == 0) {
      ASSERT_LE(map.derived_bytes(), kMost) << i;
    }
  }
}

}  // namespace waymark::agent_living_allocation_test
