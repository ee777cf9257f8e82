// Makes the report of an experiment from its rows: every figure is computed here, none is written by hand.
#pragma once

#include <span>

#include "waymark/lab/experiment.hpp"
#include "waymark/lab/published.hpp"
#include "waymark/lab/report.hpp"
#include "waymark/lab/result_rows.hpp"

namespace waymark {

// Without pictures of the maps, which the rows do not hold.
Report make_report(const ExperimentSpec& spec, std::span<const ResultRow> rows, const PublishedFigures& published);

}  // namespace waymark
