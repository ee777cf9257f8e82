#include "lab/view/time_histogram.hpp"

#include <algorithm>
#include <bit>

namespace waymark {
namespace {

constexpr unsigned kExactBits = 7;

}  // namespace

void TimeHistogram::add(std::uint64_t nanoseconds) {
  const auto bits = static_cast<unsigned>(std::bit_width(nanoseconds));
  const unsigned shift = bits > kExactBits ? bits - kExactBits : 0;
  ++classes_[std::size_t{64} * shift + static_cast<std::size_t>(nanoseconds >> shift)];
  ++count_;
  max_ = std::max(max_, nanoseconds);
  sum_ += static_cast<double>(nanoseconds);
}

double TimeHistogram::mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

std::uint64_t TimeHistogram::rank(unsigned percent) const {
  const std::uint64_t wanted = std::max<std::uint64_t>(count_ / 100 * percent + (count_ % 100 * percent + 99) / 100, 1);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kClasses; ++i) {
    seen += classes_[i];
    if (seen < wanted) continue;
    const std::size_t shift = i < 128 ? 0 : i / 64 - 1;
    const std::uint64_t first = std::uint64_t{i - 64 * shift} << shift;
    return std::min(first + ((std::uint64_t{1} << shift) - 1), max_);
  }
  return max_;
}

}  // namespace waymark
