// SGA* as Listings 8.1 to 8.4 of the thesis have it, in plain code, with the deviations that sga.hpp names. What
// refines is the caller's.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "support/reference.hpp"
#include "waymark/hierarchy/sga.hpp"

namespace waymark::test {

class PlainSga {
 public:
  using Path = std::vector<Cell>;
  // From the first cell to the second, both included; nothing if there is no way.
  using Search = std::function<std::optional<Path>(Cell, Cell)>;
  using InRegion = std::function<bool(Cell)>;  // of the start; with labels

  PlainSga(const Grid& grid, const MoveRules& rules, const SgaOptions& options, Search search, InRegion in_region)
      : grid_(grid), rules_(rules), options_(options), search_(std::move(search)), in_region_(std::move(in_region)) {}

  // Whether there is a path; `path` is a partial one if not.
  bool run(Cell start, Cell goal, Path& path) {
    if (options_.variant == SgaVariant::kOne) return variant_1(start, goal, path);
    return variant_2_and_3(start, goal, path);
  }
  std::vector<Cell> subgoals;  // that were searched for

 private:
  static Path reference_line(Cell a, Cell b) {
    const int dx = b.x - a.x;
    const int dy = b.y - a.y;
    const int n = std::max(std::abs(dx), std::abs(dy));
    const int less = std::min(std::abs(dx), std::abs(dy));
    Path line;
    for (int i = 0; i <= n; ++i) {
      const int other = n == 0 ? 0 : (2 * i * less + n) / (2 * n);
      const int x = std::abs(dx) == n ? i : other;
      const int y = std::abs(dx) == n ? other : i;
      line.push_back({a.x + (dx < 0 ? -x : x), a.y + (dy < 0 ? -y : y)});
    }
    return line;
  }
  [[nodiscard]] bool is_move(Cell from, Cell to) const {
    if (!grid_.passable(from.x, from.y)) return false;
    for (const ReferenceMove& move : reference_moves(grid_, rules_, from.x, from.y)) {
      if (Cell{from.x + move.dx, from.y + move.dy} == to) return true;
    }
    return false;
  }
  // The cells from one of a line to the next, without the first; empty if there is an obstacle between them.
  [[nodiscard]] Path step(Cell from, Cell to) const {
    if (is_move(from, to)) return {to};
    if (from.x != to.x && from.y != to.y) {
      for (const Cell via : {Cell{to.x, from.y}, Cell{from.x, to.y}}) {
        if (is_move(from, via) && is_move(via, to)) return {via, to};
      }
    }
    return {};
  }
  [[nodiscard]] bool is_traversable(Cell cell) const {
    return grid_.passable(cell.x, cell.y) && (!options_.labels || in_region_(cell));
  }

  // CREATE_LINE_SEGMENTS
  [[nodiscard]] std::vector<Path> create_line_segments(Cell node1, Cell node2) const {
    std::vector<Path> segments;
    Path current;
    for (const Cell n : reference_line(node1, node2)) {
      const Path more = current.empty() ? Path{} : step(current.back(), n);
      if (!more.empty()) {
        current.insert(current.end(), more.begin(), more.end());
        continue;
      }
      if (!current.empty()) segments.push_back(current);
      current.clear();
      if (is_traversable(n)) current.push_back(n);
    }
    if (!current.empty()) segments.push_back(current);
    return segments;
  }

  bool variant_1(Cell start, Cell goal, Path& path) {
    std::vector<Path> segments = create_line_segments(start, goal);
    path = segments[0];
    for (std::size_t i = 0; i + 1 < segments.size();) {
      const auto found = refine(path.back(), segments[i + 1].front());
      if (!found) {
        if (i + 2 == segments.size()) return false;
        segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        continue;
      }
      path.insert(path.end(), found->begin() + 1, found->end());
      path.insert(path.end(), segments[i + 1].begin() + 1, segments[i + 1].end());
      ++i;
    }
    return path.back() == goal;
  }

  // CREATE_LINE_SEGMENT: the line without its first cell.
  Path create_line_segment(Cell node1, Cell node2, Cell& sub_goal) const {
    const Path reference = reference_line(node1, node2);
    Path line;
    for (std::size_t i = 1; i < reference.size(); ++i) {
      const Path more = step(reference[i - 1], reference[i]);
      line.insert(line.end(), more.begin(), more.end());
      if (!more.empty()) continue;
      while (!is_traversable(reference[i])) ++i;
      sub_goal = reference[i];
      return line;
    }
    sub_goal = node2;
    return line;
  }

  std::optional<Path> refine(Cell from, Cell to) {
    subgoals.push_back(to);
    if (!options_.backwards) return search_(from, to);
    auto found = search_(to, from);
    if (found) std::reverse(found->begin(), found->end());
    return found;
  }

  // TRIM; `path` begins where it left the found path.
  void trim(Path& path, Cell final) const {
    std::size_t target = path.size() - 1;
    int furthest = -1;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const int dx = path[i].x - path[0].x;
      const int dy = path[i].y - path[0].y;
      if (dx * (final.x - path[0].x) + dy * (final.y - path[0].y) <= 0) continue;
      const int away = options_.trim == SgaTrim::kDistance ? dx * dx + dy * dy : std::abs(dx) + std::abs(dy);
      if (away > furthest) {
        furthest = away;
        target = i;
      }
    }
    path.resize(target + 1);
  }

  bool variant_2_and_3(Cell start, Cell goal, Path& path) {
    Path ends[2] = {{start}, {goal}};
    const auto apart = [&] {
      return std::max(std::abs(ends[0].back().x - ends[1].back().x), std::abs(ends[0].back().y - ends[1].back().y));
    };
    const auto join = [&] {
      path = ends[0];
      path.insert(path.end(), ends[1].rbegin() + 1, ends[1].rend());
    };
    bool trims = true;
    bool cut_short = false;
    int least = apart();
    int stalled = 0;
    for (int side = 0;; side = 1 - side) {
      Path& own = ends[side];
      const Cell other = ends[1 - side].back();
      if (own.back() == other) break;
      Cell sub_goal{};
      const Path line = create_line_segment(own.back(), other, sub_goal);
      if (options_.variant == SgaVariant::kTwo) own.insert(own.end(), line.begin(), line.end());
      if (own.back() == other) break;
      const Cell first_sub_goal = sub_goal;
      for (;;) {
        auto found = refine(own.back(), sub_goal);
        if (found) {
          if (trims && sub_goal != other) trim(*found, other);
          own.insert(own.end(), found->begin() + 1, found->end());
          break;
        }
        if (sub_goal == other) {
          if (side == 0 || options_.partial == SgaPartial::kEarly || first_sub_goal == other) {
            path = ends[0];
            return false;
          }
          cut_short = true;
          own = {first_sub_goal};
          break;
        }
        create_line_segment(sub_goal, other, sub_goal);
      }
      if (ends[0].back() == ends[1].back()) break;
      if (apart() < least) {
        least = apart();
        stalled = 0;
      } else if (++stalled == 64) {
        trims = false;
      }
    }
    join();
    return !cut_short;
  }

  const Grid& grid_;
  MoveRules rules_;
  SgaOptions options_;
  Search search_;
  InRegion in_region_;
};

}  // namespace waymark::test
