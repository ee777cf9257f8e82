#include "lab/experiments/experiment.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/experiments/compare.hpp"
#include "lab/experiments/experiment_report.hpp"
#include "lab/experiments/experiment_run.hpp"
#include "lab/experiments/measure.hpp"
#include "lab/experiments/published.hpp"
#include "lab/experiments/result_rows.hpp"
#include "lab/run/original_map.hpp"
#include "support/ascii.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/tree_build.hpp"
#include "waymark/space/transform.hpp"

namespace waymark::lab_experiment_test {

using Json = nlohmann::ordered_json;

Json sample_spec() {
  return Json::parse(R"json({
    "title": "A sample", "paper": "Nobody 2020",
    "maps": [{"set": "none", "name": "here"}],
    "problems": {"count": 6, "min_cost": 10},
    "quick": {"maps": [{"bundled": "caves"}, {"bundled": "rooms"}], "problems": {"count": 3}, "for": {"d": [1]}},
    "configurations": [
      {"name": "LRTA*({d})", "for": {"d": [1, 3]}, "algorithm": "lrta:d={d}",
       "published": {
  "algorithm" : "LRTA*", "parameters" : "d={d}"}},
      {"name": "kNN({N})", "for": {"N": [5, 20]}, "algorithm": "knn-lrta:fallback=tb-wa",
       "database": {"kind": "knn", "records": "{N}"}},
      {"name": "kNN bare", "algorithm": "knn-lrta", "database": {"kind": "knn", "records": 20}},
      {"name": "TBA*", "algorithm": "tba", "problems": 2},
      {"name": "A*", "algorithm": "a-star"}
    ],
    "tables": [{"id": "Table 1", "title": "All", "table": "1", "rows": ["LRTA*(*", "A*"],
                "columns": ["suboptimality", {"measure": "expanded per move", "name": "work"},
                            {"measure": "suboptimality times", "published": {"measure": "suboptimality"}}]}],
    "figures": [{"id": "Figure 1", "title": "Work", "x": "expanded per move", "y": "suboptimality", "log": "x",
                 "table": "1", "series": [{"name": "LRTA*", "rows": ["LRTA*(*"]}]}],
    "claims": [
      {"text": "A* is best", "left": {"configuration": "A*", "measure": "suboptimality"}, "is": "<",
       "right": {"measure": "suboptimality"}, "each": ["LRTA*(*"]},
      {"text": "A* is bad", "left": {"configuration": "A*", "measure": "suboptimality"}, "is": ">", "right": 50},
      {"text": "A* is worst", "left": {"configuration": "A*", "measure": "suboptimality"}, "is": ">",
       "right": {"measure": "suboptimality"}, "each": ["LRTA*(*"]}
    ]
})json");
}

Result<ExperimentSpec> parse(const Json& json, bool quick = false) {
  return parse_experiment("sample", json.dump(), "spec.json", quick);
}

std::string error_of(const Json& json) {
  const auto spec = parse(json);
  return spec ? "" : spec.error().to_string();
}

TEST(Experiment, is_read_with_all_combinations_of_its_lists) {
  const auto spec = parse(sample_spec());
  ASSERT_TRUE(spec) << spec.error().to_string();
  ASSERT_EQ(spec->configurations.size(), 7u);
  EXPECT_EQ(spec->configurations[1].name, "LRTA*(3)");
  EXPECT_EQ(spec->configurations[1].algorithm, "lrta:d=3");
  EXPECT_EQ(spec->configurations[1].published_parameters, "d=3");
  EXPECT_EQ(spec->configurations[3].databases.front().records, 20u);
  EXPECT_EQ(spec->maps.front().label(), "none/here");
  const auto quick = parse(sample_spec(), true);
  ASSERT_TRUE(quick);
  EXPECT_EQ(quick->configurations.size(), 6u);
  EXPECT_EQ(quick->maps.size(), 2u);
  EXPECT_EQ(quick->problems.count, 3u);
}

