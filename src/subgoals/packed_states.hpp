// Reads the states of a record, kept in few bytes: the first as it is, each other one by how far it lies from the one
// before, with as many bits as the longest leg of the record needs.
//
// Layout: u32 id of the first state; u8 w, 1 to 17; then for each further state dx and dy in cells, w bits each, lowest
// bits first, a step d stored as 2d or, if it is negative, -2d - 1; zero bits up to the next whole byte.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// Appends `count` states, at least one, to `states` and takes them from the front of `bytes`. False if they are not
// there whole, or one is no passable cell of the grid. Needs no more memory than 16 times the bytes.
bool unpack_states(const Grid& grid, std::string_view& bytes, std::uint32_t count, std::vector<NodeId>& states);

}  // namespace waymark
