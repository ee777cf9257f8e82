// What the commands say of how much a case base covers.
#pragma once

#include <string>

#include "waymark/offline/case_coverage.hpp"

namespace waymark::program {

// "84.2 % of 400 random problems find a record that serves; about 18,000 records would serve 90 %", with "warning:
// only" before it where few do.
std::string coverage_line(const CaseCoverage& coverage);

}  // namespace waymark::program
