// A map as letters, one a cell: what a map file or a picture says, before it is reduced to passable and blocked. Crops,
// enlargements and conversions between formats keep every letter.
#pragma once

#include <string>
#include <string_view>

#include "waymark/base/result.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// Ground, ground, swamp (passable); out of bounds, out of bounds, trees (blocked); water (see MapOptions).
inline constexpr std::string_view kTerrainLetters = ".GS@OTW";

struct MapOptions {
  bool water_passable = false;  // whether `W` can be walked on
};

constexpr bool is_terrain_letter(char letter) { return kTerrainLetters.find(letter) != std::string_view::npos; }

constexpr bool is_passable_letter(char letter, MapOptions options = {}) {
  return letter == '.' || letter == 'G' || letter == 'S' || (letter == 'W' && options.water_passable);
}

struct Terrain {
  int width = 0;
  int height = 0;
  std::string letters;  // row by row, width * height of kTerrainLetters

  [[nodiscard]] char at(int x, int y) const { return letters[index(x, y)]; }
  [[nodiscard]] std::string_view row(int y) const {
    return std::string_view(letters).substr(index(0, y), static_cast<std::size_t>(width));
  }
  friend bool operator==(const Terrain&, const Terrain&) = default;

 private:
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
};

// Whether the size is one a Grid can have and there are as many letters as cells, all of them known. Everything that
// the readers return passes; for terrains put together by hand.
Result<Done> check_terrain(const Terrain& terrain);

// Every cell becomes factor x factor cells. Fails if the factor is below 1 or the result larger than a Grid can be.
Result<Terrain> scale_up(const Terrain& terrain, int factor);

// Undoes an enlargement to the nearest neighbour: the terrain of width x height cells of which this one is a copy, cell
// (x, y) being that of (x * width / terrain.width, y * height / terrain.height), rounded down. The factors need not be
// whole: 512x512 cells may have been made of 192x192. Fails if it is no such copy, and names the first cell that
// differs.
Result<Terrain> shrink(const Terrain& terrain, int width, int height);

// The cells of `area`, which must have an inside and lie within the terrain.
Result<Terrain> crop(const Terrain& terrain, Rect area);

Result<Grid> to_grid(const Terrain& terrain, MapOptions options = {});

// Passable cells become `.`, blocked ones `@`.
Terrain to_terrain(const Grid& grid);

}  // namespace waymark
