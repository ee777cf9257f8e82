#include "waymark/offline/c45.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

__extension__ using Wide = __int128;
using Node = DepthTree::Node;

constexpr std::uint64_t kOne = std::uint64_t{1} << 32u;     // a bit of information
constexpr std::uint64_t kLeastGain = kOne >> 20u;           // per example
constexpr std::uint64_t kAverageSlack = kOne / 1000;        // per example
constexpr std::uint64_t kMillionth = 1'000'000;             // an error
constexpr std::uint64_t kPruningSlack = kMillionth / 10;    // errors
constexpr std::size_t kClasses = DepthTree::kMaxDepth + 1;  // class 0 is never used
using ClassCounts = std::array<std::uint32_t, kClasses>;

std::uint64_t whole_root(std::uint64_t value) {  // rounded down
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31u; bit != 0; bit >>= 1u) {
    if ((root | bit) * (root | bit) <= value) root |= bit;
  }
  return root;
}

// How many standard deviations from the mean leave `confidence` above them, in thousandths: C4.5's table, straight
// lines between its points.
std::uint64_t deviations(std::uint32_t confidence_thousandths) {
  struct Point {
    std::int64_t confidence;
    std::int64_t deviations;
  };
  constexpr std::array<Point, 9> kTable{
      {{0, 4000}, {1, 3090}, {5, 2580}, {10, 2330}, {50, 1650}, {100, 1280}, {200, 840}, {400, 250}, {1000, 0}}};
  const std::int64_t wanted = confidence_thousandths;
  std::size_t i = 1;
  while (kTable[i].confidence < wanted) ++i;
  const Point& low = kTable[i - 1];
  const Point& high = kTable[i];
  return static_cast<std::uint64_t>(low.deviations + (high.deviations - low.deviations) * (wanted - low.confidence) /
                                                         (high.confidence - low.confidence));
}

// all * (1 - confidence^(1 / all)) in millionths, by the series of 1 - e^-x with x = k / all.
std::uint64_t extra_without_errors(std::uint32_t all, std::uint32_t confidence_thousandths) {
  constexpr unsigned kPlaces = 40;  // fixed point
  constexpr Wide kNaturalOfTwo = 762'123'384'786;
  const Wide bits =
      static_cast<Wide>(c45::log2_fixed(1000)) - static_cast<Wide>(c45::log2_fixed(confidence_thousandths));
  const Wide k = (bits * kNaturalOfTwo) >> 32u;  // at most 7
  Wide term = k;
  Wide sum = 0;
  for (std::int64_t i = 1; term != 0; ++i) {
    sum += i % 2 == 1 ? term : -term;
    term = ((term * k) >> kPlaces) / (static_cast<Wide>(all) * (i + 1));
  }
  return static_cast<std::uint64_t>((sum * static_cast<Wide>(kMillionth)) >> kPlaces);
}

