// Budgets checked by a counter that no agent controls: the looks and writes that the grid, the spaces, the tables and
// the queues count themselves (base/instrument.hpp). Only where that is compiled in, as in the asan preset.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/map_edits.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"
#include "waymark/hierarchy/map_clusters.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/search/jump_lines.hpp"

namespace waymark::agent_counted_budget_test {

using instrument::Counts;
using instrument::counts_of;

// What a unit pays for at most.
//   An expansion: a look at the cells around, at each of 8 successors and at its learned value, and one or two at the
//   state itself; or ten steps of a reachability check, at two looks each.
constexpr std::uint64_t kLooksPerUnit = 20;
//   Of a search that remembers states: a pop, the state's own record, and for each of 8 successors a record found, a
//   record written and a push.
constexpr std::uint64_t kWritesPerSuccessor = 3;
constexpr std::uint64_t kWritesPerUnit = 2 + 8 * kWritesPerSuccessor;
// Whatever is charged: where the agent stands and whether its move is legal, its own learned value.
constexpr std::uint64_t kLooksPerStep = 24;
constexpr std::uint64_t kWritesPerStep = 16;
// For the unit of the first step on an edited map: the log of changes, by the agent and by the one that walks in its
// place; then 512 cells of a search or pages of them, a look at each, or 255 moves of a path, two looks at each.
constexpr std::uint64_t kLooksPerEdit = 2 * (ChangeLog::kMostLooks + 40) + 512;
std::uint64_t looks_per_edit(const std::string& text) {
  return text != "bidirectional-a-star" ? kLooksPerEdit : kLooksPerEdit + 512;  // it is two searches
}
// TBA* and TB(WA*), also in place of others, that begin their search again clear what it left: directories of its
// tables and buckets of its queue, which no unit pays for. It follows what the search had touched: up to 170 on maps of
// 100x100 cells (944 on 512x512).
constexpr std::uint64_t kWritesPerRestart = 256;
bool slices_a_search(const std::string& text) {
  return text.starts_with("tb") || text.find("fallback=tb-wa") != std::string::npos || text.starts_with("pr-lrta") ||
         text.starts_with("dba") || text.starts_with("paths") || text == "auto";
}

// SMA* compares a node with its path and backs up along it, so many states of it in a unit, each in two queues.
constexpr std::uint64_t kSmaStatesPerUnit = 2 * 128;
// An expansion of jump point search may have more successors than eight, as many as jps.hpp says.
std::uint64_t writes_per_unit(const std::string& text, const Grid& grid) {
  if (text.starts_with("sma")) return kWritesPerUnit + kSmaStatesPerUnit;
  if (text.find("jps") == std::string::npos) return kWritesPerUnit;
  const auto lines = static_cast<std::uint64_t>(grid.width() + grid.height());
  return 2 + (2 * lines + 4) * kWritesPerSuccessor;
}

// A pop of jump point search scans lines: as many as the map has rows and columns, at most, and a few. An expansion of
// a search that repairs may compute eight neighbours anew, each by a look at its own, and moves nine entries in a heap,
// with three looks on each of its levels.
std::uint64_t looks_per_unit(const std::string& text, const Grid& grid) {
  const std::string_view family = parse_algorithm(text)->info->family;
  if (family == "incremental" || family == "anytime" || text.starts_with("rtd")) {
    const auto levels = static_cast<std::uint64_t>(std::bit_width(grid.id_bound()) / 2 + 1);
    return kLooksPerUnit + 8 * (1 + 8 + 8) + 9 * 3 * levels;
  }
  if (text.starts_with("sma")) return kLooksPerUnit + kSmaStatesPerUnit;
  return text.find("jps") == std::string::npos
             ? kLooksPerUnit
             : kLooksPerUnit + 4 * static_cast<std::uint64_t>(grid.width() + grid.height());
}

// PR LRTA* traces a path back when its search ends, a look or two for a state, which no unit of that step pays for: it
// is one of those popped for it, so the units since the start do.
bool pays_beforehand(const std::string& text) { return text.starts_with("pr-lrta"); }

// Of the running test: an agent that fails is left at once, and the next one is tried.
int failures() { return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count(); }

struct Ledger {
  Counts allowed;
  Counts counted;