TEST(Experiment, numbers_of_maps_never_lie_on_a_logarithmic_axis) {
  Json json = sample_spec();
  json["figures"][0]["x"] = "map";
  json["figures"][0].erase("log");
  const auto spec = parse(json);
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->figures.front().x_axis, Figure::Axis::kLinear);
  EXPECT_EQ(spec->figures.front().y_axis, Figure::Axis::kAutomatic);
}

TEST(Experiment, patterns_name_configurations) {
  EXPECT_TRUE(matches("LRTA*(*", "LRTA*(3)"));
  EXPECT_TRUE(matches("A*", "A*"));
  EXPECT_FALSE(matches("LRTA*(3)", "LRTA*(1)"));
  const auto spec = parse(sample_spec());
  // A name of its own is not a pattern, though it ends in a star.
  EXPECT_EQ(spec->matching({"A*"}).size(), 1u);
  EXPECT_EQ(spec->matching({"kNN*"}).size(), 3u);
}

TEST(Experiment, tells_what_is_wrong_and_where) {
  const auto changed = [](const std::string& pointer, const Json& value) {
    Json json = sample_spec();
    json[Json::json_pointer(pointer)] = value;
    return json;
  };
  EXPECT_EQ(error_of(changed("/colour", "red")), "spec.json: spec: unknown key colour");
  EXPECT_EQ(error_of(changed("/configurations/0/algorithm", "nonsense")).find("spec.json: spec.configurations[0]: "),
            0u);
  EXPECT_EQ(error_of(changed("/configurations/0/name", "LRTA* {e}")),
            "spec.json: spec.configurations[0]: 'LRTA* {e}' names a variable that is not in its for");
  EXPECT_EQ(error_of(changed("/configurations/2/name", "A*")), "spec.json: two configurations are called A*");
  EXPECT_EQ(error_of(changed("/configurations/1/database/kind", "oracle")),
            "spec.json: spec.configurations[1].database: there is no database of kind oracle");
  EXPECT_EQ(error_of(changed("/tables/0/rows/0", "B*")), "spec.json: Table 1: no configuration is called B*");
  EXPECT_EQ(error_of(changed("/problems/count", -1)), "spec.json: spec.problems: count is no whole number");
  EXPECT_EQ(error_of(changed("/claims/1/is", "=")), "spec.json: spec.claims[1]: is must be <, > or about");
  EXPECT_EQ(error_of(changed("/rules/metric", "taxi")), "spec.json: spec.rules: metric must be sqrt2 or 1.4");
  EXPECT_FALSE(parse_experiment("sample", "{", "spec.json", false));
  EXPECT_EQ(error_of(changed("/maps/0/shrink", "160")), "spec.json: spec.maps[0]: shrink is no size such as 160x160");
  EXPECT_EQ(error_of(changed("/maps/0/shrink", "0x9")), "spec.json: spec.maps[0]: shrink is no size such as 160x160");
  EXPECT_EQ(error_of(changed("/maps/0/shrink", "9x9 ")), "spec.json: spec.maps[0]: shrink is no size such as 160x160");
  EXPECT_EQ(error_of(changed("/maps/0/component", "all")), "spec.json: spec.maps[0]: component must be main");
  EXPECT_EQ(error_of(changed("/problems/difficulty", {{"least", 9}, {"most", 5}})),
            "spec.json: spec.problems.difficulty: least, mean and most must not fall");
  EXPECT_EQ(error_of(changed("/problems/difficulty", {{"least", 1}, {"most", 5}, {"mean", 7}})),
            "spec.json: spec.problems.difficulty: least, mean and most must not fall");
  EXPECT_EQ(error_of(changed("/configurations/0/tolerance", {{"of", "A*"}, {"below", 5}})),
            "spec.json: spec.configurations[0]: unknown key tolerance");
  Json enlarged = changed("/problems/drawn_on", "8x8");
  EXPECT_EQ(error_of(enlarged), "");
  enlarged["maps"][0]["states"] = 1000;
  EXPECT_EQ(error_of(enlarged),
            "spec.json: none/here: problems drawn on an original are of the map as it is, whatever their difficulty");
}

