// Points over two costs, with those on the Pareto front marked: a drawing of a page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace waymark {

// Whether no other point is at least as low on both axes and lower on one. Equal points are on the front together.
std::vector<bool> pareto_front(std::span<const std::pair<double, double>> points);

struct ScatterPoint {
  std::string label;
  double x;  // above 0 to be drawn
  double y;  // percent, from 0
  bool on_front = false;
  bool is_partial = false;  // drawn hollow
};

// x is logarithmic; y is logarithmic from about 1 % and reaches down to 0. Points are numbered, and named in a list
// below. The names of the axes are text.
std::string scatter_plot(std::string_view title, std::string_view x_name, std::string_view y_name,
                         const std::vector<ScatterPoint>& points);

}  // namespace waymark
