// Bresenham's line between two cells: of n + 1 cells, n the longer of both differences; where the line passes half way
// between two cells, that farther along the shorter one.
#pragma once

#include <cstdlib>

#include "waymark/space/cell.hpp"

namespace waymark {

class LineWalk {
 public:
  LineWalk() = default;
  LineWalk(Cell from, Cell to)
      : at_(from),
        dx_(std::abs(to.x - from.x)),
        dy_(std::abs(to.y - from.y)),
        step_x_(to.x < from.x ? -1 : 1),
        step_y_(to.y < from.y ? -1 : 1),
        left_(dx_ > dy_ ? dx_ : dy_),
        longer_(left_),
        part_(left_) {}

  [[nodiscard]] Cell at() const { return at_; }
  [[nodiscard]] bool at_end() const { return left_ == 0; }
  // Not at the end.
  void advance() {
    --left_;
    const bool by_x = dx_ == longer_;
    part_ += 2 * (by_x ? dy_ : dx_);
    const bool both = part_ >= 2 * longer_;
    if (both) part_ -= 2 * longer_;
    if (by_x || both) at_.x += step_x_;
    if (!by_x || both) at_.y += step_y_;
  }

 private:
  Cell at_{};
  int dx_ = 0;
  int dy_ = 0;
  int step_x_ = 1;
  int step_y_ = 1;
  int left_ = 0;
  int longer_ = 0;
  int part_ = 0;  // of a step along the shorter one, in 2 longer_-ths
};

}  // namespace waymark
