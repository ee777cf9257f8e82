// The minimal-memory abstraction as section 7.4 of Anguelov's thesis tells it, cell by cell: sectors, regions by
// breadth-first search inside them, the centre of each, and edges between regions that a move joins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "support/reference.hpp"

namespace waymark::test {

struct PlainRegion {
  Cell centre;
  std::vector<Cell> cells;
  std::set<std::size_t> edges;  // places in the list of all regions
};

class PlainSectors {
 public:
  PlainSectors(const Grid& grid, const MoveRules& rules, int size) : width_(grid.width()) {
    region_of_.assign(static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.height()), kNone);
    for (int top = 0; top < grid.height(); top += size) {
      for (int left = 0; left < grid.width(); left += size) {
        for (int y = top; y < std::min(top + size, grid.height()); ++y) {
          for (int x = left; x < std::min(left + size, grid.width()); ++x) {
            if (grid.passable(x, y) && region_at(x, y) == kNone) explore(grid, rules, {x, y}, {left, top, size, size});
          }
        }
      }
    }
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      for (const Cell cell : regions_[i].cells) {
        for (const ReferenceMove& move : reference_moves(grid, rules, cell.x, cell.y)) {
          const std::size_t other = region_at(cell.x + move.dx, cell.y + move.dy);
          if (other != i) regions_[i].edges.insert(other);
        }
      }
    }
  }

  // In the order of sectors, and in a sector of the first cells.
  [[nodiscard]] const std::vector<PlainRegion>& regions() const { return regions_; }
  static constexpr std::size_t kNone = ~std::size_t{0};
  [[nodiscard]] std::size_t region_at(int x, int y) const {
    return region_of_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  }

 private:
  void explore(const Grid& grid, const MoveRules& rules, Cell from, const Rect& sector) {
    const std::size_t number = regions_.size();
    PlainRegion region{from, {from}, {}};
    const auto label = [&](Cell cell) {
      region_of_[static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(width_) +
                 static_cast<std::size_t>(cell.x)] = number;
    };
    label(from);
    for (std::size_t i = 0; i < region.cells.size(); ++i) {
      const Cell at = region.cells[i];
      for (const ReferenceMove& move : reference_moves(grid, rules, at.x, at.y)) {
        const Cell to{at.x + move.dx, at.y + move.dy};
        const bool inside =
            to.x >= sector.x && to.y >= sector.y && to.x < sector.x + sector.width && to.y < sector.y + sector.height;
        if (!inside || region_at(to.x, to.y) != kNone) continue;
        label(to);
        region.cells.push_back(to);
      }
    }
    std::sort(region.cells.begin(), region.cells.end(),
              [](Cell a, Cell b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
    std::int64_t x = 0;
    std::int64_t y = 0;
    const auto count = static_cast<std::int64_t>(region.cells.size());
    for (const Cell cell : region.cells) {
      x += cell.x;
      y += cell.y;
    }
    const auto away = [&](Cell cell) {
      const std::int64_t dx = cell.x * count - x;
      const std::int64_t dy = cell.y * count - y;
      return dx * dx + dy * dy;
    };
    region.centre =
        *std::min_element(region.cells.begin(), region.cells.end(), [&](Cell a, Cell b) { return away(a) < away(b); });
    regions_.push_back(std::move(region));
  }

  int width_;
  std::vector<PlainRegion> regions_;
  std::vector<std::size_t> region_of_;
};

}  // namespace waymark::test
