// MovingAI map files (docs/formats.md), as a Grid or as letters. The file is untrusted: sizes are checked before
// anything is allocated, and a header that promises more cells than the file has bytes costs no memory.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "waymark/base/result.hpp"
#include "waymark/io/terrain.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

struct MapInfo {
  std::string type;                                // "octile" or "tile"
  std::array<std::uint64_t, 256> letter_counts{};  // cells by letter, indexed by the letter's byte
};

struct LoadedMap {
  Grid grid;
  MapInfo info;
};

// Reads the file in chunks: needs the grid's bits and about 0.1 MB, never the whole text. (A pipe is read whole first.)
Result<LoadedMap> read_map(const std::string& path, MapOptions options = {});
Result<Terrain> read_terrain(const std::string& path);

// The same from memory; errors call the bytes `name`.
Result<LoadedMap> parse_map(std::string_view bytes, const std::string& name, MapOptions options = {});
Result<Terrain> parse_terrain(std::string_view bytes, const std::string& name);

// Written as `type octile`, a row at a time, by way of AtomicFile. A grid's cells become `.` and `@`.
Result<Done> write_map(const std::string& path, const Terrain& terrain);
Result<Done> write_map(const std::string& path, const Grid& grid);

// The bytes write_map would write. The terrain must pass check_terrain.
std::string encode_map(const Terrain& terrain);
std::string encode_map(const Grid& grid);

}  // namespace waymark
