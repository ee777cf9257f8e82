// waymark info MAP --database FILE --row X,Y
#pragma once

#include <string>

#include "waymark/space/grid.hpp"

namespace waymark::program {

// Prints which row of a path database leads towards `cell`, and draws it if `picture` is not empty.
int run_row(const std::string& file, Grid grid, const std::string& database, Cell cell, bool json,
            const std::string& picture);

}  // namespace waymark::program