TEST(Experiment, has_limits_that_are_checked_before_anything_is_made) {
  Json json = sample_spec();
  Json list = Json::array();
  for (int i = 0; i < 1'000; ++i) list.push_back(i);
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) json["configurations"][0]["for"][name] = list;
  EXPECT_EQ(error_of(json), "spec.json: spec.configurations[0].for.a: makes more than 10,000 configurations");

  json = sample_spec();
  json["problems"]["count"] = 1'000'000'000'000;
  EXPECT_EQ(error_of(json), "spec.json: spec.problems: count is more than 1,000,000");
  json["problems"]["count"] = 1.5;
  EXPECT_EQ(error_of(json), "spec.json: spec.problems: count is no whole number");

  json = sample_spec();
  json["problems"]["count"] = 1'000'000;
  for (int i = 0; i < 20; ++i) json["maps"].push_back(json["maps"][0]);
  EXPECT_EQ(error_of(json),
            "spec.json: spec: 126,000,042 walks (configurations by problems, over all maps), more than 100,000,000");

  json = sample_spec();
  for (int i = 0; i < 3'000; ++i) json["maps"].push_back(json["maps"][0]);
  EXPECT_EQ(error_of(json), "spec.json: spec: maps has 3,001 elements, more than 2,000");

  json = sample_spec();
  json["configurations"][0]["for"] = {{"d", {std::string(3'000, 'x')}}};
  json["configurations"][0]["name"] = "{d}{d}";
  EXPECT_EQ(error_of(json), "spec.json: spec.configurations[0]: '{d}{d}' is longer than 4,096 letters");
  // What is put in is not looked at again: it would never end.
  json["configurations"][0]["for"] = {{"d", {"{d}"}}};
  EXPECT_NE(error_of(json), "");
}

Result<Grid> caves(const MapChoice&) { return generate_map(MapKind::kCaves, {64, 48, 3}); }

std::string run_sample(int threads) {
  const auto build = make_experiment_run(*parse(sample_spec()), caves);
  EXPECT_TRUE(build);
  RunBuildOptions options;
  options.threads = threads;
  auto bytes = run_build(**build, options);
  EXPECT_TRUE(bytes) << bytes.error().to_string();
  return *std::move(bytes);
}

// All but what a clock told.
std::vector<ResultRow> timeless(const std::string& bytes) {
  std::vector<ResultRow> rows = *parse_result_rows(bytes, "rows");
  for (ResultRow& row : rows) {
    row.samples.erase("ns");
    row.samples.erase("first_move_ns");
    row.samples.erase("online_bytes");  // pages kept from problems before
    row.figures.erase("build_seconds");
  }
  return rows;
}

TEST(ExperimentThreads, make_the_same_rows_whatever_their_number) {
  const std::vector<ResultRow> one = timeless(run_sample(1));
  const std::vector<ResultRow> three = timeless(run_sample(3));
  ASSERT_EQ(one.size(), 7u);
  ASSERT_EQ(three.size(), 7u);
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(to_json(one[i]), to_json(three[i]));
  EXPECT_EQ(one[0].samples.at("cost").size(), 6u);
  EXPECT_EQ(one[0].seed, 1u);
  EXPECT_FALSE(one[0].provenance.compiler.empty());
  EXPECT_EQ(one[0].parameters, (std::map<std::string, std::string>{{"d", "1"}, {"gamma", "1"}, {"g_max", "0"}}));
}

TEST(Experiment, rows_survive_a_file) {
  const std::string bytes = run_sample(2);
  const auto rows = parse_result_rows(bytes, "rows");
  ASSERT_TRUE(rows);
  std::string again;
  for (const ResultRow& row : *rows) again += to_json(row) + "\n";
  EXPECT_EQ(again, bytes);
  ResultRow holed = rows->front();
  holed.samples["cost"][0] = std::nan("");
  EXPECT_TRUE(std::isnan(parse_result_rows(to_json(holed), "rows")->front().samples["cost"][0]));
  const auto bad = parse_result_rows(bytes + "{}\n", "rows");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().to_string().find("rows: line 8 is no row of results"), 0u);
}

TEST(Experiment, measures_are_those_of_its_rows) {
  const auto spec = parse(sample_spec());
  const std::vector<ResultRow> rows = *parse_result_rows(run_sample(2), "rows");
  const Measures measures(*spec, rows);
  const Configuration& lrta = *measures.configuration("LRTA*(1)");
  const auto measured = measures.find(lrta, "suboptimality");
  ASSERT_TRUE(measured);
  ASSERT_EQ(measured->sample.size(), 6u);
  const ResultRow& row = *measures.rows(lrta).front();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(measured->sample[i], 100 * (row.samples.at("cost")[i] / row.samples.at("optimal")[i] - 1), 1e-9);
  }
  EXPECT_EQ(measures.find(*measures.configuration("A*"), "suboptimality")->estimate().value, 0);
  EXPECT_EQ(measures.find(*measures.configuration("TBA*"), "moves")->sample.size(), 2u);
  EXPECT_FALSE(measures.find(lrta, "precompute s"));
  EXPECT_FALSE(measures.find(lrta, "beauty"));
  const Configuration& cases = *measures.configuration("kNN(20)");
  EXPECT_EQ(measures.find(cases, "records")->estimate().value, 20);
  EXPECT_GT(measures.find(cases, "database size")->estimate().value, 0);
  const auto most = measures.find(lrta, "most expanded on one move");
  EXPECT_EQ(most->statistic, Statistic::kMaximum);
  EXPECT_EQ(most->estimate().value, 1);
  EXPECT_TRUE(measures.find(cases, "break-even vs TBA*"));
  EXPECT_EQ(measure_unit("break-even vs TBA*"), "agents");
}

TEST(Experiment, report_puts_published_figures_beside_and_judges_claims) {
  const auto spec = parse(sample_spec());
  const std::vector<ResultRow> rows = *parse_result_rows(run_sample(2), "rows");
  const auto published = PublishedFigures::parse(
      "table,algorithm,parameters,measure,value,unit\n1,LRTA*,d=3,suboptimality,447.95,%\n"
      "1,LRTA*,d=3,expanded per move,20.44,states\n1,\"LRTA*\",d=1,suboptimality,9,times\n"
      "1,LRTA*,d=3,suboptimality,5.4,times\n",
      "p.csv");
  ASSERT_TRUE(published);
  const Report report = make_report(*spec, rows, *published);
  ASSERT_EQ(report.tables.size(), 1u);
  const ReportTable& table = report.tables.front();
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.columns[1].name, "work");
  EXPECT_FALSE(table.rows[0].cells[0].published);  // published in another unit
  EXPECT_EQ(table.rows[1].cells[0].published, 447.95);
  EXPECT_EQ(table.rows[1].cells[1].published, 20.44);
  EXPECT_EQ(table.rows[1].cells[2].published, 5.4);  // the one in its unit
  EXPECT_TRUE(table.rows[2].cells[0].measured);
  ASSERT_EQ(report.figures.size(), 1u);
  EXPECT_EQ(report.figures[0].series[0].points.size(), 2u);
  EXPECT_EQ(report.figures[0].series[0].published.size(), 1u);
  ASSERT_EQ(report.claims.size(), 3u);
  EXPECT_EQ(report.claims[0].verdict, Verdict::kHolds);
  EXPECT_EQ(report.claims[1].verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(report.claims[2].verdict, Verdict::kDoesNotHold);
  // Of several with the same verdict that is named which comes nearest to the wrong side, or is farthest on it.
  const bool first_is_less = table.rows[0].cells[0].measured->value < table.rows[1].cells[0].measured->value;
  EXPECT_TRUE(report.claims[0].detail.ends_with(first_is_less ? "LRTA*(1)" : "LRTA*(3)")) << report.claims[0].detail;
  EXPECT_TRUE(report.claims[2].detail.ends_with(first_is_less ? "LRTA*(3)" : "LRTA*(1)")) << report.claims[2].detail;
  ASSERT_EQ(report.maps.size(), 1u);
  EXPECT_EQ(report.maps[0].problems, 6u);
}

TEST(Experiment, maps_and_problems_are_made_as_the_spec_says) {
  Json json = sample_spec();
  json["maps"] = Json::parse(R"([{"set": "none", "name": "here"},
                                 {"set": "none", "name": "here", "shrink": "64x48", "component": "main"}])");
  json["problems"] = Json::parse(R"({"count": 4, "min_cost": 10, "max_cost": 25, "drawn_on": "64x48"})");
  const ExperimentSpec spec = *parse(json);
  const MapSource twice = [](const MapChoice&) { return scale_up(*generate_map(MapKind::kCaves, {64, 48, 3}), 2); };
  const Grid original = *generate_map(MapKind::kCaves, {64, 48, 3});
  EXPECT_EQ(load_grid(twice, spec.maps[0], {})->width(), 128);
  EXPECT_EQ(spec.maps[1].label(), "none/here 64x48");
  EXPECT_EQ(load_grid(twice, spec.maps[1], {})->fingerprint(), main_component(original, {}).fingerprint());
  const auto ground = make_ground(spec, 0, twice, {});
  ASSERT_TRUE(ground) << ground.error().to_string();
  const auto drawn = random_problems(Map(Grid(original)), {4, 1, 10, 25});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(ground->problems[i].start, (Cell{2 * (*drawn)[i].start.x, 2 * (*drawn)[i].start.y}));
  }
  // What cannot be shrunk is told before anything runs.
  json["maps"][1]["shrink"] = "63x48";
  const auto refused = make_experiment_run(*parse(json), twice);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().to_string().find("none/here 63x48: the map is no enlargement of one of 63x48 cells"), 0u)
      << refused.error().to_string();
  json["maps"].erase(1);
  json["problems"]["drawn_on"] = "63x48";
  EXPECT_FALSE(make_experiment_run(*parse(json), twice));
}

