// Figures that say what a mean rests on: medians, what is left without fallbacks, costs of walks that were given up,
// several databases, and comparisons on common problems.
#include "lab/experiments/few_problems.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/experiment_report.hpp"
#include "lab/experiments/experiment_run.hpp"
#include "lab/experiments/published.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::lab_few_problems_test {

using Json = nlohmann::ordered_json;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kProblems = 40;

Json spec_of_two() {
  return Json::parse(R"json({
    "title": "A sample", "paper": "Nobody 2020",
    "maps": [{"set": "none", "name": "here"}],
    "problems": {"count": 40},
    "quick": {"maps": [{"bundled": "caves"}], "problems": {"count": 3}},
    "configurations": [
      {"name": "kNN", "algorithm": "knn-lrta", "database": {"kind": "knn", "records": 20}, "seeds": 3},
      {"name": "kNN alone", "algorithm": "knn-lrta", "database": {"kind": "knn", "records": 20}},
      {"name": "LRTA*", "algorithm": "lrta"}
    ],
    "tables": [{"id": "Table 1", "title": "All", "rows": ["kNN", "LRTA*"], "columns": ["suboptimality", "fell back"]}],
    "figures": [],
    "claims": [{"text": "It is better", "left": {"configuration": "kNN", "measure": "suboptimality"}, "is": "<",
                "right": {"configuration": "LRTA*", "measure": "suboptimality"}}]
})json");
}

Result<ExperimentSpec> parse(const Json& json) { return parse_experiment("sample", json.dump(), "spec.json", false); }

// All walk 10 % farther than need be, and none fell back.
ResultRow row_of(const std::string& configuration, const std::string& database) {
  ResultRow row;
  row.configuration = configuration;
  row.database = database;
  row.map = "here";
  row.fingerprint = "f";
  row.seed = 1;
  for (const char* name : {"cost", "walked"}) row.samples[name].assign(kProblems, 110);
  row.samples["optimal"].assign(kProblems, 100);
  row.samples["solved"].assign(kProblems, 1);
  row.samples["fell_back"].assign(kProblems, 0);
  row.samples["moves"].assign(kProblems, 10);
  row.samples["expanded"].assign(kProblems, 30);
  row.samples["climb_steps"].assign(kProblems, 20);
  return row;
}

void set_cost(ResultRow& row, std::size_t problem, double cost) {
  row.samples["cost"][problem] = cost;
  row.samples["walked"][problem] = cost;
}

void give_up(ResultRow& row, std::size_t problem, double walked) {
  row.samples["cost"][problem] = kNone;
  row.samples["walked"][problem] = walked;
  row.samples["solved"][problem] = 0;
}

TEST(FewProblems, half_of_a_sum_is_counted_from_the_largest) {
  EXPECT_EQ(half_of_sum(std::vector<double>{1, 2, 3, 100}), 1u);
  EXPECT_EQ(half_of_sum(std::vector<double>{4, 1, 2, 3}), 2u);
  EXPECT_EQ(half_of_sum(std::vector<double>{}), 0u);
  EXPECT_EQ(half_of_sum(std::vector<double>{0, 0}), 0u);
  EXPECT_EQ(half_of_sum(std::vector<double>{5, 7, -1}), 0u);
  EXPECT_EQ(half_of_sum(std::vector<double>{0, 0, 100, 0}), 0u);  // a share
  Measured measured;
  measured.sample.assign(39, 1);
  measured.sample.push_back(39.5);
  EXPECT_TRUE(rests_on_few(measured));
  measured.sample.back() = 30;
  EXPECT_FALSE(rests_on_few(measured));
  measured.sample = {1, 1, 1000};
  EXPECT_FALSE(rests_on_few(measured));
  measured.sample.assign(39, 1);
  measured.sample.push_back(1000);
  measured.statistic = Statistic::kMaximum;
  EXPECT_FALSE(rests_on_few(measured));
}

