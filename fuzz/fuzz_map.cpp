// Map files: the two readers agree, however the bytes are cut into chunks, nothing lies beyond the width, and what is
// written reads back the same.
#include <string_view>

#include "../src/io/map_scanner.hpp"
#include "property.hpp"
#include "waymark/io/map_file.hpp"

using namespace waymark;

namespace {

void check_grid(const LoadedMap& map, const Terrain& terrain, MapOptions options) {
  const Grid& grid = map.grid;
  HOLDS(grid.width() == terrain.width && grid.height() == terrain.height);
  std::uint64_t passable = 0;
  std::array<std::uint64_t, 256> counts{};
  for (int y = 0; y < terrain.height; ++y) {
    for (int x = 0; x < terrain.width; ++x) {
      const char letter = terrain.at(x, y);
      HOLDS(grid.passable(x, y) == is_passable_letter(letter, options));
      passable += grid.passable(x, y) ? 1u : 0u;
      ++counts[static_cast<unsigned char>(letter)];
    }
  }
  HOLDS(grid.passable_cells() == passable);  // no bit beyond the width
  HOLDS(map.info.letter_counts == counts);
  const auto again = parse_map(encode_map(grid), "again");
  HOLDS(again.ok());
  HOLDS(again->grid.fingerprint() == grid.fingerprint());
}

class CollectingSink final : public MapSink {
 public:
  Result<Done> begin(int width, int height) override {
    terrain = {width, height, {}};
    return Done{};
  }
  void row(int y, std::string_view letters) override {
    HOLDS(letters.size() == static_cast<std::size_t>(terrain.width));
    HOLDS(terrain.letters.size() == letters.size() * static_cast<std::size_t>(y));
    terrain.letters += letters;
  }

  Terrain terrain;
};

// The file's last byte decides how it is cut.
void check_chunks(std::string_view bytes, const Result<Terrain>& whole) {
  if (bytes.empty()) return;
  const std::size_t step = static_cast<unsigned char>(bytes.back()) % 13 + 1;
  CollectingSink sink;
  MapScanner scanner("input", bytes.size(), sink);
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    const auto fed = scanner.feed(bytes.substr(at, step));
    if (fed.ok()) continue;
    HOLDS(!whole.ok() && whole.error().to_string() == fed.error().to_string());
    return;
  }
  const auto info = scanner.finish();
  HOLDS(info.ok() == whole.ok());
  if (info.ok()) {
    HOLDS(sink.terrain == *whole);
  } else {
    HOLDS(whole.error().to_string() == info.error().to_string());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto terrain = parse_terrain(bytes, "input");
  check_chunks(bytes, terrain);
  for (const bool water : {false, true}) {
    const MapOptions options{water};
    const auto map = parse_map(bytes, "input", options);
    HOLDS(map.ok() == terrain.ok());
    if (map.ok()) {
      check_grid(*map, *terrain, options);
    } else {
      HOLDS(map.error().to_string() == terrain.error().to_string());
      HOLDS(map.error().line >= 1 && map.error().file == "input");
      HOLDS(map.error().message.find('\n') == std::string::npos);
    }
  }
  if (terrain.ok()) {
    HOLDS(check_terrain(*terrain).ok());
    const auto again = parse_terrain(encode_map(*terrain), "again");
    HOLDS(again.ok() && *again == *terrain);
  }
  return 0;
}