TEST(Experiment, records_of_a_pattern_database_are_pairs_that_can_reach_each_other) {
  Json json = sample_spec();
  json["problems"] = {{"count", 1}};
  json["configurations"] = Json::parse(R"json([{"name": "D LRTA*({level})", "for": {"level": [0, 1]},
      "algorithm": "d-lrta", "database": {"kind": "pdb", "level": "{level}", "content": "goal"}}])json");
  json["tables"] = json["figures"] = json["claims"] = Json::array();
  // Two rooms of four and of six cells: at level 1 one region, and two.
  const MapSource rooms = [](const MapChoice&) -> Result<Grid> { return test::grid_from({"..@...", "..@..."}); };
  const auto build = make_experiment_run(*parse(json), rooms);
  ASSERT_TRUE(build) << build.error().to_string();
  const auto rows = parse_result_rows(*run_build(**build, {}), "rows");
  ASSERT_TRUE(rows);
  const ExperimentSpec spec = *parse(json);
  const Measures measures(spec, *rows);
  EXPECT_EQ(measures.find(spec.configurations[0], "records")->estimate().value, 4 * 3 + 6 * 5);
  EXPECT_EQ(measures.find(spec.configurations[1], "records")->estimate().value, 0 + 2 * 1);
  EXPECT_EQ(measures.find(spec.configurations[1], "abstract states")->estimate().value, 3);
}

