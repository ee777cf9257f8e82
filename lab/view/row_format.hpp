// Rows of a run as JSON lines, as CSV, and as tables to read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lab/run/run.hpp"

namespace waymark {

// Of the layout of the rows (docs/formats.md): raised whenever a column changes its name, its place or its meaning.
inline constexpr int kRowFormat = 4;

// What the rows of a run have in common.
struct RowContext {
  std::string map;        // as the user named it
  std::string algorithm;  // AlgorithmChoice::to_string
};

// Which of the columns there are that not every run has.
struct RowColumns {
  bool paths = false;
  bool trials = false;    // RunRow::trials
  bool database = false;  // RunRow::database
  bool living = false;    // RunRow::living
  bool chase = false;     // and what is told of a goal that moves
  bool vision = false;    // and of a map that is not known
  bool anytime = false;   // RunRow::found: the bound that is proven
  bool forgets = false;   // and what was dropped
  bool smoothed = false;  // RunRow::smoothed
  bool nearest = false;   // RunRow::nearest
  bool partial = false;   // RunRow::partial_path
};

// What only some algorithms tell, in a world that stands still.
void add_columns_of(const AlgorithmChoice& algorithm, const RunOptions& options, RowColumns& columns);

// One object, without the newline. What does not apply to the row is left out.
std::string to_json(const RowContext& context, const RunRow& row, const RowColumns& columns);

// The columns have the names of the JSON object, in its order, but for cells, which are two each; what does
// not apply is empty. Without the newline.
std::string csv_heading(const RowColumns& columns);
std::string to_csv(const RowContext& context, const RunRow& row, const RowColumns& columns);

// `field` as RFC 4180 wants it: in quotes where it needs them.
std::string csv_field(std::string_view field);

// A line for each problem.
std::string to_table(std::span<const RunRow> rows);
// Means, p99 and maxima over all.
std::string to_summary(std::span<const RunRow> rows);

}  // namespace waymark
