#include "waymark/offline/c45.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/hash.hpp"
#include "waymark/base/random.hpp"

namespace waymark::offline_c45_test {

using Node = DepthTree::Node;

constexpr double kBit = 4294967296.0;

DepthSample sample_of(std::size_t feature, std::int32_t value, int depth) {
  DepthSample sample{};
  sample.features[feature] = value;
  sample.depth = static_cast<std::uint8_t>(depth);
  return sample;
}

// Few values, so that there are ties; classes that depend on some of the features, with noise.
std::vector<DepthSample> random_samples(Random& random, int count, int classes, int values, unsigned noise_percent) {
  std::vector<DepthSample> samples;
  for (int i = 0; i < count; ++i) {
    DepthSample sample{};
    for (std::int32_t& value : sample.features) value = random.between(0, values);
    const int signal = (sample.features[2] > values / 2 ? 1 : 0) + (sample.features[7] > values / 3 ? 2 : 0);
    const int depth = random.chance(noise_percent, 100) ? random.between(0, classes - 1) : signal % classes;
    sample.depth = static_cast<std::uint8_t>(depth + 1);
    samples.push_back(sample);
  }
  return samples;
}

// n times the entropy of the classes.
double information(const std::vector<DepthSample>& samples) {
  std::map<int, double> counts;
  for (const DepthSample& sample : samples) counts[sample.depth] += 1;
  const auto n = static_cast<double>(samples.size());
  double sum = 0;
  for (const auto& [depth, count] : counts) sum -= count * std::log2(count / n);
  return sum;
}

struct PlainSplit {
  double gain;  // n times, corrected
  double ratio;
  std::int32_t threshold;
};

// The best threshold of a feature, by the definition.
std::optional<PlainSplit> plain_threshold(const std::vector<DepthSample>& samples, std::size_t feature,
                                          std::size_t minimum_leaf, std::optional<std::int32_t> only = {}) {
  std::set<std::int32_t> values;
  for (const DepthSample& sample : samples) values.insert(sample.features[feature]);
  int tried = 0;
  std::optional<PlainSplit> best;
  const auto n = static_cast<double>(samples.size());
  for (const std::int32_t threshold : values) {
    std::vector<DepthSample> low;
    std::vector<DepthSample> high;
    for (const DepthSample& sample : samples) (sample.features[feature] <= threshold ? low : high).push_back(sample);
    if (low.size() < minimum_leaf || high.size() < minimum_leaf || high.empty()) continue;
    ++tried;
    if (only && *only != threshold) continue;
    const double gain = information(samples) - information(low) - information(high);
    const auto a = static_cast<double>(low.size());
    const auto b = static_cast<double>(high.size());
    const double split = -a * std::log2(a / n) - b * std::log2(b / n);
    if (!best || gain > best->gain + 1e-9) best = PlainSplit{gain, split, threshold};
  }
  if (!best) return std::nullopt;
  best->gain -= std::log2(tried);
  best->ratio = best->gain / best->ratio;
  if (best->gain <= n * std::pow(2.0, -20)) return std::nullopt;
  return best;
}

TEST(C45, logarithms_are_right_to_the_last_places) {
  for (std::uint32_t n = 1; n < 5000; ++n) {
    ASSERT_NEAR(static_cast<double>(c45::log2_fixed(n)) / kBit, std::log2(n), 1.0 / (1u << 26u)) << n;
  }
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t n = 1 + random.below(0xfffffffeu);
    ASSERT_NEAR(static_cast<double>(c45::log2_fixed(n)) / kBit, std::log2(n), 1.0 / (1u << 26u)) << n;
  }
  for (unsigned bit = 0; bit < 32; ++bit) EXPECT_EQ(c45::log2_fixed(1u << bit), std::uint64_t{bit} << 32u);
}

