// What an experiment can ask beyond single configurations: figures relative to another, deviations, maps one by one;
// and the maps and problems it can have: generated, edited, from scenario files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/experiment_report.hpp"
#include "lab/experiments/experiment_run.hpp"
#include "lab/experiments/measure.hpp"
#include "lab/experiments/published.hpp"
#include "lab/experiments/result_rows.hpp"
#include "lab/run/problem.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::lab_relative_measures_test {

using Json = nlohmann::ordered_json;

Json sample_spec() {
  return Json::parse(R"json({
    "title": "A sample", "paper": "Nobody 2020",
    "maps": [
      {"generated": "caves", "for": {"seed": [3, 4]}, "seed": "{seed}", "width": 48, "height": 40, "group": "drawn"},
      {"set": "mine", "for": {"name": ["a", "b"]}, "name": "{name}", "group": "filed", "edits": 5,
       "problems": {"count": 6, "buckets": 5}}
    ],
    "problems": {"count": 8},
    "quick": {"maps": [{"bundled": "caves", "group": "drawn"}, {"bundled": "caves", "group": "filed"}],
              "problems": {"count": 3}},
    "configurations": [
      {"name": "{set}: A*", "for": {"set": ["drawn", "filed"]}, "algorithm": "a-star", "group": "{set}",
       "baseline": "{set}: A*"},
      {"name": "{set}: SGA*", "for": {"set": ["drawn", "filed"]}, "algorithm": "sga", "group": "{set}",
       "baseline": "{set}: A*", "smooth": {"kind": "rays"}, "published": {"algorithm": "SGA*"}},
      {"name": "JPS", "algorithm": "jps", "group": "drawn", "baseline": "drawn: A*", "build": true}
    ],
    "tables": [{"id": "Table 1", "title": "By map", "table": "1", "rows": ["drawn: SGA*"], "by_map": true,
                "columns": [{"measure": "relative expanded",
                             "published": {"measure": "explored", "parameters": "of"}}]}],
    "figures": [{"id": "Figure 1", "title": "By map", "x": "map", "y": "optimality",
                 "series": [{"name": "SGA*", "rows": ["drawn: SGA*"]}]}],
    "claims": [{"text": "It varies", "left": {"configuration": "drawn: SGA*", "measure": "deviation of relative expanded"},
                "is": ">", "right": 0}]
})json");
}

Result<ExperimentSpec> parse(const Json& json) { return parse_experiment("sample", json.dump(), "spec.json", false); }

std::string error_of(const std::string& pointer, const Json& value) {
  Json json = sample_spec();
  json[Json::json_pointer(pointer)] = value;
  const auto spec = parse(json);
  return spec ? "" : spec.error().to_string();
}

Result<Grid> grid_of(const MapChoice& choice) {
  if (choice.generated) return generate_map(choice.generated->kind, choice.generated->options);
  return generate_map(MapKind::kRooms, {64, 48, static_cast<std::uint64_t>(choice.name.front())});
}

Result<ScenarioFile> scenarios_of(const MapChoice& choice) {
  const Map map(*grid_of(choice));
  return make_scenarios(map, choice.name, 60, 7);
}

const std::vector<ResultRow>& sample_rows() {
  static const std::vector<ResultRow> rows = [] {
    const auto build = make_experiment_run(*parse(sample_spec()), grid_of, scenarios_of);
    EXPECT_TRUE(build);
    RunBuildOptions options;
    options.threads = 2;
    const auto bytes = run_build(**build, options);
    EXPECT_TRUE(bytes) << bytes.error().to_string();
    return *parse_result_rows(*bytes, "rows");
  }();
  return rows;
}

TEST(RelativeMeasures, maps_come_from_lists_generators_and_folders) {
  const auto spec = parse(sample_spec());
  ASSERT_TRUE(spec) << spec.error().to_string();
  std::vector<std::string> labels;
  for (const MapChoice& map : spec->maps) labels.push_back(map.label());
  EXPECT_EQ(labels, (std::vector<std::string>{"caves 3", "caves 4", "mine/a edited", "mine/b edited"}));
  EXPECT_EQ(spec->maps[1].generated->options.seed, 4u);
  EXPECT_EQ(spec->maps[2].problems->buckets, 5u);
}

