// Weights and factors are given as decimal numbers and kept in thousandths, so that all that is computed with them is
// exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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

// Of a text with at most three decimals.
constexpr std::optional<std::int64_t> parse_thousandths(std::string_view text) {
  std::int64_t value = 0;
  int places = -1;
  if (text.empty() || text.size() > 15) return std::nullopt;
  for (const char letter : text) {
    if (letter == '.' && places < 0) {
      places = 0;
    } else if (letter >= '0' && letter <= '9' && places < 3) {
      value = value * 10 + (letter - '0');
      if (places >= 0) ++places;
    } else {
      return std::nullopt;
    }
  }
  if (text == ".") return std::nullopt;
  for (int i = places < 0 ? 0 : places; i < 3; ++i) value *= 10;
  return value;
}

// Of a value that was found to be in a range below 2^32 thousandths.
constexpr std::uint32_t thousandths_of(double value) { return static_cast<std::uint32_t>(*to_thousandths(value)); }

}  // namespace waymark
