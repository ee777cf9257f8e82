// What was measured of a configuration, a value a problem, and how two such samples are compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run/estimate.hpp"

namespace waymark {

enum class Statistic : std::uint8_t { kMean, kMedian, kMaximum, kMinimum, kDeviation, kStandardError };

// A measure of one configuration over all maps, or on one. With several sets of databases a problem's value is the mean
// over those with which it has one.
struct Measured {
  std::vector<double> sample;              // a value a problem, or a map; those without one are left out
  std::vector<std::uint64_t> problems;     // what each value is of; equal for the same problem of the same map
  std::string unit;                        // as published figures name it; may be empty
  Statistic statistic = Statistic::kMean;  // of the sample; of all but mean and median there is no interval

  [[nodiscard]] Estimate estimate() const;
  [[nodiscard]] bool has_interval() const { return statistic == Statistic::kMean || statistic == Statistic::kMedian; }
};

// Leaves in both only the problems that both have a value of, in the same order: what one solved and the other did not
// is no comparison. False, and nothing is left out, if they have none in common.
bool restrict_to_common(Measured& left, Measured& right);
// left - times * right, of the problems in common if there are any; some statistics have no interval.
Estimate difference_of(Measured left, Measured right, double times);
// One value for each problem: the mean of those it has, in the order of their first.
void average_by_problem(Measured& measured);

}  // namespace waymark
