// Any number of durations in a fixed amount of memory: exact mean and maximum, ranks within 1.6 %.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace waymark {

class TimeHistogram {
 public:
  void add(std::uint64_t nanoseconds);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // 0 if there is none.
  [[nodiscard]] double mean() const;
  [[nodiscard]] std::uint64_t max() const { return max_; }
  // Nearest rank, rounded up to the end of its class; 0 if there is none. percent is from 0 to 100.
  [[nodiscard]] std::uint64_t rank(unsigned percent) const;

 private:
  // Values below 128 have a class each; above, each power of two has 64.
  static constexpr std::size_t kClasses = 58 * 64 + 64;

  std::array<std::uint64_t, kClasses> classes_{};
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
  double sum_ = 0;
};

}  // namespace waymark
