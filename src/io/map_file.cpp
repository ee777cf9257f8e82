#include "waymark/io/map_file.hpp"

#include <vector>

#include "io/letter_bits.hpp"
#include "io/map_scanner.hpp"
#include "waymark/io/file.hpp"

namespace waymark {
namespace {

constexpr std::size_t kChunkBytes = 64 * 1024;
// For files that do not tell their size and are read whole: the largest map with carriage returns, and some blank
// lines.
constexpr std::uint64_t kMaxMapBytes = static_cast<std::uint64_t>(Grid::kMaxCells) + 4 * 1024 * 1024;

class GridSink final : public MapSink {
 public:
  explicit GridSink(MapOptions options) : bits_(options) {}

  Result<Done> begin(int width, int height) override {
    Result<Grid> created = Grid::create(width, height, false);
    if (!created) return created.error();
    grid_ = std::move(created).value();
    return Done{};
  }
  void row(int y, std::string_view letters) override { bits_.convert(letters, grid_->mutable_row(y)); }

  LoadedMap take(MapInfo info) { return LoadedMap{std::move(*grid_), std::move(info)}; }

 private:
  LetterBits bits_;
  std::optional<Grid> grid_;
};

class TerrainSink final : public MapSink {
 public:
  Result<Done> begin(int width, int height) override {
    terrain_.width = width;
    terrain_.height = height;
    terrain_.letters.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    return Done{};
  }
  void row(int, std::string_view letters) override { terrain_.letters += letters; }

  Terrain take(const MapInfo&) { return std::move(terrain_); }

 private:
  Terrain terrain_;
};

template <class Sink>
auto parse_into(Sink sink, std::string_view bytes, const std::string& name) -> Result<decltype(sink.take(MapInfo{}))> {
  MapScanner scanner(name, bytes.size(), sink);
  if (auto fed = scanner.feed(bytes); !fed) return fed.error();
  Result<MapInfo> info = scanner.finish();
  if (!info) return info.error();
  return sink.take(std::move(info).value());
}

template <class Sink>
auto read_into(Sink sink, const std::string& path) -> Result<decltype(sink.take(MapInfo{}))> {
  Result<FileReader> reader = FileReader::open(path);
  if (!reader) return reader.error();
  if (!reader->size()) {
    const Result<std::string> bytes = reader->read_all(kMaxMapBytes);
    if (!bytes) return bytes.error();
    return parse_into(std::move(sink), *bytes, path);
  }
  MapScanner scanner(path, *reader->size(), sink);
  std::vector<char> chunk(kChunkBytes);
  for (;;) {
    const Result<std::size_t> count = reader->read(chunk);
    if (!count) return count.error();
    if (*count == 0) break;
    if (auto fed = scanner.feed({chunk.data(), *count}); !fed) return fed.error();
  }
  Result<MapInfo> info = scanner.finish();
  if (!info) return info.error();
  return sink.take(std::move(info).value());
}

std::string header(int width, int height) {
  return "type octile\nheight " + std::to_string(height) + "\nwidth " + std::to_string(width) + "\nmap\n";
}

// Calls `put` with pieces of the file; stops where it says false.
template <class Put>
void put_map(const Terrain& terrain, Put&& put) {
  if (!put(header(terrain.width, terrain.height))) return;
  for (int y = 0; y < terrain.height; ++y) {
    if (!put(terrain.row(y)) || !put("\n")) return;
  }
}

template <class Put>
void put_map(const Grid& grid, Put&& put) {
  if (!put(header(grid.width(), grid.height()))) return;
  std::string row(static_cast<std::size_t>(grid.width()) + 1, '\n');
  for (int y = 0; y < grid.height(); ++y) {
    letters_of_row(grid, y, row.data());
    if (!put(row)) return;
  }
}

template <class Map>
Result<Done> write_pieces(const std::string& path, const Map& map) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  put_map(map, [&](std::string_view piece) { return file->append(piece).ok(); });
  return file->commit();  // repeats the error of an append
}

template <class Map>
std::string collect_pieces(const Map& map) {
  std::string bytes;
  put_map(map, [&](std::string_view piece) {
    bytes += piece;
    return true;
  });
  return bytes;
}

}  // namespace

Result<LoadedMap> read_map(const std::string& path, MapOptions options) { return read_into(GridSink(options), path); }

Result<Terrain> read_terrain(const std::string& path) { return read_into(TerrainSink(), path); }

Result<LoadedMap> parse_map(std::string_view bytes, const std::string& name, MapOptions options) {
  return parse_into(GridSink(options), bytes, name);
}

Result<Terrain> parse_terrain(std::string_view bytes, const std::string& name) {
  return parse_into(TerrainSink(), bytes, name);
}

Result<Done> write_map(const std::string& path, const Terrain& terrain) {
  if (auto valid = check_terrain(terrain); !valid) {
    Error error = valid.error();
    error.file = path;
    return error;
  }
  return write_pieces(path, terrain);
}

Result<Done> write_map(const std::string& path, const Grid& grid) { return write_pieces(path, grid); }

std::string encode_map(const Terrain& terrain) {
  WAYMARK_ASSERT(check_terrain(terrain).ok());
  return collect_pieces(terrain);
}

std::string encode_map(const Grid& grid) { return collect_pieces(grid); }

}  // namespace waymark
