// Which moves from a state can lead to something new, when a search came to it by a step from its parent and the
// parent's own moves were all looked at: those whose target the parent does not reach directly at most as dearly. The
// others would change nothing, so leaving them out leaves every cost, order and counter as it is. (Canonical successors
// leave out more, but then open states are found later.)
#pragma once

#include <array>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class FreshMoves {
 public:
  // `other_costs`: a second set of costs, per direction, for which the moves left out must be as useless.
  FreshMoves(const MoveTable& table, const std::array<Cost, kDirections>& other_costs);

  // Bit d = Direction d. `around`: Grid::neighbourhood of the state; kNoDirection: all legal moves.
  [[nodiscard]] unsigned of(std::uint8_t arrival, std::uint8_t around) const { return moves_[arrival][around]; }

 private:
  std::array<std::array<std::uint8_t, 256>, kDirections + 1> moves_;
};

}  // namespace waymark
