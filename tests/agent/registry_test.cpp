#include "waymark/agent/registry.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "base/thousandths.hpp"
#include "support/agents.hpp"
#include "support/ascii.hpp"
#include "support/case_bases.hpp"
#include "waymark/agent/da_lrta.hpp"
#include "waymark/agent/da_lss_lrta.hpp"
#include "waymark/agent/da_rtaa.hpp"
#include "waymark/agent/knn_lrta.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/agent/lrta_oracle.hpp"
#include "waymark/agent/lrts.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/agent/p_lrta.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/agent/pra.hpp"
#include "waymark/agent/rta.hpp"
#include "waymark/agent/rtaa.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/agent/tba.hpp"
#include "waymark/agent/weighted_lss_lrta.hpp"
#include "waymark/search/weighted_a_star.hpp"

namespace waymark::agent_registry_test {

TEST(Registry, keys_and_parameters_are_unique_and_described) {
  std::set<std::string_view> keys;
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key;
    EXPECT_FALSE(info.title.empty() || info.citation.empty() || info.family.empty() || info.summary.empty())
        << info.key;
    std::set<std::string_view> names;
    for (const ParameterInfo& parameter : info.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << info.key;
      EXPECT_FALSE(parameter.description.empty());
      if (parameter.kind != ParameterKind::kChoice) {
        EXPECT_LE(parameter.minimum, parameter.fallback);
        EXPECT_LE(parameter.fallback, parameter.maximum);
      } else {
        EXPECT_LT(static_cast<std::size_t>(parameter.fallback), parameter.choices.size());
      }
    }
  }
}

TEST(Registry, every_row_is_a_finder_or_an_agent_and_works_with_its_defaults) {
  const Map map(*Grid::create(10, 10, true));
  for (const AlgorithmInfo& info : algorithms()) {
    const auto choice = parse_algorithm(info.key);
    ASSERT_TRUE(choice) << info.key;
    EXPECT_EQ(choice->to_string(), info.key);
    ASSERT_NE(info.make_agent, nullptr) << info.key;
    if (info.database != DatabaseKind::kNone) {
      const auto refused = choice->make_agent(map);
      ASSERT_FALSE(refused) << info.key;
      EXPECT_NE(refused.error().message.find("needs a database of kind " + std::string(to_string(info.database)) +
                                             " in Databases::"),
                std::string::npos)
          << refused.error().message;
      EXPECT_EQ(choice->missing({}), info.database);
    }
    const auto agent = test::make_agent(info.key, map);
    ASSERT_TRUE(agent) << info.key;
    (*agent)->reset(map.grid().node(0, 0), map.grid().node(9, 9));
    int moves = 0;
    while ((*agent)->step().status == Status::kInProgress) ++moves;
    if (info.family == "hierarchical" || info.family == "subgoals") {  // these may go round about
      EXPECT_GE(moves + 1, 9) << info.key;
      EXPECT_LE(moves + 1, 14) << info.key;
    } else {
      EXPECT_EQ(moves + 1, 9) << info.key;
    }
    if (!info.is_whole_path()) continue;
    auto finder = choice->make(map);
    ASSERT_TRUE(finder) << info.key;
    EXPECT_EQ((*finder)->solve(map.grid().node(0, 0), map.grid().node(9, 9)), Status::kSolved) << info.key;
    EXPECT_EQ((*finder)->cost(), 9 * kSqrt2Costs.diagonal) << info.key;
  }
}

TEST(Registry, parses_parameters_and_prints_them_back) {
  const auto choice = parse_algorithm("weighted-a-star:gamma=0.25,w=2");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->values, (ParameterValues{2000, 250, 1}));
  EXPECT_EQ(choice->to_string(), "weighted-a-star:w=2,gamma=0.25");
  EXPECT_EQ(parse_algorithm("a-star:queue=heap,immediate=off")->to_string(), "a-star:queue=heap,immediate=off");
}

std::string error_of(std::string_view text) {
  const auto choice = parse_algorithm(text);
  return choice ? "" : choice.error().message;
}