// Quinlan 1993 gives 6 U(0, 6) = 1.236, 9 U(0, 9) = 1.287, U(0, 1) = 0.750 and, without the normal distribution,
// 16 U(1, 16) = 2.512. By hand for the last: z = 0.693, 16 * (1.5 + 0.240125 + 0.693 * 1.216321) / 16.480249
// = 2.507764.
TEST(C45, estimates_errors_as_the_book_does) {
  EXPECT_NEAR(static_cast<double>(c45::extra_errors(6, 0, 250)), 1'237'796, 2);
  EXPECT_NEAR(static_cast<double>(c45::extra_errors(9, 0, 250)), 1'284'802, 8);
  EXPECT_NEAR(static_cast<double>(c45::extra_errors(1, 0, 250)), 750'000, 1);
  EXPECT_NEAR(static_cast<double>(c45::extra_errors(16, 1, 250)), 1'507'764, 5);
  EXPECT_EQ(c45::extra_errors(7, 7, 250), 0u);
}

TEST(C45, estimates_errors_as_the_formula_says) {
  Random random(2);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t n = 1 + random.below(i % 2 == 0 ? 200 : 1'000'000);
    const std::uint32_t e = random.below(n + 1);
    const bool five = random.chance(1, 2);
    const double z = five ? 1.65 : 1.28;
    const auto got = static_cast<double>(c45::extra_errors(n, e, five ? 50 : 100)) / 1e6;
    double wanted = 0;
    if (e == 0) {
      wanted = n * (1 - std::pow(five ? 0.05 : 0.1, 1.0 / n));
    } else if (e < n) {
      const double f = (e + 0.5) / n;
      const double r =
          (f + z * z / (2.0 * n) + z * std::sqrt(f / n - f * f / n + z * z / (4.0 * n * n))) / (1 + z * z / n);
      wanted = std::max(0.0, r * n - e);
    }
    ASSERT_NEAR(got, wanted, 1e-4 + 1e-6 * n) << e << " of " << n;
  }
}

TEST(C45, splits_where_the_definition_says) {
  Random random(3);
  int splits = 0;
  for (int round = 0; round < 1500; ++round) {
    const auto minimum = static_cast<std::uint32_t>(random.between(1, 6));
    const std::vector<DepthSample> samples =
        random_samples(random, random.between(2, 70), random.between(2, 4), random.between(1, 9),
                       static_cast<unsigned>(random.between(0, 100)));
    const auto got = c45::best_split(samples, minimum);
    double sum = 0;
    int found = 0;
    std::vector<std::optional<PlainSplit>> plain;
    for (std::size_t f = 0; f < kDepthFeatures; ++f) {
      plain.push_back(plain_threshold(samples, f, minimum));
      if (plain.back()) {
        sum += plain.back()->gain;
        ++found;
      }
    }
    const bool may_split = samples.size() >= 2 * minimum && found > 0;
    ASSERT_EQ(got.has_value(), may_split) << round;
    if (!got) continue;
    ++splits;
    double best = 0;
    const double least = sum / found - 0.001 * static_cast<double>(samples.size());
    for (const auto& split : plain) {
      if (split && split->gain >= least) best = std::max(best, split->ratio);
    }
    const auto same = plain_threshold(samples, got->feature, minimum, got->threshold);
    ASSERT_TRUE(same);
    EXPECT_NEAR(static_cast<double>(got->gain) / kBit, same->gain, 1e-5);
    EXPECT_NEAR(static_cast<double>(got->gain) / kBit, plain[got->feature]->gain, 1e-5);
    EXPECT_GE(same->gain, least - 1e-5);
    EXPECT_NEAR(static_cast<double>(got->gain) / static_cast<double>(got->split), best, 1e-6);
  }
  EXPECT_GT(splits, 500);
}

// The weather of Quinlan 1993, by humidity and by wind.
TEST(C45, knows_the_weather) {
  constexpr int kHumidity[] = {85, 90, 86, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 91};
  constexpr int kWindy[] = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1};
  constexpr int kPlay[] = {1, 1, 2, 2, 2, 1, 2, 1, 2, 2, 2, 2, 2, 1};
  const auto weather = [&](std::size_t feature, const int(&values)[14], int times) {
    std::vector<DepthSample> samples;
    for (int i = 0; i < 14 * times; ++i) samples.push_back(sample_of(feature, values[i % 14], kPlay[i % 14]));
    return samples;
  };
  const auto windy = c45::best_split(weather(4, kWindy, 1), 2);
  ASSERT_TRUE(windy);
  EXPECT_EQ(windy->feature, 4);
  EXPECT_EQ(windy->threshold, 0);
  EXPECT_NEAR(static_cast<double>(windy->gain) / kBit, 14 * 0.0481270, 1e-4);
  EXPECT_NEAR(static_cast<double>(windy->split) / kBit, 14 * 0.9852281, 1e-4);
  // Seven thresholds are tried: too many for a gain of 0.152 bits from 14 days, not from 140.
  EXPECT_FALSE(c45::best_split(weather(6, kHumidity, 1), 2));
  const auto humidity = c45::best_split(weather(6, kHumidity, 10), 20);
  ASSERT_TRUE(humidity);
  EXPECT_EQ(humidity->feature, 6);
  EXPECT_EQ(humidity->threshold, 80);
  EXPECT_NEAR(static_cast<double>(humidity->gain) / kBit, 140 * 0.1518355 - std::log2(7), 1e-3);
}

