// Makes a failing problem small enough to read: rows and columns are cut off and blocked cells opened as long as the
// failure stays.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "waymark/space/grid.hpp"
#include "waymark/space/transform.hpp"

namespace waymark::test {

struct GridProblem {
  Grid grid;
  Cell start;
  Cell goal;
};

inline std::string draw(const GridProblem& problem) {
  std::string art = "\n";
  for (int y = 0; y < problem.grid.height(); ++y) {
    for (int x = 0; x < problem.grid.width(); ++x) {
      const Cell cell{x, y};
      art += cell == problem.start ? 's' : cell == problem.goal ? 'g' : (problem.grid.passable(x, y) ? '.' : '@');
    }
    art += '\n';
  }
  return art;
}

using Fails = std::function<bool(const GridProblem&)>;

// The part inside `area`, or nothing if that loses the start or the goal.
inline std::optional<GridProblem> cut(const GridProblem& problem, Rect area) {
  const auto inside = [&](Cell cell) {
    return cell.x >= area.x && cell.y >= area.y && cell.x < area.x + area.width && cell.y < area.y + area.height;
  };
  if (area.width < 1 || area.height < 1 || !inside(problem.start) || !inside(problem.goal)) return std::nullopt;
  return GridProblem{*crop(problem.grid, area),
                     {problem.start.x - area.x, problem.start.y - area.y},
                     {problem.goal.x - area.x, problem.goal.y - area.y}};
}

inline GridProblem shrink(GridProblem problem, const Fails& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (int part = 2; part <= 64 && !smaller; part *= 2) {  // halves first, then ever thinner strips
      const int width = problem.grid.width();
      const int height = problem.grid.height();
      const int dx = std::max(width / part, 1);
      const int dy = std::max(height / part, 1);
      for (const Rect area : {Rect{dx, 0, width - dx, height}, Rect{0, 0, width - dx, height},
                              Rect{0, dy, width, height - dy}, Rect{0, 0, width, height - dy}}) {
        const auto candidate = cut(problem, area);
        if (!candidate || !fails(*candidate)) continue;
        problem = *candidate;
        smaller = true;
        break;
      }
    }
  }
  for (int y = 0; y < problem.grid.height(); ++y) {
    for (int x = 0; x < problem.grid.width(); ++x) {
      if (problem.grid.passable(x, y)) continue;
      GridProblem candidate = problem;
      candidate.grid.set(x, y, true);
      if (fails(candidate)) problem = candidate;
    }
  }
  return problem;
}

}  // namespace waymark::test
