// Our own random numbers (PCG32, O'Neill 2014): the standard's distributions differ between libraries, and runs must
// not.
#pragma once

#include <cstdint>

#include "waymark/base/assert.hpp"

namespace waymark {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(0), increment_((stream << 1u) | 1u) {
    next();
    state_ += seed;
    next();
  }

  // Uniform over all 32-bit values.
  constexpr std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ull + increment_;
    const auto xorshifted = static_cast<std::uint32_t>(((old >> 18u) ^ old) >> 27u);
    const auto rotation = static_cast<std::uint32_t>(old >> 59u);
    return (xorshifted >> rotation) | (xorshifted << ((0u - rotation) & 31u));
  }

  // Uniform over [0, bound), without bias. bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    WAYMARK_DEBUG_ASSERT(bound > 0);
    const std::uint32_t threshold = (0u - bound) % bound;
    for (;;) {
      const std::uint32_t value = next();
      if (value >= threshold) return value % bound;
    }
  }

  // Uniform over [low, high], both included. low <= high.
  constexpr int between(int low, int high) {
    WAYMARK_DEBUG_ASSERT(low <= high);
    const auto span = static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low) + 1u;
    return static_cast<int>(static_cast<std::uint32_t>(low) + (span == 0 ? next() : below(span)));
  }

  // True `numerator` times out of `denominator`.
  constexpr bool chance(std::uint32_t numerator, std::uint32_t denominator) { return below(denominator) < numerator; }

 private:
  std::uint64_t state_;
  std::uint64_t increment_;
};

}  // namespace waymark
