// Units keep what outlives a step in pages of the map's memory: nothing else is allocated, at the cap they do what
// their headers say, and ten thousand of them fit into little.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "agent/lent_agent.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/da_rtaa.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::agent_lent_memory_test {

bool is_hierarchical(const std::string& text) { return parse_algorithm(text)->info->family == "hierarchical"; }

// A step that is legal, and whose status a unit may have on its way.
void expect_legal_step(const Map& map, Agent& agent, const std::string& text) {
  const NodeId before = agent.position();
  const AgentStep step = agent.step();
  ASSERT_TRUE(step.status == Status::kInProgress || step.status == Status::kSolved || step.status == Status::kOutOfRoom)
      << text << ": " << to_string(step.status);
  ASSERT_TRUE(step.position == before || map.cost(before, step.position) != kInfiniteCost) << text;
  ASSERT_LE(step.work, agent.bound()) << text;
  ASSERT_TRUE(step.status != Status::kOutOfRoom || step.position == before) << text;
}

struct Trip {
  NodeId start;
  NodeId goal;
};
Trip long_trip(Random& random, const Map& map) {
  const int side = map.grid().width();
  for (;;) {
    const Trip trip{test::random_passable(random, map.grid()), test::random_passable(random, map.grid())};
    if (map.connected(trip.start, trip.goal) && map.grid().cell(trip.start).x < side / 3 &&
        map.grid().cell(trip.goal).x > side / 3 * 2) {
      return trip;
    }
  }
}

