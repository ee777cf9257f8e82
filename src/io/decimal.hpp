// Lengths as text: the same digits and the same doubles on every platform, whatever the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace waymark {

// The whole of `text` as DIGITS or DIGITS.DIGITS, below 1e12; nothing if it is anything else. Correctly rounded up to
// 15 digits in all; beyond that within one unit in the last place.
std::optional<double> parse_decimal(std::string_view text);

// With eight decimals, the last one rounded. 0 <= value <= 1e12.
std::string format_decimal(double value);

}  // namespace waymark
