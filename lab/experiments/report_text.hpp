// How the figures of a report are written, in text and on the page.
#pragma once

#include <cstddef>
#include <string>

#include "lab/experiments/report.hpp"
#include "lab/view/figure_text.hpp"

namespace waymark {

// What a quick run means, for text and page.
inline constexpr const char* kQuickNote = "A quick run: bundled maps, few problems; the shapes, not the figures.";

std::string measure_text(const ReportTable::Column& column);  // "suboptimality, %"
bool has_published(const ReportTable& table, std::size_t column);

}  // namespace waymark
