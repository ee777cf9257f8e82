// Where cells became passable since something was learned, and how short a way through there may be.
//
// A way that uses a move which an edit made legal passes a freed cell or one beside it (a diagonal past a freed
// corner). So it costs at least the distances, on an empty map, from its start to the area and from the area to its
// end: what was learned before and is not above that is still right. Of many areas those that are near each other are
// taken together: a larger area promises a shorter way, never a longer one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/cell.hpp"

namespace waymark {

// Cells from (left, top) to (right, bottom), both included.
struct Area {
  int left;
  int top;
  int right;
  int bottom;

  static Area of(Cell cell) { return {cell.x, cell.y, cell.x, cell.y}; }
  // Of an edit, with the cells beside it.
  static Area beside(const Rect& edit) { return {edit.x - 1, edit.y - 1, edit.x + edit.width, edit.y + edit.height}; }

  void extend(const Area& other) {
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
  [[nodiscard]] bool contains(Cell cell) const {
    return cell.x >= left && cell.x <= right && cell.y >= top && cell.y <= bottom;
  }
  [[nodiscard]] bool touches(const Area& other) const {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }
  // 0 inside.
  [[nodiscard]] Cost distance(const OctileDistance& measure, Cell cell) const {
    return measure.distance(std::max({left - cell.x, cell.x - right, 0}), std::max({top - cell.y, cell.y - bottom, 0}));
  }
  [[nodiscard]] Cost distance(const OctileDistance& measure, const Area& other) const {
    return measure.distance(std::max({left - other.right, other.left - right, 0}),
                            std::max({top - other.bottom, other.top - bottom, 0}));
  }
};

// The least a way from `from` through `area` to `to` costs.
inline Cost way_through(const OctileDistance& measure, Cell from, const Area& area, Cell to) {
  return area.distance(measure, from) + area.distance(measure, to);
}

// Each with what the way on from there to the goal costs at least, `beyond`.
class FreedAreas {
 public:
  static constexpr std::size_t kMost = 4;

  [[nodiscard]] bool empty() const { return size_ == 0; }
  void add(const Area& area, Cost beyond) {
    if (size_ < kMost) {
      freed_[size_++] = {area, beyond};
      return;
    }
    // Into the one that grows least by it.
    const auto grown = [&](const Freed& old) {
      Area both = old.area;
      both.extend(area);
      return cells(both) - cells(old.area);
    };
    Freed& nearest = *std::min_element(freed_.begin(), freed_.end(),
                                       [&](const Freed& a, const Freed& b) { return grown(a) < grown(b); });
    nearest.area.extend(area);
    nearest.beyond = std::min(nearest.beyond, beyond);
  }

  // The least that a way from `from` through one of the areas costs, with what lies beyond it; kInfiniteCost if there
  // is none.
  [[nodiscard]] Cost way_through(const OctileDistance& measure, Cell from) const {
    Cost least = kInfiniteCost;
    for (std::size_t i = 0; i < size_; ++i) {
      least = std::min(least, freed_[i].area.distance(measure, from) + freed_[i].beyond);
    }
    return least;
  }
  // The same, on to `to`.
  [[nodiscard]] Cost way_through(const OctileDistance& measure, Cell from, Cell to) const {
    Cost least = kInfiniteCost;
    for (std::size_t i = 0; i < size_; ++i) {
      least = std::min(least, waymark::way_through(measure, from, freed_[i].area, to));
    }
    return least;
  }

 private:
  struct Freed {
    Area area;
    Cost beyond;
  };
  static std::int64_t cells(const Area& area) {
    return std::int64_t{area.right - area.left + 1} * (area.bottom - area.top + 1);
  }

  std::array<Freed, kMost> freed_;
  std::uint32_t size_ = 0;
};

}  // namespace waymark
