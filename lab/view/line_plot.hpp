// A figure of a report as a drawing of a page.
#pragma once

#include <string>

#include "lab/view/figure.hpp"

namespace waymark {

// Series as lines in colours of their own, with bars for intervals; published points as diamonds; the legend below.
// Points that have no place on the axes are left out and counted in a note. `anchor` is the id that links go to.
std::string line_plot(const Figure& figure, const std::string& anchor);

}  // namespace waymark
