// Option structs and what is said of their members: names, ranges and choices, each stated once. From the list of an
// algorithm's parameters come its help, the check of options that a program filled in, and options made from a text.
// The defaults are those of the struct.
//
//   constexpr std::tuple kParameters{whole<&Options::r>("R", "R", "units of a slice", 2, 1'000'000),
//                                    number<&Options::w>("w", "w", "weight of h in g + w*h", 1, 1000),
//                                    choice<&Options::queue, kQueues>("queue", "open list")};
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "base/thousandths.hpp"
#include "waymark/base/parameter.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

// What no parameter takes, in place of a value that it has no number for.
inline constexpr std::int64_t kNoValue = std::numeric_limits<std::int64_t>::min();

template <class Member>
struct MemberOf;
template <class Struct, class Value>
struct MemberOf<Value Struct::*> {
  using Owner = Struct;
  using Type = Value;
};

// A whole number, or if it is a double one in thousandths.
template <auto kMember>
struct NumberParameter {
  using Type = typename MemberOf<decltype(kMember)>::Type;
  ParameterInfo info;

  template <class Options>
  static constexpr std::int64_t get(const Options& options) {
    if constexpr (std::is_floating_point_v<Type>) {
      return to_thousandths(options.*kMember).value_or(kNoValue);
    } else {
      constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
      return options.*kMember <= kMost ? static_cast<std::int64_t>(options.*kMember) : kNoValue;
    }
  }
  template <class Options>
  static constexpr void set(Options& options, std::int64_t value) {
    if constexpr (std::is_floating_point_v<Type>) {
      options.*kMember = static_cast<Type>(value) / 1000;
    } else {
      options.*kMember = static_cast<Type>(value);
    }
  }
};

// One of the values that a table of Choices has names for.
template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

template <const auto& kChoices>
inline constexpr auto kChoiceNames = [] {
  std::array<std::string_view, kChoices.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kChoices[i].name;
  return names;
}();

template <auto kMember, const auto& kChoices>
struct ChoiceParameter {
  ParameterInfo info;

  template <class Options>
  static constexpr std::int64_t get(const Options& options) {
    for (std::size_t i = 0; i < kChoices.size(); ++i) {
      if (kChoices[i].value == options.*kMember) return static_cast<std::int64_t>(i);
    }
    return kNoValue;
  }
  template <class Options>
  static constexpr void set(Options& options, std::int64_t value) {
    options.*kMember = kChoices[static_cast<std::size_t>(value)].value;
  }
};

template <auto kMember>
constexpr auto whole(std::string_view name, std::string_view symbol, std::string_view description, std::int64_t minimum,
                     std::int64_t maximum) {
  using Parameter = NumberParameter<kMember>;
  return Parameter{{name, symbol, ParameterKind::kWhole, description, minimum, maximum,
                    Parameter::get(typename MemberOf<decltype(kMember)>::Owner{})}};
}

// In thousandths inside, however it is given.
template <auto kMember>
constexpr auto number(std::string_view name, std::string_view symbol, std::string_view description, double minimum,
                      double maximum) {
  using Parameter = NumberParameter<kMember>;
  return Parameter{{name, symbol, ParameterKind::kNumber, description, *to_thousandths(minimum),
                    *to_thousandths(maximum), Parameter::get(typename MemberOf<decltype(kMember)>::Owner{})}};
}

template <auto kMember, const auto& kChoices>
constexpr auto choice(std::string_view name, std::string_view description) {
  using Parameter = ChoiceParameter<kMember, kChoices>;
  return Parameter{{name, "", ParameterKind::kChoice, description, 0, 0,
                    Parameter::get(typename MemberOf<decltype(kMember)>::Owner{}), kChoiceNames<kChoices>}};
}

// The same parameter, for which 0 has a meaning of its own and other values begin at `least`.
template <class Parameter>
constexpr Parameter zero_or(Parameter parameter, double least) {
  const bool in_thousandths = parameter.info.kind == ParameterKind::kNumber;
  parameter.info.minimum = 0;
  parameter.info.least_but_zero = in_thousandths ? *to_thousandths(least) : static_cast<std::int64_t>(least);
  return parameter;
}

inline constexpr std::array<Choice<bool>, 2> kOnOff{{{"on", true}, {"off", false}}};

template <const auto& kParameters>
inline constexpr auto kParameterInfos = std::apply(
    [](const auto&... each) { return std::array<ParameterInfo, sizeof...(each)>{each.info...}; }, kParameters);

// "w must be 1 to 1000".
Error out_of_range(const ParameterInfo& parameter);

// Whether every member is in its range.
template <class Options, class... Each>
Result<Done> check_options(const Options& options, const std::tuple<Each...>& parameters) {
  const ParameterInfo* wrong = nullptr;
  const auto look = [&](const auto& parameter) {
    const std::int64_t value = parameter.get(options);
    const bool choice = parameter.info.kind == ParameterKind::kChoice;
    if (wrong == nullptr && !(choice ? value != kNoValue : parameter.info.contains(value))) wrong = &parameter.info;
  };
  std::apply([&](const auto&... each) { (look(each), ...); }, parameters);
  if (wrong != nullptr) return out_of_range(*wrong);
  return Done{};
}

// From values that are in their ranges, one for each parameter, the first of them at `place`.
template <class Options, class... Each>
Options options_of(const ParameterValues& values, const std::tuple<Each...>& parameters, std::size_t place = 0) {
  Options options;
  std::apply([&](const auto&... each) { (each.set(options, values[place++]), ...); }, parameters);
  return options;
}

}  // namespace waymark
