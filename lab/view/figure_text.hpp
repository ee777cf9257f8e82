// How measured and published figures are written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/run/estimate.hpp"

namespace waymark {

std::string value_text(const Estimate& estimate);     // "5.3"; "-" if there is none
std::string interval_text(const Estimate& estimate);  // "5.1 to 5.6"; empty if it is a point
std::string published_text(double value);             // as it was given: "0.125", "1,250"; 0.8666... as "0.8667"
// "58.1 (55.0 to 61.2)", with as many decimals as the interval is worth; "5.3" without an interval; "-" if there is
// none.
std::string to_string(const Estimate& estimate);

// Times that are far too small for the unit that somebody chose, as "0.0000062 h", are told in another.
struct TimeUnit {
  std::string_view name;
  double seconds;
};
std::optional<TimeUnit> find_time_unit(std::string_view name);  // "us", "ms", "s", "min", "h"
inline constexpr double kTooSmall = 0.01;                       // of a unit
// The largest unit in which so many seconds are `least` or more; microseconds if there is none.
TimeUnit fitting_unit(double seconds, double least);
Estimate scaled(const Estimate& estimate, double factor);  // factor is above 0

std::string heading(const std::string& id, const std::string& title);  // "Table 3: what it shows"

}  // namespace waymark
