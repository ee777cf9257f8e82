// How the figures of a report are written, in text and on the page.
#pragma once

#include <cstddef>
#include <string>

#include "waymark/lab/report.hpp"

namespace waymark {

std::string value_text(const Estimate& estimate);     // "5.3"; "-" if there is none
std::string interval_text(const Estimate& estimate);  // "5.1 to 5.6"; empty if it is a point
std::string published_text(double value);             // as it was given: "0.125", "1,250"; 0.8666... as "0.8667"

// What a quick run means, for text and page.
inline constexpr const char* kQuickNote = "A quick run: bundled maps, few problems; the shapes, not the figures.";

std::string heading(const std::string& id, const std::string& title);  // "Table 3: what it shows"
std::string measure_text(const ReportTable::Column& column);           // "suboptimality, %"
bool has_published(const ReportTable& table, std::size_t column);

}  // namespace waymark
