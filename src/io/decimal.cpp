#include "io/decimal.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

constexpr std::size_t kWholeDigits = 12;
constexpr std::size_t kFractionDigits = 15;  // further ones are below the precision of a double from 1 up
constexpr std::uint64_t kExact = std::uint64_t{1} << 53u;

constexpr std::array<std::uint64_t, kFractionDigits + 1> make_powers() {
  std::array<std::uint64_t, kFractionDigits + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}
constexpr auto kPowersOfTen = make_powers();

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::uint64_t to_number(std::string_view digits) {
  std::uint64_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  return number;
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  std::string_view whole = text.substr(0, point);
  std::string_view fraction = point == std::string_view::npos ? "0" : text.substr(point + 1);
  if (!all_digits(whole) || !all_digits(fraction)) return std::nullopt;
  while (whole.size() > 1 && whole.front() == '0') whole.remove_prefix(1);
  if (whole.size() > kWholeDigits) return std::nullopt;
  fraction = fraction.substr(0, kFractionDigits);
  while (fraction.size() > 1 && fraction.back() == '0') fraction.remove_suffix(1);

  const std::uint64_t units = to_number(whole);
  const std::uint64_t part = to_number(fraction);
  const std::uint64_t power = kPowersOfTen[fraction.size()];
  if (units <= (kExact - part) / power) {
    // Both exact as doubles: one rounding (Clinger 1990).
    return static_cast<double>(units * power + part) / static_cast<double>(power);
  }
  const double value = static_cast<double>(units) + static_cast<double>(part) / static_cast<double>(power);
  if (value >= 1e12) return std::nullopt;  // rounded up to it
  return value;
}

std::string format_decimal(double value) {
  WAYMARK_ASSERT(value >= 0 && value <= 1e12);
  constexpr std::int64_t kScale = 100'000'000;
  const double whole = std::floor(value);
  auto units = static_cast<std::int64_t>(whole);
  std::int64_t part = std::llround((value - whole) * static_cast<double>(kScale));
  if (part == kScale) {
    ++units;
    part = 0;
  }
  std::string decimals = std::to_string(part);
  decimals.insert(0, 8 - decimals.size(), '0');
  return std::to_string(units) + "." + decimals;
}

}  // namespace waymark
