// Searches inside a square of cells: for the end of a way, by A*, and for the nearest state of some kind, by Dijkstra's
// algorithm. Tables lent by the thread.
//
// Order: lower f, then higher g, then place in the window.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class WindowSearch {
 public:
  static constexpr int kSide = 128;
  static constexpr std::uint32_t kMostExpansions = 2048;

  void prepare() {
    if (!records_.empty()) return;
    records_.resize(std::size_t{kSide} * kSide);
    open_.reserve(kMostOpen);
    path_.reserve(kMostExpansions + 1);
  }

  // With the two in the middle.
  static Cell corner_around(Cell a, Cell b) { return {(a.x + b.x) / 2 - kSide / 2, (a.y + b.y) / 2 - kSide / 2}; }

  // A way from one cell to another for less than `bound`, by at most `most` expansions: the cells after the first;
  // nothing if there is none, or it was not found.
  std::span<const NodeId> find(const Map& map, NodeId from, NodeId to, Cost bound, std::uint32_t most) {
    const OctileDistance distance = octile_distance(map.rules());
    const Cell goal = map.grid().cell(to);
    start(map, corner_around(map.grid().cell(from), goal));
    const auto h = [&](Cell cell) { return distance.distance(std::abs(goal.x - cell.x), std::abs(goal.y - cell.y)); };
    return run(from, bound, most, h, [&](Cell cell) { return cell == goal; });
  }
  // The way to the nearest cell that `accept` takes; the same.
  template <class Accept>
  std::span<const NodeId> find_nearest(const Map& map, NodeId from, std::uint32_t most, Accept&& accept) {
    const Cell at = map.grid().cell(from);
    start(map, corner_around(at, at));
    return run(
        from, kFar, most, [](Cell) { return Cost{0}; }, [&](Cell cell) { return accept(map.grid().node(cell)); });
  }
  // By the last call.
  [[nodiscard]] std::uint32_t expanded() const { return expanded_; }

  // A mark on a cell, from the start of the search to its end; of cells outside the window there is none.
  [[nodiscard]] bool is_marked(NodeId node) const {
    const Cell cell = map_->grid().cell(node);
    return is_inside(cell) && records_[place(cell)].mark == stamp_;
  }
  void mark(NodeId node) {
    const Cell cell = map_->grid().cell(node);
    if (is_inside(cell)) records_[place(cell)].mark = stamp_;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(records_, open_, path_); }

 private:
  // Of an entry: f, h and the place.
  static constexpr unsigned kPlaceBits = 14;
  static constexpr unsigned kHBits = 21;
  static constexpr Cost kFar = 1u << 28u;
  static constexpr std::size_t kMostOpen = std::size_t{kMostExpansions} * 4;
  static_assert(kSide * kSide == 1 << kPlaceBits && std::uint64_t{kMaxMoveCost} * kSide < 1u << kHBits);

  struct Record {
    Cost g;
    std::uint32_t stamp;  // g and by are of the search with this one
    std::uint32_t mark;
    std::uint8_t by;
    bool closed;
  };

  void start(const Map& map, Cell corner) {
    prepare();  // nothing, but on a thread that nobody prepared
    map_ = &map;
    corner_ = corner;
    if (++stamp_ == 0) {
      std::fill(records_.begin(), records_.end(), Record{});
      stamp_ = 1;
    }
    open_.clear();
    expanded_ = 0;
  }
  [[nodiscard]] bool is_inside(Cell cell) const {
    return static_cast<unsigned>(cell.x - corner_.x) < kSide && static_cast<unsigned>(cell.y - corner_.y) < kSide;
  }
  [[nodiscard]] std::uint32_t place(Cell cell) const {
    return static_cast<std::uint32_t>((cell.y - corner_.y) * kSide + cell.x - corner_.x);
  }
  [[nodiscard]] Cell cell_at(std::uint32_t at) const {
    return {static_cast<int>(at % kSide) + corner_.x, static_cast<int>(at / kSide) + corner_.y};
  }

  template <class H, class Accept>
  std::span<const NodeId> run(NodeId from, Cost bound, std::uint32_t most, H&& h, Accept&& accept) {
    const Grid& grid = map_->grid();
    const MoveTable& table = map_->table();
    const auto push = [&](Cell cell, Cost g, std::uint8_t by) {
      const Cost rest = h(cell);
      if (g + rest >= std::min(bound, kFar)) return;
      const std::uint32_t at = place(cell);
      Record& record = records_[at];
      if (record.stamp == stamp_ && record.g <= g) return;
      record.g = g;
      record.stamp = stamp_;
      record.by = by;
      record.closed = false;
      open_.push_back(((std::uint64_t{g + rest} << kHBits | rest) << kPlaceBits) | at);
      std::push_heap(open_.begin(), open_.end(), std::greater<>());
    };
    push(grid.cell(from), 0, kNoDirection);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater<>());
      const auto at = static_cast<std::uint32_t>(open_.back() & ((1u << kPlaceBits) - 1));
      open_.pop_back();
      Record& record = records_[at];
      if (record.closed) continue;
      record.closed = true;
      const Cell cell = cell_at(at);
      if (accept(cell)) return trace(cell);
      if (expanded_ == most || open_.size() + kDirections > kMostOpen) return {};
      ++expanded_;
      const unsigned around = grid.neighbourhood(grid.node(cell));
      for (unsigned moves = table.canonical[record.by][around]; moves != 0; moves &= moves - 1) {
        const auto d = static_cast<std::uint8_t>(std::countr_zero(moves));
        const Cell next{cell.x + kDx[d], cell.y + kDy[d]};
        if (is_inside(next)) push(next, record.g + table.cost[d], d);
      }
    }
    return {};
  }

  std::span<const NodeId> trace(Cell cell) {
    path_.clear();
    for (std::uint8_t by = records_[place(cell)].by; by != kNoDirection; by = records_[place(cell)].by) {
      path_.push_back(map_->grid().node(cell));
      cell = {cell.x - kDx[by], cell.y - kDy[by]};
    }
    std::reverse(path_.begin(), path_.end());
    return path_;
  }

  const Map* map_ = nullptr;  // of the last search
  Cell corner_{};
  std::uint32_t stamp_ = 0;
  std::uint32_t expanded_ = 0;
  std::vector<Record> records_;
  std::vector<std::uint64_t> open_;
  std::vector<NodeId> path_;
};

}  // namespace waymark
