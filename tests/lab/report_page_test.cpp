// A report's page: what is on it, that no text becomes markup, and plots of whatever there is.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiments/report.hpp"
#include "support/sample_report.hpp"
#include "waymark/base/random.hpp"

namespace waymark::lab_report_page_test {

using Axis = Figure::Axis;
using test::exactly;

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

// What stands between two texts, each time.
std::vector<std::string> all_between(std::string_view text, std::string_view before, std::string_view after) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(before); at != std::string_view::npos; at = text.find(before, at)) {
    at += before.size();
    found.emplace_back(text.substr(at, text.find(after, at) - at));
  }
  return found;
}

std::string plot_of(Figure figure) {
  Report report;
  report.figures.push_back(std::move(figure));
  const std::string page = report_page(report);
  const std::size_t begin = page.find("<div class=\"card plot chart lines\"");
  return page.substr(begin, page.find("</div>", begin) - begin);
}

Figure figure_of(std::vector<std::pair<double, double>> places, Axis x, Axis y) {
  Figure figure{"Figure 1", "t", "x", "y", x, y, {{"s", {}}}};
  for (const auto& [at_x, at_y] : places) figure.series[0].points.push_back({"", exactly(at_x), exactly(at_y)});
  return figure;
}

// The texts of an axis; those of x are in the middle of their ticks.
std::vector<std::string> ticks(const std::string& plot, std::string_view anchor) {
  return all_between(plot, "text-anchor=\"" + std::string(anchor) + "\">", "</text>");
}

void expect_drawing(const std::string& plot) {
  EXPECT_TRUE(has(plot, "</svg>"));
  const std::string drawing = plot.substr(0, plot.find("</svg>"));
  EXPECT_FALSE(has(drawing, "nan")) << drawing;
  EXPECT_FALSE(has(drawing, "inf")) << drawing;
  for (const char* anchor : {"middle", "end"}) {
    const std::vector<std::string> texts = ticks(plot, anchor);
    EXPECT_GE(texts.size(), 2u);
    EXPECT_LE(texts.size(), 10u);
    EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size()) << plot;
    for (const std::string& text : texts) EXPECT_LE(text.size(), 9u) << text;
  }
}

TEST(ReportPage, has_every_part) {
  const Report report = test::sample_report();
  const std::string page = report_page(report);
  for (const char* part :
       {"<h1>What a report looks like", "A. Author, B. Author", "A quick run", "badge holds\">holds<",
        "badge noise\">within the noise<", "badge fails\">does not hold<", "badge\">not measured<",
        "58.1 % (55.0 to 61.2)", "Table 1: mean", "Figure 2: sub", "K LRTA*(d=4", "caves-64", "187,654",
        "0xfedcba9876543210", "seed 1, 500 problems a map", "picture-48x32.png"}) {
    EXPECT_TRUE(has(page, part)) << part;
  }
  EXPECT_EQ(count_of(page, "<img src=\"data:image/png;base64,iVBOR"), report.pictures.size());
  EXPECT_EQ(count_of(page, "class=\"card plot chart lines\""), report.figures.size());
  EXPECT_EQ(count_of(page, "<table"), report.tables.size() + 1);
  for (const std::string& target : all_between(page, "href=\"#", "\"")) {
    EXPECT_EQ(count_of(page, "id=\"" + target + "\""), 1u) << target;
  }
}

TEST(ReportPage, of_nothing_has_no_empty_parts) {
  Report report;
  report.title = "nothing";
  const std::string page = report_page(report);
  EXPECT_TRUE(has(page, "<h1>nothing</h1>"));
  for (const char* part : {"<h2", "<ul", "<table>", "<svg", "<img", "quick"}) EXPECT_FALSE(has(page, part)) << part;
}

