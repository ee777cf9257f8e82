#include "lab/view/plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "lab/view/html.hpp"
#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

constexpr double kRounding = 1e-9;  // more than what a logarithm may be off by
constexpr std::array<double, 3> kRoundDigits{1, 2, 5};
constexpr std::array<double, 6> kFineDigits{1, 1.5, 2, 3, 5, 7};  // where the ends alone would be two or three

// The largest of 1, 2, 5 times a power of ten that is no larger than `value`, or the smallest that is no smaller.
double round_down(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + kRounding));
  for (const int digit : {5, 2}) {
    if (value >= digit * power * (1 - kRounding)) return digit * power;
  }
  return power;
}

double round_up(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + kRounding));
  for (const double digit : kRoundDigits) {
    if (value <= digit * power * (1 + kRounding)) return digit * power;
  }
  return 10 * power;
}

std::string linear_text(double value, double step, double most) {
  if (most >= 1e6 || step < 1e-5) {
    const auto digits =
        static_cast<int>(std::ceil(std::log10(most / step) - kRounding)) + 1;  // ticks differ in the last
    return value == 0 ? "0" : fmt::format("{:.{}g}", value, digits);
  }
  const auto decimals = static_cast<int>(-std::floor(std::log10(step) + kRounding));
  return format_grouped(value, std::max(decimals, 0));
}

std::string logarithmic_text(double digit, int power) {
  if (power < -2 || power > 5) return fmt::format("{:g}e{}", digit, power);
  const int own = digit == std::floor(digit) ? 0 : 1;  // decimals
  return format_grouped(digit * std::pow(10.0, power), std::max(own - power, 0));
}

}  // namespace

PlotAxis PlotAxis::linear(double low, double high) {
  // From 0 where that costs little room; values that hardly differ need another end anyway.
  constexpr double kNearZero = 0.4;
  constexpr double kHardly = 1e-3;
  const bool is_point = high - low <= kHardly * std::max(std::abs(low), std::abs(high));
  if (low > 0 && (low < kNearZero * high || is_point)) low = 0;
  if (high < 0 && (high > kNearZero * low || is_point)) high = 0;
  if (low == high) high = 1;
  constexpr double kSteps = 5;
  const double step = round_up((high - low) / kSteps);
  const auto first = static_cast<std::int64_t>(std::floor(low / step + kRounding));
  const auto last = static_cast<std::int64_t>(std::ceil(high / step - kRounding));
  PlotAxis axis(false, static_cast<double>(first) * step, static_cast<double>(last) * step);
  const double most = std::max(std::abs(axis.first_), std::abs(axis.last_));
  for (std::int64_t i = first; i <= last; ++i) {
    const double value = static_cast<double>(i) * step;
    axis.ticks_.push_back({value, linear_text(value, step, most)});
  }
  return axis;
}

PlotAxis PlotAxis::logarithmic(double low, double high) {
  constexpr double kRoom = 1.5;  // around a point
  const bool is_point = high <= low * (1 + kRounding);
  double first = std::log10(round_down(is_point ? low / kRoom : low));
  double last = std::log10(round_up(is_point ? high * kRoom : high));
  // Wide ranges have whole powers only, and not each of them if there are too many.
  constexpr double kManyPowers = 2;
  constexpr int kMostTicks = 8;
  const bool only_powers = last - first > kManyPowers + kRounding;
  int stride = 1;
  if (only_powers) {
    first = std::floor(first + kRounding);
    last = std::ceil(last - kRounding);
    stride = static_cast<int>(last - first) / kMostTicks + 1;
    last = first + std::ceil((last - first) / stride) * stride;
  }
  PlotAxis axis(true, first, last);
  const auto first_power = static_cast<int>(std::floor(first + kRounding));
  const auto last_power = static_cast<int>(std::floor(last + kRounding));
  constexpr double kFewDigits = 0.7;  // of a decade
  const bool is_narrow = last - first < kFewDigits;
  const std::span<const double> digits = is_narrow ? std::span<const double>(kFineDigits) : kRoundDigits;
  for (int power = first_power; power <= last_power; power += stride) {
    for (const double digit : digits) {
      const double exponent = power + std::log10(digit);
      if (exponent < first - kRounding || exponent > last + kRounding || (only_powers && digit != 1)) continue;
      axis.ticks_.push_back({digit * std::pow(10.0, power), logarithmic_text(digit, power)});
    }
  }
  return axis;
}

double PlotAxis::share(double value) const {
  if (is_logarithmic_ && value <= 0) return 0;
  const double place = is_logarithmic_ ? std::log10(value) : value;
  return std::clamp((place - first_) / (last_ - first_), 0.0, 1.0);
}

std::string draw_x_tick(double x, std::string_view text) {
  return fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/><text class=\"tick\" data-axis=\"x\" x=\"{0:.1f}\" "
      "y=\"{3}\" "
      "text-anchor=\"middle\">{4}</text>\n",
      x, PlotArea::kTop, PlotArea::kBottom, PlotArea::kBottom + 23, escape_html(text));
}

std::string draw_y_tick(double y, std::string_view text) {
  return fmt::format(
      "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/><text class=\"tick\" data-axis=\"y\" x=\"{3}\" "
      "y=\"{4:.1f}\" "
      "text-anchor=\"end\">{5}</text>\n",
      PlotArea::kLeft, PlotArea::kRight, y, PlotArea::kLeft - 7, y + 4, escape_html(text));
}

}  // namespace waymark
