#include "waymark/agent/pattern_lrta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/ply_lookahead.hpp"
#include "offline/container_writer.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/databases.hpp"
#include "support/plain_patterns.hpp"
#include "support/sanitized.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"

namespace waymark::agent_pattern_lrta_test {

using test::place_of;

constexpr int kMaxSteps = 2'000'000;

struct Row {
  const char* text;
  PatternContent content;
  test::PlainPatternOptions plain;
};
// All of a row: subgoals held, ties by region, the goal's region.
constexpr test::PlainPatternOptions plain(std::optional<int> d, bool reentrance, bool held, bool region_ties,
                                          bool goal_region) {
  return {d, true, reentrance, 0, held, region_ties, goal_region};
}
const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {"d-lrta", PatternContent::kGoal, {1, true, true}},
      {"d-lrta:d=3", PatternContent::kGoal, {3, true, true}},
      {"d-lrta:reentrance=off", PatternContent::kBoth, {1, true, false}},
      {"lrta-pdb-pdb", PatternContent::kBoth, {{}, true, true}},
      {"lrta-pdb-pdb:reentrance=off", PatternContent::kBoth, {{}, true, false}},
      {"d-lrta:grow=1", PatternContent::kGoal, {1, true, true, 1}},
      {"d-lrta:d=2,grow=3,reentrance=off", PatternContent::kGoal, {2, true, false, 3}},
      {"lrta-pdb-pdb:grow=2", PatternContent::kBoth, {{}, true, true, 2}},
      {"lrta-pdb-pdb:grow=1,subgoal=held", PatternContent::kBoth, {{}, true, true, 1, true}},
      {"d-lrta:fallback=lrta-pdb-g", PatternContent::kGoal, {1, true, true}},
      {"lrta-pdb-pdb:fallback=lrta-pdb-g", PatternContent::kBoth, {{}, true, true}},
      {"lrta-pdb-g", PatternContent::kDepth, {{}, false, false}},
      {"d-lrta:subgoal=held", PatternContent::kGoal, plain(1, true, true, false, false)},
      {"d-lrta:reentrance=off,subgoal=held", PatternContent::kGoal, plain(1, false, true, false, false)},
      {"d-lrta:exit=last", PatternContent::kGoal, plain(1, true, false, false, false)},
      {"d-lrta:exit=centroid", PatternContent::kGoal, plain(1, true, false, false, false)},
      {"lrta-pdb-pdb:exit=centroid,subgoal=held", PatternContent::kBoth, plain({}, true, true, false, false)},
      {"d-lrta:ties=region", PatternContent::kGoal, plain(1, true, false, true, false)},
      {"d-lrta:d=2,goal_region=on", PatternContent::kGoal, plain(2, true, false, false, true)},
      {"d-lrta:exit=last,ties=region,goal_region=on", PatternContent::kGoal, plain(1, true, false, true, true)},
      {"d-lrta:d=3,reentrance=off,subgoal=held,ties=region,goal_region=on", PatternContent::kGoal,
       plain(3, false, true, true, true)},
      {"d-lrta:reentrance=off,subgoal=held,exit=last", PatternContent::kGoal, plain(1, false, true, false, false)},
      {"d-lrta:reentrance=off,subgoal=held,exit=last,ties=region,goal_region=on", PatternContent::kGoal,
       plain(1, false, true, true, true)},
      {"lrta-pdb-pdb:subgoal=held", PatternContent::kBoth, plain({}, true, true, false, false)},
      {"lrta-pdb-pdb:exit=last", PatternContent::kBoth, plain({}, true, false, false, false)},
      {"lrta-pdb-pdb:exit=centroid", PatternContent::kBoth, plain({}, true, false, false, false)},
      {"lrta-pdb-pdb:ties=region", PatternContent::kBoth, plain({}, true, false, true, false)},
      {"lrta-pdb-pdb:goal_region=on", PatternContent::kBoth, plain({}, true, false, false, true)},
      {"lrta-pdb-pdb:exit=last,ties=region,goal_region=on", PatternContent::kBoth, plain({}, true, false, true, true)},
      {"lrta-pdb-pdb:reentrance=off,exit=last,ties=region,goal_region=on", PatternContent::kBoth,
       plain({}, false, false, true, true)},
  };
  return kRows;
}
const std::vector<std::string>& relieved_rows() {
  static const std::vector<std::string> kTexts{"d-lrta:fallback=da-rtaa", "d-lrta:fallback=tb-wa",
                                               "d-lrta:reentrance=off,fallback=tb-wa", "lrta-pdb-pdb:fallback=da-rtaa",
                                               "lrta-pdb-pdb:fallback=tb-wa"};
  return kTexts;
}
// Every row with a database that fits it.
std::vector<std::pair<std::string, PatternContent>> all_rows() {
  std::vector<std::pair<std::string, PatternContent>> all;
  for (const Row& row : rows()) all.emplace_back(row.text, row.content);
  for (const std::string& text : relieved_rows()) all.emplace_back(text, PatternContent::kBoth);
  return all;
}

