// Every printed figure is shown by a table or a claim of its experiment, or left out with a reason.
#include "lab/experiments/published_use.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/experiments/experiment_report.hpp"
#include "waymark/io/file.hpp"

namespace waymark::lab_published_use_test {

using Json = nlohmann::ordered_json;
using Lines = std::vector<std::string>;

constexpr std::uint64_t kMostBytes = 1 << 24;

TEST(PublishedUse, of_each_bundled_experiment_is_whole) {
  const std::string root = WAYMARK_SOURCE_DIR;
  for (const std::string name : {"pathology2006", "jair2008", "knn2009", "jair2010", "thesis"}) {
    const std::string spec_file = root + "/experiments/" + name + "/spec.json";
    const std::string csv_file = root + "/data/published/" + name + ".csv";
    const auto spec = parse_experiment(name, *read_file(spec_file, kMostBytes), spec_file, false);
    ASSERT_TRUE(spec) << spec.error().to_string();
    const auto published = PublishedFigures::parse(*read_file(csv_file, kMostBytes), csv_file);
    ASSERT_TRUE(published) << published.error().to_string();
    EXPECT_GT(published->all().size(), 20u) << name;
    EXPECT_EQ(published_faults(*spec, *published), Lines()) << name;
  }
}

Json small_spec() {
  return Json::parse(R"json({
    "title": "A sample", "paper": "Nobody 2020",
    "maps": [{"bundled": "caves"}, {"bundled": "rooms"}],
    "problems": {"count": 2},
    "quick": {"maps": [{"bundled": "caves"}], "problems": {"count": 1}},
    "configurations": [
      {"name": "A*", "algorithm": "a-star", "published": {"algorithm": "A*"}},
      {"name": "LRTA*", "algorithm": "lrta", "published": {"algorithm": "LRTA*", "parameters": "d=1"}}
    ],
    "tables": [
      {"id": "Table 1", "title": "All", "table": "1", "rows": ["A*", "LRTA*"], "columns": ["suboptimality"]},
      {"id": "Table 2", "title": "Maps", "table": "2", "rows": ["A*"], "by_map": true, "columns": ["moves"]}
    ],
    "figures": [
      {"id": "Figure 1", "title": "Time", "x": "time per move", "y": "suboptimality", "table": "1",
       "series": [{"name": "A*", "rows": ["A*"]}]}
    ],
    "claims": [
      {"text": "A* is best", "left": {"configuration": "A*", "measure": "suboptimality"}, "is": "<", "right": 1,
       "published": [{"table": "text", "algorithm": "A*", "measure": "suboptimality"}]}
    ]
})json");
}

constexpr const char* kHead = "table,algorithm,parameters,measure,value,unit\n";
constexpr const char* kSmallFigures =
    "1,A*,,suboptimality,0,%\n1,LRTA*,d=1,suboptimality,400,%\n2,A*,rooms,moves,31,\ntext,A*,,suboptimality,0.5,%\n";

ExperimentSpec read(const Json& json) { return parse_experiment("small", json.dump(), "spec.json", false).value(); }

Lines faults(const Json& json, const std::string& figures) {
  return published_faults(read(json), PublishedFigures::parse(kHead + figures, "small.csv").value());
}

TEST(PublishedUse, tables_and_claims_use_figures_and_plots_do_not) {
  EXPECT_EQ(faults(small_spec(), kSmallFigures), Lines());
  const std::string more = kSmallFigures + std::string("1,A*,,time per move,7.5,us\n");
  EXPECT_EQ(faults(small_spec(), more),
            Lines{"printed, but in no table, no claim and not in left_out: Table 1, A*: time per move = 7.5 us"});
  // A second row with the key of another is used by nobody.
  EXPECT_EQ(faults(small_spec(), kSmallFigures + std::string("1,A*,,suboptimality,1,%\n")).size(), 1u);
}

TEST(PublishedUse, a_reason_explains_what_is_left_out_and_nothing_else) {
  Json json = small_spec();
  json["left_out"] = {{{"table", "1"}, {"measure", "time per move"}, {"reason", "another machine"}}};
  const std::string more = kSmallFigures + std::string("1,A*,,time per move,7.5,us\n1,LRTA*,d=1,time per move,2,us\n");
  EXPECT_EQ(faults(json, more), Lines());
  EXPECT_EQ(faults(json, kSmallFigures),
            Lines{"left_out[0] names no printed figure that is left out: Table 1: time per move"});
  EXPECT_EQ(make_report(read(json), {}, PublishedFigures()).left_out, Lines{"Table 1: time per move: another machine"});
  json["left_out"][0]["reason"] = " ";
  EXPECT_EQ(parse_experiment("small", json.dump(), "spec.json", false).error().to_string(),
            "spec.json: spec.left_out[0]: reason says nothing");
}

TEST(PublishedUse, a_claim_that_rests_on_no_figure_is_told) {
  EXPECT_EQ(faults(small_spec(), "1,A*,,suboptimality,0,%\n"),
            Lines{"claim 'A* is best' names no printed figure: Table text, A*: suboptimality"});
}

