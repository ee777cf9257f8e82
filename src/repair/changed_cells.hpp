// The cells whose moves the edits of a map may have changed: those of each edited area and those beside it. One at a
// time, so that an edit of any size can be taken in slices.
#pragma once

#include <cstdint>

#include "search/is_untouched.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

class ChangedCells {
 public:
  // From now on: what happened before is of no concern.
  void forget(const Grid& grid) {
    next_ = grid.log().count();
    in_area_ = false;
  }
  // Whether the log still has all that is to come.
  [[nodiscard]] bool is_whole(const Grid& grid) const { return next_ == grid.log().count() || grid.log().holds(next_); }
  [[nodiscard]] bool any(const Grid& grid) const { return next_ != grid.log().count(); }

  // The edit that comes next, or the rest of it.
  [[nodiscard]] const Grid::Change& next(const Grid& grid) const { return grid.log().entry(next_); }
  // Whether it has so many more cells than a search has states that the search is sooner begun anew.
  [[nodiscard]] bool outweighs(const Grid& grid, std::uint64_t states) {
    constexpr std::int64_t kFew = 64;
    enter(grid);
    const std::int64_t left = std::int64_t{area_.y + area_.height - y_} * area_.width;
    return left > kFew + static_cast<std::int64_t>(states);
  }
  void skip() {
    in_area_ = false;
    ++next_;
  }
  NodeId take(const Grid& grid) {
    enter(grid);
    const NodeId node = grid.node(x_, y_);
    if (++x_ == area_.x + area_.width) {
      x_ = area_.x;
      if (++y_ == area_.y + area_.height) skip();
    }
    return node;
  }

 private:
  void enter(const Grid& grid) {
    if (in_area_) return;
    area_ = with_border(grid, grid.log().entry(next_).area);
    x_ = area_.x;
    y_ = area_.y;
    in_area_ = true;
  }

  std::uint64_t next_ = 0;  // the change whose cells come next
  Rect area_{0, 0, 0, 0};
  int x_ = 0;
  int y_ = 0;
  bool in_area_ = false;
};

}  // namespace waymark
