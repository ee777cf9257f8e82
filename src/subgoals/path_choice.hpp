// Which of several moves that are equally good a row of a path database has. One fixed order, so that a row depends on
// the map and its centroid alone, never on the order in which a search or a repair came to a cell. Diagonal moves come
// first: on open ground they leave fewer and longer runs.
#pragma once

#include <array>
#include <cstdint>

#include "waymark/space/direction.hpp"

namespace waymark {

inline constexpr std::array<std::uint8_t, kDirections> kPathMoveOrder{kNorthEast, kSouthEast, kSouthWest, kNorthWest,
                                                                      kNorth,     kEast,      kSouth,     kWest};

// `moves`: bit d = Direction d. kNoDirection if there is none.
constexpr std::uint8_t chosen_path_move(unsigned moves) {
  for (const std::uint8_t d : kPathMoveOrder) {
    if (((moves >> d) & 1u) != 0) return d;
  }
  return kNoDirection;
}

}  // namespace waymark
