// What a straight and a diagonal step cost, in exact integers.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "waymark/base/types.hpp"

namespace waymark {

struct CostModel {
  Cost cardinal;
  Cost diagonal;
  double diagonal_length;  // of one diagonal step, in cardinal steps: for reports only, never compared in a search
  std::string_view name;

  // Length in cardinal steps, as reports print it.
  [[nodiscard]] double length(std::uint64_t cardinals, std::uint64_t diagonals) const {
    return static_cast<double>(cardinals) + static_cast<double>(diagonals) * diagonal_length;
  }
  // The same for a cost that is not split into steps (approximate by the model's own rounding of the diagonal).
  [[nodiscard]] double length(Cost cost) const { return static_cast<double>(cost) / static_cast<double>(cardinal); }

  friend constexpr bool operator==(const CostModel& a, const CostModel& b) {
    return a.cardinal == b.cardinal && a.diagonal == b.diagonal;
  }
};

// 3363/2378 is a convergent of the square root of two: paths whose diagonal counts differ by less than 2378 keep their
// true order (1000/1414 misorders already at 99).
inline constexpr CostModel kSqrt2Costs{2378, 3363, 1.41421356237309504880, "sqrt2"};
// The metric of JAIR 2010: a diagonal is 1.4.
inline constexpr CostModel kPaper14Costs{5, 7, 1.4, "1.4"};
// Every step counts one.
inline constexpr CostModel kUnitCosts{1, 1, 1.0, "unit"};

}  // namespace waymark
