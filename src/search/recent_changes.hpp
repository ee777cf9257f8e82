// What changed on a map since an agent last looked: the edits themselves if they are few, else one rectangle around all
// that became passable and one around all that was blocked. So no agent ever looks at more than kMost of them, and what
// it concludes from a rectangle that is too large errs on the safe side. However many there were, the log is looked at
// ChangeLog::kMostLooks times and a few.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "waymark/space/grid.hpp"

namespace waymark {

class RecentChanges {
 public:
  static constexpr std::size_t kMost = 16;

  RecentChanges(const Grid& grid, std::uint64_t since) {
    if (!grid.remembers(since)) {
      const Rect everything{0, 0, grid.width(), grid.height()};
      changes_[size_++] = {grid.epoch(), everything, false};
      changes_[size_++] = {grid.epoch(), everything, true};
    } else if (grid.log().count_since(since) <= kMost) {
      grid.log().for_each_since(since, [&](const Grid::Change& change) { changes_[size_++] = change; });
    } else {
      for (const Grid::Change& around : grid.log().around_since(since)) {
        if (around.area.width != 0) changes_[size_++] = around;
      }
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
