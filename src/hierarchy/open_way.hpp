// Ways in an area without obstacles, where the distance is the way: diagonal steps first, then straight ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "waymark/base/cost_model.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// Whether the distance on an empty map (heuristic.hpp) is exact under such costs.
constexpr bool has_open_ways(const CostModel& costs) { return costs.cardinal <= costs.diagonal; }

class OpenWay {
 public:
  // has_open_ways(table.rules.costs)
  explicit OpenWay(const MoveTable& table)
      : has_diagonals_(table.cost[kNorthEast] != 0 && table.cost[kNorthEast] < 2 * table.cost[kNorth]) {}

  // The direction of the next step to a place that lies so far away; kNoDirection: it is reached.
  [[nodiscard]] std::uint8_t step(int dx, int dy) const {
    constexpr std::array<std::uint8_t, 9> kToward{kNorthWest, kNorth,     kNorthEast, kWest,     kNoDirection,
                                                  kEast,      kSouthWest, kSouth,     kSouthEast};
    const int x = (dx > 0 ? 1 : 0) - (dx < 0 ? 1 : 0);
    const int y = dx != 0 && !has_diagonals_ ? 0 : (dy > 0 ? 1 : 0) - (dy < 0 ? 1 : 0);
    const int place = 3 * (y + 1) + x + 1;
    return kToward[static_cast<std::size_t>(place)];
  }

 private:
  bool has_diagonals_;  // worth their price
};

}  // namespace waymark