TEST(Experiment, difficulty_is_of_an_edge) {
  const auto spec = parse(sample_spec());
  const std::vector<ResultRow> rows = *parse_result_rows(run_sample(2), "rows");
  const Measures measures(*spec, rows);
  const Configuration& a_star = *measures.configuration("A*");
  const ResultRow& row = *measures.rows(a_star).front();
  const auto measured = measures.find(a_star, "A* difficulty");
  const auto error = measures.find(a_star, "standard error of A* difficulty");
  const auto deviation = measures.find(a_star, "deviation of A* difficulty");
  ASSERT_TRUE(measured && error && deviation);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_DOUBLE_EQ(measured->sample[i], row.samples.at("expanded")[i] / row.samples.at("moves")[i]);
  }
  EXPECT_DOUBLE_EQ(error->estimate().value, deviation->estimate().value / std::sqrt(6.0));
}

// "within": as of a table's limits, by any measure.
TEST(Experiment, claims_compare_the_best_of_several_within_limits) {
  Json json = sample_spec();
  const auto best = [](double most) {
    return Json{{"best", {"LRTA*(*", "A*"}},
                {"within", {{{"measure", "expanded per move"}, {"most", most}}}},
                {"measure", "suboptimality"}};
  };
  const Json any = {{"best", {"LRTA*(*", "A*"}}, {"within", Json::array()}, {"measure", "suboptimality"}};
  json["claims"] = {{{"text", "a"}, {"left", best(1)}, {"is", ">"}, {"right", best(30)}},
                    {{"text", "b"}, {"left", best(0.5)}, {"is", ">"}, {"right", 0}},
                    {{"text", "c"}, {"left", any}, {"is", "<"}, {"right", best(1)}},
                    {{"text", "d"}, {"left", any}, {"is", "<"}, {"right", best(0.5)}}};
  const auto spec = parse(json);
  ASSERT_TRUE(spec) << spec.error().to_string();
  const Report report = make_report(*spec, *parse_result_rows(run_sample(2), "rows"), *PublishedFigures::parse("", ""));
  ASSERT_EQ(report.claims.size(), 4u);
  EXPECT_NE(report.claims[0].detail.find("% of LRTA*(1) against "), std::string::npos) << report.claims[0].detail;
  EXPECT_TRUE(report.claims[0].detail.ends_with(" of A*")) << report.claims[0].detail;
  EXPECT_EQ(report.claims[1].verdict, Verdict::kNotMeasured);
  EXPECT_EQ(report.claims[1].detail, "none solves every problem within the limits");
  EXPECT_EQ(report.claims[2].verdict, Verdict::kHolds);
  EXPECT_NE(report.claims[2].detail.find("0 % of A* against "), std::string::npos) << report.claims[2].detail;
  EXPECT_EQ(report.claims[3].verdict, Verdict::kNotMeasured);
  EXPECT_EQ(report.claims[3].detail, "none solves every problem within the limits");

  json["claims"][0]["left"]["best"] = {"nobody"};
  EXPECT_EQ(error_of(json), "spec.json: claim 'a': no configuration is called nobody");
  json["claims"][0]["left"]["best"] = Json::array();
  EXPECT_EQ(error_of(json), "spec.json: spec.claims[0].left: best names no configuration");
}

