#include "lab/run/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/random.hpp"

namespace waymark {
namespace {

constexpr std::size_t kResamples = 2'000;
constexpr std::size_t kBeyond = kResamples / 40;  // resamples left out on each side: 2.5 %
constexpr std::size_t kAtOnce = 4;
constexpr std::uint64_t kSeed = 0x626f6f7473747261;
static_assert(kResamples % kAtOnce == 0);

using Means = std::array<double, kResamples>;

bool all_equal(std::span<const double> sample) {
  return std::all_of(sample.begin(), sample.end(), [&](double value) { return value == sample.front(); });
}

double mean(std::span<const double> sample) {
  if (all_equal(sample)) return sample.front();  // exactly
  double sum = 0;
  for (const double value : sample) sum += value;
  return sum / static_cast<double>(sample.size());
}

// The means of the resamples. Several are drawn side by side, each from a stream of its own: one stream would wait for
// its own last number. Scaling by multiplication prefers some places by a share of at most size / 2^32.
void resample(std::span<const double> sample, std::uint64_t seed, Means& means) {
  if (all_equal(sample)) {
    means.fill(sample.front());
    return;
  }
  WAYMARK_ASSERT(sample.size() <= std::numeric_limits<std::uint32_t>::max());
  Random streams[kAtOnce] = {Random(seed, 0), Random(seed, 1), Random(seed, 2), Random(seed, 3)};
  const std::uint64_t size = sample.size();
  const double* const values = sample.data();
  for (std::size_t i = 0; i < kResamples; i += kAtOnce) {
    double sums[kAtOnce] = {};
    for (std::size_t draw = 0; draw < size; ++draw) {
      for (std::size_t j = 0; j < kAtOnce; ++j) sums[j] += values[(streams[j].next() * size) >> 32u];
    }
    for (std::size_t j = 0; j < kAtOnce; ++j) means[i + j] = sums[j] / static_cast<double>(size);
  }
}

double median_in(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}
double median(std::span<const double> sample) {
  std::vector<double> values(sample.begin(), sample.end());
  return median_in(values);
}

// Around `value`, which rounding alone may have put outside of the resamples.
Estimate with_interval(double value, Means& figures, std::size_t count) {
  WAYMARK_ASSERT(std::isfinite(value));
  const auto low = figures.begin() + kBeyond;
  const auto high = figures.end() - kBeyond - 1;
  std::nth_element(figures.begin(), low, figures.end());
  std::nth_element(low + 1, high, figures.end());
  return {value, std::min(*low, value), std::max(*high, value), count};
}

}  // namespace

Estimate bootstrap_mean(std::span<const double> sample) {
  if (sample.empty()) return {};
  const double value = mean(sample);
  if (all_equal(sample)) return {value, value, value, sample.size()};
  Means means;
  resample(sample, kSeed, means);
  return with_interval(value, means, sample.size());
}

Estimate bootstrap_difference(std::span<const double> left, std::span<const double> right, double factor, bool paired) {
  if (left.empty() || right.empty()) return {};
  if (paired) {
    // The mean is linear: resampling pairs is resampling their differences.
    WAYMARK_ASSERT(left.size() == right.size());
    std::vector<double> differences;
    differences.reserve(left.size());
    for (std::size_t i = 0; i < left.size(); ++i) differences.push_back(left[i] - factor * right[i]);
    return bootstrap_mean(differences);
  }
  const double value = mean(left) - factor * mean(right);
  const std::size_t count = left.size() + right.size();
  if (all_equal(left) && all_equal(right)) return {value, value, value, count};
  Means left_means;
  Means right_means;
  resample(left, kSeed, left_means);
  resample(right, kSeed + 1, right_means);
  for (std::size_t i = 0; i < kResamples; ++i) left_means[i] -= factor * right_means[i];
  return with_interval(value, left_means, count);
}

Estimate bootstrap_median(std::span<const double> sample) { return bootstrap_median_difference(sample, {}, 0, false); }

Estimate bootstrap_median_difference(std::span<const double> left, std::span<const double> right, double factor,
                                     bool paired) {
  if (left.empty() || (right.empty() && factor != 0)) return {};
  WAYMARK_ASSERT(!paired || left.size() == right.size());
  Means figures;
  Random lefts(kSeed, 0);
  Random rights(kSeed + 1, 0);
  std::vector<double> drawn(left.size());
  std::vector<double> peers(right.size());
  for (double& figure : figures) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      const auto place = static_cast<std::size_t>((lefts.next() * std::uint64_t{left.size()}) >> 32u);
      drawn[i] = left[place];
      if (paired) peers[i] = right[place];
    }
    if (!paired) {
      for (double& peer : peers) peer = right[(rights.next() * std::uint64_t{right.size()}) >> 32u];
    }
    figure = median_in(drawn) - (peers.empty() ? 0 : factor * median_in(peers));
  }
  const double value = median(left) - (right.empty() ? 0 : factor * median(right));
  return with_interval(value, figures, paired ? left.size() : left.size() + right.size());
}

}  // namespace waymark
