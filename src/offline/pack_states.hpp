// Writes the states of a record as subgoals/packed_states.hpp lays them out and reads them.
#pragma once

#include <span>
#include <string>

#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// Appends to `bytes`. At least one state, each a cell of the grid.
void pack_states(const Grid& grid, std::span<const NodeId> states, std::string& bytes);

}  // namespace waymark