TEST(RelativeMeasures, what_is_wrong_is_told) {
  EXPECT_EQ(error_of("/maps/0/generated", "moon"), "spec.json: spec.maps[0]: there are no generated maps of kind moon");
  EXPECT_EQ(error_of("/maps/0/width", 9000), "spec.json: spec.maps[0]: width is more than 8,192");
  EXPECT_EQ(error_of("/maps/1/edits", 1'000'000), "spec.json: spec.maps[1]: edits is more than 100,000");
  EXPECT_EQ(error_of("/problems/buckets", 3), "spec.json: caves 3 has no scenario file, and so no buckets");
  EXPECT_EQ(error_of("/configurations/2/baseline", "filed: A*"),
            "spec.json: JPS: no configuration of its group is called filed: A*");
  EXPECT_EQ(error_of("/configurations/1/smooth/kind", "sand"),
            "spec.json: spec.configurations[1].smooth: kind must be rays or box");
  Json many = Json::array();
  for (int i = 0; i < 1'000; ++i) many.push_back(i);
  EXPECT_EQ(error_of("/maps/0/for", {{"seed", many}, {"other", {1, 2, 3}}}),
            "spec.json: spec.maps[0]: there are more than 2,000 maps");
}

TEST(RelativeMeasures, are_problem_by_problem_those_of_the_baseline) {
  const auto spec = parse(sample_spec());
  const Measures measures(*spec, sample_rows());
  const Configuration& sga = *measures.configuration("drawn: SGA*");
  const Configuration& a_star = *measures.configuration("drawn: A*");
  const auto relative = measures.find(sga, "relative expanded");
  const auto own = measures.find(sga, "expanded");
  const auto base = measures.find(a_star, "expanded");
  ASSERT_TRUE(relative && own && base);
  ASSERT_EQ(own->sample.size(), 16u);
  EXPECT_EQ(own->problems, base->problems);
  std::size_t at = 0;
  double sum = 0;
  for (std::size_t i = 0; i < own->sample.size(); ++i) {
    if (base->sample[i] == 0) continue;  // there is no share of nothing
    EXPECT_DOUBLE_EQ(relative->sample.at(at), 100 * own->sample[i] / base->sample[i]);
    sum += relative->sample[at++];
  }
  EXPECT_EQ(at, relative->sample.size());
  EXPECT_NEAR(relative->estimate().value, sum / static_cast<double>(at), 1e-9);
  EXPECT_EQ(measures.find(a_star, "relative expanded")->estimate().value, 100);
  EXPECT_NEAR(measures.find(sga, "pooled relative expanded")->estimate().value,
              100 * std::accumulate(own->sample.begin(), own->sample.end(), 0.0) /
                  std::accumulate(base->sample.begin(), base->sample.end(), 0.0),
              1e-9);

  double squares = 0;
  for (const double value : relative->sample) squares += std::pow(value - relative->estimate().value, 2);
  const Estimate deviation = measures.find(sga, "deviation of relative expanded")->estimate();
  EXPECT_NEAR(deviation.value, std::sqrt(squares / static_cast<double>(at - 1)), 1e-9);
  EXPECT_EQ(deviation.low, deviation.high);
  EXPECT_EQ(measure_unit("deviation of relative expanded"), "%");
  EXPECT_EQ(measure_unit("deviation of expanded"), "states");
  EXPECT_FALSE(measure_unit("deviation of beauty"));
}

TEST(RelativeMeasures, maps_one_by_one_make_up_the_whole) {
  const auto spec = parse(sample_spec());
  const Measures measures(*spec, sample_rows());
  const Configuration& sga = *measures.configuration("drawn: SGA*");
  const std::vector<const ResultRow*> maps = measures.rows(sga);
  ASSERT_EQ(maps.size(), 2u);
  const double first = measures.find(sga, "relative expanded", maps[0])->estimate().value;
  const double second = measures.find(sga, "relative expanded", maps[1])->estimate().value;
  EXPECT_NE(first, second);
  EXPECT_EQ(measures.find(sga, "least by map of relative expanded")->estimate().value, std::min(first, second));
  const double pooled = measures.find(sga, "pooled relative expanded", maps[0])->estimate().value;
  const double other = measures.find(sga, "pooled relative expanded", maps[1])->estimate().value;
  EXPECT_NEAR(measures.find(sga, "least by map of pooled relative expanded")->estimate().value, std::min(pooled, other),
              1e-9);
  const auto published = PublishedFigures::parse(
      "table,algorithm,parameters,measure,value,unit\n1,SGA*,of caves 4,explored,77,% of A*\n", "p.csv");
  const Report report = make_report(*spec, sample_rows(), *published);
  const ReportTable& table = report.tables.front();
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].name, "caves 3");
  EXPECT_EQ(table.rows[0].cells[0].measured->value, first);
  EXPECT_FALSE(table.rows[0].cells[0].published);
  EXPECT_EQ(table.rows[1].cells[0].published, 77);
  ASSERT_EQ(report.figures.front().series[0].points.size(), 2u);
  EXPECT_EQ(report.figures.front().series[0].points[1].x.value, 2);
  EXPECT_EQ(report.claims.front().verdict, Verdict::kHolds);
}

