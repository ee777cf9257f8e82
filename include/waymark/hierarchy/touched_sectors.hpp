// The sectors in which a map was edited, each once, in the order in which they are to be repaired.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

class TouchedSectors {
 public:
  enum class Reach : std::uint8_t {
    kOwn,     // an edit touches the sectors that it is in
    kSides,   // and those beside them
    kAround,  // and those over their corners
  };
  // Of `side` cells. An edit is all cells within `margin` of its area.
  TouchedSectors(const Grid& grid, int side, Reach reach, int margin = 0)
      : side_(side),
        reach_(reach),
        margin_(margin),
        across_((grid.width() + side - 1) / side),
        down_((grid.height() + side - 1) / side),
        seen_(grid.epoch()) {}

  [[nodiscard]] int across() const { return across_; }
  [[nodiscard]] int down() const { return down_; }
  [[nodiscard]] std::uint32_t sectors() const { return static_cast<std::uint32_t>(across_ * down_); }

  // Edits up to this epoch are taken in.
  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  void take_in(const Grid& grid) {
    if (seen_ == grid.epoch()) return;
    const bool known = grid.for_each_change_since(seen_, [&](const Grid::Change& change) { add(change.area); });
    if (!known) return take_all(grid);
    seen_ = grid.epoch();
  }
  // As if all had been edited.
  void take_all(const Grid& grid) {
    add({0, 0, grid.width(), grid.height()});
    seen_ = grid.epoch();
  }

  void touch(std::uint32_t sector) {
    waits_.resize(sectors());
    if (waits_[sector]) return;
    waits_[sector] = true;
    queue_.push_back(sector);
  }

  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] bool waits(std::uint32_t sector) const { return !waits_.empty() && waits_[sector]; }
  // It waits no longer.
  std::uint32_t take() {
    const std::uint32_t sector = queue_.back();
    queue_.pop_back();
    waits_[sector] = false;
    return sector;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(queue_) + waits_.capacity() / 8; }

 private:
  void add(const Rect& area) {
    const int reach = reach_ == Reach::kOwn ? 0 : 1;
    const int left = std::max(area.x - margin_, 0) / side_ - reach;
    const int top = std::max(area.y - margin_, 0) / side_ - reach;
    const int right = (area.x + area.width - 1 + margin_) / side_ + reach;
    const int bottom = (area.y + area.height - 1 + margin_) / side_ + reach;
    for (int y = std::max(top, 0); y <= std::min(bottom, down_ - 1); ++y) {
      for (int x = std::max(left, 0); x <= std::min(right, across_ - 1); ++x) {
        const bool is_corner = (x == left || x == right) && (y == top || y == bottom);
        if (reach_ != Reach::kSides || !is_corner) touch(static_cast<std::uint32_t>(y * across_ + x));
      }
    }
  }

  int side_;
  Reach reach_;
  int margin_;
  int across_;
  int down_;
  std::uint64_t seen_;
  std::vector<bool> waits_;  // by sector; empty until there is one
  std::vector<std::uint32_t> queue_;
};

}  // namespace waymark
