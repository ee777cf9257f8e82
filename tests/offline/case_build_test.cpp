#include "waymark/offline/case_build.hpp"

#include <gtest/gtest.h>

#include <set>

#include "lab/run/problem.hpp"
#include "support/agent_problems.hpp"
#include "support/agents.hpp"
#include "support/case_bases.hpp"
#include "support/plain_knn.hpp"
#include "support/sanitized.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/verify_cases.hpp"

namespace waymark::offline_case_build_test {

test::Place place_of(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y};
}

TEST(CaseBuild, makes_records_that_mean_what_they_should_under_all_rules) {
  Random random(1);
  std::uint64_t records = 0;
  for (const MoveRules& rules : test::agent_rules()) {
    for (int round = 0; round < test::rounds(80); ++round) {
      const test::Problem problem = test::random_problem(random, rules);
      const Map& map = problem.map;
      const CasePaper paper = random.chance(1, 2) ? CasePaper::k2010 : CasePaper::k2009;
      const CaseBuildOptions options{.records = random.below(80), .seed = random.next(), .paper = paper};
      const auto cases = test::build_cases(map, options);
      if (!cases) {
        ASSERT_EQ(cases.error().code, ErrorCode::kUnsupported) << cases.error().to_string();
        continue;
      }
      ASSERT_EQ(cases->records(), options.records);
      const auto verified = verify_cases(*cases, map);
      ASSERT_TRUE(verified) << verified.error().to_string();
      const test::PlainClimber climber(map.grid(), rules);
      for (std::uint32_t i = 0; i < cases->records(); ++i, ++records) {
        const CaseBase::Record record = cases->record(i);
        const std::uint32_t climbs = paper == CasePaper::k2010 ? record.size() : 2;
        for (std::uint32_t j = 1; j < climbs; ++j) {
          ASSERT_TRUE(climber.reachable(place_of(map, record[j - 1]), place_of(map, record[j]), 1'000'000));
        }
      }
    }
  }
  EXPECT_GT(records, test::enough(10'000u));
}

TEST(CaseBuild, gives_items_and_bytes_that_depend_on_nothing_else) {
  Random random(2);
  const Map map(test::random_grid(random, 60, 60, 25));
  const auto build = *make_case_build(map, {.records = 200, .seed = 5});
  ASSERT_EQ(build->items(), 7u);
  std::vector<std::string> forwards(build->items());
  std::vector<std::string> backwards(build->items());
  const auto maker = build->maker();
  for (std::size_t i = 0; i < forwards.size(); ++i) forwards[i] = maker->make(i);
  for (std::size_t i = backwards.size(); i-- > 0;) backwards[i] = build->maker()->make(i);
  EXPECT_EQ(forwards, backwards);
  const std::string bytes = *build->assemble(forwards);
  EXPECT_EQ(*test::build_in_order(**make_case_build(map, {.records = 200, .seed = 5})), bytes);
  EXPECT_NE(*test::build_in_order(**make_case_build(map, {.records = 200, .seed = 6})), bytes);

  const CaseBase cases = *test::open_cases(bytes, map);
  EXPECT_LE(cases.bytes(), 4 * cases.states_stored() + 2 * cases.records() + 256);

  const auto other = *make_case_build(map, {.records = 200, .seed = 6});
  EXPECT_NE(other->identity(), build->identity());
  const auto of_2009 = *make_case_build(map, {.records = 200, .seed = 5, .paper = CasePaper::k2009});
  EXPECT_NE(of_2009->identity(), build->identity());
}

using States = std::vector<NodeId>;
States states_of(const CaseBase::Record& record) {
  States states;
  for (std::uint32_t i = 0; i < record.size(); ++i) states.push_back(record[i]);
  return states;
}

// Section 6.2 of 2010: (s_i, ... s_j) for any i < j, whole records among them.
TEST(CaseBuild, fragments_are_all_parts_of_records_and_are_found_like_records) {
  Random random(11);
  std::uint64_t shorter = 0;
  for (const MoveRules& rules : test::few_rules()) {
    for (int round = 0; round < test::rounds(10); ++round) {
      const Map map(test::random_grid(random, 30, 30, 30), rules);
      const CaseBuildOptions options{.records = 20, .seed = random.next()};
      const auto wholes = test::build_cases(map, options);
      if (!wholes) continue;
      CaseBuildOptions with_fragments = options;
      with_fragments.fragments = true;
      const auto cases = test::build_cases(map, with_fragments);
      ASSERT_TRUE(cases) << cases.error().to_string();
      ASSERT_TRUE(verify_cases(*cases, map));
      std::multiset<States> wanted;
      for (std::uint32_t i = 0; i < wholes->records(); ++i) {
        const States states = states_of(wholes->record(i));
        ASSERT_EQ(states_of(cases->whole(i)), states);
        for (auto from = states.begin(); from != states.end(); ++from) {
          for (auto to = from + 1; to != states.end(); ++to) wanted.emplace(from, to + 1);
        }
      }
      std::multiset<States> found;
      for (std::uint32_t i = 0; i < cases->records(); ++i) {
        const States states = states_of(cases->record(i));
        found.insert(states);
        ASSERT_EQ(cases->trips()[i], trip_between(map.grid().cell(states.front()), map.grid().cell(states.back())));
      }
      ASSERT_EQ(found, wanted);
      ASSERT_TRUE(is_trip_tree(cases->trips()));
      ASSERT_EQ(cases->states_stored(), wholes->states_stored());
      shorter += cases->records() - cases->wholes();
    }
  }
  EXPECT_GT(shorter, test::enough(1000u));
  const Map map(test::random_grid(random, 20, 20, 20));
  EXPECT_FALSE(make_case_build(map, {.paper = CasePaper::k2009, .fragments = true}));
}

TEST(CaseBuild, refuses_items_of_another_build) {
  Random random(3);
  const Map map(test::random_grid(random, 40, 40, 20));
  const auto build = *make_case_build(map, {.records = 50});
  const auto maker = build->maker();
  std::vector<std::string> items{maker->make(0), maker->make(1)};
  EXPECT_TRUE(build->assemble(items));
  EXPECT_FALSE(build->assemble(std::span(items.data(), 1)));
  std::vector<std::string> cut = items;
  cut[1].pop_back();
  EXPECT_FALSE(build->assemble(cut));
  cut[1].clear();
  EXPECT_FALSE(build->assemble(cut));
  std::vector<std::string> twice{items[0], items[1], items[1]};
  EXPECT_FALSE(build->assemble(twice));
}

TEST(CaseBuild, says_so_where_there_is_no_trip) {
  const Map cliques(test::grid_from({"..@.@", "..@@@", "@@@@."}));
  const auto build = make_case_build(cliques, {.records = 1});
  ASSERT_FALSE(build);
  EXPECT_EQ(build.error().to_string(), "no two connected cells of the map are more than one move apart");
  EXPECT_TRUE(test::build_cases(cliques, {.records = 0}));

  const Map hexagons(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_case_build(hexagons, {.records = 1}));
}

// A thousand single cells and one trip.
TEST(CaseBuild, ends_where_trips_are_rare) {
  Grid grid = *Grid::create(401, 401, false);
  for (int y = 0; y < 401; y += 2) {
    for (int x = 0; x < 401; x += 2) grid.set(x, y, true);
  }
  grid.set(1, 0, true);
  const Map map(std::move(grid));
  const CaseBase cases = *test::build_cases(map, {.records = 3});
  ASSERT_EQ(cases.records(), 3u);
  EXPECT_EQ(cases.record(0).front(), map.grid().node(0, 0));
  EXPECT_EQ(cases.record(0).back(), map.grid().node(2, 0));
  EXPECT_TRUE(verify_cases(cases, map));
}

TEST(CaseBuild, takes_given_pairs) {
  Random random(4);
  const test::Problem problem = test::random_problem(random, {});
  const Map& map = problem.map;
  const std::vector<NodePair> pairs{{problem.start, problem.goal}, {problem.goal, problem.start}};
  const CaseBase cases = *test::build_cases(map, {.pairs = pairs});
  ASSERT_EQ(cases.records(), 2u);
  EXPECT_FALSE(cases.drawn());
  EXPECT_TRUE(verify_cases(cases, map));
  std::set<NodePair> seen;
  for (std::uint32_t i = 0; i < 2; ++i) seen.emplace(cases.record(i).front(), cases.record(i).back());
  EXPECT_EQ(seen, std::set<NodePair>(pairs.begin(), pairs.end()));

  const std::vector<NodePair> bad{{problem.start, problem.goal}, {problem.start, problem.start}};
  const auto build = make_case_build(map, {.pairs = bad});
  ASSERT_FALSE(build);
  EXPECT_EQ(build.error().to_string(), "pair 1: start and goal are not two connected cells");
  const std::vector<NodePair> outside{{problem.start, kNoNode}};
  EXPECT_FALSE(make_case_build(map, {.pairs = outside}));
}

TEST(CaseBuild, draws_cells_evenly) {
  const Map map(test::grid_from({".....@@@...", "........@..", "..........."}));
  const auto draw = *TripDraw::make(map, 1);
  std::map<NodeId, int> starts;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const auto [start, goal] = draw.trip(i);
    ASSERT_TRUE(map.connected(start, goal));
    ++starts[start];
  }
  EXPECT_EQ(starts.size(), 29u);
  for (const auto& [node, count] : starts) EXPECT_GT(count, 500);
}

// A base that knows the very problems it is measured on would look far better than it is.
TEST(CaseBuild, draws_other_trips_than_the_problems_of_the_same_seed) {
  const Map map(*generate_map(MapKind::kCaves, {128, 96, 1}));
  const std::uint64_t seed = 7;
  const auto cases = test::build_cases(map, {.records = 1000, .seed = seed});
  ASSERT_TRUE(cases) << cases.error().to_string();
  std::set<NodePair> known;
  for (std::uint32_t i = 0; i < cases->records(); ++i) known.emplace(cases->record(i).front(), cases->record(i).back());
  const auto problems = random_problems(map, {.count = 1000, .seed = seed});
  ASSERT_TRUE(problems);
  for (const Problem& problem : *problems) {
    EXPECT_FALSE(known.contains({map.grid().node(problem.start), map.grid().node(problem.goal)}));
  }
}

TEST(VerifyCaseBase, finds_records_that_lie) {
  const Map map(test::grid_from({".....@.....", ".....@.....", "..........."}));
  const auto node = [&](int x, int y) { return map.grid().node(x, y); };
  const std::vector<NodePair> pair{{node(0, 0), node(10, 0)}};
  const auto check = [&](const std::vector<NodeId>& record, DatabaseKind kind) {
    const CaseBase cases = *test::open_cases(test::case_bytes(map, {record}, kind), map);
    const auto verified = verify_cases(cases, map);
    return verified ? "" : verified.error().to_string();
  };
  const auto made = [&](CasePaper paper) {
    const CaseBase cases = *test::build_cases(map, {.paper = paper, .pairs = pair});
    std::vector<NodeId> states;
    for (std::uint32_t i = 0; i < cases.record(0).size(); ++i) states.push_back(cases.record(0)[i]);
    return states;
  };
  std::vector<NodeId> record = made(CasePaper::k2010);
  ASSERT_GE(record.size(), 3u);
  EXPECT_EQ(check(record, DatabaseKind::kCases), "");
  // There and back again: each can be climbed to, but no path leaves these states.
  record.insert(record.begin() + 1, {node(0, 1), node(0, 0)});
  EXPECT_NE(check(record, DatabaseKind::kCases).find("record 0: its 5 states are not the 3"), std::string::npos);
  EXPECT_EQ(check({node(0, 0), node(10, 0)}, DatabaseKind::kCases),
            "test.cases: record 0: state 1 at (10, 0) is not hill-climbing reachable from (0, 0)");

  record = made(CasePaper::k2009);
  EXPECT_EQ(check(record, DatabaseKind::kCases2009), "");
  record[1] = record[0];
  EXPECT_NE(check(record, DatabaseKind::kCases2009).find("record 0: its 3 states are not"), std::string::npos);
  record[1] = node(10, 0);
  EXPECT_EQ(check(record, DatabaseKind::kCases2009),
            "test.cases: record 0: state 1 at (10, 0) is not hill-climbing reachable from (0, 0)");
}

TEST(VerifyCaseBase, knows_what_the_seed_draws) {
  Random random(5);
  const Map map(test::random_grid(random, 40, 40, 20));
  const auto build = *make_case_build(map, {.records = 32, .seed = 5});
  const auto other = *make_case_build(map, {.records = 32, .seed = 6});
  // The records of another seed under this one's name.
  const std::vector<std::string> items{other->maker()->make(0)};
  const CaseBase cases = *test::open_cases(*build->assemble(items), map);
  const auto verified = verify_cases(cases, map);
  ASSERT_FALSE(verified);
  EXPECT_NE(verified.error().to_string().find("the seed draws"), std::string::npos);
}

}  // namespace waymark::offline_case_build_test