TEST(FewProblems, medians_fallbacks_and_walks_given_up_are_measures) {
  const auto spec = parse(spec_of_two());
  ASSERT_TRUE(spec) << spec.error().to_string();
  std::vector<ResultRow> rows{row_of("LRTA*", "")};
  set_cost(rows[0], 0, 5100);  // fell back, scrubbed
  rows[0].samples["fell_back"][0] = 1;
  give_up(rows[0], 1, 90'100);
  give_up(rows[0], 2, 50);
  rows[0].samples["fell_back"][2] = 1;
  const Measures measures(*spec, rows);
  const Configuration& lrta = *measures.configuration("LRTA*");
  const auto value = [&](const std::string& name) { return measures.find(lrta, name)->estimate().value; };
  EXPECT_DOUBLE_EQ(value("suboptimality"), (37 * 10 + 5000) / 38.0);
  EXPECT_NEAR(value("median of suboptimality"), 10, 1e-9);
  EXPECT_NEAR(value("suboptimality without fallbacks"), 10, 1e-9);
  EXPECT_EQ(measures.find(lrta, "suboptimality without fallbacks")->sample.size(), 37u);
  // What was walked, but no less than a shortest way.
  EXPECT_NEAR(value("censored suboptimality"), (37 * 10 + 5000 + 90'000 + 0) / 40.0, 1e-9);
  EXPECT_NEAR(value("median of censored suboptimality times"), 1.1, 1e-9);
  EXPECT_EQ(value("climb steps per move"), 2);
  EXPECT_EQ(value("expanded and climbed per move"), 5);
  EXPECT_EQ(measure_unit("median of censored suboptimality"), "%");
  EXPECT_EQ(measure_unit("most by database of suboptimality without fallbacks"), "%");
  EXPECT_EQ(published_name("expanded and climbed per move"), "expanded per move");
  const auto measured = measures.find(lrta, "suboptimality");
  EXPECT_FALSE(measures.find(lrta, "suboptimality without fallbacks without fallbacks"));
  EXPECT_EQ(
      note_on_few(measures, lrta, "suboptimality", *measured, nullptr),
      "half of the mean is of 1 of 38 problems; median 10; 5 % fell back, without those 10; with the 5 % not solved "
      "at what they cost until given up at least 2,384 (10 to 7,008)");
}

TEST(FewProblems, the_value_of_a_problem_is_the_mean_over_the_databases) {
  const auto spec = parse(spec_of_two());
  std::vector<ResultRow> rows{row_of("kNN", "seed=1"), row_of("kNN", "seed=2"), row_of("kNN", "seed=3")};
  set_cost(rows[1], 5, 200);
  give_up(rows[2], 5, 1000);
  for (std::size_t i = 0; i < kProblems; ++i) set_cost(rows[0], i, 120);
  const Measures measures(*spec, rows);
  const Configuration& knn = *measures.configuration("kNN");
  const auto measured = measures.find(knn, "suboptimality");
  ASSERT_EQ(measured->sample.size(), kProblems);
  EXPECT_NEAR(measured->sample[4], 40 / 3.0, 1e-9);
  EXPECT_NEAR(measured->sample[5], (20 + 100) / 2.0, 1e-9);
  EXPECT_NEAR(measures.find(knn, "least by database of suboptimality")->estimate().value, 10, 1e-9);
  EXPECT_NEAR(measures.find(knn, "most by database of suboptimality")->estimate().value, 20, 1e-9);
  EXPECT_NEAR(measures.find(knn, "most by database of solved")->estimate().value, 100, 1e-9);
  EXPECT_EQ(measures.maps(knn).size(), 1u);
  EXPECT_EQ(measures.find(knn, "suboptimality", &rows[1])->sample.size(), kProblems);  // of its map
}

TEST(FewProblems, are_told_below_the_table_and_in_claims_on_common_problems) {
  const auto spec = parse(spec_of_two());
  std::vector<ResultRow> rows{row_of("kNN", "seed=1"), row_of("LRTA*", "")};
  set_cost(rows[0], 0, 90'100);
  give_up(rows[1], 0, 90'100);
  for (std::size_t i = 1; i < kProblems; ++i) set_cost(rows[1], i, 112 + static_cast<double>(i % 3));
  // All it solved beside what LRTA* did not solve at all: the mean would say that it is worse.
  const Report report = make_report(*spec, rows, {});
  ASSERT_EQ(report.claims.size(), 1u);
  EXPECT_EQ(report.claims[0].verdict, Verdict::kHolds) << report.claims[0].detail;
  EXPECT_NE(report.claims[0].detail.find("on the 39 of 40 problems that both have"), std::string::npos)
      << report.claims[0].detail;
  const ReportTable& table = report.tables[0];
  EXPECT_NE(table.rows[0].cells[0].note.find("half of the mean is of 1 of 40 problems"), std::string::npos);
  EXPECT_TRUE(table.rows[1].cells[0].note.empty());
  EXPECT_TRUE(table.rows[0].cells[1].note.empty());

  Json json = spec_of_two();
  json["tables"][0]["columns"] = {"suboptimality", "median of suboptimality"};
  const Report with_median = make_report(*parse(json), rows, {});
  EXPECT_TRUE(with_median.tables[0].rows[0].cells[0].note.empty());
  const std::string markdown = report_markdown(report);
  EXPECT_NE(markdown.find("- † kNN, suboptimality, %: half of the mean is of 1 of 40 problems; median 10"),
            std::string::npos)
      << markdown;
  EXPECT_NE(report_page(report).find("half of the mean is of 1 of 40 problems"), std::string::npos);

  // On the same problems the one long walk decides nothing, and the medians say so.
  rows[1] = row_of("LRTA*", "");
  const ReportClaim claim = make_report(*spec, rows, {}).claims[0];
  EXPECT_EQ(claim.verdict, Verdict::kWithinNoise);
  EXPECT_NE(claim.detail.find("; medians 10 and 10"), std::string::npos) << claim.detail;
}

// One that walks the first half of the problems only, which are the easy ones, is no better for that.
TEST(FewProblems, the_best_of_several_is_the_best_on_common_problems) {
  std::vector<ResultRow> rows{row_of("kNN", "seed=1"), row_of("LRTA*", "")};
  for (ResultRow& row : rows) row.samples["max_expanded"].assign(kProblems, 3);
  for (std::size_t i = kProblems / 2; i < kProblems; ++i) set_cost(rows[0], i, 150);
  for (auto& [name, values] : rows[1].samples) values.resize(kProblems / 2);
  for (std::size_t i = 0; i < kProblems / 2; ++i) set_cost(rows[1], i, 115);
  Json json = spec_of_two();
  const Json best = {{"best", {"LRTA*", "kNN"}}, {"within", Json::array()}, {"measure", "suboptimality"}};
  const Json knn = {{"configuration", "kNN"}, {"measure", "suboptimality"}};
  json["claims"] = {
      {{"text", "a"}, {"left", best}, {"is", "<"}, {"right", 31}},
      {{"text", "b"}, {"left", knn}, {"is", "<"}, {"right", best}, {"times", 1.000001}},
      {{"text", "c"}, {"left", knn}, {"is", "<"}, {"right", {{"measure", "suboptimality"}}}, {"each", {"kNN"}}}};
  json["tables"][0] = {{"id", "Table 1"},
                       {"title", "Limits"},
                       {"rows", {"kNN", "LRTA*"}},
                       {"limits", {0}},
                       {"columns", {"suboptimality"}}};
  const auto spec = parse(json);
  ASSERT_TRUE(spec) << spec.error().to_string();
  const Report report = make_report(*spec, rows, {});
  EXPECT_NE(report.claims[0].detail.find("of kNN against"), std::string::npos) << report.claims[0].detail;
  // The left side is the best itself: that is a comparison of equals, but in a list it is passed over.
  EXPECT_EQ(report.claims[1].verdict, Verdict::kHolds) << report.claims[1].detail;
  EXPECT_EQ(report.claims[2].verdict, Verdict::kNotMeasured);
  ASSERT_EQ(report.tables[0].rows.size(), 1u);
  EXPECT_EQ(report.tables[0].rows[0].name, "any: kNN");
}

TEST(FewProblems, one_without_problems_in_common_is_compared_as_it_is) {
  Measured left{{1, 2, 3}, {1, 2, 3}, "%"};
  Measured right{{5, 6}, {8, 9}, "%"};
  EXPECT_FALSE(restrict_to_common(left, right));
  EXPECT_EQ(left.sample.size(), 3u);
  EXPECT_DOUBLE_EQ(difference_of(left, right, 1).value, 2 - 5.5);
  right = {{7, 50, 4}, {3, 8, 1}, "%"};
  EXPECT_TRUE(restrict_to_common(left, right));
  EXPECT_EQ(left.sample, (std::vector<double>{1, 3}));
  EXPECT_EQ(right.sample, (std::vector<double>{4, 7}));
}

TEST(FewProblems, each_seed_has_databases_and_a_row_of_its_own) {
  const auto spec = parse(spec_of_two());
  const auto caves = [](const MapChoice&) { return generate_map(MapKind::kCaves, {64, 48, 3}); };
  const auto build = make_experiment_run(*spec, caves);
  ASSERT_TRUE(build);
  const auto bytes = run_build(**build, {});
  ASSERT_TRUE(bytes) << bytes.error().to_string();
  const auto rows = *parse_result_rows(*bytes, "rows");
  std::vector<std::string> databases;
  for (const ResultRow& row : rows) databases.push_back(row.configuration + ": " + row.database);
  std::sort(databases.begin(), databases.end());
  EXPECT_EQ(databases,
            (std::vector<std::string>{"LRTA*: ", "kNN alone: knn records=20 seed=1", "kNN: knn records=20 seed=1",
                                      "kNN: knn records=20 seed=2", "kNN: knn records=20 seed=3"}));
  const Measures measures(*spec, rows);
  const auto all = measures.find(*measures.configuration("kNN"), "suboptimality");
  const auto alone = measures.find(*measures.configuration("kNN alone"), "suboptimality");
  EXPECT_EQ(all->problems, alone->problems);
  EXPECT_NE(all->sample, alone->sample);
  double steps = 0;
  for (const ResultRow& row : rows) {
    for (const double value : row.samples.at("climb_steps")) steps += row.configuration == "LRTA*" ? 0 : value;
    EXPECT_EQ(row.samples.at("walked"), row.samples.at("cost"));  // all solved
  }
  EXPECT_GT(steps, 0);

  const auto quick = parse_experiment("sample", spec_of_two().dump(), "spec.json", true);
  EXPECT_EQ(quick->configurations[0].seeds, 2u);
  EXPECT_EQ(quick->configurations[1].seeds, 1u);

  Json json = spec_of_two();
  json["configurations"][2]["seeds"] = 3;
  EXPECT_EQ(parse(json).error().to_string(),
            "spec.json: spec.configurations[2]: seeds must be 1 or more, and of a database that is drawn");
  json = spec_of_two();
  json["configurations"][0]["seeds"] = 0;
  EXPECT_FALSE(parse(json));
}

}  // namespace waymark::lab_few_problems_test
