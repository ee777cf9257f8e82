// A figure with what chance may have done to it: the mean or median of a sample and its bootstrap interval.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace waymark {

// The figure, and the 95 % percentile interval of 2,000 resamples.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  std::size_t count = 0;  // values it is made of; 0: there is none
};

// Resamples are drawn with a fixed seed: the same sample gives the same interval everywhere.
Estimate bootstrap_mean(std::span<const double> sample);

// The interval of mean(left) - factor * mean(right). If `paired`, both are of the same problems in the same order, and
// resampled together.
Estimate bootstrap_difference(std::span<const double> left, std::span<const double> right, double factor, bool paired);

// The same of medians, by nearest rank.
Estimate bootstrap_median(std::span<const double> sample);
Estimate bootstrap_median_difference(std::span<const double> left, std::span<const double> right, double factor,
                                     bool paired);

}  // namespace waymark
