// Maps shaded by the depth of lookahead that is best to start with, from the rows of a study (Figures 3 and 4 of the
// pathology paper).
#pragma once

#include <span>
#include <vector>

#include "waymark/lab/report.hpp"
#include "waymark/lab/result_rows.hpp"

namespace waymark {

std::vector<ReportPicture> depth_pictures(std::span<const ResultRow> rows);

}  // namespace waymark
