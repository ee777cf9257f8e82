// Weighted values are kept in thousandths of a cost unit; what is learned of them is a whole cost.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waymark/base/types.hpp"

namespace waymark {

// Up: with a weight of 1 nothing is rounded, and with less the value stays a lower bound of what it stands for.
constexpr Cost rounded_up(std::uint64_t thousandths) {
  return static_cast<Cost>(std::min<std::uint64_t>((thousandths + 999) / 1000, kMaxHeuristic));
}

constexpr std::uint32_t square(std::uint32_t side) { return side * side; }

}  // namespace waymark