TEST(ReportPage, shows_published_beside_measured) {
  Report report;
  report.tables = {{"Table 1",
                    "t",
                    {{"cost", "%"}, {"time", "s"}},
                    {{"a", {{Estimate{5.3, 5.1, 5.6, 9}, 0.125}, {Estimate{2, 2, 2, 1}, {}}}},
                     {"b", {{{}, {}}, {Estimate{}, {}}}}}}};
  std::string page = report_page(report);
  EXPECT_TRUE(has(page, "<th colspan=\"1\"></th><th colspan=\"2\">cost, %</th><th colspan=\"1\">time, s</th>"));
  EXPECT_TRUE(has(page,
                  "<td class=\"number\" data-value=\"5.3\">5.30<small>5.10 to 5.60</small></td>"
                  "<td class=\"number published\" data-value=\"0.125\">0.125</td>"
                  "<td class=\"number\" data-value=\"2\">2</td>"));
  EXPECT_TRUE(has(page,
                  "data-value=\"-\">-</td><td class=\"number published\" data-value=\"\"></td>"
                  "<td class=\"number\" data-value=\"-\">-</td>"));
  report.tables[0].rows[0].cells[0].published.reset();
  page = report_page(report);
  EXPECT_FALSE(has(page, "published</button>"));
  EXPECT_FALSE(has(page, "colspan"));
  EXPECT_TRUE(has(page, ">cost, %</button>"));
}

TEST(ReportPage, times_too_small_for_their_unit_have_units_of_their_own) {
  Report report;
  report.tables = {{"Table 1",
                    "t",
                    {{"precompute", "h"}, {"time per move", "us"}},
                    {{"a", {{Estimate{0.0000062, 0.000006, 0.0000064, 9}, 13.1}, {exactly(0.5), {}}}},
                     {"b", {{exactly(2), 0.1666667}, {exactly(12), {}}}}}}};
  const std::string page = report_page(report);
  EXPECT_TRUE(has(page, ">precompute</th>"));
  EXPECT_TRUE(has(page, ">time per move, us</th>"));
  EXPECT_TRUE(has(page, "data-value=\"6.2e-06\">22.3 ms<small>21.6 to 23.0</small></td>"));
  EXPECT_TRUE(has(page, ">13.1 h</td>"));
  EXPECT_TRUE(has(page, ">2 h</td>"));
  EXPECT_TRUE(has(page, ">10 min</td>"));
  EXPECT_TRUE(has(page, "data-value=\"0.5\">0.5</td>"));
  const std::string text = report_markdown(report);
  EXPECT_TRUE(has(text, "| 22.3 (21.6 to 23.0) ms | 13.1 h |"));
  EXPECT_TRUE(has(text, "| precompute: here (95 %) |"));
  EXPECT_FALSE(has(text, "0.0000"));
}

TEST(ReportPage, needs_nothing_but_itself) {
  const std::string page = report_page(test::sample_report());
  for (const char* part : {"http:", "https:", "//www", "url(", "@import", "<link", "<iframe"}) {
    EXPECT_FALSE(has(page, part)) << part;
  }
  for (const std::string& source : all_between(page, "src=\"", "\"")) EXPECT_EQ(source.rfind("data:", 0), 0u);
  for (const std::string& link : all_between(page, "href=\"", "\"")) EXPECT_EQ(link.front(), '#');
}

TEST(ReportPage, no_text_becomes_markup) {
  const std::string bad = "<i>\"x'&y";
  const std::string good = "&lt;i&gt;&quot;x&#39;&amp;y";
  Report report;
  report.name = report.title = report.paper = bad;
  report.provenance = {bad};
  report.maps = {{bad, bad, 1, 1}};
  report.claims = {{bad, Verdict::kHolds, bad}};
  report.tables = {{bad, bad, {{bad, bad}}, {{bad, {{exactly(1), 1}}}}}};
  report.figures = {
      {bad, bad, bad, bad, Axis::kLinear, Axis::kLinear, {{bad, {{bad, exactly(1), exactly(1)}}, {{1, 1}}}}}};
  report.pictures = {{bad, bad, "", bad}};
  const std::string page = report_page(report);
  EXPECT_FALSE(has(page, "<i>"));
  EXPECT_FALSE(has(page, "\"x'"));
  EXPECT_FALSE(has(page, "&y"));
  // Each text where it belongs: so many times is it on the page.
  EXPECT_GE(count_of(page, good), 35u);
}

