// A map that a walk is checked on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "waymark/space/cell.hpp"
#include "waymark/space/grid.hpp"

namespace waymark::test {

// A map as plain letters, edited and walked on without any code of the library.
class PlainMap {
 public:
  explicit PlainMap(const Grid& grid) : rows_(static_cast<std::size_t>(grid.height())) {
    for (int y = 0; y < grid.height(); ++y) {
      for (int x = 0; x < grid.width(); ++x) rows_[static_cast<std::size_t>(y)] += grid.passable(x, y) ? '.' : '@';
    }
  }
  void edit(const Rect& area, bool passable) {
    for (int y = area.y; y < area.y + area.height; ++y) {
      for (int x = area.x; x < area.x + area.width; ++x) {
        rows_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = passable ? '.' : '@';
      }
    }
  }
  [[nodiscard]] bool free(int x, int y) const {
    return y >= 0 && y < static_cast<int>(rows_.size()) && x >= 0 && x < static_cast<int>(rows_[0].size()) &&
           rows_[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '.';
  }
  // To a cell beside it, no corner cut.
  [[nodiscard]] bool legal(Cell a, Cell b) const {
    return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == 1 && free(a.x, a.y) && free(b.x, b.y) &&
           free(a.x, b.y) && free(b.x, a.y);
  }
  [[nodiscard]] bool connected(Cell a, Cell b) const {
    if (!free(a.x, a.y) || !free(b.x, b.y)) return false;
    std::vector<Cell> found{a};
    std::vector<std::string> left = rows_;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Cell at = found[i];
      if (at == b) return true;
      for (const Cell to : {Cell{at.x + 1, at.y}, {at.x - 1, at.y}, {at.x, at.y + 1}, {at.x, at.y - 1}}) {
        if (!free(to.x, to.y)) continue;
        char& letter = left[static_cast<std::size_t>(to.y)][static_cast<std::size_t>(to.x)];
        if (std::exchange(letter, '@') == '.') found.push_back(to);
      }
    }
    return false;
  }

 private:
  std::vector<std::string> rows_;
};

}  // namespace waymark::test
