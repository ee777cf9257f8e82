// How a path database numbers the cells of a map: tiles of 32x32 cells, and in each tile a Hilbert curve, on which
// neighbours mostly lie close together. The numbers depend on the map's size alone, so an edit moves no cell to another
// place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "waymark/space/cell.hpp"

namespace waymark {

inline constexpr int kPathTileSide = 32;
inline constexpr std::uint32_t kPathTileCells = kPathTileSide * kPathTileSide;

// By the place on the curve y * kPathTileSide + x, and the other way round.
constexpr std::array<std::uint16_t, kPathTileCells> path_tile_places() {
  std::array<std::uint16_t, kPathTileCells> places{};
  for (std::uint32_t rank = 0; rank < kPathTileCells; ++rank) {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t rest = rank;
    for (std::uint32_t side = 1; side < kPathTileSide; side *= 2) {
      const std::uint32_t right = (rest / 2) & 1u;
      const std::uint32_t down = (rest ^ right) & 1u;
      if (down == 0) {
        if (right == 1) {
          x = side - 1 - x;
          y = side - 1 - y;
        }
        const std::uint32_t old_x = x;
        x = y;
        y = old_x;
      }
      x += side * right;
      y += side * down;
      rest /= 4;
    }
    places[rank] = static_cast<std::uint16_t>(y * kPathTileSide + x);
  }
  return places;
}
constexpr std::array<std::uint16_t, kPathTileCells> path_tile_ranks(
    const std::array<std::uint16_t, kPathTileCells>& places) {
  std::array<std::uint16_t, kPathTileCells> ranks{};
  for (std::uint32_t rank = 0; rank < kPathTileCells; ++rank) ranks[places[rank]] = static_cast<std::uint16_t>(rank);
  return ranks;
}

class PathTiles {
 public:
  static constexpr int kSide = kPathTileSide;
  static constexpr std::uint32_t kCells = kPathTileCells;

  PathTiles() = default;
  PathTiles(int width, int height)
      : across_(static_cast<std::uint32_t>(width + kSide - 1) / kSide),
        count_(across_ * (static_cast<std::uint32_t>(height + kSide - 1) / kSide)) {}

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::uint32_t tile_of(Cell cell) const {
    return static_cast<std::uint32_t>(cell.y) / kSide * across_ + static_cast<std::uint32_t>(cell.x) / kSide;
  }
  // The top left cell of a tile.
  [[nodiscard]] Cell corner(std::uint32_t tile) const {
    return {static_cast<int>(tile % across_) * kSide, static_cast<int>(tile / across_) * kSide};
  }
  // The place of a cell on its tile's curve, and the cell at a place, relative to the corner; of a tile at the map's
  // edge it may lie outside the map.
  static std::uint32_t rank_of(Cell cell) {
    return kRanks[static_cast<std::size_t>(cell.y) % kSide * kSide + static_cast<std::size_t>(cell.x) % kSide];
  }
  static Cell offset_at(std::uint32_t rank) {
    const std::uint16_t place = kPlaces[rank];
    return {place % kSide, place / kSide};
  }
  // The same as y * kSide + x.
  static std::uint32_t place_at(std::uint32_t rank) { return kPlaces[rank]; }

 private:
  static constexpr std::array<std::uint16_t, kCells> kPlaces = path_tile_places();
  static constexpr std::array<std::uint16_t, kCells> kRanks = path_tile_ranks(kPlaces);

  std::uint32_t across_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace waymark
