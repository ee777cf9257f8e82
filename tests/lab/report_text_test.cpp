// Figures of a report as text.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "lab/experiments/report.hpp"
#include "lab/view/figure_text.hpp"
#include "lab/view/text_table.hpp"
#include "support/sample_report.hpp"

namespace waymark::lab_report_text_test {

std::string text_of(double value, double low, double high) { return to_string(Estimate{value, low, high, 10}); }

TEST(ReportText, verdicts) {
  EXPECT_EQ(to_string(Verdict::kHolds), "holds");
  EXPECT_EQ(to_string(Verdict::kWithinNoise), "within the noise");
  EXPECT_EQ(to_string(Verdict::kDoesNotHold), "does not hold");
  EXPECT_EQ(to_string(Verdict::kNotMeasured), "not measured");
}

TEST(ReportText, an_estimate_has_the_decimals_its_interval_is_worth) {
  EXPECT_EQ(text_of(58.123, 55.04, 61.16), "58.1 (55.0 to 61.2)");
  EXPECT_EQ(text_of(5.3123, 4.8923, 5.6321), "5.3 (4.9 to 5.6)");
  EXPECT_EQ(text_of(5.3123, 5.0923, 5.6321), "5.31 (5.09 to 5.63)");
  EXPECT_EQ(text_of(5.3123, 5.3012, 5.3234), "5.312 (5.301 to 5.323)");
  EXPECT_EQ(text_of(58.1, 1.7, 90.2), "58 (2 to 90)");
  EXPECT_EQ(text_of(1234567.8, 1200345.6, 1300345.6), "1,234,568 (1,200,346 to 1,300,346)");
  EXPECT_EQ(text_of(12345.67, 12345.52, 12345.82), "12,345.67 (12,345.52 to 12,345.82)");
  EXPECT_EQ(text_of(0.00123, 0.0011, 0.0014), "0.00123 (0.00110 to 0.00140)");
  EXPECT_EQ(text_of(1e-20, 0, 2e-20), "0.000000000000 (0.000000000000 to 0.000000000000)");
}

TEST(ReportText, no_number_is_less_than_nothing_by_rounding) {
  EXPECT_EQ(text_of(-0.01, -1.5, 1.5), "0.0 (-1.5 to 1.5)");
  EXPECT_EQ(text_of(-1234.5, -1500, -1000), "-1,234 (-1,500 to -1,000)");
  EXPECT_EQ(text_of(-0.0, -0.0, 0), "0");
  EXPECT_EQ(text_of(-1e-30, -1e-30, -1e-30), "0");
}

TEST(ReportText, an_estimate_without_an_interval_is_a_number) {
  EXPECT_EQ(text_of(5.3, 5.3, 5.3), "5.3");
  EXPECT_EQ(text_of(12345, 12345, 12345), "12,345");
  EXPECT_EQ(text_of(-12345678, -12345678, -12345678), "-12,345,678");
  EXPECT_EQ(text_of(1.0 / 3, 1.0 / 3, 1.0 / 3), "0.3333");
  EXPECT_EQ(text_of(1234.56, 1234.56, 1234.56), "1,235");
  EXPECT_EQ(text_of(0.5, 0.5, 0.5), "0.5");
  EXPECT_EQ(text_of(99.99999, 99.99999, 99.99999), "100");
  EXPECT_EQ(to_string(Estimate{}), "-");
  EXPECT_EQ(text_of(NAN, NAN, NAN), "-");
}

TEST(ReportText, thousands_are_grouped) {
  EXPECT_EQ(group_thousands("123"), "123");
  EXPECT_EQ(group_thousands("-123"), "-123");
  EXPECT_EQ(group_thousands("-1234.5678"), "-1,234.5678");
  EXPECT_EQ(format_grouped(-0.04, 1), "0.0");
  EXPECT_EQ(format_count(1'234'567), "1,234,567");
}

TEST(ReportText, markdown_has_claims_tables_and_provenance) {
  Report report;
  report.title = "A_study";
  report.paper = "Someone 2000";
  report.quick = true;
  report.claims = {{"it pays", Verdict::kHolds, "5 against 4"}, {"always", Verdict::kNotMeasured, ""}};
  report.tables = {{"Table 1",
                    "lengths",
                    {{"cost", "%"}, {"time", ""}},
                    {{"a|b", {{Estimate{5.3, 5.1, 5.6, 9}, 0.125}, {Estimate{2, 2, 2, 1}, {}}}},
                     {"c", {{{}, 12345}, {{}, {}}}},
                     {"d", {{{}, 52.0 / 60}, {{}, {}}}},
                     {"e", {{{}, 10.3 * 24}, {{}, {}}}}}}};
  report.maps = {{"m", "0xab", 1'000, 5}};
  report.provenance = {"seed 1"};
  EXPECT_EQ(report_markdown(report), R"(# A\_study

Someone 2000

> A quick run: bundled maps, few problems; the shapes, not the figures.

## Claims

- **holds**: it pays (5 against 4)
- **not measured**: always

## Table 1: lengths

|  | cost, %: here (95 %) | cost, %: published | time: here (95 %) |
| --- | ---: | ---: | ---: |
| a\|b | 5.30 (5.10 to 5.60) | 0.125 | 2 |
| c |  | 12,345 |  |
| d |  | 0.8667 |  |
| e |  | 247.2 |  |

## Maps

| map | fingerprint | states | problems |
| --- | ---: | ---: | ---: |
| m | 0xab | 1,000 | 5 |

## Provenance

- seed 1
)");
}

TEST(ReportText, markdown_of_nothing_is_a_title) {
  Report report;
  report.title = "nothing";
  EXPECT_EQ(report_markdown(report), "# nothing\n");
}

TEST(ReportText, no_text_breaks_a_table) {
  Report report = test::sample_report();
  const std::string bad = "a|b\n|c\\|<i>`*_[x](y)";
  report.tables[0].columns[0] = {bad, bad};
  report.tables[0].rows[0].name = bad;
  report.maps[0].name = bad;
  report.maps[0].fingerprint = bad;
  std::istringstream lines(report_markdown(report));
  std::string line;
  std::ptrdiff_t bars = 0;  // of the table that the line before belongs to
  int rows = 0;
  while (std::getline(lines, line)) {
    std::ptrdiff_t here = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == '|') {
        ++here;
      } else {
        EXPECT_TRUE(line[i] != '<' && line[i] != '`' && line[i] != '[') << line;
      }
    }
    if (here > 0) ++rows;
    if (here > 0 && bars > 0) {
      EXPECT_EQ(here, bars) << line;
    }
    bars = here;
  }
  EXPECT_EQ(rows, 3 * (2 + 7) + 2 + 2);
}

}  // namespace waymark::lab_report_text_test
