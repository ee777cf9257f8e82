// How ARA* and AD* inflate h from pass to pass, and what that proves of the paths they find. All in thousandths.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "waymark/base/types.hpp"

namespace waymark {

inline constexpr std::uint32_t kNoInflation = 1000;

struct Inflations {
  std::uint32_t first = kNoInflation;  // of a new tree, and after many changes
  std::uint32_t step = 0;              // from pass to pass
  std::uint32_t until = kNoInflation;  // a path with this bound is good enough

  std::uint32_t now = kNoInflation;
  std::uint32_t proven = 0;  // of the last path; 0: there is none
  std::uint32_t solutions = 0;
  bool pass_is_due = false;

  void begin_query() {
    proven = solutions = 0;
    lowest_is_due_ = false;
  }
  void begin_anew() {
    now = first;
    changed_ = 0;
    begin_query();
    pass_is_due = false;
  }
  // Of so many cells' edges; what was proven no longer is.
  void take_changes(std::uint32_t cells) {
    changed_ += cells;
    begin_query();
    pass_is_due = true;
  }
  // The inflation of the next pass, in a tree of so many states.
  std::uint32_t begin_pass(std::uint64_t states) {
    constexpr std::uint64_t kManyOf = 16;  // states for each changed cell
    if (std::exchange(changed_, 0) * kManyOf > states) now = first;
    pass_is_due = false;
    lowest_is_due_ = solutions != 0;
    return now;
  }
  [[nodiscard]] bool is_good_enough() const { return proven != 0 && proven <= until; }
  // A pass found a path; whether it is good enough. If not another pass is due.
  bool take_solution() {
    ++solutions;
    proven = proven == 0 ? now : std::min(proven, now);
    if (is_good_enough()) return true;
    now = now > kNoInflation + step ? now - step : kNoInflation;
    pass_is_due = true;
    return false;
  }
  // No path but the last, which costs `cost`, is cheaper than `lowest`; whether it is good enough by that.
  bool take_lowest(Cost cost, Cost lowest) {
    if (!std::exchange(lowest_is_due_, false)) return false;
    // Rounded up. A path of no cost is as cheap as can be.
    const std::uint64_t ratio =
        cost <= lowest ? kNoInflation : (std::uint64_t{cost} * kNoInflation + lowest - 1) / lowest;
    proven = static_cast<std::uint32_t>(std::min<std::uint64_t>(proven, ratio));
    return is_good_enough();
  }

 private:
  std::uint64_t changed_ = 0;  // cells, since the last pass
  bool lowest_is_due_ = false;
};

}  // namespace waymark