TEST(RelativeMeasures, optimality_is_what_is_missing_to_the_shortest) {
  const auto spec = parse(sample_spec());
  const Measures measures(*spec, sample_rows());
  const Configuration& sga = *measures.configuration("drawn: SGA*");
  const ResultRow& row = *measures.rows(sga).front();
  const auto optimality = measures.find(sga, "optimality");
  const auto smoothed = measures.find(sga, "optimality after smoothing");
  const auto within = measures.find(sga, "within 5 %");
  for (std::size_t i = 0; i < row.samples.at("cost").size(); ++i) {
    const double optimal = row.samples.at("optimal")[i];
    EXPECT_NEAR(optimality->sample[i], 200 - 100 * row.samples.at("cost")[i] / optimal, 1e-9);
    EXPECT_NEAR(smoothed->sample[i], 200 - 100 * row.samples.at("smoothed_cost")[i] / optimal, 1e-9);
    EXPECT_GE(smoothed->sample[i], optimality->sample[i] - 1e-9);
    EXPECT_EQ(within->sample[i], optimality->sample[i] >= 95 - 1e-6 ? 100 : 0);
  }
  EXPECT_EQ(measures.find(*measures.configuration("JPS"), "within 0 %")->estimate().value, 100);
  EXPECT_FALSE(measures.find(*measures.configuration("JPS"), "optimality after smoothing"));
  EXPECT_FALSE(measure_unit("within x %"));
  EXPECT_FALSE(measure_unit("within %"));
}

TEST(RelativeMeasures, builds_and_edits_are_measured_where_there_are_any) {
  const auto spec = parse(sample_spec());
  const Measures measures(*spec, sample_rows());
  const Configuration& jps = *measures.configuration("JPS");
  EXPECT_GT(measures.find(jps, "hierarchy KB")->estimate().value, 0);  // jump lines
  EXPECT_EQ(measures.find(jps, "hierarchy build")->sample.size(), 2u);
  EXPECT_FALSE(measures.find(jps, "edit time"));
  EXPECT_FALSE(measures.find(*measures.configuration("drawn: SGA*"), "hierarchy KB"));
  EXPECT_TRUE(measures.find(*measures.configuration("filed: SGA*"), "edit time"));
}

TEST(RelativeMeasures, scenario_problems_are_of_their_buckets_and_of_the_edited_map) {
  const auto spec = parse(sample_spec());
  const Measures measures(*spec, sample_rows());
  for (const ResultRow* row : measures.rows(*measures.configuration("filed: A*"))) {
    const ScenarioFile scenarios = *scenarios_of({"mine", std::string(1, row->map[5]), 0});
    EXPECT_NE(row->fingerprint,
              fmt::format("{:016x}", grid_of({"mine", std::string(1, row->map[5]), 0})->fingerprint()));
    const std::vector<double>& problems = row->samples.at("problem");
    EXPECT_EQ(problems.size(), 6u);
    for (std::size_t i = 0; i < problems.size(); ++i) {
      EXPECT_LT(scenarios.rows[static_cast<std::size_t>(problems[i])].bucket, 5);
      EXPECT_EQ(row->samples.at("solved")[i], 1);
      EXPECT_NEAR(row->samples.at("cost")[i], row->samples.at("optimal")[i], 1e-6);
    }
  }
}

}  // namespace waymark::lab_relative_measures_test