TEST(Experiment, trees_are_learned_on_the_other_maps_or_on_all) {
  Json json = sample_spec();
  json["maps"] = {{{"bundled", "one"}}, {{"bundled", "two"}}};
  json["problems"] = {{"count", 1}};
  json["tables"] = json["figures"] = json["claims"] = Json::array();
  const auto tree = [](const char* name, const char* maps) {
    return Json{{"name", name},
                {"algorithm", "lrta-dt-g"},
                {"database", {{"kind", "tree"}, {"d_max", 4}, {"min_leaf", 10}, {"training", 2}, {"maps", maps}}}};
  };
  json["configurations"] = {tree("unseen", "others"), tree("seen", "all")};
  const auto source = [](const MapChoice& choice) {
    return generate_map(MapKind::kCaves, {48, 48, choice.name == "one" ? 1u : 2u});
  };
  const auto spec = parse(json);
  ASSERT_TRUE(spec) << spec.error().to_string();
  const auto rows = parse_result_rows(*run_build(**make_experiment_run(*spec, source), {}), "rows");
  ASSERT_EQ(rows->size(), 4u);

  const Map one(*source({.set = {}, .name = "one"}));
  const Map two(*source({.set = {}, .name = "two"}));
  const auto bytes = [](const std::vector<TrainingMap>& maps) {
    TreeBuildOptions options;
    options.tree.d_max = 4;
    options.learning.minimum_leaf = 10;
    options.problems = 2;
    return static_cast<double>(run_build(**make_tree_build(maps, options), {})->size());
  };
  const TrainingMap first{"one", &one};
  const TrainingMap second{"two", &two};
  for (const ResultRow& row : *rows) {
    const double wanted = row.configuration == "seen" ? bytes({first, second})
                          : row.map == "one"          ? bytes({second})
                                                      : bytes({first});
    EXPECT_EQ(row.figures.at("database_bytes"), wanted) << row.configuration << " " << row.map;
  }
  EXPECT_NE(bytes({first}), bytes({second}));
  json["configurations"][0]["database"]["maps"] = "none";
  EXPECT_EQ(error_of(json), "spec.json: spec.configurations[0].database: maps must be others or all");
}

