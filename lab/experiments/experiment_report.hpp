// Makes the report of an experiment from its rows: every figure is computed here, none is written by hand.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/experiments/experiment.hpp"
#include "lab/experiments/published.hpp"
#include "lab/experiments/report.hpp"
#include "lab/experiments/result_rows.hpp"

namespace waymark {

// Without pictures of the maps, which the rows do not hold.
Report make_report(const ExperimentSpec& spec, std::span<const ResultRow> rows, const PublishedFigures& published);

// What the tables, claims and left_out of an experiment do not account for of what its paper printed, a line each. The
// spec is that of the whole run: a quick one has other maps.
std::vector<std::string> published_faults(const ExperimentSpec& spec, const PublishedFigures& published);

}  // namespace waymark
