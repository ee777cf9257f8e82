// C4.5: decision trees from examples with numeric features, by gain ratio, pruned by a pessimistic estimate of their
// errors. In whole numbers only (logarithms in fixed point), with ties in a total order, so the same examples give the
// same tree on every compiler.
//
// Quinlan 1993, C4.5: Programs for Machine Learning; Quinlan 1996, Improved Use of Continuous Attributes in C4.5.
//   Split    for each feature the threshold of the greatest gain that leaves minimum_leaf examples on each side; the
//   gain
//            less log2(thresholds tried) / examples (the correction of 1996). Of the features whose gain is at least
//            the average less 0.001 bits, the one of the best gain ratio. Ties: lower threshold, lower feature.
//   Leaf     the most frequent class, the lowest of several. A node with fewer than 2 minimum_leaf examples, of one
//            class, without a gain above 2^-20 bits, or below kMaxNesting decisions is a leaf.
//   Pruning  a subtree that makes no fewer errors on the examples than a leaf is a leaf. So is one whose estimated
//            errors are at least those of the leaf less 0.1 (subtree replacement, from the leaves upwards).
// Deviations
//   1. No subtree raising.
//   2. A threshold is a value of the examples (as in C4.5, not the midpoint).
//   3. minimum_leaf holds for both sides of every split; C4.5 asks for it on two branches, and for thresholds for
//      another number between it and 25.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "waymark/subgoals/depth_tree.hpp"

namespace waymark {

struct DepthSample {
  DepthFeatureValues features;
  std::uint8_t depth;  // the class, 1 to DepthTree::kMaxDepth
  friend bool operator==(const DepthSample&, const DepthSample&) = default;
};

struct C45Options {
  std::uint32_t minimum_leaf = 100;           // at least 1
  std::uint32_t confidence_thousandths = 50;  // 1 to 500: the lower, the more is pruned
};

namespace c45 {

inline constexpr std::uint32_t kMaxSamples = std::uint32_t{1} << 24u;

// Bits in units of 2^-32, rounded down, off by at most 2^-26. n at least 1.
std::uint64_t log2_fixed(std::uint32_t n);

// By how many errors, in millionths, the upper bound of the confidence interval lies above `errors` among `all` (C4.5's
// estimate: exact where there are no errors, otherwise by the normal distribution with a continuity correction).
// errors <= all, all from 1 to kMaxSamples.
std::uint64_t extra_errors(std::uint32_t all, std::uint32_t errors, std::uint32_t confidence_thousandths);

struct Split {
  std::uint8_t feature;  // from 0
  std::int32_t threshold;
  std::uint64_t gain;   // all examples together, corrected, in units of 2^-32 bits
  std::uint64_t split;  // information of the division itself, likewise
};
// The split at the root; nothing if it is to be a leaf.
std::optional<Split> best_split(std::span<const DepthSample> samples, std::uint32_t minimum_leaf);

}  // namespace c45

// From 1 to kMaxSamples examples. In the order of DepthTree.
std::vector<DepthTree::Node> learn_depth_tree(std::span<const DepthSample> samples, const C45Options& options);

}  // namespace waymark
