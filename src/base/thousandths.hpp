// Weights and factors are given as decimal numbers and kept in thousandths, so that all that is computed with them is
// exact.
#pragma once

#include <cstdint>
#include <optional>

namespace waymark {

// The nearest whole number of thousandths. None of what is below 0, too large or no number.
constexpr std::optional<std::int64_t> to_thousandths(double value) {
  constexpr double kMost = 1e12;
  if (!(value >= 0 && value <= kMost)) return std::nullopt;
  const double scaled = value * 1000;
  const auto below = static_cast<std::int64_t>(scaled);
  // Compared, not added to: a product that is fused with a sum would round differently from machine to machine.
  return scaled >= static_cast<double>(below) + 0.5 ? below + 1 : below;
}

// Of a value that was found to be in a range below 2^32 thousandths.
constexpr std::uint32_t thousandths_of(double value) { return static_cast<std::uint32_t>(*to_thousandths(value)); }

}  // namespace waymark