TEST(Experiment, comparison_finds_what_moved) {
  const std::vector<ResultRow> before = timeless(run_sample(2));
  EXPECT_EQ(compare_results(before, before).figures.front().difference.value, 0);
  for (const ComparedFigure& figure : compare_results(before, before).figures) EXPECT_FALSE(figure.moved);
  std::vector<ResultRow> after = before;
  for (double& value : after[0].samples["expanded"]) value *= 2;
  after[3].configuration = "another";
  const Comparison comparison = compare_results(before, after);
  EXPECT_TRUE(comparison.paired);
  EXPECT_EQ(comparison.only_after, std::vector<std::string>{"another"});
  EXPECT_EQ(comparison.only_before.size(), 1u);
  int moved = 0;
  for (const ComparedFigure& figure : comparison.figures) {
    if (!figure.moved) continue;
    ++moved;
    EXPECT_EQ(figure.configuration, after[0].configuration);
    EXPECT_EQ(figure.measure, "expanded per move");
    EXPECT_NEAR(figure.after.value, 2 * figure.before.value, 1e-9);
  }
  EXPECT_EQ(moved, 1);
}

TEST(PublishedFigures, read_fields_in_quotes_and_refuse_what_is_no_number) {
  const auto figures = PublishedFigures::parse(
      "table,algorithm,parameters,measure,value,unit\r\n3,\"PR LRTA* (F,G)\", level=4,\"a \"\"b\"\"\",1.5,x map\r\n",
      "p.csv");
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->find("3", "PR LRTA* (F,G)", "level=4", "a \"b\"", "x map")->value, 1.5);
  EXPECT_EQ(figures->find("3", "PR LRTA* (F,G)", "level=4", "a \"b\"", "MB"), nullptr);
  const auto ordered = PublishedFigures::parse("h\n7.7,LRTA*,cap=20 level=3,time,31,us\n", "p.csv");
  EXPECT_EQ(ordered->find("7.7", "LRTA*", "level=3 cap=20", "time", "us")->value, 31);
  EXPECT_EQ(PublishedFigures::parse("h\n1,a,b,c,many,d\n", "p.csv").error().to_string(),
            "p.csv: line 2: 'many' is no number");
  EXPECT_EQ(PublishedFigures::parse("h\n1,a\n", "p.csv").error().to_string(), "p.csv: line 2: 2 fields, not 6");
}

}  // namespace waymark::lab_experiment_test
