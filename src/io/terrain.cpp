#include "waymark/io/terrain.hpp"

#include "io/letter_bits.hpp"
#include "io/text.hpp"
#include "waymark/space/transform.hpp"

namespace waymark {

Result<Done> check_terrain(const Terrain& terrain) {
  if (auto size = Grid::check_size(terrain.width, terrain.height); !size) return size;
  const auto cells = static_cast<std::uint64_t>(terrain.width) * static_cast<std::uint64_t>(terrain.height);
  if (terrain.letters.size() != cells) {
    return Error{ErrorCode::kOutOfRange, "a terrain of " + std::to_string(terrain.width) + "x" +
                                             std::to_string(terrain.height) + " cells has " +
                                             std::to_string(terrain.letters.size()) + " letters"};
  }
  unsigned seen = 0;
  for (const char letter : terrain.letters) seen |= letter_index(letter);
  if (seen >= 128) {
    const std::size_t odd = terrain.letters.find_first_not_of(kTerrainLetters);
    const auto width = static_cast<std::size_t>(terrain.width);
    return Error{ErrorCode::kOutOfRange, "cell " + std::to_string(odd % width) + "," + std::to_string(odd / width) +
                                             ": " + io_text::show_byte(terrain.letters[odd]) +
                                             " is not a letter of a map; those are . G S @ O T W"};
  }
  return Done{};
}

Result<Terrain> scale_up(const Terrain& terrain, int factor) {
  if (auto valid = check_terrain(terrain); !valid) return valid.error();
  if (auto size = check_scale(terrain.width, terrain.height, factor); !size) return size.error();
  Terrain scaled{terrain.width * factor, terrain.height * factor, {}};
  const auto k = static_cast<std::size_t>(factor);
  scaled.letters.reserve(terrain.letters.size() * k * k);
  std::string wide;
  for (int y = 0; y < terrain.height; ++y) {
    wide.clear();
    for (const char letter : terrain.row(y)) wide.append(k, letter);
    for (std::size_t copy = 0; copy < k; ++copy) scaled.letters += wide;
  }
  return scaled;
}

Result<Terrain> shrink(const Terrain& terrain, int width, int height) {
  if (auto valid = check_terrain(terrain); !valid) return valid.error();
  const auto size_text = [](int w, int h) { return std::to_string(w) + "x" + std::to_string(h); };
  if (width < 1 || height < 1 || width > terrain.width || height > terrain.height) {
    return Error{ErrorCode::kOutOfRange, "a map of " + size_text(terrain.width, terrain.height) +
                                             " cells cannot be shrunk to " + size_text(width, height)};
  }
  const auto source = [](int place, int from, int to) { return static_cast<int>(std::int64_t{place} * to / from); };
  const auto first_of = [](int place, int from, int to) {  // the first that is a copy of `place`
    return static_cast<int>((std::int64_t{place} * from + to - 1) / to);
  };
  Terrain original{width, height, {}};
  original.letters.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    const std::string_view row = terrain.row(first_of(y, terrain.height, height));
    for (int x = 0; x < width; ++x)
      original.letters += row[static_cast<std::size_t>(first_of(x, terrain.width, width))];
  }
  for (int y = 0; y < terrain.height; ++y) {
    for (int x = 0; x < terrain.width; ++x) {
      const int from_x = source(x, terrain.width, width);
      const int from_y = source(y, terrain.height, height);
      if (terrain.at(x, y) == original.at(from_x, from_y)) continue;
      return Error{ErrorCode::kUnsupported,
                   "the map is no enlargement of one of " + size_text(width, height) + " cells: cell " +
                       std::to_string(x) + "," + std::to_string(y) + " differs from " +
                       std::to_string(first_of(from_x, terrain.width, width)) + "," +
                       std::to_string(first_of(from_y, terrain.height, height)) + ", which would be the same cell"};
    }
  }
  return original;
}

Result<Terrain> crop(const Terrain& terrain, Rect area) {
  if (auto valid = check_terrain(terrain); !valid) return valid.error();
  if (auto inside = check_crop(terrain.width, terrain.height, area); !inside) return inside.error();
  Terrain cut{area.width, area.height, {}};
  cut.letters.reserve(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height));
  for (int y = 0; y < area.height; ++y) {
    cut.letters +=
        terrain.row(area.y + y).substr(static_cast<std::size_t>(area.x), static_cast<std::size_t>(area.width));
  }
  return cut;
}

Result<Grid> to_grid(const Terrain& terrain, MapOptions options) {
  if (auto valid = check_terrain(terrain); !valid) return valid.error();
  Result<Grid> grid = Grid::create(terrain.width, terrain.height, false);
  if (!grid) return grid;
  const LetterBits bits(options);
  for (int y = 0; y < terrain.height; ++y) bits.convert(terrain.row(y), grid->mutable_row(y));
  return grid;
}

Terrain to_terrain(const Grid& grid) {
  const auto width = static_cast<std::size_t>(grid.width());
  Terrain terrain{grid.width(), grid.height(), std::string(width * static_cast<std::size_t>(grid.height()), '@')};
  for (int y = 0; y < grid.height(); ++y) {
    letters_of_row(grid, y, terrain.letters.data() + static_cast<std::size_t>(y) * width);
  }
  return terrain;
}

}  // namespace waymark
