#include "lab/bench/dynamic.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/sanitized.hpp"

namespace waymark::lab_dynamic_test {

const std::string kSharedScenario = WAYMARK_SOURCE_DIR "/../shared/dynamic/dao_arena2.scen";

AlgorithmChoice algorithm(std::string_view text) { return parse_algorithm(text).value(); }

DynamicScenario small_scenario(const std::string& commands) {
  DynamicScenario scenario =
      parse_dynamic_scenario("version 2\nheight 3\nwidth 4\ncost 1 octile\npatch p\ncommands\n" + commands, "a.scen")
          .value();
  scenario.patches = parse_patches(
                         "type patch\npatches 2\npatch 0\nheight 3\nwidth 1\nmap\n@\n@\n.\n"
                         "patch 1\nheight 3\nwidth 1\nmap\n@\n@\n@\n",
                         "p")
                         .value();
  return scenario;
}

TEST(Dynamic, asks_on_the_map_as_it_is_then) {
  const DynamicScenario scenario = small_scenario(
      "Q 0 0 0 3 0 3\n"
      "P 1 0 1 0\n"
      "Q 1 0 0 3 0 6.4142135623731\n"
      "P 2 1 1 0\n"
      "Q 2 0 0 3 0 -1\n"
      "Q 2 1 0 3 0 -1\n"
      "P 3 0 1 0\n"
      "Q 3 0 2 3 2 3\n");
  for (const char* text : {"a-star", "jps", "bidirectional-a-star", "dijkstra", "lpa", "d-star-lite", "d-star",
                           "focussed-d-star", "adaptive-a", "gaa", "mt-adaptive-a", "weighted-a-star:w=3"}) {
    std::vector<DynamicAnswer> answers;
    const DynamicFigures figures =
        run_dynamic(scenario, algorithm(text), [&](const DynamicAnswer& answer) { answers.push_back(answer); }).value();
    EXPECT_EQ(figures.queries, 5u) << text;
    EXPECT_EQ(figures.patches, 3u) << text;
    EXPECT_EQ(figures.wrong, 0u) << text;
    ASSERT_EQ(answers.size(), 5u) << text;
    EXPECT_EQ(answers[1].query, 1u);
    EXPECT_EQ(answers[1].line, 9);
    EXPECT_EQ(answers[2].status, Status::kUnreachable) << text;
    EXPECT_EQ(answers[3].status, Status::kUnreachable) << text;  // its start is blocked
    EXPECT_EQ(answers[4].cost, 3.0) << text;
    EXPECT_LE(figures.query_ns, 5 * figures.worst_query_ns);
    EXPECT_LE(figures.patch_ns, 3 * figures.worst_patch_ns);
  }
}

TEST(Dynamic, tells_what_is_wrong) {
  const auto wrong = [](const std::string& commands, std::string_view text) {
    return run_dynamic(small_scenario(commands), algorithm(text), [](const DynamicAnswer&) {}).value().wrong;
  };
  EXPECT_EQ(wrong("Q 0 0 0 3 0 3\n", "a-star"), 0u);
  EXPECT_EQ(wrong("Q 0 0 0 3 0 2.99\nQ 0 0 0 3 0 3.01\n", "a-star"), 2u);
  EXPECT_EQ(wrong("Q 0 0 0 3 0 -1\n", "a-star"), 1u);
  EXPECT_EQ(wrong("P 0 1 1 0\nQ 0 0 0 3 0 3\n", "a-star"), 1u);
  // A longer path is wrong only where a shortest one was promised.
  EXPECT_EQ(wrong("Q 0 0 0 3 0 2.99\nQ 0 0 0 3 0 3.01\n", "weighted-a-star:w=2"), 1u);
}

TEST(Dynamic, is_for_whole_paths) {
  EXPECT_FALSE(run_dynamic(small_scenario(""), algorithm("lrta"), [](const DynamicAnswer&) {}));
}

TEST(Dynamic, rows_have_exactly_the_names_of_the_contract) {
  DynamicAnswer answer;
  answer.query = 7;
  answer.status = Status::kSolved;
  answer.cost = 2.5;
  answer.optimal = 2.25;
  answer.ns = 1500;
  EXPECT_EQ(to_json(answer, "jps"),
            R"({"query":7,"algorithm":"jps","status":"solved","cost":2.5,"optimal":2.25,"time_us":1.5})");
  answer.status = Status::kUnreachable;
  answer.cost.reset();
  answer.optimal.reset();
  EXPECT_EQ(to_json(answer, "jps"), R"({"query":7,"algorithm":"jps","status":"unreachable","time_us":1.5})");
}

TEST(Dynamic, every_length_of_the_competition_is_found) {
  if (!std::filesystem::exists(kSharedScenario)) GTEST_SKIP() << "there is no " << kSharedScenario;
  const auto scenario = read_dynamic_scenario(kSharedScenario);
  ASSERT_TRUE(scenario) << scenario.error().to_string();
  std::vector<std::string> texts{"a-star", "jps", "d-star-lite"};
  if (test::kSanitized) texts = {"jps"};
  for (const std::string& text : texts) {
    std::uint64_t without_path = 0;
    const auto figures = run_dynamic(*scenario, algorithm(text),
                                     [&](const DynamicAnswer& answer) { without_path += answer.optimal ? 0u : 1u; });
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->queries, 2000u);
    EXPECT_EQ(figures->patches, 439u);
    EXPECT_EQ(figures->wrong, 0u) << text;
    EXPECT_EQ(without_path, 0u);  // this file asks only where there is a way
  }
}

}  // namespace waymark::lab_dynamic_test