TEST(Registry, says_what_is_wrong_and_suggests_the_nearest_name) {
  EXPECT_EQ(error_of("astar"), "there is no algorithm 'astar'; did you mean a-star?");
  EXPECT_EQ(error_of("djikstra"), "there is no algorithm 'djikstra'; did you mean dijkstra?");
  EXPECT_EQ(error_of("weighted-a-star:weight=2"), "weighted-a-star has no parameter 'weight'; there is w gamma replan");
  EXPECT_EQ(error_of("a-star:stor=dense"), "a-star has no parameter 'stor'; did you mean store?");
  EXPECT_EQ(error_of("a-star:store=densee"), "parameter store has no value 'densee'; did you mean dense?");
  EXPECT_EQ(error_of("weighted-a-star:w=0.5"), "parameter w is 0.5; it must be 1 to 1000");
  EXPECT_NE(error_of("weighted-a-star:w=-1"), "");
  EXPECT_NE(error_of("weighted-a-star:w=nan"), "");
  EXPECT_NE(error_of("weighted-a-star:w=99999999999999999999"), "");
  EXPECT_NE(error_of("weighted-a-star:w=2,w=3"), "");
  EXPECT_NE(error_of("weighted-a-star:w"), "");
  EXPECT_NE(error_of("weighted-a-star:"), "");
  EXPECT_NE(error_of("jps:w=2"), "");
  EXPECT_NE(error_of(""), "");
}

TEST(Registry, refuses_what_does_not_fit_the_map) {
  const Map eight(*Grid::create(5, 5, true));
  const Map four(*Grid::create(5, 5, true), {Neighbours::kFour, DiagonalRule::kNever, kSqrt2Costs});
  const Map hexagons(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  const auto manhattan = parse_algorithm("a-star:heuristic=manhattan");
  const auto refused = manhattan->make(eight);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the manhattan heuristic can overestimate on this grid; use octile or zero");
  EXPECT_TRUE(manhattan->make(four));
  EXPECT_FALSE(manhattan->make(hexagons));
  EXPECT_FALSE(parse_algorithm("a-star:heuristic=octile")->make(hexagons));
  EXPECT_FALSE(parse_algorithm("jps")->make(hexagons));
  EXPECT_TRUE(parse_algorithm("a-star")->make(hexagons));
}

TEST(Registry, knows_the_databases_that_are_needed_with_the_parameters) {
  const auto needs = [](std::string_view text) {
    const DatabaseNeeds needed = parse_algorithm(text)->needs();
    return std::tuple{needed.first, needed.second, needed.base};
  };
  using Kind = DatabaseKind;
  EXPECT_EQ(needs("lrta"), (std::tuple{Kind::kNone, Kind::kNone, 0u}));
  EXPECT_EQ(needs("knn-lrta:fallback=tb-wa"), (std::tuple{Kind::kCases, Kind::kNone, 0u}));
  EXPECT_EQ(needs("knn-lrta-2009"), (std::tuple{Kind::kCases2009, Kind::kNone, 0u}));
  EXPECT_EQ(needs("lrta-dt-g"), (std::tuple{Kind::kTree, Kind::kNone, 0u}));
  EXPECT_EQ(needs("lrta-pdb-g"), (std::tuple{Kind::kDepths, Kind::kNone, 0u}));
  EXPECT_EQ(needs("d-lrta"), (std::tuple{Kind::kPatterns, Kind::kNone, 0u}));
  EXPECT_EQ(needs("d-lrta:fallback=lrta-pdb-g"), (std::tuple{Kind::kPatterns, Kind::kDepths, 0u}));
  EXPECT_EQ(needs("lrta-pdb-pdb:fallback=lrta-pdb-g"), (std::tuple{Kind::kPatterns, Kind::kDepths, 0u}));
  EXPECT_EQ(needs("pr-lrta"), (std::tuple{Kind::kNone, Kind::kNone, 1u}));
  EXPECT_EQ(needs("pr-lrta:revisit=depths"), (std::tuple{Kind::kNone, Kind::kNone, 1u}));
  EXPECT_EQ(needs("pr-lrta:depth=pdb"), (std::tuple{Kind::kDepths, Kind::kNone, 1u}));
  EXPECT_EQ(needs("pr-lrta:depth=pdb,revisit=depths"), (std::tuple{Kind::kDepths, Kind::kNone, 1u}));
  EXPECT_EQ(needs("pr-lrta:goal=pdb"), (std::tuple{Kind::kPatterns, Kind::kNone, 1u}));
  EXPECT_EQ(needs("pr-lrta:goal=pdb,depth=pdb,revisit=depths"), (std::tuple{Kind::kPatterns, Kind::kDepths, 1u}));
}

TEST(Registry, knows_which_exits_a_pattern_database_must_hold) {
  for (const std::string text : {"d-lrta", "lrta-pdb-pdb", "pr-lrta:goal=pdb"}) {
    EXPECT_EQ(parse_algorithm(text)->needs().exit, PatternExit::kFirst) << text;
    const std::string last = text + (text.find(':') == std::string::npos ? ":" : ",") + "exit=last";
    EXPECT_EQ(parse_algorithm(last)->needs().exit, PatternExit::kLast) << last;
  }
}

TEST(Registry, names_the_second_database_where_only_that_is_missing) {
  const Map map(test::grid_from({"....", "....", "...."}));
  const auto built = build_small_databases(map, test::kTestDatabases);
  ASSERT_TRUE(built);
  Databases databases = built->view();
  const auto choice = *parse_algorithm("d-lrta:fallback=lrta-pdb-g");
  EXPECT_EQ(choice.missing(databases), DatabaseKind::kNone);
  databases.depths = nullptr;
  EXPECT_EQ(choice.missing(databases), DatabaseKind::kDepths);
  EXPECT_EQ(choice.make_agent(map, Agent::kUnbounded, databases).error().message,
            "d-lrta:fallback=lrta-pdb-g needs a database of kind pdb in Databases::depths");
  databases.patterns = nullptr;
  EXPECT_EQ(choice.missing(databases), DatabaseKind::kPatterns);
}

TEST(Registry, recommends_parameters_that_there_are) {
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.recommended.empty()) continue;
    const std::string text = info.as_recommended();
    EXPECT_EQ(text, std::string(info.key) + ":" + std::string(info.recommended));
    ASSERT_TRUE(parse_algorithm(text)) << text;
    EXPECT_EQ(parse_algorithm(text)->to_string(), text);
  }
}

