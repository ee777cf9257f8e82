#include "waymark/agent/registry.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/agents.hpp"
#include "support/ascii.hpp"

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
    EXPECT_NE(info.make_finder == nullptr, info.make_agent == nullptr) << info.key;
    if (info.database != DatabaseKind::kNone) {
      const auto refused = choice->make_agent(map);
      ASSERT_FALSE(refused) << info.key;
      EXPECT_NE(refused.error().message.find("needs a database of kind " + std::string(to_string(info.database))),
                std::string::npos)
          << refused.error().message;
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
    if (info.make_finder == nullptr) continue;
    auto finder = choice->make(map);
    ASSERT_TRUE(finder) << info.key;
    EXPECT_EQ((*finder)->solve(map.grid().node(0, 0), map.grid().node(9, 9)), Status::kSolved) << info.key;
    EXPECT_EQ((*finder)->cost(), 9 * kSqrt2Costs.diagonal) << info.key;
  }
}

TEST(Registry, parses_parameters_and_prints_them_back) {
  const auto choice = parse_algorithm("weighted-a-star:gamma=0.25,w=2");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->values, (ParameterValues{2000, 250}));
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
  EXPECT_EQ(error_of("weighted-a-star:weight=2"), "weighted-a-star has no parameter 'weight'; there is w gamma");
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

}  // namespace waymark::agent_registry_test
