// Two runs of an experiment side by side: which figures moved, beyond what chance does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/experiments/result_rows.hpp"
#include "lab/run/estimate.hpp"

namespace waymark {

struct ComparedFigure {
  std::string configuration;
  std::string measure;
  std::string unit;
  Estimate before;
  Estimate after;
  Estimate difference;   // after - before
  bool moved = false;    // the interval of the difference leaves out 0
  bool is_time = false;  // of a clock: other work on the machine moves it too
};

struct Comparison {
  std::vector<ComparedFigure> figures;
  std::vector<std::string> only_before;  // configurations
  std::vector<std::string> only_after;
  bool paired = true;  // the same problems on the same maps throughout
};

// Problems are compared one by one where both sides have the same.
Comparison compare_results(std::span<const ResultRow> before, std::span<const ResultRow> after);

}  // namespace waymark
