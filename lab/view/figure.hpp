// A plot of measured points, with published ones beside them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lab/run/estimate.hpp"

namespace waymark {

struct Figure {
  struct Point {
    std::string label;
    Estimate x;
    Estimate y;
  };
  struct Series {
    std::string name;
    std::vector<Point> points;                              // joined in this order
    std::vector<std::pair<double, double>> published = {};  // drawn in another colour
  };
  enum class Axis : std::uint8_t { kLinear, kLogarithmic };
  std::string id;  // "Figure 12"
  std::string title;
  std::string x_name;
  std::string y_name;
  Axis x_axis = Axis::kLinear;
  Axis y_axis = Axis::kLinear;
  std::vector<Series> series;
};

}  // namespace waymark