PatternBuildOptions random_options(Random& random, const Map& map, PatternContent content,
                                   const std::string& text = "d-lrta") {
  const int level = random.between(1, std::min(3, CliqueAbstraction(map).levels()));
  return {static_cast<std::uint32_t>(level), 0, static_cast<std::uint32_t>(random.between(1, 6)), content,
          parse_algorithm(text)->needs().exit};
}

// The depths of states visited again: without a cap. For those that need it.
std::optional<PatternDatabase> second_for(const std::string& text, const Map& map) {
  if (text.find("fallback=lrta-pdb-g") == std::string::npos) return std::nullopt;
  return test::pattern_database(map, {1, 0, 1000, PatternContent::kDepth});
}

// With one database, which is given as both, or with two.
AgentPtr make(const std::string& text, const Map& map, const PatternDatabase& database,
              const std::optional<PatternDatabase>& second = std::nullopt) {
  Databases databases;
  databases.patterns = &database;
  databases.depths = second ? &*second : &database;
  auto agent = parse_algorithm(text)->make_agent(map, Agent::kUnbounded, databases);
  EXPECT_TRUE(agent) << agent.error().to_string();
  return *std::move(agent);
}

// Walks to the goal, checking every step.
void walk(Agent& agent, const Map& map, const std::string& text, std::uint64_t units = Agent::kUnbounded) {
  for (int step = 0; agent.status() == Status::kInProgress; ++step) {
    ASSERT_LT(step, kMaxSteps) << text;
    const NodeId from = agent.position();
    const AgentStep made = agent.step({units});
    ASSERT_TRUE(test::is_legal(map, from, made.position)) << text;
    ASSERT_LE(made.work, std::min(units, agent.bound())) << text;
  }
  ASSERT_EQ(agent.status(), Status::kSolved) << text;
}

TEST(PatternLrta, moves_learns_and_charges_as_the_figures_and_the_header_say) {
  Random random(1);
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(12); ++round) {
      const test::Problem problem = test::random_problem(random, rules, 18);
      for (const Row& row : rows()) {
        const PatternDatabase database =
            test::pattern_database(problem.map, random_options(random, problem.map, row.content, row.text));
        const auto second = second_for(row.text, problem.map);
        const AgentPtr agent = make(row.text, problem.map, database, second);
        const Grid& grid = problem.map.grid();
        // Any budget from the smallest on.
        const std::uint64_t units = random.chance(1, 2)
                                        ? agent->bound()
                                        : agent->smallest_budget() + static_cast<std::uint64_t>(random.between(0, 300));
        agent->reset(problem.start, problem.goal);
        test::PlainPatternOptions options = row.plain;
        if (second) options.depths_to_goal = &*second;
        test::PlainPatternLrta plain(problem.map, database, place_of(grid, problem.start), place_of(grid, problem.goal),
                                     options);
        for (int move = 0; move < 250 && !plain.done(); ++move) {
          const NodeId left = agent->position();
          plain.move(units);
          const AgentStep step = agent->step({units});
          ASSERT_EQ(place_of(grid, step.position), plain.position()) << row.text << " move " << move;
          ASSERT_EQ(step.work, plain.work()) << row.text << " move " << move;
          ASSERT_EQ(agent->heuristic(left), plain.h_to_goal(place_of(grid, left))) << row.text << " move " << move;
          ASSERT_EQ(agent->work().at_cap, plain.at_cap()) << row.text << " move " << move;
        }
        ASSERT_EQ(agent->status() == Status::kSolved, plain.done()) << row.text;
      }
    }
  }
}