std::int64_t default_of(std::string_view key, std::string_view name) {
  for (const ParameterInfo& parameter : (*find_algorithm(key))->parameters) {
    if (parameter.name == name) return parameter.fallback;
  }
  ADD_FAILURE() << key << " has no parameter " << name;
  return -1;
}

TEST(Registry, has_the_defaults_of_the_option_structs) {
  EXPECT_EQ(default_of("weighted-a-star", "w"), thousandths_of(WeightedAStarOptions{}.w));
  EXPECT_EQ(default_of("lrta", "d"), LrtaOptions{}.d);
  EXPECT_EQ(default_of("lrta", "gamma"), thousandths_of(LrtaOptions{}.gamma));
  EXPECT_EQ(default_of("lrts", "d"), LrtsOptions{}.d);
  EXPECT_EQ(default_of("lrts", "T"), thousandths_of(LrtsOptions{}.quota));
  EXPECT_EQ(default_of("tba", "R"), TbaOptions{}.r);
  EXPECT_EQ(default_of("tba", "c"), TbaOptions{}.c);
  EXPECT_EQ(default_of("tb-wa", "R"), TbWaOptions{}.r);
  EXPECT_EQ(default_of("tb-wa", "w"), thousandths_of(TbWaOptions{}.w));
  EXPECT_EQ(default_of("knn-lrta", "M"), KnnLrtaOptions{}.m);
  EXPECT_EQ(default_of("knn-lrta", "cutoff"), KnnLrtaOptions{}.cutoff);
  EXPECT_EQ(default_of("knn-lrta", "quota"), thousandths_of(KnnLrtaOptions{}.quota));
  EXPECT_EQ(default_of("pr-lrta", "level"), PrLrtaOptions{}.level);
  EXPECT_EQ(default_of("pr-lrta", "d"), PrLrtaOptions{}.d);
  EXPECT_EQ(default_of("wb-lss-lrta", "w"), thousandths_of(WeightedLssLrtaOptions{}.w));
}

