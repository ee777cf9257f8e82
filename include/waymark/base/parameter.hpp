// What can be set on an algorithm, as tools show it and as texts name it. Programs set the members of option structs;
// both go by the same ranges, which stand beside the algorithm.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace waymark {

enum class ParameterKind : std::uint8_t {
  kNumber,  // a decimal number, kept as thousandths
  kWhole,   // a whole number
  kChoice,  // one of `choices`
};

struct ParameterInfo {
  std::string_view name;
  std::string_view symbol;  // the paper's
  ParameterKind kind;
  std::string_view description;
  std::int64_t minimum = 0;  // kNumber: in thousandths
  std::int64_t maximum = 0;
  std::int64_t fallback = 0;  // the default; kNumber: in thousandths; kChoice: its index
  std::span<const std::string_view> choices = {};
  // Where 0 has a meaning of its own: the least of the other values. Otherwise 0.
  std::int64_t least_but_zero = 0;

  // Of numbers, whole or not.
  [[nodiscard]] constexpr bool contains(std::int64_t value) const {
    return value >= minimum && value <= maximum && (value == 0 || value >= least_but_zero);
  }
  // "1 to 50", or "0, or 2 to 50".
  [[nodiscard]] std::string range() const;
};

// A value for each parameter of an algorithm, in its order: thousandths, a whole number, or an index into the choices.
using ParameterValues = std::vector<std::int64_t>;

// A parameter's value as it is written.
std::string value_to_string(const ParameterInfo& parameter, std::int64_t value);

// "1.5" for 1500.
std::string thousandths_to_string(std::int64_t value);

}  // namespace waymark
