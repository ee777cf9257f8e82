// The eight directions of a square grid, in the order that breaks ties: N, E, S, W, NE, SE, SW, NW. y grows downwards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace waymark {

enum Direction : std::uint8_t { kNorth, kEast, kSouth, kWest, kNorthEast, kSouthEast, kSouthWest, kNorthWest };

inline constexpr int kDirections = 8;
// "Came from nowhere": the arrival of a start state.
inline constexpr std::uint8_t kNoDirection = 8;

inline constexpr std::array<int, kDirections> kDx{0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr std::array<int, kDirections> kDy{-1, 0, 1, 0, -1, 1, 1, -1};

// Of the cell that lies dx, dy away, each -1, 0 or 1; kNoDirection if both are 0.
constexpr std::uint8_t direction_at(int dx, int dy) {
  constexpr std::array<std::uint8_t, 9> kByPlace{kNorthWest, kNorth,     kNorthEast, kWest,     kNoDirection,
                                                 kEast,      kSouthWest, kSouth,     kSouthEast};
  const int place = 3 * (dy + 1) + dx + 1;
  return kByPlace[static_cast<std::size_t>(place)];
}

// The way back: a straight one and its opposite differ in the second bit, as do diagonal ones.
constexpr std::uint8_t opposite(unsigned direction) { return static_cast<std::uint8_t>(direction ^ 2u); }
static_assert(opposite(kNorth) == kSouth && opposite(kWest) == kEast && opposite(kNorthEast) == kSouthWest &&
              opposite(kNorthWest) == kSouthEast);

constexpr bool is_diagonal(int direction) { return direction >= kNorthEast; }

}  // namespace waymark