TEST(Registry, makes_the_agent_that_the_factory_makes) {
  Random random(1);
  const Map map(test::random_grid(random, 40, 40, 25));
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
  do {
    start = test::random_passable(random, map.grid());
    goal = test::random_passable(random, map.grid());
  } while (!map.connected(start, goal) || map.grid().cell(start).x > 8 || map.grid().cell(goal).x < 30);
  const CaseBase cases = *test::build_cases(map, {.records = 20});
  const Databases databases{.cases = &cases};
  const auto expect_same = [&](std::string_view text, Result<AgentPtr> typed) {
    const auto choice = parse_algorithm(text);
    ASSERT_TRUE(choice) << choice.error().message;
    const AgentPtr named = *choice->make_agent(map, Agent::kUnbounded, databases);
    ASSERT_TRUE(typed) << text << ": " << typed.error().message;
    EXPECT_EQ((*typed)->bound(), named->bound()) << text;
    for (Agent* agent : {typed->get(), named.get()}) agent->reset(start, goal);
    for (int step = 0; step < 5'000 && named->status() == Status::kInProgress; ++step) {
      ASSERT_EQ((*typed)->step().position, named->step().position) << text << " step " << step;
    }
    EXPECT_EQ((*typed)->work(), named->work()) << text;
    EXPECT_EQ((*typed)->status(), named->status()) << text;
  };
  expect_same("lrta:d=3,gamma=0.5", make_lrta(map, {.d = 3, .gamma = 0.5}));
  expect_same("lrta:g_max=3.7", make_lrta(map, {.g_max = 3.7}));
  expect_same("rta:d=2", make_rta(map, {.d = 2}));
  expect_same("da-lrta", make_da_lrta(map));
  expect_same("lss-lrta:N=9,moves=frontier", make_lss_lrta(map, {.n = 9, .moves = MovesPerSearch::kToFrontier}));
  expect_same("rtaa:N=9", make_rtaa(map, {.n = 9}));
  expect_same("da-lss-lrta:N=9", make_da_lss_lrta(map, {.n = 9}));
  expect_same("da-rtaa:N=9", make_da_rtaa(map, {.n = 9}));
  expect_same("wb-lss-lrta:N=9,w=1.7", make_wb_lss_lrta(map, {.n = 9, .w = 1.7}));
  expect_same("wb-lss-lrta:N=9,w=1.7", make_wb_lss_lrta(map, {.n = 9, .w = 1.7004}));  // in thousandths inside
  expect_same("p-lrta:N=4", make_p_lrta(map, {.n = 4}));
  expect_same("lrts:d=4,gamma=0.3,T=12.5,learning=uniform",
              make_lrts(map, {.d = 4, .gamma = 0.3, .quota = 12.5, .learning = LrtsLearning::kUniform}));
  expect_same("lrta-oracle:d_max=4,depth=least,counts=chosen",
              make_lrta_oracle(map, {.d_max = 4, .depth = OracleDepth::kLeast, .counts = OracleCounts::kChosen}));
  expect_same("tba:R=40,c=3,successors=all", make_tba(map, {.r = 40, .c = 3, .successors = Successors::kAll}));
  expect_same("tb-wa:R=40", make_tb_wa(map, {.w = 2.0, .r = 40}));
  expect_same("tb-wa:w=1.333", make_tb_wa(map, {.w = 4.0 / 3}));
  expect_same("pra:K=4,corridor=path,first=half",
              make_pra(map, {.k = 4, .corridor = PraCorridor::kPath, .first = PraFirst::kHalf}));
  expect_same("pr-lrta:level=2,d=3,gamma=0.7,refine=representative",
              make_pr_lrta(map, {.level = 2, .d = 3, .gamma = 0.7, .refine = PrLrtaRefine::kRepresentative}));
  expect_same("knn-lrta:M=3,cutoff=9,goal_check=off,skip_end=off,index=scan,quota=1.5,fallback=da-rtaa,legs=climb",
              make_knn_lrta(map, cases,
                            {.m = 3,
                             .cutoff = 9,
                             .goal_check = false,
                             .skip_end = false,
                             .index = TripSearch::kScan,
                             .quota = 1.5,
                             .fallback = KnnFallback::kDaRtaa,
                             .legs = KnnLegs::kClimb}));

  const PathFinderPtr typed = *make_weighted_a_star(map, {.w = 2.5, .gamma = 0.8});
  const PathFinderPtr named = *parse_algorithm("weighted-a-star:w=2.5,gamma=0.8")->make(map);
  EXPECT_EQ(typed->solve(start, goal), named->solve(start, goal));
  EXPECT_EQ(typed->work(), named->work());
}

