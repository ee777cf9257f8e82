// The areas of edits that derived data has yet to take in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/space/grid.hpp"

namespace waymark {

// Appends those after epoch `seen`, and sets it. False: there are more than `most`, or the log does not reach back that
// far; then the whole grid is the only one.
inline bool take_in_areas(const Grid& grid, std::uint64_t& seen, std::vector<Rect>& pending, std::size_t most) {
  if (seen == grid.epoch()) return true;
  const bool known =
      grid.for_each_change_since(seen, [&](const Grid::Change& change) { pending.push_back(change.area); });
  seen = grid.epoch();
  if (known && pending.size() <= most) return true;
  pending.assign(1, {0, 0, grid.width(), grid.height()});
  return false;
}

}  // namespace waymark