TEST(PatternLrta, reaches_the_goal_by_legal_moves_within_any_budget) {
  Random random(2);
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(7); ++round) {
      const test::Problem problem = test::random_problem(random, rules);
      for (const auto& [text, content] : all_rows()) {
        const PatternDatabase database =
            test::pattern_database(problem.map, random_options(random, problem.map, content, text));
        const auto second = second_for(text, problem.map);
        const AgentPtr agent = make(text, problem.map, database, second);
        agent->reset(problem.start, problem.goal);
        const std::uint64_t smallest = agent->smallest_budget();
        ASSERT_LE(smallest, text.find("fallback") == std::string::npos ? 3u : agent->bound());
        walk(*agent, problem.map, text, smallest + static_cast<std::uint64_t>(random.between(0, 40)));
        agent->reset(problem.goal, problem.start);
        walk(*agent, problem.map, text);
        agent->reset(problem.goal, problem.start, Learning::kKeep);
        walk(*agent, problem.map, text);
      }
    }
  }
}

TEST(PatternLrta, a_small_lookahead_fits_every_budget) {
  Random random(3);
  const test::Problem problem = test::random_problem(random, {}, 20);
  const PatternDatabase database = test::pattern_database(problem.map, {1, 0, 4, PatternContent::kBoth});
  for (const std::string text : {"d-lrta:d=4", "lrta-pdb-pdb"}) {
    const AgentPtr agent = make(text, problem.map, database);
    for (std::uint64_t units = 3; units <= agent->bound() + 1; ++units) {
      agent->reset(problem.start, problem.goal);
      walk(*agent, problem.map, text, units);
    }
  }
}

// The file of `database` with other exits, depths and pairs: right in form, wrong in meaning.
PatternDatabase lying(Random& random, const PatternDatabase& database, const Map& map) {
  const std::uint32_t regions = database.regions();
  const bool both = database.content() == PatternContent::kBoth;
  std::string region_of;
  for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
    append_number(region_of, static_cast<std::uint16_t>(map.grid().passable(node)
                                                            ? random.between(0, static_cast<int>(regions) - 1)
                                                            : PatternDatabase::kNoRegion));
  }
  const NumberView<std::uint16_t> region(region_of);
  std::string firsts;
  std::string exits;
  std::string depths;
  std::string pairs;
  std::uint32_t count = 0;
  append_number(firsts, count);
  for (NodeId from = 0; from < regions; ++from) {
    std::uint32_t own = 0;
    for (int i = random.between(0, 4); i > 0; --i) {
      const NodeId exit = test::random_passable(random, map.grid());
      if (region[exit] == from) continue;
      append_number(exits, exit);
      depths += static_cast<char>(random.between(1, std::max(1, static_cast<int>(database.depth_cap()))));
      ++own;
    }
    append_number(firsts, count += own);
    for (NodeId to = 0; to < regions; ++to) {
      const int most = static_cast<int>(database.has_subgoals() ? own : database.depth_cap());
      pairs += static_cast<char>(from == to ? 0 : random.between(0, most));
    }
  }
  ContainerWriter writer(DatabaseKind::kPatterns, map);
  writer.parameter("level", database.level()).parameter("base", 0).parameter("base_states", database.base_states());
  writer.parameter("depth_cap", database.depth_cap());
  writer.parameter("content", static_cast<std::uint64_t>(database.content())).parameter("regions", regions);
  writer.parameter("pair_bytes", 1);
  if (database.has_subgoals()) writer.parameter("exit", static_cast<std::uint64_t>(database.exit()));
  writer.section("regions", region_of);
  if (database.has_subgoals()) writer.section("exit_firsts", firsts).section("exits", exits);
  if (both) writer.section("exit_depths", depths);
  writer.section("pairs", pairs);
  auto opened = PatternDatabase::open(*Container::parse(writer.bytes(), "lies.pdb"), map);
  EXPECT_TRUE(opened) << opened.error().to_string();
  return *std::move(opened);
}

TEST(PatternLrta, arrives_whatever_lies_the_database_tells) {
  Random random(4);
  for (int round = 0; round < test::rounds(35); ++round) {
    const test::Problem problem =
        test::random_problem(random, test::few_rules()[static_cast<std::size_t>(round % 5)], 16);
    for (const auto& [text, content] : all_rows()) {
      const PatternDatabase honest =
          test::pattern_database(problem.map, random_options(random, problem.map, content, text));
      const PatternDatabase database = lying(random, honest, problem.map);
      const auto second = second_for(text, problem.map);
      const AgentPtr agent = make(text, problem.map, database, second);
      agent->reset(problem.start, problem.goal);
      walk(*agent, problem.map, text);
    }
  }
}

