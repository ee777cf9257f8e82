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
    std::vector<Point> points;                              // joined in order of x
    std::vector<std::pair<double, double>> published = {};  // drawn in another colour
  };
  // Automatic: logarithmic if the points span decades, as most of them would lie in a corner otherwise.
  enum class Axis : std::uint8_t { kAutomatic, kLinear, kLogarithmic };
  std::string id;  // "Figure 12"
  std::string title;
  std::string x_name;
  std::string y_name;
  Axis x_axis = Axis::kAutomatic;
  Axis y_axis = Axis::kAutomatic;
  std::vector<Series> series;
  std::string x_unit = {};  // told behind the name; of a time it may become another that fits the points
  std::string y_unit = {};
};

}  // namespace waymark
