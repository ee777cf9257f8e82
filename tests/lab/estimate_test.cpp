// Intervals that hold what they promise.
#include "lab/run/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "waymark/base/random.hpp"

namespace waymark::lab_estimate_test {

// About normal: the sum of twelve uniform numbers, less six.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.next()) / 4294967296.0;
  return sum;
}

std::vector<double> normal_sample(Random& random, std::size_t size, double mean, double deviation) {
  std::vector<double> sample;
  for (std::size_t i = 0; i < size; ++i) sample.push_back(mean + deviation * normal(random));
  return sample;
}

bool contains(const Estimate& estimate, double value) { return estimate.low <= value && value <= estimate.high; }

double width(const Estimate& estimate) { return estimate.high - estimate.low; }

void expect_point(const Estimate& estimate, double value, std::size_t count) {
  EXPECT_EQ(estimate.value, value);
  EXPECT_EQ(estimate.low, value);
  EXPECT_EQ(estimate.high, value);
  EXPECT_EQ(estimate.count, count);
}

TEST(Estimate, of_nothing_is_none) {
  const std::vector<double> one{1};
  EXPECT_EQ(bootstrap_mean({}).count, 0u);
  EXPECT_EQ(bootstrap_difference({}, one, 1, false).count, 0u);
  EXPECT_EQ(bootstrap_difference(one, {}, 1, false).count, 0u);
  EXPECT_EQ(bootstrap_difference({}, {}, 1, true).count, 0u);
}

TEST(Estimate, of_equal_values_is_a_point) {
  expect_point(bootstrap_mean(std::vector<double>{0.1}), 0.1, 1);
  // The sum of ten tenths is not one.
  const std::vector<double> tenths(10, 0.1);
  expect_point(bootstrap_mean(tenths), 0.1, 10);
  expect_point(bootstrap_difference(tenths, std::vector<double>(4, 3.0), 2, false), 0.1 - 6, 14);
  expect_point(bootstrap_difference(tenths, tenths, 1, true), 0, 10);
}

TEST(Estimate, is_the_same_each_time) {
  Random random(7);
  const std::vector<double> sample = normal_sample(random, 50, 3, 1);
  const Estimate first = bootstrap_mean(sample);
  const Estimate second = bootstrap_mean(sample);
  EXPECT_EQ(first.low, second.low);
  EXPECT_EQ(first.high, second.high);
  // Of these values every sum is exact, so these bounds are those of every compiler.
  const Estimate exact = bootstrap_mean(std::vector<double>{0, 1, 2, 4, 8, 16, 32, 64});
  EXPECT_EQ(exact.value, 15.875);
  EXPECT_EQ(exact.low, 3.75);
  EXPECT_EQ(exact.high, 31);
}

TEST(Estimate, is_as_wide_as_theory_says) {
  Random random(1);
  const std::vector<double> sample = normal_sample(random, 1'000, 10, 2);
  double squares = 0;
  const Estimate estimate = bootstrap_mean(sample);
  for (const double value : sample) squares += (value - estimate.value) * (value - estimate.value);
  const double expected = 2 * 1.96 * std::sqrt(squares / 1'000 / 1'000);
  EXPECT_NEAR(width(estimate), expected, 0.06 * expected);
  EXPECT_NEAR((estimate.low + estimate.high) / 2, estimate.value, 0.06 * expected);
  EXPECT_EQ(estimate.count, 1'000u);
}

TEST(Estimate, holds_the_true_mean_about_95_times_in_100) {
  Random random(2);
  int means = 0;
  int differences = 0;
  int paired = 0;
  constexpr int kTrials = 1'000;
  for (int i = 0; i < kTrials; ++i) {
    const std::vector<double> left = normal_sample(random, 40, 5, 1);
    const std::vector<double> right = normal_sample(random, 30, 2, 3);
    const std::vector<double> other = normal_sample(random, 40, 1, 2);
    means += contains(bootstrap_mean(left), 5) ? 1 : 0;
    differences += contains(bootstrap_difference(left, right, 1.5, false), 2) ? 1 : 0;
    paired += contains(bootstrap_difference(left, other, 2, true), 3) ? 1 : 0;
  }
  // The percentile interval is a little narrow on small samples: near 94 %. Three deviations around that.
  for (const int covered : {means, differences, paired}) {
    EXPECT_GE(covered, 0.915 * kTrials);
    EXPECT_LE(covered, 0.965 * kTrials);
  }
}

TEST(Estimate, of_correlated_pairs_is_narrower) {
  Random random(3);
  std::vector<double> left = normal_sample(random, 200, 50, 10);
  std::vector<double> right;
  for (const double value : left) right.push_back(value - 1 + 0.5 * normal(random));
  const Estimate paired = bootstrap_difference(left, right, 1, true);
  const Estimate unpaired = bootstrap_difference(left, right, 1, false);
  EXPECT_NEAR(paired.value, unpaired.value, 1e-9);
  EXPECT_LT(10 * width(paired), width(unpaired));
  EXPECT_GT(paired.low, 0);
  EXPECT_TRUE(contains(unpaired, 0));
}

TEST(Estimate, of_two_samples_draws_them_apart) {
  // Drawn with the same numbers, a sample less itself would have no interval at all.
  Random random(4);
  const std::vector<double> sample = normal_sample(random, 100, 0, 1);
  const Estimate difference = bootstrap_difference(sample, sample, 1, false);
  EXPECT_EQ(difference.value, 0);
  EXPECT_NEAR(width(difference), std::sqrt(2.0) * width(bootstrap_mean(sample)), 0.1 * width(difference));
}

TEST(Estimate, of_all_but_equal_values_holds_its_value) {
  std::vector<double> sample(3'000, 0.1);
  sample[1'234] = 0.1 + 1e-16;
  const Estimate estimate = bootstrap_mean(sample);
  EXPECT_TRUE(contains(estimate, estimate.value));
}

TEST(Estimate, of_a_median_holds_the_true_one_about_95_times_in_100_whatever_a_few_values_are) {
  Random random(11);
  int held = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<double> sample = normal_sample(random, 60, 3, 1);
    sample[0] = 1e9;
    const Estimate estimate = bootstrap_median(sample);
    EXPECT_TRUE(contains(estimate, estimate.value));
    EXPECT_LT(width(estimate), 2);
    held += contains(estimate, 3) ? 1 : 0;
  }
  EXPECT_GE(held, 88);
  EXPECT_LT(held, 100);
  expect_point(bootstrap_median(std::vector<double>{4, 4, 4}), 4, 3);
  EXPECT_EQ(bootstrap_median(std::vector<double>{5, 1, 9, 3}).value, 3);  // nearest rank
  EXPECT_EQ(bootstrap_median({}).count, 0u);
}

TEST(Estimate, of_two_medians_is_narrower_for_pairs) {
  Random random(12);
  const std::vector<double> left = normal_sample(random, 80, 10, 3);
  std::vector<double> right = left;
  for (double& value : right) value += 1 + 0.1 * normal(random);
  const Estimate paired = bootstrap_median_difference(left, right, 1, true);
  const Estimate apart = bootstrap_median_difference(left, right, 1, false);
  EXPECT_EQ(paired.value, apart.value);
  EXPECT_LT(paired.high, 0);
  EXPECT_LT(width(paired), width(apart) / 2);
  EXPECT_EQ(bootstrap_median_difference(left, {}, 1, false).count, 0u);
}

}  // namespace waymark::lab_estimate_test
