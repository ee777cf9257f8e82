#include "lab/run/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "waymark/base/assert.hpp"

namespace waymark {

double nearest_rank(std::span<const double> sorted, unsigned percent) {
  WAYMARK_ASSERT(!sorted.empty() && percent <= 100);
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[rank == 0 ? 0 : rank - 1];
}

double mean_of(std::span<const double> values) {
  WAYMARK_ASSERT(!values.empty());
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return values.size() < 2 ? 0 : std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Summary summarise(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {values.size(), sum / static_cast<double>(values.size()), nearest_rank(values, 50), nearest_rank(values, 99),
          values.back()};
}

}  // namespace waymark