TEST(Registry, has_one_statement_of_each_range_for_texts_and_factories) {
  const Map map(*Grid::create(5, 5, true));
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(make_tb_wa(map, {.w = 0.9}).error().message, "w must be 1 to 1000");
  EXPECT_EQ(error_of("tb-wa:w=0.9"), "parameter w is 0.9; it must be 1 to 1000");
  EXPECT_EQ(make_knn_lrta(map, *test::build_cases(map, {.records = 1}), {.quota = 0.5}).error().message,
            "quota must be 0, or 1 to 1000");
  EXPECT_EQ(error_of("knn-lrta:quota=0.5"), "parameter quota is 0.5; it must be 0, or 1 to 1000");
  EXPECT_EQ(error_of("pra:K=1"), "parameter K is 1; it must be 0, or 2 to 1000000");
  for (const double bad : {kNaN, kInfinite, -kInfinite, -0.5, 1e300}) {
    EXPECT_FALSE(make_tb_wa(map, {.w = bad}));
    EXPECT_FALSE(make_lrta(map, {.gamma = bad}));
    EXPECT_FALSE(make_lrta(map, {.g_max = bad}));
    EXPECT_FALSE(make_lrts(map, {.gamma = bad}));
    EXPECT_FALSE(make_lrts(map, {.quota = bad}));
    EXPECT_FALSE(make_wb_lss_lrta(map, {.w = bad}));
    EXPECT_FALSE(make_pr_lrta(map, {.gamma = bad}));
    EXPECT_FALSE(make_weighted_a_star(map, {.w = bad}));
    EXPECT_FALSE(make_weighted_a_star(map, {.gamma = bad}));
  }
  EXPECT_FALSE(make_tba(map, {.successors = static_cast<Successors>(7)}));
  EXPECT_FALSE(make_lrts(map, {.learning = static_cast<LrtsLearning>(7)}));
}

// README's tables of algorithms: a row names its keys in the first cell and their titles in the second.
TEST(Registry, is_what_the_tables_of_the_readme_say) {
  std::ifstream file(std::string(WAYMARK_SOURCE_DIR) + "/README.md");
  ASSERT_TRUE(file);
  std::map<std::string, std::string> rows;  // the rest of the row, by key
  bool in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("|")) in_table = false;
    if (line.starts_with("| key |")) in_table = true;
    if (!in_table || !line.starts_with("| `")) continue;
    const std::size_t end = line.find(" | ");
    ASSERT_NE(end, std::string::npos) << line;
    const std::string keys = line.substr(0, end);
    for (std::size_t open = keys.find('`'); open != std::string::npos;) {
      const std::size_t close = keys.find('`', open + 1);
      ASSERT_NE(close, std::string::npos) << line;
      const std::string key = keys.substr(open + 1, close - open - 1);
      EXPECT_TRUE(find_algorithm(key)) << "README has a row for " << key << ", which the registry has not";
      EXPECT_TRUE(rows.emplace(key, line.substr(end)).second) << key << " has two rows in README";
      open = keys.find('`', close + 1);
    }
  }
  for (const AlgorithmInfo& info : algorithms()) {
    const auto row = rows.find(std::string(info.key));
    if (row == rows.end()) {
      ADD_FAILURE() << "no table of README has a row for " << info.key;
      continue;
    }
    EXPECT_NE(row->second.find(info.title), std::string::npos)
        << "the row of " << info.key << " in README does not name " << info.title << ": " << row->second;
  }
}

}  // namespace waymark::agent_registry_test
