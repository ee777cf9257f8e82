#include "lab/run/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace waymark::lab_statistics_test {

std::vector<double> one_to(int last) {
  std::vector<double> values;
  for (int i = 1; i <= last; ++i) values.push_back(i);
  return values;
}

TEST(Statistics, nearest_rank_is_a_value_that_was_seen) {
  EXPECT_EQ(nearest_rank(one_to(1), 99), 1);
  EXPECT_EQ(nearest_rank(one_to(99), 99), 99);
  EXPECT_EQ(nearest_rank(one_to(100), 99), 99);
  EXPECT_EQ(nearest_rank(one_to(101), 99), 100);
  EXPECT_EQ(nearest_rank(one_to(1000), 99), 990);
  EXPECT_EQ(nearest_rank(one_to(4), 50), 2);
  EXPECT_EQ(nearest_rank(one_to(5), 50), 3);
  EXPECT_EQ(nearest_rank(one_to(5), 0), 1);
  EXPECT_EQ(nearest_rank(one_to(5), 100), 5);
}

TEST(Statistics, a_summary_does_not_depend_on_the_order) {
  const Summary summary = summarise({5, 1, 4, 2, 3});
  EXPECT_EQ(summary.count, 5u);
  EXPECT_EQ(summary.mean, 3);
  EXPECT_EQ(summary.median, 3);
  EXPECT_EQ(summary.p99, 5);
  EXPECT_EQ(summary.max, 5);
}

TEST(Statistics, a_deviation_is_that_of_the_whole_a_sample_was_drawn_from) {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};  // squares about the mean of 5 add up to 32
  EXPECT_EQ(mean_of(values), 5);
  EXPECT_NEAR(standard_deviation(values), std::sqrt(32.0 / 7), 1e-12);
  EXPECT_EQ(standard_deviation(one_to(1)), 0);
}

TEST(Statistics, of_nothing_all_is_zero) {
  const Summary summary = summarise({});
  EXPECT_EQ(summary.count, 0u);
  EXPECT_EQ(summary.mean, 0);
  EXPECT_EQ(summary.max, 0);
}

}  // namespace waymark::lab_statistics_test