class Learner {
 public:
  Learner(std::span<const DepthSample> samples, const C45Options& options)
      : samples_(samples), options_(options), goes_above_(samples.size()), scratch_(samples.size()) {
    WAYMARK_ASSERT(!samples.empty() && samples.size() <= c45::kMaxSamples && options.minimum_leaf >= 1);
    const auto count = static_cast<std::uint32_t>(samples.size());
    weighted_.resize(std::size_t{count} + 1);
    for (std::uint32_t n = 1; n <= count; ++n) weighted_[n] = n * c45::log2_fixed(n);
    for (std::size_t f = 0; f < kDepthFeatures; ++f) {
      order_[f].resize(count);
      std::iota(order_[f].begin(), order_[f].end(), 0u);
      std::sort(order_[f].begin(), order_[f].end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::int32_t at_a = value(f, a);
        const std::int32_t at_b = value(f, b);
        return at_a != at_b ? at_a < at_b : a < b;
      });
    }
  }

  std::vector<Node> learn() {
    grow({0, static_cast<std::uint32_t>(samples_.size())}, 0);
    return std::move(nodes_);
  }

  [[nodiscard]] std::optional<c45::Split> root_split() const {
    const Part all{0, static_cast<std::uint32_t>(samples_.size())};
    return best_split(all, counts_of(all));
  }

 private:
  // A range of each order_: the same samples in each.
  struct Part {
    std::uint32_t first;
    std::uint32_t last;
    [[nodiscard]] std::uint32_t size() const { return last - first; }
  };
  struct Grown {
    std::uint64_t estimate;  // errors in millionths, after pruning
    std::uint32_t errors;    // on the samples, before pruning
  };

  [[nodiscard]] std::int32_t value(std::size_t feature, std::uint32_t sample) const {
    return samples_[sample].features[feature];
  }

  [[nodiscard]] ClassCounts counts_of(Part part) const {
    ClassCounts counts{};
    for (std::uint32_t i = part.first; i < part.last; ++i) ++counts[samples_[order_[0][i]].depth];
    return counts;
  }

  // The gain's correction is not made yet.
  struct Threshold {
    c45::Split split{};
    std::uint32_t tried = 0;
  };
  [[nodiscard]] Threshold best_threshold(std::size_t feature, Part part, const ClassCounts& counts) const {
    const std::vector<std::uint32_t>& order = order_[feature];
    ClassCounts low{};
    ClassCounts high = counts;
    std::uint64_t low_sum = 0;  // of n log n over the classes
    std::uint64_t high_sum = 0;
    for (const std::uint32_t count : counts) high_sum += weighted_[count];
    const std::uint64_t before = weighted_[part.size()] - high_sum;
    Threshold best;
    for (std::uint32_t i = part.first; i + 1 < part.last; ++i) {
      const std::uint8_t depth = samples_[order[i]].depth;
      low_sum += weighted_[low[depth] + 1] - weighted_[low[depth]];
      high_sum -= weighted_[high[depth]] - weighted_[high[depth] - 1];
      ++low[depth];
      --high[depth];
      const std::uint32_t below = i + 1 - part.first;
      const std::uint32_t above = part.size() - below;
      if (below < options_.minimum_leaf || above < options_.minimum_leaf) continue;
      if (value(feature, order[i]) == value(feature, order[i + 1])) continue;
      ++best.tried;
      const std::uint64_t after = (weighted_[below] - low_sum) + (weighted_[above] - high_sum);
      const std::uint64_t gain = before > after ? before - after : 0;
      if (gain <= best.split.gain) continue;
      best.split = {static_cast<std::uint8_t>(feature), value(feature, order[i]), gain,
                    weighted_[part.size()] - weighted_[below] - weighted_[above]};
    }
    return best;
  }

  [[nodiscard]] std::optional<c45::Split> best_split(Part part, const ClassCounts& counts) const {
    if (part.size() / 2 < options_.minimum_leaf) return std::nullopt;
    if (*std::max_element(counts.begin(), counts.end()) == part.size()) return std::nullopt;
    std::array<c45::Split, kDepthFeatures> splits{};
    std::size_t found = 0;
    Wide sum = 0;
    for (std::size_t f = 0; f < kDepthFeatures; ++f) {
      Threshold best = best_threshold(f, part, counts);
      if (best.tried == 0) continue;
      const std::uint64_t price = c45::log2_fixed(best.tried) + part.size() * kLeastGain;
      if (best.split.gain <= price) continue;
      best.split.gain -= c45::log2_fixed(best.tried);
      sum += best.split.gain;
      splits[found++] = best.split;
    }
    std::optional<c45::Split> best;
    for (std::size_t i = 0; i < found; ++i) {
      const c45::Split& split = splits[i];
      const auto slack = static_cast<Wide>(part.size()) * kAverageSlack;
      if ((static_cast<Wide>(split.gain) + slack) * static_cast<Wide>(found) < sum) continue;
      if (best && static_cast<Wide>(split.gain) * best->split <= static_cast<Wide>(best->gain) * split.split) continue;
      best = split;
    }
    return best;
  }

  // Sorts the samples up to the threshold before the others, in every order. Returns how many they are.
  std::uint32_t divide(Part part, const c45::Split& split) {
    std::uint32_t below = 0;
    for (std::uint32_t i = part.first; i < part.last; ++i) {
      const std::uint32_t sample = order_[0][i];
      goes_above_[sample] = value(split.feature, sample) > split.threshold ? 1 : 0;
      below += 1u - goes_above_[sample];
    }
    for (std::vector<std::uint32_t>& order : order_) {
      std::uint32_t low = part.first;
      std::uint32_t high = 0;
      for (std::uint32_t i = part.first; i < part.last; ++i) {
        if (goes_above_[order[i]] != 0) {
          scratch_[high++] = order[i];
        } else {
          order[low++] = order[i];
        }
      }
      std::copy_n(scratch_.begin(), high, order.begin() + low);
    }
    return below;
  }

  // Appends the pruned subtree. Calls itself at most DepthTree::kMaxNesting deep.
  Grown grow(Part part, std::size_t nesting) {
    const ClassCounts counts = counts_of(part);
    const auto most = std::max_element(counts.begin(), counts.end());
    Node leaf;
    leaf.depth = static_cast<std::uint8_t>(most - counts.begin());
    leaf.right = *most;
    leaf.all = part.size();
    const std::uint32_t errors = leaf.all - leaf.right;
    const std::uint64_t estimate =
        errors * kMillionth + c45::extra_errors(leaf.all, errors, options_.confidence_thousandths);

    const auto place = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(leaf);
    const auto split = nesting < DepthTree::kMaxNesting ? best_split(part, counts) : std::nullopt;
    if (!split) return {estimate, errors};
    const std::uint32_t middle = part.first + divide(part, *split);
    const Grown below = grow({part.first, middle}, nesting + 1);
    const auto above_place = static_cast<std::uint32_t>(nodes_.size());
    const Grown above = grow({middle, part.last}, nesting + 1);

    const Grown subtree{below.estimate + above.estimate, below.errors + above.errors};
    if (subtree.errors >= errors || estimate <= subtree.estimate + kPruningSlack) {
      nodes_.resize(std::size_t{place} + 1);
      return {estimate, subtree.errors};
    }
    Node decision;
    decision.feature = split->feature;
    decision.threshold = split->threshold;
    decision.above = above_place;
    nodes_[place] = decision;
    return subtree;
  }

  std::span<const DepthSample> samples_;
  C45Options options_;
  std::vector<std::uint64_t> weighted_;  // n log2 n in units of 2^-32
  std::array<std::vector<std::uint32_t>, kDepthFeatures> order_;
  std::vector<std::uint8_t> goes_above_;
  std::vector<std::uint32_t> scratch_;
  std::vector<Node> nodes_;
};

}  // namespace