TEST(ReportPage, plots_whatever_there_is) {
  for (const Axis x : {Axis::kLinear, Axis::kLogarithmic}) {
    for (const Axis y : {Axis::kLinear, Axis::kLogarithmic}) {
      Figure none = figure_of({}, x, y);
      expect_drawing(plot_of(none));
      none.series.clear();
      expect_drawing(plot_of(none));
      for (const double value : {1.0, 3.0, 1e-7, 1e9, 123456.0}) {
        const std::string one = plot_of(figure_of({{value, value}}, x, y));
        expect_drawing(one);
        EXPECT_EQ(count_of(one, "<title>"), 1u);
        EXPECT_EQ(count_of(one.substr(0, one.find("</svg>")), "<polyline"), 0u);
        const std::string equal = plot_of(figure_of({{value, value}, {value, value}}, x, y));
        expect_drawing(equal);
        EXPECT_EQ(count_of(equal, "<title>"), 2u);
      }
    }
  }
  for (const double value : {0.0, -1.0, -1e9}) {
    expect_drawing(plot_of(figure_of({{value, value}}, Axis::kLinear, Axis::kLinear)));
  }
  // As near as numbers may be.
  expect_drawing(plot_of(
      figure_of({{1e15, 1}, {std::nextafter(1e15, 2e15), std::nextafter(1, 2)}}, Axis::kLinear, Axis::kLogarithmic)));
}

TEST(ReportPage, axes_of_any_range_have_a_few_different_ticks) {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    std::vector<std::pair<double, double>> places;
    for (int j = 0; j < 3; ++j) {
      const double x = random.between(1, 999) * std::pow(10.0, random.between(-6, 6));
      const double y = random.between(1, 999) * std::pow(10.0, random.between(-1, 1));
      places.emplace_back(x, y);
    }
    const std::string plot = plot_of(figure_of(places, i % 2 == 0 ? Axis::kLogarithmic : Axis::kLinear,
                                               i % 4 < 2 ? Axis::kLogarithmic : Axis::kLinear));
    expect_drawing(plot);
    EXPECT_EQ(count_of(plot, "<title>"), 3u);
  }
}

TEST(ReportPage, points_that_span_decades_have_a_logarithmic_axis) {
  Figure figure = figure_of({{0.09, 1}, {0.5, 2}, {1, 3}, {17, 4}}, Axis::kAutomatic, Axis::kAutomatic);
  std::string plot = plot_of(figure);
  EXPECT_EQ(ticks(plot, "middle"), (std::vector<std::string>{"0.01", "0.1", "1", "10", "100"}));
  EXPECT_EQ(ticks(plot, "end"), (std::vector<std::string>{"0", "1", "2", "3", "4"}));
  // Unless the figure says otherwise, or a point has no place there.
  figure.x_axis = Axis::kLinear;
  EXPECT_EQ(ticks(plot_of(figure), "middle"), (std::vector<std::string>{"0", "5", "10", "15", "20"}));
  figure.x_axis = Axis::kAutomatic;
  figure.series[0].published = {{0, 1}};
  EXPECT_EQ(ticks(plot_of(figure), "middle"), (std::vector<std::string>{"0", "5", "10", "15", "20"}));
}

TEST(ReportPage, lines_join_points_in_order_of_x) {
  const std::string plot = plot_of(figure_of({{10, 5}, {0, 0}, {4, 5}}, Axis::kLinear, Axis::kLinear));
  EXPECT_TRUE(has(plot, "<polyline points=\"72.0,286.0 228.8,28.0 464.0,28.0\"/>"));
}

TEST(ReportPage, every_axis_has_two_ticks_or_more) {
  for (const Axis axis : {Axis::kLinear, Axis::kLogarithmic, Axis::kAutomatic}) {
    for (double low = 0.0011; low < 1e7; low *= 1.7) {
      for (const double share : {1.0, 1.0001, 1.1, 1.9, 3.0, 9.0, 40.0, 1e3, 1e9}) {
        const std::string plot = plot_of(figure_of({{low, low}, {low * share, low * share}}, axis, axis));
        for (const char* anchor : {"middle", "end"}) {
          const auto texts = ticks(plot, anchor);
          EXPECT_GE(texts.size(), axis == Axis::kLogarithmic ? 3u : 2u) << low << " " << share;
          EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size()) << low << " " << share;
        }
      }
    }
  }
}

