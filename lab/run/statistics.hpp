// What a column of figures comes to.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace waymark {

// The smallest value that at least `percent` % of the values do not exceed (nearest rank). `sorted` rises and is not
// empty; percent is from 0 to 100.
double nearest_rank(std::span<const double> sorted, unsigned percent);

// Of values that are not none.
double mean_of(std::span<const double> values);
// Of the whole that the values are a sample of; 0 of a single one.
double standard_deviation(std::span<const double> values);

struct Summary {
  std::size_t count = 0;  // all figures are 0 if this is
  double mean = 0;
  double median = 0;  // nearest rank, as p99 is
  double p99 = 0;
  double max = 0;
};
Summary summarise(std::vector<double> values);

}  // namespace waymark
