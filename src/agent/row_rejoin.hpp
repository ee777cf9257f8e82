// Back to a row of a path database that is broken where the unit stands: the nearest cell from which the row leads on.
//
// Rivera, Illanes, Baier & Hernandez 2014 (FRIT); where this departs from it: waymark/agent/paths.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "agent/window_search.hpp"
#include "subgoals/living_paths.hpp"
#include "subgoals/row_cursor.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class RowRejoin {
 public:
  static constexpr std::uint32_t kMostExpanded = 1000;
  static constexpr std::uint32_t kStepsPerUnit = 10;
  static constexpr std::uint64_t most_units() { return kMostExpanded + kMostFollowed / kStepsPerUnit + 2; }

  // The cursor is a copy: of the row.
  RowRejoin(const Map& map, const LivingPaths& paths, const RowCursor& cursor, NodeId goal)
      : map_(&map), paths_(&paths), tiles_(map.grid().width(), 0), cursor_(cursor), goal_(goal) {}

  // The way there, by at most so many units: the cells after the first, in `window` until that is used again. Nothing
  // if none was found.
  std::span<const NodeId> find(WindowSearch& window, NodeId from, std::uint64_t units) {
    const auto half = static_cast<std::uint32_t>(std::min<std::uint64_t>(kMostExpanded, units / 2 - 2));
    const std::uint32_t most = std::min<std::uint32_t>(kMostFollowed, half * kStepsPerUnit);
    left_ = most;
    const auto way =
        window.find_nearest(*map_, from, half, [&](NodeId node) { return left_ > 0 && leads_on(window, node); });
    units_ = window.expanded() + (most - left_) / kStepsPerUnit + 1;
    return way;
  }
  // By the last call.
  [[nodiscard]] std::uint64_t units() const { return units_; }

 private:
  static constexpr std::uint32_t kMostFollowed = 8000;  // moves, of all rows that are looked at
  static constexpr std::uint32_t kFarEnough = 1500;     // moves of a row without a break

  // Whether the row leads from a cell to its root, or far. Cells it was asked for before are marked: it does not.
  [[nodiscard]] bool leads_on(WindowSearch& window, NodeId node) {
    RowCursor cursor = cursor_;
    const NodeId root = cursor.root(*paths_);
    for (std::uint32_t moves = 0; left_ > 0; ++moves) {
      if (node == root || node == goal_ || moves == kFarEnough) return true;
      if (window.is_marked(node)) return false;
      window.mark(node);
      --left_;
      const std::uint8_t direction = cursor.move(*map_, *paths_, tiles_, node);
      if (direction == kNoDirection) return false;
      node = map_->space().step(node, direction);
    }
    return false;
  }

  const Map* map_;
  const LivingPaths* paths_;
  PathTiles tiles_;
  RowCursor cursor_;
  NodeId goal_;
  std::uint32_t left_ = 0;
  std::uint64_t units_ = 0;
};

}  // namespace waymark
