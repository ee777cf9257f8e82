// What a straight and a diagonal step cost, in exact integers: any pair from 1 to kMaxMoveCost.
#pragma once

#include <cstdint>
#include <string_view>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

// The dearest step of a map. The longest way across an empty map of the largest size takes 40,957 straight steps
// (32,767 x 8,192 cells): at this price it stays below kMaxHeuristic, and an edge of an abstraction over the map below
// kMaxEdgeCost, so that g + edge + h never wraps. The ring of a bucket queue has 32,768 buckets (128 KB). Walks may
// cost up to kMaxPathCost, 214,748 of the dearest steps; beyond that searches end with Status::kCostOverflow.
inline constexpr Cost kMaxMoveCost = 10'000;

// CostModel{10, 14} is a model. Nothing is assumed of the two: a diagonal may be cheaper than a straight step or dearer
// than two.
struct CostModel {
  Cost cardinal;
  Cost diagonal;
  // Of one diagonal step, in cardinal steps: for reports only, never compared in a search.
  double diagonal_length = static_cast<double>(diagonal) / static_cast<double>(cardinal);
  std::string_view name = "custom";  // of a text that outlives all maps of the model

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

// Fails unless both are from 1 to kMaxMoveCost.
Result<Done> check_costs(const CostModel& costs);

}  // namespace waymark