  [[nodiscard]] bool is_kept() const { return counted.looks <= allowed.looks && counted.writes <= allowed.writes; }
};

std::string to_text(const Ledger& ledger) {
  return std::to_string(ledger.counted.looks) + " looks of " + std::to_string(ledger.allowed.looks) + ", " +
         std::to_string(ledger.counted.writes) + " writes of " + std::to_string(ledger.allowed.writes);
}

// Walks for so many steps, with edits, goals that move, maintenance and budgets of any size.
void check_walk(const std::string& text, Random& random, const MoveRules& rules, int largest, int steps) {
  test::Problem problem = test::random_problem(random, rules, largest);
  Map& map = problem.map;
  const auto made = test::make_agent(text, map);
  if (!made) return;  // a search that is not for these rules
  Agent& agent = **made;
  const std::uint64_t least = agent.smallest_budget();
  const std::uint64_t most = agent.bound() == Agent::kUnbounded ? 300 : agent.bound();
  const bool adds_up = pays_beforehand(text);
  agent.reset(problem.start, problem.goal);
  Ledger sum;
  int edited = 0;  // steps on which the agent may look at edits
  for (int step = 0; step < steps; ++step) {
    if (random.chance(1, 4)) {
      int edits = 1;
      if (random.chance(1, 10)) edits = random.chance(1, 10) ? 1'100 : random.between(5, 60);
      for (; edits > 0; --edits) test::edit_anything(random, map, agent.position(), agent.goal());
      if (random.chance(1, 20)) {  // all of the map, or half of it
        map.fill({random.chance(1, 2) ? 0 : map.grid().width() / 2, 0, map.grid().width(), map.grid().height()},
                 random.chance(2, 3));
      }
      edited = 2;
    }
    if (random.chance(1, 8)) agent.retarget(test::random_passable(random, map.grid()));
    if (random.chance(1, 8)) {
      const Cell goal = map.grid().cell(agent.goal());
      const Cell next{goal.x + random.between(-1, 1), goal.y + random.between(-1, 1)};
      if (map.grid().contains(next.x, next.y)) agent.retarget(map.grid().node(next));
    }
    if (random.chance(1, 8)) map.maintain({random.below(2'000)});
    if (agent.status() == Status::kSolved) agent.reset(agent.position(), test::random_passable(random, map.grid()));

    std::uint64_t units = least + random.below(static_cast<std::uint32_t>(most - least + 1));
    if (random.chance(1, 3)) units = least;
    const std::uint64_t replans = agent.work().replans;
    AgentStep done{};
    Ledger one;
    one.counted = counts_of([&] { done = agent.step({units}); });
    ASSERT_LE(done.work, units) << text;
    one.allowed = {
        looks_per_unit(text, map.grid()) * done.work + kLooksPerStep + (edited > 0 ? looks_per_edit(text) : 0),
        writes_per_unit(text, map.grid()) * done.work + kWritesPerStep};
    if (slices_a_search(text) && (edited > 0 || agent.work().replans != replans)) {
      one.allowed.writes += kWritesPerRestart;
    }
    if (done.work != 0) --edited;
    sum.allowed.looks += one.allowed.looks;
    sum.allowed.writes += one.allowed.writes;
    sum.counted.looks += one.counted.looks;
    sum.counted.writes += one.counted.writes;
    if (!adds_up) {
      ASSERT_TRUE(one.is_kept()) << text << ", step " << step << ", " << done.work << " units: " << to_text(one);
    }
    ASSERT_TRUE(sum.is_kept()) << text << ", after step " << step << ": " << to_text(sum);
  }
}

TEST(CountedBudget, every_step_of_every_agent_touches_no_more_than_its_units_pay_for) {
  if (!instrument::kCounts) GTEST_SKIP() << "nothing is counted without WAYMARK_INSTRUMENT";
  for (const std::string& text : test::all_agents_and_those_that_give_up()) {
    Random random(31);
    const int failed = failures();
    for (int round = 0; round < 8 && failures() == failed; ++round) {
      const MoveRules& rules = test::few_rules()[static_cast<std::size_t>(round) % test::few_rules().size()];
      check_walk(text, random, rules, round % 2 == 0 ? 16 : 48, 200);
    }
    // Larger maps, for longer paths and fuller tables.
    if (test::database_of(text) == DatabaseKind::kNone && failures() == failed) check_walk(text, random, {}, 150, 300);
  }
}

// Of Map::maintain: at most a word of 64 cells made anew, and the cells around.
constexpr std::uint64_t kLooksPerMaintenanceUnit = 66;
// A piece of an abstraction that is begun is finished: the edges around a group, or a sector.
constexpr std::uint64_t kLooksPerMaintenance = 200;
// Each of the items looks at each change of the log once, and finds the first by bisection.
constexpr std::uint64_t kDerivedItems = 7;
constexpr std::uint64_t kLooksToFindChange = 11;

TEST(CountedBudget, maintenance_touches_no_more_than_its_units_pay_for) {
  if (!instrument::kCounts) GTEST_SKIP() << "nothing is counted without WAYMARK_INSTRUMENT";
  std::uint64_t finished = 0;
  for (const MoveRules& rules : test::few_rules()) {
    Random random(37);
    Map map(test::random_grid(random, 70, 50, 25), rules);
    if (JumpLines::check(rules)) map.derived<JumpLines>();
    map.derived<MapAbstraction>();
    map.derived<MapAbstraction>({.levels = 2});
    map.derived<MapClusters>();
    map.derived<MapClusters>({.levels = 3});
    map.derived<MapClusters>({.ways = ClusterWays::kSteps});
    map.derived<Sectors>({16});
    Ledger sum;
    std::uint64_t changes = 0;  // that an item may not have looked at yet
    for (int frame = 0; frame < 500; ++frame) {
      int edits = random.chance(1, 3) ? random.between(1, 3) : 0;
      if (random.chance(1, 100)) edits = random.chance(1, 4) ? 1'100 : random.between(5, 60);
      for (; edits > 0; --edits) {
        test::edit_anything(random, map, map.grid().node(3, 3), map.grid().node(60, 40));
        ++changes;
      }
      const std::uint64_t units = random.below(random.chance(1, 8) ? 20'000 : 300);
      Maintenance done{};
      const Counts counted = counts_of([&] { done = map.maintain({units}); });
      ASSERT_LE(done.work, units);
      const std::uint64_t of_log =
          kDerivedItems * (std::min<std::uint64_t>(changes, Grid::kLoggedChanges) + kLooksToFindChange);
      ASSERT_LE(counted.looks, kLooksPerMaintenanceUnit * done.work + kLooksPerMaintenance + of_log)
          << "frame " << frame << ", " << done.work << " units";
      if (done.current) changes = 0;
      finished += done.current ? 1 : 0;
      sum.counted.looks += counted.looks;
      sum.allowed.looks += 8 * done.work + of_log;  // over many frames it is far less
    }
    EXPECT_TRUE(sum.is_kept()) << to_text(sum);
  }
  EXPECT_GT(finished, 0u);
}

}  // namespace waymark::agent_counted_budget_test