TEST(C45, learns_what_can_be_told_and_less_from_noise) {
  Random random(4);
  const std::vector<DepthSample> clear = random_samples(random, 3000, 4, 30, 0);
  const std::vector<Node> nodes = learn_depth_tree(clear, {25, 50});
  for (const DepthSample& sample : clear) ASSERT_EQ(DepthTree::depth(nodes, sample.features), sample.depth);
  EXPECT_EQ(nodes.size(), 7u);
  const std::vector<DepthSample> noise = random_samples(random, 3000, 4, 30, 100);
  EXPECT_LT(learn_depth_tree(noise, {10, 50}).size(), learn_depth_tree(noise, {10, 500}).size());
  const std::vector<DepthSample> one{sample_of(0, 1, 9)};
  const std::vector<Node> leaf = learn_depth_tree(one, {1, 50});
  ASSERT_EQ(leaf.size(), 1u);
  EXPECT_EQ(leaf[0].depth, 9);
}

// Goes down the tree with its samples. Returns the estimate of its errors.
double check_subtree(const std::vector<Node>& nodes, std::size_t at, const std::vector<DepthSample>& samples,
                     const C45Options& options) {
  std::map<int, std::uint32_t> counts;
  for (const DepthSample& sample : samples) ++counts[sample.depth];
  std::uint32_t most = 0;
  int majority = 0;
  for (const auto& [depth, count] : counts) {
    if (count > most) {
      most = count;
      majority = depth;
    }
  }
  const auto all = static_cast<std::uint32_t>(samples.size());
  const double leaf =
      all - most + static_cast<double>(c45::extra_errors(all, all - most, options.confidence_thousandths)) / 1e6;
  const Node& node = nodes[at];
  if (node.is_leaf()) {
    EXPECT_EQ(node.all, all);
    EXPECT_EQ(node.right, most);
    EXPECT_EQ(node.depth, majority);
    if (nodes.size() > 1) {
      EXPECT_GE(all, options.minimum_leaf);
    }
    return leaf;
  }
  std::vector<DepthSample> low;
  std::vector<DepthSample> high;
  for (const DepthSample& sample : samples) {
    (sample.features[node.feature] <= node.threshold ? low : high).push_back(sample);
  }
  const double estimate = check_subtree(nodes, at + 1, low, options) + check_subtree(nodes, node.above, high, options);
  EXPECT_GT(leaf, estimate + 0.1 - 1e-6);
  return estimate;
}

TEST(C45, every_leaf_counts_its_states_and_every_decision_is_worth_it) {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const std::vector<DepthSample> samples = random_samples(random, random.between(50, 1500), 4, random.between(1, 40),
                                                            static_cast<unsigned>(random.between(0, 90)));
    const C45Options options{static_cast<std::uint32_t>(random.between(1, 40)),
                             static_cast<std::uint32_t>(random.between(10, 500))};
    const std::vector<Node> nodes = learn_depth_tree(samples, options);
    ASSERT_TRUE(DepthTree::make({}, {}, nodes));
    check_subtree(nodes, 0, samples, options);
  }
}

TEST(C45, the_tree_does_not_depend_on_the_order_of_the_states_or_the_compiler) {
  Random random(6);
  std::vector<DepthSample> samples = random_samples(random, 4000, 4, 50, 60);
  const std::vector<Node> nodes = learn_depth_tree(samples, {10, 300});
  for (std::size_t i = samples.size() - 1; i > 0; --i) {
    std::swap(samples[i], samples[random.below(static_cast<std::uint32_t>(i + 1))]);
  }
  EXPECT_EQ(learn_depth_tree(samples, {10, 300}), nodes);
  Hash64 hash;
  hash.add(DepthTree::make({}, {}, nodes)->to_text());
  EXPECT_GT(nodes.size(), 20u);
  EXPECT_EQ(hash.value(), 17102613559104981195u);
}

}  // namespace waymark::offline_c45_test