TEST(PatternLrta, arrives_after_edits_that_the_database_knows_nothing_of) {
  Random random(5);
  for (int round = 0; round < test::rounds(35); ++round) {
    const test::Problem original =
        test::random_problem(random, test::few_rules()[static_cast<std::size_t>(round % 5)], 20);
    for (const auto& [text, content] : all_rows()) {
      Map map(original.map.grid(), original.map.rules());
      const PatternDatabase database = test::pattern_database(map, random_options(random, map, content, text));
      const auto second = second_for(text, map);
      const AgentPtr agent = make(text, map, database, second);
      agent->reset(original.start, original.goal);
      for (int edit = 0;
           edit < 12 && agent->status() == Status::kInProgress && map.connected(agent->position(), original.goal);
           ++edit) {
        for (int i = random.between(0, 5); i > 0 && agent->status() == Status::kInProgress; --i) {
          const NodeId from = agent->position();
          const NodeId to = agent->step().position;
          ASSERT_TRUE(test::is_legal(map, from, to)) << text;
        }
        const int x = random.between(0, map.grid().width() - 1);
        const int y = random.between(0, map.grid().height() - 1);
        const NodeId cell = map.grid().node(x, y);
        if (cell != agent->position()) map.set(x, y, !map.grid().passable(cell));
      }
      if (!map.connected(agent->position(), original.goal)) {
        agent->step();
        ASSERT_EQ(agent->status(), Status::kUnreachable) << text;
      } else {
        walk(*agent, map, text);
      }
    }
  }
}

TEST(PatternLrta, answers_at_once_that_another_component_is_out_of_reach) {
  Grid grid = *Grid::create(21, 12, true);
  for (int y = 0; y < 12; ++y) grid.set(10, y, false);
  const Map map(std::move(grid));
  for (const auto& [text, content] : all_rows()) {
    const PatternDatabase database =
        test::pattern_database(map, {2, 0, 5, content, parse_algorithm(text)->needs().exit});
    const auto second = second_for(text, map);
    const AgentPtr agent = make(text, map, database, second);
    agent->reset(map.grid().node(2, 2), map.grid().node(18, 9));
    EXPECT_EQ(agent->step().status, Status::kUnreachable) << text;
    agent->reset(map.grid().node(2, 2), map.grid().node(8, 9));
    walk(*agent, map, text);
  }
}

TEST(PatternLrta, refuses_a_database_without_what_it_needs) {
  const Map map(*Grid::create(16, 16, true));
  const PatternDatabase goals = test::pattern_database(map, {2, 0, 5, PatternContent::kGoal});
  const PatternDatabase depths = test::pattern_database(map, {2, 0, 5, PatternContent::kDepth});
  const PatternDatabase both = test::pattern_database(map, {2, 0, 5, PatternContent::kBoth});
  const PatternDatabase abstract = test::pattern_database(map, {2, 1, 5, PatternContent::kBoth});
  const auto fits = [&](const char* text, const PatternDatabase& database) {
    Databases databases;
    databases.patterns = &database;
    databases.depths = &database;
    return parse_algorithm(text)->make_agent(map, Agent::kUnbounded, databases).ok();
  };
  EXPECT_TRUE(fits("d-lrta", goals));
  EXPECT_TRUE(fits("d-lrta", both));
  EXPECT_FALSE(fits("d-lrta", depths));
  EXPECT_FALSE(fits("d-lrta", abstract));
  EXPECT_FALSE(fits("lrta-pdb-pdb", goals));
  EXPECT_FALSE(fits("lrta-pdb-pdb", depths));
  EXPECT_TRUE(fits("lrta-pdb-pdb", both));
  EXPECT_FALSE(fits("lrta-pdb-pdb:fallback=lrta-pdb-g", both));  // as the second one, too
  EXPECT_TRUE(fits("lrta-pdb-g", depths));
  EXPECT_FALSE(fits("lrta-pdb-g", both));
  const PatternDatabase last = test::pattern_database(map, {2, 0, 5, PatternContent::kBoth, PatternExit::kLast});
  for (const std::string text : {"d-lrta", "lrta-pdb-pdb"}) {
    EXPECT_FALSE(fits(text.c_str(), last));
    EXPECT_FALSE(fits((text + ":exit=last").c_str(), both));
    EXPECT_TRUE(fits((text + ":exit=last").c_str(), last));
  }
  EXPECT_EQ(make_pattern_lrta(map, last, {}).error().to_string(),
            "test.pdb: its subgoals are the last exits of regions; take exit=last, or build it with exit first");
  const PatternDatabase centroids =
      test::pattern_database(map, {2, 0, 5, PatternContent::kBoth, PatternExit::kCentroid});
  EXPECT_TRUE(fits("d-lrta:exit=centroid", centroids));
  EXPECT_EQ(make_pattern_lrta(map, centroids, {}).error().to_string(),
            "test.pdb: its subgoals are the representatives of the regions entered; take exit=centroid, or build it "
            "with exit first");
  EXPECT_FALSE(parse_algorithm("d-lrta")->make_agent(map));
  PatternLrtaOptions with_second{PatternDepth::kDatabase, PatternGoal::kDatabase, 1, true, PatternFallback::kLrtaPdbG};
  EXPECT_FALSE(make_pattern_lrta(map, both, with_second));
  with_second.depths_to_goal = &depths;
  EXPECT_TRUE(make_pattern_lrta(map, both, with_second));
  const Map other(*Grid::create(16, 17, true));
  EXPECT_FALSE(make_pattern_lrta(other, goals, {}));
}