namespace c45 {

std::uint64_t log2_fixed(std::uint32_t n) {
  const auto whole = static_cast<unsigned>(std::bit_width(n)) - 1;
  std::uint64_t mantissa = std::uint64_t{n} << (31u - whole);  // from 1 to 2, times 2^31
  std::uint64_t bits = whole;
  for (int i = 0; i < 32; ++i) {
    mantissa = (mantissa * mantissa) >> 31u;
    const std::uint64_t bit = mantissa >> 32u;
    mantissa >>= bit;
    bits = (bits << 1u) | bit;
  }
  return bits;
}

std::uint64_t extra_errors(std::uint32_t all, std::uint32_t errors, std::uint32_t confidence_thousandths) {
  WAYMARK_ASSERT(all >= 1 && all <= kMaxSamples && errors <= all && confidence_thousandths >= 1 &&
                 confidence_thousandths <= 500);
  if (errors == 0) return extra_without_errors(all, confidence_thousandths);
  if (errors == all) return 0;
  // With e = errors + 1/2: all * (e + z^2 / 2 + z sqrt(e - e^2 / all + z^2 / 4)) / (all + z^2) - errors.
  const std::uint64_t z = deviations(confidence_thousandths);
  const std::uint64_t z_squared = z * z;  // millionths, as all below
  const std::uint64_t twice = std::uint64_t{2} * errors + 1;
  const std::uint64_t e = twice * (kMillionth / 2);
  const auto e_squared = static_cast<std::uint64_t>(static_cast<Wide>(twice) * twice * (kMillionth / 4) / all);
  const std::uint64_t root = whole_root((e - e_squared + z_squared / 4) * kMillionth);
  const Wide numerator = static_cast<Wide>(all) * kMillionth * (e + z_squared / 2 + z * root / 1000);
  const auto bound = static_cast<std::uint64_t>(numerator / (static_cast<Wide>(all) * kMillionth + z_squared));
  const std::uint64_t counted = errors * kMillionth;
  return bound > counted ? bound - counted : 0;
}

std::optional<Split> best_split(std::span<const DepthSample> samples, std::uint32_t minimum_leaf) {
  return Learner(samples, {minimum_leaf, 50}).root_split();
}

}  // namespace c45

std::vector<DepthTree::Node> learn_depth_tree(std::span<const DepthSample> samples, const C45Options& options) {
  return Learner(samples, options).learn();
}

}  // namespace waymark
