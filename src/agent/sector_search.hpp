// A* inside a rectangle of at most 32x32 cells, for a step's bounded search from a unit to its region's representative
// or to a goal nearby. Tables of fixed size, lent by the thread.
//
// Order: lower f, then higher g, then lower id.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>

#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class SectorSearch {
 public:
  static constexpr int kSide = 32;
  static constexpr std::uint64_t kMostExpansions = kSide * kSide;

  // From one cell of `area` to another, inside of it: the cells after the first; nothing if there is no way.
  std::span<const NodeId> find(const Map& map, const Rect& area, NodeId from, NodeId to) {
    const Grid& grid = map.grid();
    const OctileDistance distance = octile_distance(map.rules());
    const Cell goal = grid.cell(to);
    const auto place = [&](Cell cell) {
      return static_cast<std::uint32_t>((cell.y - area.y) * kSide + cell.x - area.x);
    };
    const auto cell_of = [&](std::uint32_t at) {
      return Cell{static_cast<int>(at) % kSide + area.x, static_cast<int>(at) / kSide + area.y};
    };
    const auto push = [&](Cell cell, Cost g, std::uint8_t by) {
      const std::uint32_t at = place(cell);
      g_[at] = g;
      by_[at] = by;
      const Cost h = distance.distance(std::abs(goal.x - cell.x), std::abs(goal.y - cell.y));
      open_[static_cast<std::size_t>(size_++)] = (((std::uint64_t{g} + h) << kHBits | h) << kPlaceBits) | at;
      std::push_heap(open_.begin(), open_.begin() + size_, std::greater<>());
    };
    g_.fill(kInfiniteCost);
    closed_.fill(false);
    size_ = 0;
    expanded_ = 0;
    push(grid.cell(from), 0, kNoDirection);
    while (size_ > 0) {
      std::pop_heap(open_.begin(), open_.begin() + size_, std::greater<>());
      const auto at = static_cast<std::uint32_t>(open_[static_cast<std::size_t>(--size_)] & (kMostExpansions - 1));
      if (closed_[at]) continue;
      closed_[at] = true;
      const Cell cell = cell_of(at);
      if (cell == goal) return trace(grid, area, cell);
      ++expanded_;
      for (unsigned moves = map.table().legal[grid.neighbourhood(grid.node(cell))]; moves != 0; moves &= moves - 1) {
        const auto d = static_cast<std::uint8_t>(std::countr_zero(moves));
        const Cell next{cell.x + kDx[d], cell.y + kDy[d]};
        if (static_cast<unsigned>(next.x - area.x) >= static_cast<unsigned>(area.width) ||
            static_cast<unsigned>(next.y - area.y) >= static_cast<unsigned>(area.height)) {
          continue;
        }
        const Cost reached = g_[at] + map.table().cost[d];
        if (reached < g_[place(next)]) push(next, reached, d);
      }
    }
    return {};
  }
  // By the last call.
  [[nodiscard]] std::uint64_t expanded() const { return expanded_; }

  [[nodiscard]] static std::uint64_t heap_bytes() { return 0; }

 private:
  // Of an entry: f, h and the place. No way in here is longer than its cells, at kMaxMoveCost each.
  static constexpr unsigned kPlaceBits = 10;
  static constexpr unsigned kHBits = 21;
  static_assert(kMostExpansions == 1u << kPlaceBits && 2 * std::uint64_t{kMaxMoveCost} * kSide < 1u << kHBits);

  std::span<const NodeId> trace(const Grid& grid, const Rect& area, Cell cell) {
    std::size_t first = path_.size();
    const auto place = [&](Cell at) { return static_cast<std::size_t>((at.y - area.y) * kSide + at.x - area.x); };
    for (std::uint8_t by = by_[place(cell)]; by != kNoDirection; by = by_[place(cell)]) {
      path_[--first] = grid.node(cell);
      cell = {cell.x - kDx[by], cell.y - kDy[by]};
    }
    return std::span(path_).subspan(first);
  }

  std::array<Cost, kMostExpansions> g_;
  std::array<std::uint8_t, kMostExpansions> by_;
  std::array<bool, kMostExpansions> closed_;
  std::array<std::uint64_t, kMostExpansions * kDirections> open_;  // a state is pushed at most once from each side
  std::array<NodeId, kMostExpansions> path_;
  std::ptrdiff_t size_ = 0;
  std::uint64_t expanded_ = 0;
};

}  // namespace waymark
