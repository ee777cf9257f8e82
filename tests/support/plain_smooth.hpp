// Smoothing as section 7.2 of the thesis tells it, in plain code: rays in all directions from each cell, every cell of
// every ray compared with the whole path.
#pragma once

#include <cstdlib>
#include <vector>

#include "support/reference.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark::test {

// `box`: side of the square around a cell that its rays stay in; 0: none.
inline std::vector<Cell> plain_smooth(const Grid& grid, const MoveRules& rules, std::vector<Cell> path, int box = 0) {
  const auto cost_of = [&](Cell from, Cell to) {
    for (const ReferenceMove& move : reference_moves(grid, rules, from.x, from.y)) {
      if (Cell{from.x + move.dx, from.y + move.dy} == to) return move.cost;
    }
    return kUnreached;
  };
  const auto cost_between = [&](std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += cost_of(path[i], path[i + 1]);
    return sum;
  };
  for (std::size_t at = 0; at + 1 < path.size();) {
    for (std::size_t later = path.size() - 1; later > at; --later) {  // the path comes back
      if (path[later] != path[at]) continue;
      path.erase(path.begin() + static_cast<std::ptrdiff_t>(at), path.begin() + static_cast<std::ptrdiff_t>(later));
      break;
    }
    std::size_t best = at + 1;
    std::vector<Cell> best_line;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        std::vector<Cell> line;
        std::uint64_t cost = 0;
        for (Cell cell = path[at];;) {
          const Cell next{cell.x + dx, cell.y + dy};
          const std::uint64_t step = cost_of(cell, next);
          if (step == kUnreached) break;
          if (box != 0 && static_cast<int>(line.size()) == box / 2) break;
          cost += step;
          line.push_back(next);
          cell = next;
          for (std::size_t later = path.size() - 1; later > best; --later) {
            if (path[later] != next || cost > cost_between(at, later)) continue;
            best = later;
            best_line = line;
            break;
          }
        }
      }
    }
    if (best_line.empty()) {
      ++at;
      continue;
    }
    path.erase(path.begin() + static_cast<std::ptrdiff_t>(at) + 1,
               path.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    path.insert(path.begin() + static_cast<std::ptrdiff_t>(at) + 1, best_line.begin(), best_line.end());
    at += best_line.size() > 3 ? best_line.size() - 2 : 1;
  }
  return path;
}

}  // namespace waymark::test
