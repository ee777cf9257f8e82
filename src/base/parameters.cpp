#include "base/parameters.hpp"

#include <string>

namespace waymark {

std::string ParameterInfo::range() const {
  const std::string from =
      least_but_zero != 0 ? "0, or " + value_to_string(*this, least_but_zero) : value_to_string(*this, minimum);
  return from + " to " + value_to_string(*this, maximum);
}

std::string value_to_string(const ParameterInfo& parameter, std::int64_t value) {
  switch (parameter.kind) {
    case ParameterKind::kChoice: return std::string(parameter.choices[static_cast<std::size_t>(value)]);
    case ParameterKind::kWhole: return std::to_string(value);
    case ParameterKind::kNumber: break;
  }
  return thousandths_to_string(value);
}

std::string thousandths_to_string(std::int64_t value) {
  std::string text = std::to_string(value / 1000);
  if (value % 1000 == 0) return text;
  std::string places = std::to_string(1000 + value % 1000).substr(1);
  while (places.back() == '0') places.pop_back();
  return text + "." + places;
}

Error out_of_range(const ParameterInfo& parameter) {
  std::string message(parameter.name);
  if (parameter.kind == ParameterKind::kChoice) {
    message += " must be one of";
    for (const std::string_view name : parameter.choices) message += " " + std::string(name);
  } else {
    message += " must be " + parameter.range();
  }
  return {ErrorCode::kOutOfRange, message};
}

}  // namespace waymark
