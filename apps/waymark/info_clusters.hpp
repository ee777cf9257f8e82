// waymark info MAP --clusters
#pragma once

#include <string>

#include "waymark/space/grid.hpp"

namespace waymark::program {

// Prints the levels of the clusters that hpa goes by, and draws those of one into `picture`, unless that is empty.
int run_clusters(const std::string& file, Grid grid, bool json, int level, const std::string& picture);

}  // namespace waymark::program
