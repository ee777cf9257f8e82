#include "lab/experiments/measured.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "lab/run/statistics.hpp"

namespace waymark {

void average_by_problem(Measured& measured) {
  std::map<std::uint64_t, std::size_t> places;
  std::vector<std::size_t> counts;
  std::vector<double> sums;
  std::vector<std::uint64_t> problems;
  for (std::size_t i = 0; i < measured.sample.size(); ++i) {
    const auto [found, is_new] = places.emplace(measured.problems[i], sums.size());
    if (is_new) {
      counts.push_back(0);
      sums.push_back(0);
      problems.push_back(measured.problems[i]);
    }
    ++counts[found->second];
    sums[found->second] += measured.sample[i];
  }
  if (sums.size() == measured.sample.size()) return;
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= static_cast<double>(counts[i]);
  measured.sample = std::move(sums);
  measured.problems = std::move(problems);
}

bool restrict_to_common(Measured& left, Measured& right) {
  const auto keep = [](Measured& one, const std::vector<std::uint64_t>& common) {
    std::map<std::uint64_t, double> values;
    for (std::size_t i = 0; i < one.sample.size(); ++i) values.emplace(one.problems[i], one.sample[i]);
    one.problems = common;
    one.sample.clear();
    for (const std::uint64_t problem : common) one.sample.push_back(values.at(problem));
  };
  const std::set<std::uint64_t> known(right.problems.begin(), right.problems.end());
  std::vector<std::uint64_t> common;
  for (const std::uint64_t problem : left.problems) {
    if (known.contains(problem)) common.push_back(problem);
  }
  if (common.empty()) return false;
  keep(left, common);
  keep(right, common);
  return true;
}

Estimate difference_of(Measured left, Measured right, double times) {
  if (!left.has_interval() || left.statistic != right.statistic) {
    const double difference = left.estimate().value - times * right.estimate().value;
    return {difference, difference, difference, 1};
  }
  const bool paired = left.problems == right.problems || restrict_to_common(left, right);
  const auto difference = left.statistic == Statistic::kMedian ? bootstrap_median_difference : bootstrap_difference;
  return difference(left.sample, right.sample, times, paired);
}

Estimate Measured::estimate() const {
  if (statistic == Statistic::kMedian) return bootstrap_median(sample);
  if (has_interval() || sample.empty()) return bootstrap_mean(sample);
  const auto point = [this](double value) { return Estimate{value, value, value, sample.size()}; };
  if (statistic == Statistic::kDeviation) return point(standard_deviation(sample));
  if (statistic == Statistic::kStandardError) {
    return point(standard_deviation(sample) / std::sqrt(static_cast<double>(sample.size())));
  }
  const auto [least, most] = std::minmax_element(sample.begin(), sample.end());
  return point(statistic == Statistic::kMaximum ? *most : *least);
}

}  // namespace waymark
