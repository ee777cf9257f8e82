// PNG pictures: terrains to and from pictures, a pixel a cell, and pictures drawn elsewhere. See docs/formats.md.
// A library built without PNG (WAYMARK_PNG=OFF) answers kUnsupported, and encode_png gives no bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/io/terrain.hpp"

namespace waymark {

struct Colour {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
  friend bool operator==(const Colour&, const Colour&) = default;
};

// In the order of kTerrainLetters. All distinct; the ground is light, what blocks is dark.
inline constexpr std::array<Colour, 7> kLetterColours{{
    {0xf4, 0xf1, 0xe8},  // .
    {0xdc, 0xe8, 0xc4},  // G
    {0xc4, 0xb4, 0x84},  // S
    {0x2b, 0x2b, 0x30},  // @
    {0x12, 0x12, 0x14},  // O
    {0x2e, 0x5a, 0x36},  // T
    {0x2c, 0x5f, 0x9e},  // W
}};

// Eight bits a channel, red green blue, row by row from the top left.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // 3 * width * height
};

inline constexpr int kMaxImageSide = 65535;
// Of a terrain as a picture, read or written: 8192x8192. A larger one, which a map file may hold, would take many
// seconds to unpack and is refused before that.
inline constexpr std::int64_t kMaxPngCells = std::int64_t{1} << 26u;

// Any PNG as a terrain. A pixel of a letter's colour becomes that letter; otherwise a bright one (luma from 128)
// becomes
// `.` and a dark one `@`. What is more than half transparent becomes `@`.
Result<Terrain> read_png(const std::string& path);
// The same from memory; errors call the bytes `name`.
Result<Terrain> parse_png(std::string_view bytes, const std::string& name);

// Reading the picture of a terrain gives the terrain back. Fails on one of more than kMaxPngCells.
Result<Done> write_png(const std::string& path, const Terrain& terrain);
// Whether a terrain of this size may be a picture; the error names the limit.
Result<Done> check_png_size(std::int64_t width, std::int64_t height);
Result<Done> write_png(const std::string& path, const Image& image);

// The bytes write_png would write: the same for the same picture and the same zlib. The terrain must pass
// check_terrain and have at most kMaxPngCells; the image must have sides from 1 to kMaxImageSide and the bytes they ask
// for.
std::string encode_png(const Terrain& terrain);
std::string encode_png(const Image& image);

}  // namespace waymark
