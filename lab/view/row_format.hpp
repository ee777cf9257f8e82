// Rows of a run as JSON lines, as CSV, and as tables to read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lab/run/run.hpp"

namespace waymark {

// One object, without the newline. What does not apply to the row is left out.
std::string to_json(const RunRow& row, bool paths);

// The columns have the names of the JSON object, in its order; what does not apply is empty. Without the newline.
// `trials`: the rows have RunRow::trials.
std::string csv_heading(bool paths, bool trials = false, bool database = false);
std::string to_csv(const RunRow& row, bool paths);

// `field` as RFC 4180 wants it: in quotes where it needs them.
std::string csv_field(std::string_view field);

// A line for each problem.
std::string to_table(std::span<const RunRow> rows);
// Means, p99 and maxima over all.
std::string to_summary(std::span<const RunRow> rows);

}  // namespace waymark
