// Which moves from a state can lead to something new, when a search came to it by a step from its parent and the
// parent's own moves were all looked at: those whose target the parent does not reach directly at most as dearly. The
// others would change nothing, so leaving them out leaves every cost, order and counter as it is. (Canonical successors
// leave out more, but then open states are found later.)
#pragma once

#include <array>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

// By the direction of arrival, or kNoDirection, and by Grid::neighbourhood: moves, bit d = Direction d.
using MovesByArrival = std::array<std::array<std::uint8_t, 256>, kDirections + 1>;

// `legal` and `costs` as in a MoveTable; `other_costs`: a second set for which the moves left out must be as useless.
MovesByArrival fresh_moves(const std::array<std::uint8_t, 256>& legal, const std::array<Cost, kDirections>& costs,
                           const std::array<Cost, kDirections>& other_costs);

}  // namespace waymark
