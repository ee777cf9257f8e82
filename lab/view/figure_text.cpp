#include "lab/view/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lab/view/text_table.hpp"

namespace waymark {
namespace {

constexpr int kMostDecimals = 12;
constexpr std::array<TimeUnit, 5> kTimeUnits{{{"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}}};

// Decimals that give a value of this size so many digits.
int decimals_for(double size, int digits) {
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(size))), 0, kMostDecimals);
}

// Half of the interval comes to 3.5 to 35 of the last place: one digit of it is too few, two may be more than it is
// worth.
int decimals_of(const Estimate& estimate) {
  const double half = (estimate.high - estimate.low) / 2;
  return decimals_for(half / 3.5, 1);
}

std::string exact_text(double value) {
  constexpr int kDigits = 4;
  if (value == std::floor(value)) return format_grouped(value, 0);
  std::string text = format_decimal(value, decimals_for(std::abs(value), kDigits));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return group_thousands(text);
}

bool has_interval(const Estimate& estimate) {
  return estimate.count > 0 && estimate.low < estimate.high && std::isfinite(estimate.low) &&
         std::isfinite(estimate.high);
}

}  // namespace

std::string value_text(const Estimate& estimate) {
  if (estimate.count == 0 || !std::isfinite(estimate.value)) return "-";
  return has_interval(estimate) ? format_grouped(estimate.value, decimals_of(estimate)) : exact_text(estimate.value);
}

std::string interval_text(const Estimate& estimate) {
  if (!has_interval(estimate)) return "";
  const int decimals = decimals_of(estimate);
  return format_grouped(estimate.low, decimals) + " to " + format_grouped(estimate.high, decimals);
}

std::string published_text(double value) {
  std::string text = fmt::format("{}", value == 0 ? 0.0 : value);
  // Turned into hours from days or minutes it has more digits than anybody printed.
  const std::size_t point = text.find('.');
  if (point != std::string::npos && text.size() - point > 8 && std::abs(value) >= 0.01) {
    text = fmt::format("{:.4f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return std::isfinite(value) && text.find('e') == std::string::npos ? group_thousands(std::move(text)) : text;
}

std::optional<TimeUnit> find_time_unit(std::string_view name) {
  for (const TimeUnit& unit : kTimeUnits) {
    if (unit.name == name) return unit;
  }
  return std::nullopt;
}

TimeUnit fitting_unit(double seconds, double least) {
  for (const TimeUnit& unit : kTimeUnits) {
    if (seconds >= least * unit.seconds) return unit;
  }
  return kTimeUnits.back();
}

Estimate scaled(const Estimate& estimate, double factor) {
  return {estimate.value * factor, estimate.low * factor, estimate.high * factor, estimate.count};
}

std::string heading(const std::string& id, const std::string& title) {
  return id.empty() || title.empty() ? id + title : id + ": " + title;
}

std::string to_string(const Estimate& estimate) {
  const std::string interval = interval_text(estimate);
  return interval.empty() ? value_text(estimate) : value_text(estimate) + " (" + interval + ")";
}

}  // namespace waymark
