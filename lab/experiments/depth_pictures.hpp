// Maps shaded by the depth of lookahead that is best to start with, from the rows of a study (Figures 3 and 4 of the
// pathology paper).
#pragma once

#include <span>
#include <vector>

#include "lab/experiments/report.hpp"
#include "lab/experiments/result_rows.hpp"

namespace waymark {

std::vector<ReportPicture> depth_pictures(std::span<const ResultRow> rows);

}  // namespace waymark