TEST(PublishedUse, what_is_not_comparable_says_why_and_what_was_measured) {
  Json json = small_spec();
  json["claims"][0]["not_comparable"] = "the paper counts otherwise";
  ResultRow row;
  row.configuration = "A*";
  row.map = "caves";
  row.samples = {{"cost", {12}}, {"optimal", {10}}, {"moves", {11}}};
  const auto published = PublishedFigures::parse(kHead + std::string(kSmallFigures), "small.csv").value();
  const auto claim_of = [&](const Json& spec, std::span<const ResultRow> rows) {
    return make_report(read(spec), rows, published).claims.front();
  };
  const std::vector<ResultRow> rows{row};
  const ReportClaim claim = claim_of(json, rows);
  EXPECT_EQ(claim.verdict, Verdict::kNotComparable);
  EXPECT_EQ(claim.argument, "the paper counts otherwise");
  EXPECT_EQ(claim.detail, "20 % against 1 %; published: 0.5 %");
  EXPECT_EQ(claim_of(json, {}).verdict, Verdict::kNotMeasured);
  EXPECT_EQ(claim_of(small_spec(), rows).verdict, Verdict::kDoesNotHold);

  const Report report = make_report(read(json), rows, published);
  EXPECT_NE(report_markdown(report).find("- **not comparable**: A\\* is best (20 % against 1 %; published: 0.5 %). "
                                         "Not comparable: the paper counts otherwise\n"),
            std::string::npos)
      << report_markdown(report);
  EXPECT_NE(report_page(report).find("Not comparable: the paper counts otherwise</p>"), std::string::npos);
  json["claims"][0]["not_comparable"] = "";
  EXPECT_EQ(parse_experiment("small", json.dump(), "spec.json", false).error().to_string(),
            "spec.json: spec.claims[0]: not_comparable says nothing");
}

TEST(PublishedUse, where_a_bound_of_the_four_papers_is_ours_their_words_stand_beside_it) {
  const std::string root = WAYMARK_SOURCE_DIR;
  int ours = 0;
  for (const std::string name : {"pathology2006", "jair2008", "knn2009", "jair2010"}) {
    const std::string file = root + "/experiments/" + name + "/spec.json";
    const auto spec = parse_experiment(name, *read_file(file, kMostBytes), file, false);
    ASSERT_TRUE(spec) << spec.error().to_string();
    for (const ClaimChoice& claim : spec->claims) {
      const bool is_ours = claim.about || claim.text.find("(here: ") != std::string::npos;
      ours += is_ours ? 1 : 0;
      EXPECT_TRUE(!is_ours || !claim.paper.empty()) << name << ": " << claim.text;
      // A number comes from somewhere; 1.000001 is there for equals.
      const bool has_number = claim.number.has_value() || std::abs(claim.times - 1) > 1e-5;
      EXPECT_TRUE(!has_number || !claim.paper.empty() || !claim.published.empty()) << name << ": " << claim.text;
    }
  }
  EXPECT_GT(ours, 80);
}

TEST(PublishedUse, a_claim_shows_the_words_it_rests_on) {
  Json json = small_spec();
  json["claims"][0]["paper"] = "\"A* is best\" (2)";
  const Report report = make_report(read(json), {}, PublishedFigures());
  EXPECT_EQ(report.claims.front().paper, "\"A* is best\" (2)");
  EXPECT_NE(report_markdown(report).find(". The paper: \"A\\* is best\" (2)\n"), std::string::npos)
      << report_markdown(report);
  EXPECT_NE(report_page(report).find("The paper: &quot;A* is best&quot; (2)</p>"), std::string::npos);
  json["claims"][0]["paper"] = " ";
  EXPECT_EQ(parse_experiment("small", json.dump(), "spec.json", false).error().to_string(),
            "spec.json: spec.claims[0]: paper says nothing");
}

// It holds where the whole interval does, and not where none of it does.
TEST(PublishedUse, a_claim_about_a_number_has_two_sides) {
  Json json = small_spec();
  json["claims"][0]["is"] = "about";
  json["claims"][0]["times"] = 2;
  const auto judged = [&](const std::vector<double>& costs) {
    ResultRow row;
    row.configuration = "A*";
    row.map = "caves";
    row.samples = {{"cost", {}}, {"optimal", {}}, {"moves", {}}};
    for (const double cost : costs) {
      row.samples["cost"].push_back(cost);
      row.samples["optimal"].push_back(100);
      row.samples["moves"].push_back(50);
    }
    return make_report(read(json), std::vector<ResultRow>{row}, PublishedFigures()).claims.front();
  };
  json["claims"][0]["right"] = 10;
  EXPECT_EQ(judged({108, 109, 110, 111}).verdict, Verdict::kHolds);
  EXPECT_EQ(judged({110}).detail, "10 % against 5 to 20 %");
  EXPECT_EQ(judged({102, 103, 102, 103}).verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(judged({130, 131, 132, 133}).verdict, Verdict::kDoesNotHold);
  EXPECT_EQ(judged({101, 102, 108, 109}).verdict, Verdict::kWithinNoise);
  EXPECT_EQ(judged({112, 113, 140, 112}).verdict, Verdict::kWithinNoise);
  for (const auto& [key, value] : std::vector<std::pair<const char*, double>>{{"times", 1}, {"right", 0}}) {
    Json wrong = json;
    wrong["claims"][0][key] = value;
    EXPECT_EQ(parse_experiment("small", wrong.dump(), "spec.json", false).error().to_string(),
              "spec.json: spec.claims[0]: about needs a number above 0 on the right, and times above 1");
  }
}

}  // namespace waymark::lab_published_use_test
