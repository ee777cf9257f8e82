// A report with everything a report can have: made-up figures of a likely shape, long names, wide tables.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lab/experiments/report.hpp"
#include "waymark/base/random.hpp"
#include "waymark/io/png_file.hpp"

namespace waymark::test {

inline Estimate around(double value, double share) {
  return {value, value * (1 - share), value * (1 + 1.2 * share), 500};
}
inline Estimate exactly(double value) { return {value, value, value, 1}; }

inline ReportTable sample_table(std::size_t number, std::size_t measures, bool has_published) {
  const std::vector<ReportTable::Column> kinds{{"suboptimality", "%"}, {"states expanded per move", ""},
                                               {"memory", "KB"},       {"time per move", "µs"},
                                               {"scrubbing", ""},      {"solved", "%"}};
  Random random(number);
  ReportTable table{fmt::format("Table {}", number), "mean over all problems of the set, by algorithm", {}, {}};
  for (std::size_t i = 0; i < measures; ++i) table.columns.push_back(kinds[i % kinds.size()]);
  for (const char* name : {"LRTA*", "P LRTA*(d=4)", "K LRTA*(d=4, a very long name of a variant, with level 3)",
                           "PR LRTS(d=1, γ=0.3, T=∞, ℓ=4)", "TBA*", "kNN LRTA*(10000)", "A*"}) {
    ReportTable::Row row{name, {}};
    for (std::size_t i = 0; i < measures; ++i) {
      const double value = std::pow(10.0, random.between(-100, 450) / 100.0);
      ReportTable::Cell cell;
      if (!random.chance(1, 12)) cell.measured = around(value, 0.01 * random.between(0, 12));
      if (has_published && i % 3 != 2 && random.chance(3, 4)) cell.published = std::round(value * 110) / 100;
      row.cells.push_back(cell);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

inline Figure sample_figure(std::size_t number, std::size_t series, Figure::Axis x, Figure::Axis y) {
  Figure figure{fmt::format("Figure {}", number),
                "suboptimality against the states expanded in a move",
                "states expanded per move, mean",
                "longer than the shortest way, %",
                x,
                y,
                {}};
  for (std::size_t i = 0; i < series; ++i) {
    Figure::Series line{i % 4 == 3 ? fmt::format("a series {} with a name that is rather long", i + 1)
                                   : fmt::format("series {}", i + 1),
                        {}};
    for (int step = 0; step < 6; ++step) {
      const double planned = std::pow(2.0, step) * (3 + static_cast<double>(i));
      const double longer = 700 / planned * (1 + 0.3 * static_cast<double>(i));
      line.points.push_back({fmt::format("d={}", 1 << step), exactly(planned), around(longer, i % 3 == 0 ? 0.15 : 0)});
      if (i < 2 && step % 2 == 0) line.published.emplace_back(planned, std::round(longer * 1.2));
    }
    figure.series.push_back(std::move(line));
  }
  return figure;
}

inline ReportPicture sample_picture(std::string id, int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool is_wall = (x / 4) % 3 == 1 && (y / 3) % 4 != 2;
      for (const int level : {is_wall ? 43 : 244 - x, is_wall ? 43 : 241 - y, is_wall ? 48 : 232}) {
        image.rgb.push_back(static_cast<std::uint8_t>(level));
      }
    }
  }
  const std::string file = fmt::format("picture-{}x{}.png", width, height);
  return {std::move(id), "the states that were stood on, darker where it was more often", encode_png(image), file};
}

inline Report sample_report() {
  using Axis = Figure::Axis;
  Report report;
  report.name = "sample";
  report.title = "What a report looks like, with every part it may have";
  report.paper =
      "A. Author, B. Author: A paper with a long title about real-time heuristic search. A Journal 1 (2000).";
  report.quick = true;
  report.provenance = {
      "machine: two cores of something", "compiler: GCC 12.2.0, -O3", "seed 1, 500 problems a map",
      "waymark lab sample --out /a/folder/with/a/rather/long/name/that/has/no/blank/to/break/it/at/all"};
  report.maps = {{"caves-64", "0x0123456789abcdef", 2'345, 500}, {"rooms-512", "0xfedcba9876543210", 187'654, 1'000}};
  report.claims = {
      {"Deeper lookahead makes the walk shorter.", Verdict::kHolds, "58.1 % (55.0 to 61.2) against 50 %"},
      {"The larger database is no slower.", Verdict::kWithinNoise, "0.2 µs (-0.1 to 0.5)"},
      {"Learning more than a state each move pays on every map of the set.", Verdict::kDoesNotHold, "3 of 8 maps"},
      {"It scales to ten million states.", Verdict::kNotMeasured, ""}};
  report.tables = {sample_table(1, 3, true), sample_table(2, 9, true), sample_table(3, 2, false)};
  report.figures = {
      sample_figure(1, 3, Axis::kLinear, Axis::kLinear), sample_figure(2, 12, Axis::kLogarithmic, Axis::kLogarithmic),
      sample_figure(3, 1, Axis::kLogarithmic, Axis::kLinear), sample_figure(4, 2, Axis::kAutomatic, Axis::kAutomatic)};
  // In an order that a spec might have, not that of x.
  for (auto& series : report.figures.back().series) std::swap(series.points[1], series.points[4]);
  report.pictures = {sample_picture("Figure 4", 48, 32), sample_picture("", 64, 64),
                     sample_picture("Figure 5", 200, 60), sample_picture("Figure 6", 40, 240)};
  return report;
}

}  // namespace waymark::test
