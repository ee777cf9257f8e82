// What changed on a map since an agent last looked: the edits themselves if they are few, else one rectangle around all
// that became passable and one around all that was blocked. So no agent ever looks at more than kMost of them, and what
// it concludes from a rectangle that is too large errs on the safe side.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "waymark/space/grid.hpp"

namespace waymark {

// The smallest rectangle around both.
inline Rect around(const Rect& a, const Rect& b) {
  const int left = std::min(a.x, b.x);
  const int top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left, std::max(a.y + a.height, b.y + b.height) - top};
}

class RecentChanges {
 public:
  static constexpr std::size_t kMost = 16;

  RecentChanges(const Grid& grid, std::uint64_t since) {
    std::array<Grid::Change, 2> all{};  // blocked, freed
    std::array<bool, 2> any{};
    std::size_t seen = 0;
    const bool known = grid.for_each_change_since(since, [&](const Grid::Change& change) {
      if (seen < kMost) changes_[seen] = change;
      ++seen;
      const auto kind = static_cast<std::size_t>(change.passable);
      all[kind] = {change.epoch, any[kind] ? around(all[kind].area, change.area) : change.area, change.passable};
      any[kind] = true;
    });
    if (!known) {
      const Rect everything{0, 0, grid.width(), grid.height()};
      all = {{{grid.epoch(), everything, false}, {grid.epoch(), everything, true}}};
      any = {true, true};
    }
    size_ = seen;
    if (known && seen <= kMost) return;
    size_ = 0;
    for (std::size_t kind = 0; kind < all.size(); ++kind) {
      if (any[kind]) changes_[size_++] = all[kind];
    }
  }

  // Oldest first, where they are the edits themselves.
  [[nodiscard]] std::span<const Grid::Change> all() const& { return {changes_.data(), size_}; }
  [[nodiscard]] std::span<const Grid::Change> all() const&& = delete;  // they would be gone

 private:
  std::array<Grid::Change, kMost> changes_;
  std::size_t size_ = 0;
};

}  // namespace waymark