TEST(PatternLrta, takes_pages_in_a_step_and_nothing_on_a_walk_done_before) {
  constexpr std::uint64_t kLargestPage = 64 * 1024;  // what the map's memory takes at a time
  constexpr int kSide = test::kSanitized ? 30 : 60;
  Random random(6);
  const Map map(test::random_grid(random, kSide, kSide, 25));
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > kSide / 3 ||
           map.grid().cell(goal).x < kSide * 2 / 3);
  for (const auto& [text, content] : all_rows()) {
    const PatternDatabase database =
        test::pattern_database(map, {2, 0, 5, content, parse_algorithm(text)->needs().exit});
    const auto second = second_for(text, map);
    const AgentPtr agent = make(text, map, database, second);
    for (const bool again : {false, true}) {
      agent->reset(start, goal);
      for (int step = 0; step < 5000 && agent->status() == Status::kInProgress; ++step) {
        const test::Allocations made = test::allocations_of([&] { agent->step(); });
        ASSERT_LE(made.largest, kLargestPage) << text;
        ASSERT_LE(made.count, again ? 0 : 8 * agent->bound()) << text;
      }
    }
  }
}

// The depths of the builder are those of the lookahead that agents run.
TEST(PatternLrta, looks_no_deeper_than_it_must_for_an_optimal_move_from_a_representative) {
  Random random(7);
  for (int round = 0; round < test::rounds(40); ++round) {
    const MoveRules rules = test::few_rules()[static_cast<std::size_t>(round % 5)];
    const test::Problem problem = test::random_problem(random, rules);
    const bool subgoals = random.chance(1, 2);
    PatternBuildOptions options =
        random_options(random, problem.map, subgoals ? PatternContent::kBoth : PatternContent::kDepth);
    if (random.chance(1, 2)) options.depth_cap = 1000;  // as good as none
    const PatternDatabase database = test::pattern_database(problem.map, options);
    const CliqueAbstraction abstraction(problem.map);
    PlyLookahead lookahead(problem.map, options.depth_cap, 1000);
    LearnedHeuristic h(problem.map);
    for (NodeId from = 0; from < database.regions(); ++from) {
      const NodeId s = abstraction.representative(from, static_cast<int>(options.level));
      for (NodeId to = 0; to < database.regions(); ++to) {
        if (from == to || database.depth(from, to) == 0) continue;
        const NodeId target =
            subgoals ? database.subgoal(from, to) : abstraction.representative(to, static_cast<int>(options.level));
        const Cell at = problem.map.grid().cell(target);
        const auto distances = test::reference_distances(problem.map.grid(), rules, at.x, at.y);
        const auto distance = [&](NodeId node) {
          const Cell cell = problem.map.grid().cell(node);
          return distances[static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(problem.map.grid().width()) +
                           static_cast<std::size_t>(cell.x)];
        };
        h.set_goal(target, false);
        for (std::uint32_t depth = 1; depth <= database.depth(from, to); ++depth) {
          lookahead.run(s, target, h, depth);
          const auto frontier = lookahead.frontier();
          const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
          const NodeId next = lookahead.step(s, best.first_move);
          const bool optimal = problem.map.table().cost[best.first_move] + distance(next) == distance(s);
          const bool last = depth == database.depth(from, to);
          if (last && depth == options.depth_cap) continue;
          ASSERT_EQ(optimal, last);
        }
      }
    }
  }
}

}  // namespace waymark::agent_pattern_lrta_test