TEST(ReportPage, a_time_axis_has_a_unit_that_fits) {
  Figure figure = figure_of({{0.000001, 1}, {0.0001, 2}}, Axis::kLogarithmic, Axis::kLinear);
  figure.x_name = "precompute";
  figure.x_unit = "h";
  figure.y_unit = "%";
  figure.series[0].published = {{10, 1}};
  const std::string plot = plot_of(figure);
  EXPECT_TRUE(has(plot, "precompute, s, logarithmic"));
  EXPECT_EQ(ticks(plot, "middle").front(), "1e-3");
  EXPECT_TRUE(has(plot, "precompute, s: 0.0036"));
  EXPECT_TRUE(has(plot, "precompute, s: 36,000"));
}

TEST(ReportPage, a_plot_is_where_its_axes_say) {
  const std::string plot = plot_of(figure_of({{0, 0}, {10, 5}}, Axis::kLinear, Axis::kLinear));
  EXPECT_EQ(ticks(plot, "middle"), (std::vector<std::string>{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(ticks(plot, "end"), (std::vector<std::string>{"0", "1", "2", "3", "4", "5"}));
  EXPECT_TRUE(has(plot, "<polyline points=\"72.0,286.0 464.0,28.0\"/>"));
  const std::string powers = plot_of(figure_of({{1, 10}, {100'000, 20}}, Axis::kLogarithmic, Axis::kLogarithmic));
  EXPECT_EQ(ticks(powers, "middle"), (std::vector<std::string>{"1", "10", "100", "1,000", "10,000", "100,000"}));
  EXPECT_EQ(ticks(powers, "end"), (std::vector<std::string>{"10", "15", "20"}));
  EXPECT_TRUE(has(powers, "<polyline points=\"72.0,286.0 464.0,28.0\"/>"));
}

TEST(ReportPage, what_a_plot_cannot_show_is_counted) {
  Figure figure =
      figure_of({{1, 1}, {2, 2}, {3, 0}, {4, 2}, {-5, 3}, {6, 3}, {7, 3}}, Axis::kLogarithmic, Axis::kLogarithmic);
  figure.series[0].published = {{0, 1}, {1, 2}};
  const std::string plot = plot_of(figure);
  expect_drawing(plot);
  EXPECT_TRUE(has(plot, "3 points are left out"));
  EXPECT_EQ(count_of(plot, "<title>"), 5u + 1u);
  // Nothing is joined across a gap: 1-2, 4 alone, 6-7.
  EXPECT_EQ(count_of(plot.substr(0, plot.find("</svg>")), "<polyline"), 2u);

  figure.x_axis = figure.y_axis = Axis::kLinear;
  EXPECT_FALSE(has(plot_of(figure), "left out"));
  figure.series[0].points[0].y = Estimate{};
  EXPECT_TRUE(has(plot_of(figure), "One point is left out"));
  figure.series[0].points[1].y = exactly(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(has(plot_of(figure), "2 points are left out"));
}

TEST(ReportPage, intervals_have_bars) {
  Figure figure = figure_of({{1, 5}, {2, 6}}, Axis::kLinear, Axis::kLinear);
  EXPECT_FALSE(has(plot_of(figure), "class=\"bar\""));
  figure.series[0].points[0].y = {5, 4, 8, 9};
  EXPECT_EQ(count_of(plot_of(figure), "class=\"bar\""), 1u);
  EXPECT_TRUE(has(plot_of(figure), "y: 5.0 (4.0 to 8.0)</title>"));
  // An end that a logarithmic axis does not have is at its edge.
  figure.y_axis = Axis::kLogarithmic;
  figure.series[0].points[0].y.low = -1;
  expect_drawing(plot_of(figure));
  EXPECT_EQ(count_of(plot_of(figure), "class=\"bar\""), 1u);
}

TEST(ReportPage, series_can_be_told_apart) {
  Figure figure = test::sample_figure(1, 14, Axis::kLinear, Axis::kLinear);
  const std::string plot = plot_of(figure);
  std::set<std::string> samples;
  for (const std::string& item : all_between(plot, "<li><span ", "</svg>")) samples.insert(item);
  EXPECT_EQ(samples.size(), 14u);
  EXPECT_TRUE(has(plot, "published, edged"));
  for (auto& series : figure.series) series.published.clear();
  EXPECT_FALSE(has(plot_of(figure), "published"));
}

}  // namespace waymark::lab_report_page_test
