// The eight directions of a square grid, in the order that breaks ties: N, E, S, W, NE, SE, SW, NW. y grows downwards.
#pragma once

#include <array>
#include <cstdint>

namespace waymark {

enum Direction : std::uint8_t { kNorth, kEast, kSouth, kWest, kNorthEast, kSouthEast, kSouthWest, kNorthWest };

inline constexpr int kDirections = 8;
// "Came from nowhere": the arrival of a start state.
inline constexpr std::uint8_t kNoDirection = 8;

inline constexpr std::array<int, kDirections> kDx{0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr std::array<int, kDirections> kDy{-1, 0, 1, 0, -1, 1, 1, -1};

constexpr bool is_diagonal(int direction) { return direction >= kNorthEast; }

}  // namespace waymark