TEST(LentMemory, at_the_cap_units_stay_legal_allocate_nothing_and_go_on_when_there_is_room) {
  Random random(1);
  const Grid grid = test::random_grid(random, 60, 60, 25);
  const Trip trip = long_trip(random, Map(Grid(grid)));
  for (const std::string& text : test::real_time_agents()) {
    const Map map{Grid(grid)};
    const auto agent = *test::make_agent(text, map);
    map.memory().set_cap(0);
    agent->reset(trip.start, trip.goal);
    int without_room = 0;
    for (int step = 0; step < 300 && agent->status() != Status::kSolved; ++step) {
      const test::Allocations made = test::allocations_of([&] { expect_legal_step(map, *agent, text); });
      if (HasFatalFailure()) return;
      EXPECT_TRUE(made.count == 0 || is_hierarchical(text)) << text;
      without_room += agent->status() == Status::kOutOfRoom ? 1 : 0;
    }
    EXPECT_EQ(map.memory().bytes(), 0u) << text;
    const bool searches = text.substr(0, 3) == "tba" || text.substr(0, 5) == "tb-wa";
    EXPECT_TRUE(!searches || without_room == 300) << text;
    if (map.memory().refusals() == 0 || text.substr(0, 4) == "lrts") continue;  // with a small quota that never ends
    map.memory().set_cap(UnitMemory::kNoCap);
    for (int step = 0; step < 200'000 && agent->status() != Status::kSolved; ++step) {
      expect_legal_step(map, *agent, text);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(agent->status(), Status::kSolved) << text;
  }
}

TEST(LentMemory, under_a_cap_a_crowd_arrives_all_the_same) {
  Random random(2);
  const Map map(test::random_grid(random, 100, 100, 30));
  for (const std::string text : {"tba", "tb-wa", "lrta", "da-rtaa"}) {
    std::vector<AgentPtr> units;
    for (int i = 0; i < 20; ++i) {
      units.push_back(*parse_algorithm(text)->make_agent(map));
      const Trip trip = long_trip(random, map);
      units.back()->reset(trip.start, trip.goal);
    }
    map.memory().set_cap(400'000);
    std::size_t walking = units.size();
    for (int frame = 0; frame < 60'000 && walking > 0; ++frame) {
      walking = 0;
      for (const AgentPtr& unit : units) {
        if (unit->status() == Status::kSolved) continue;
        expect_legal_step(map, *unit, text);
        if (HasFatalFailure()) return;
        ++walking;
      }
    }
    EXPECT_EQ(walking, 0u) << text;
    EXPECT_LE(map.memory().bytes(), 400'000u) << text;
    units.clear();
    EXPECT_EQ(map.memory().bytes_in_use(), 0u) << text;
  }
}

TEST(LentMemory, with_pages_reserved_no_step_allocates) {
  Random random(3);
  const Map map(test::random_grid(random, 120, 120, 30));
  const Trip trip = long_trip(random, map);
  map.memory().reserve(30'000'000);
  for (const std::string& text : test::real_time_agents()) {
    if (is_hierarchical(text)) continue;
    const auto agent = *test::make_agent(text, map);
    if (test::kSanitized) continue;  // there every page is the system's own
    const test::Allocations made = test::allocations_of([&] {
      agent->reset(trip.start, trip.goal);
      for (int step = 0; step < 3'000 && agent->status() == Status::kInProgress; ++step) agent->step();
    });
    EXPECT_EQ(made.count, 0u) << text;
  }
}

TEST(LentMemory, searches_are_given_back_on_arrival) {
  Random random(4);
  const Map map(test::random_grid(random, 100, 100, 25));
  const Trip trip = long_trip(random, map);
  for (const std::string text : {"tba", "tb-wa", "tba:R=7"}) {
    const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
    const std::uint64_t at_rest = agent->bytes();
    EXPECT_LE(at_rest, 1024u) << text;
    agent->reset(trip.start, trip.goal);
    EXPECT_GT(agent->bytes(), at_rest) << text;
    while (agent->status() == Status::kInProgress) agent->step();
    ASSERT_EQ(agent->status(), Status::kSolved) << text;
    EXPECT_EQ(agent->bytes(), at_rest) << text;
    EXPECT_GT(agent->most_bytes(), 20'000u) << text;
    EXPECT_EQ(map.memory().bytes_in_use(), 0u) << text;
    // From rest to another goal, and on.
    EXPECT_EQ(agent->retarget(trip.start), Status::kInProgress) << text;
    while (agent->status() == Status::kInProgress) agent->step();
    EXPECT_EQ(agent->status(), Status::kSolved) << text;
  }
}

TEST(LentMemory, a_unit_at_rest_is_small) {
  Random random(5);
  const Map map(test::random_grid(random, 100, 100, 25));
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.real_time || info.family == "hierarchical") continue;
    std::vector<std::string> texts{std::string(info.key)};
    if (!info.recommended.empty()) texts.push_back(info.as_recommended());
    for (const std::string& text : texts) {
      const auto agent = *test::make_agent(text, map);
      const bool is_smallest = info.family == "subgoals" || info.key == "lrta";
      EXPECT_LE(agent->bytes(), is_smallest ? 256u : 1024u) << text;
    }
  }
}

TEST(LentMemory, lent_agents_are_as_their_kinds_say) {
  const Map map(*Grid::create(20, 20, true));
  const auto expect = [&](const LentKind& kind, const AgentPtr& sample) {
    LentAgent<int> lent(&kind);
    EXPECT_FALSE(lent.is_here());
    ASSERT_TRUE(lent.call(map));
    EXPECT_EQ(lent->bound(), kind.bound + 1);  // and a unit for edits
    EXPECT_EQ(lent->smallest_budget(), kind.smallest);
    EXPECT_EQ(lent->bound(), sample->bound());
    EXPECT_EQ(lent->bytes(), sample->bytes());
    EXPECT_EQ(map.memory().bytes_in_use(), lent.bytes());
    lent.dismiss();
    EXPECT_EQ(map.memory().bytes_in_use(), 0u);
  };
  expect(lent_lrta(), *make_lrta(map));
  expect(lent_da_rtaa(), *make_da_rtaa(map));
  expect(lent_tb_wa(), *make_tb_wa(map));
}

TEST(LentMemory, ten_thousand_units_walk_within_64_megabytes) {
  if (test::held_bytes() == 0 || test::kSanitized) GTEST_SKIP() << "allocations are not counted under a sanitizer";
  constexpr std::int64_t kMost = 64'000'000;
  constexpr std::string_view kText = "knn-lrta:fallback=tb-wa,legs=climb";
  const std::int64_t before = test::held_bytes();
  const Map map(*generate_map(*map_kind_from_name("caves"), {.width = 512, .height = 512, .seed = 7}));
  std::string bytes = *small_database(DatabaseKind::kCases, map, {.records = 6000});
  DatabaseSet databases;
  ASSERT_TRUE(databases.add_bytes(std::move(bytes), "test", map));
  const AlgorithmChoice choice = *parse_algorithm(kText);
  map.memory().set_cap(50'000'000);  // some wait for room, and go on
  std::vector<AgentPtr> units;
  Random random(6);
  for (int i = 0; i < 10'000; ++i) {
    units.push_back(*choice.make_agent(map, Agent::kUnbounded, databases.view()));
    NodeId start = kNoNode;
    NodeId goal = kNoNode;
    do {
      start = test::random_passable(random, map.grid());
      goal = test::random_passable(random, map.grid());
    } while (!map.connected(start, goal));
    units.back()->reset(start, goal);
  }
  std::int64_t most = 0;
  std::size_t walking = units.size();
  std::uint64_t fell_back = 0;
  for (int frame = 0; frame < 4'000 && walking > 0; ++frame) {
    walking = 0;
    for (const AgentPtr& unit : units) {
      if (unit->status() == Status::kSolved) continue;
      unit->step();
      ++walking;
    }
    most = std::max(most, test::held_bytes() - before);
  }
  for (const AgentPtr& unit : units) fell_back += unit->work().fell_back;
  EXPECT_EQ(walking, 0u);
  EXPECT_LE(most, kMost);
  EXPECT_GT(fell_back, 50u);  // the pages that searches hold are in it
}

}  // namespace waymark::agent_lent_memory_test
