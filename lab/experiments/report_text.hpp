// How the figures of a report are written, in text and on the page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/experiments/report.hpp"
#include "lab/view/figure_text.hpp"

namespace waymark {

// Behind a figure of which there is a note below the table.
inline constexpr const char* kNoteMark = " \u2020";
// "kNN LRTA*(60000), suboptimality: half of ...", one for each note.
std::vector<std::string> notes_of(const ReportTable& table);

// What a quick run means, for text and page.
inline constexpr const char* kQuickNote = "A quick run: bundled maps, few problems; the shapes, not the figures.";
inline constexpr const char* kLeftOutTitle = "Printed and left out";

std::string measure_text(const ReportTable& table, std::size_t column);  // "suboptimality, %"
bool has_published(const ReportTable& table, std::size_t column);

// How a column's figures are written. A column of times of which some are far too small for its unit has a unit in
// every cell, and none in its heading.
struct FigureText {
  std::string value;
  std::string interval;  // empty if there is none
  std::string unit;      // empty: that of the heading
};
FigureText measured_text(const ReportTable& table, std::size_t column, const Estimate& measured);
FigureText published_text(const ReportTable& table, std::size_t column, double published);

}  // namespace waymark
