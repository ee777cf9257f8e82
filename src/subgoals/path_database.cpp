#include "waymark/subgoals/path_database.hpp"

#include <algorithm>
#include <utility>

#include "subgoals/path_checksums.hpp"
#include "subgoals/path_runs.hpp"
#include "subgoals/path_tiles.hpp"

namespace waymark {
namespace {

// Whether there are n + 1 numbers, from 0 to `end`, none less than the one before.
bool is_ascending(NumberView<std::uint32_t> numbers, std::uint64_t end) {
  if (numbers.size() == 0 || numbers[0] != 0 || numbers[numbers.size() - 1] != end) return false;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] < numbers[i - 1]) return false;
  }
  return true;
}

}  // namespace

Result<PathDatabase> PathDatabase::open(Container container, const Map& map) {
  if (const auto fits = container.check(DatabaseKind::kPaths, map); !fits) return fits.error();
  PathDatabase database(std::move(container));
  const auto delta = database.container_.parameter("delta", kLeastDelta, kMaxDelta);
  if (!delta) return delta.error();
  database.delta_ = static_cast<std::uint32_t>(*delta);
  const auto chosen = database.container_.parameter("chosen", 0, 1);
  if (!chosen) return chosen.error();
  database.chosen_ = *chosen == 1;
  database.cells_ = map.grid().passable_cells();
  if (const auto cells = database.container_.parameter("cells", database.cells_, database.cells_); !cells) {
    return cells.error();
  }
  database.tiles_ = PathTiles(map.grid().width(), map.grid().height()).count();
  database.width_ = map.grid().width();
  database.height_ = map.grid().height();
  if (const auto good = database.read_centroids(map); !good) return good.error();
  if (const auto good = database.read_nearest(); !good) return good.error();
  if (const auto good = database.read_rows(); !good) return good.error();
  if (const auto good = database.read_checksums(); !good) return good.error();
  if (const auto good = database.read_distances(); !good) return good.error();
  return database;
}

Result<Done> PathDatabase::read_centroids(const Map& map) {
  const auto rows = container_.parameter("rows", 0, kMaxRows);
  if (!rows) return rows.error();
  const auto bytes = container_.section("centroids", *rows * sizeof(NodeId));
  if (!bytes) return bytes.error();
  centroids_ = NumberView<std::uint32_t>(*bytes);
  for (std::size_t i = 0; i < centroids_.size(); ++i) {
    const NodeId node = centroids_[i];
    if (!map.grid().contains(node) || !map.grid().passable(node)) {
      return bad("the centroid of row " + std::to_string(i) + " is no passable cell");
    }
  }
  return Done{};
}

Result<Done> PathDatabase::read_nearest() {
  const auto firsts = container_.section("nearest_firsts", (std::uint64_t{tiles_} + 1) * sizeof(std::uint32_t));
  if (!firsts) return firsts.error();
  nearest_firsts_ = NumberView<std::uint32_t>(*firsts);
  const std::uint32_t count = nearest_firsts_[tiles_];
  const auto ranks = container_.section("nearest_ranks", std::uint64_t{count} * sizeof(std::uint16_t));
  if (!ranks) return ranks.error();
  const auto rows = container_.section("nearest_rows", std::uint64_t{count} * sizeof(std::uint16_t));
  if (!rows) return rows.error();
  nearest_ranks_ = NumberView<std::uint16_t>(*ranks);
  nearest_rows_ = NumberView<std::uint16_t>(*rows);
  if (!is_ascending(nearest_firsts_, count)) return bad("the nearest centroids are not in order of the tiles");
  for (std::uint32_t i = 0; i < count; ++i) {
    if (nearest_rows_[i] >= centroids_.size()) return bad("a cell is nearest to a centroid that is not there");
  }
  return Done{};
}

Result<Done> PathDatabase::read_rows() {
  const auto tiles = container_.section("tile_blocks", (std::uint64_t{tiles_} + 1) * sizeof(std::uint32_t));
  if (!tiles) return tiles.error();
  tile_blocks_ = NumberView<std::uint32_t>(*tiles);
  const std::uint32_t blocks = tile_blocks_[tiles_];
  if (!is_ascending(tile_blocks_, blocks)) return bad("blocks of runs are not in order of the tiles");
  const auto ends = container_.section("block_ends", (std::uint64_t{blocks} + 1) * sizeof(std::uint32_t));
  if (!ends) return ends.error();
  block_ends_ = NumberView<std::uint32_t>(*ends);
  const std::uint32_t count = block_ends_[blocks];
  if (container_.checks() == SectionChecks::kAtOpen && !is_ascending(block_ends_, count)) {
    return bad("runs are not in order of their blocks");
  }
  const auto runs = container_.section("runs", std::uint64_t{count} * sizeof(std::uint16_t));
  if (!runs) return runs.error();
  runs_ = *runs;
  const auto entries = container_.section("entries", std::uint64_t{centroids_.size()} * tiles_ * sizeof(std::uint16_t));
  if (!entries) return entries.error();
  entries_ = NumberView<std::uint16_t>(*entries);
  return Done{};
}

Result<Done> PathDatabase::read_checksums() {
  const auto rows = container_.section("row_checks", std::uint64_t{centroids_.size()} * sizeof(std::uint64_t));
  if (!rows) return rows.error();
  row_checks_ = NumberView<std::uint64_t>(*rows);
  const auto tiles = container_.section("tile_checks", std::uint64_t{tiles_} * sizeof(std::uint64_t));
  if (!tiles) return tiles.error();
  tile_checks_ = NumberView<std::uint64_t>(*tiles);
  if (container_.checks() == SectionChecks::kAtOpen) return Done{};
  for (const char* name :
       {"centroids", "nearest_firsts", "nearest_ranks", "nearest_rows", "tile_blocks", "row_checks", "tile_checks"}) {
    if (auto whole = container_.check_section(name); !whole) return whole.error();
  }
  first_uses_ = std::make_unique<FirstUses>();
  first_uses_->tiles = std::vector<std::atomic<std::uint8_t>>(tiles_);
  first_uses_->rows = std::vector<std::atomic<std::uint8_t>>(centroids_.size());
  return Done{};
}

Result<Done> PathDatabase::read_distances() {
  for (const Container::Section& section : container_.sections()) {
    if (section.name != "distances") continue;
    const auto bytes = container_.section(section.name, centroids_.size() * distance_bytes(tiles_));
    if (!bytes) return bytes.error();
    if (container_.checks() != SectionChecks::kAtOpen) {
      if (auto whole = container_.check_section(section.name); !whole) return whole.error();
    }
    distances_ = NumberView<std::uint16_t>(*bytes);
  }
  return Done{};
}

std::optional<PathDatabase::Range> PathDatabase::distances(Row row, Cell cell) const {
  if (row >= rows() || !has(cell) || !has_distances()) return std::nullopt;
  constexpr std::size_t kUnitNumbers = 2;
  const std::size_t first = row * distance_bytes(tiles_) / sizeof(std::uint16_t);
  const std::size_t at = first + kUnitNumbers + 2 * std::size_t{PathTiles(width_, 0).tile_of(cell)};
  if (distances_[at] == kNoDistance) return std::nullopt;
  const std::uint64_t unit = distances_[first] | std::uint64_t{distances_[first + 1]} << 16u;
  const auto cost = [unit](std::uint16_t units) {
    return static_cast<Cost>(std::min<std::uint64_t>(unit * units, kMaxPathCost));
  };
  return Range{cost(distances_[at]), cost(distances_[at + 1])};
}

// Two threads may check the same: both find the same.
bool PathDatabase::keep(std::atomic<std::uint8_t>& state, bool whole) const {
  const std::uint8_t now = whole ? FirstUses::kWhole : FirstUses::kDamaged;
  if (state.exchange(now, std::memory_order_relaxed) == FirstUses::kUnknown && !whole) ++first_uses_->damaged;
  return whole;
}

bool PathDatabase::check_row(Row row) const {
  std::atomic<std::uint8_t>& state = first_uses_->rows[row];
  if (state.load(std::memory_order_relaxed) == FirstUses::kWhole) return true;
  const std::size_t bytes = std::size_t{tiles_} * sizeof(std::uint16_t);
  return keep(state, path_row_checksum(entries_.bytes().substr(row * bytes, bytes)) == row_checks_[row]);
}

bool PathDatabase::check_tile(std::uint32_t tile) const {
  std::atomic<std::uint8_t>& state = first_uses_->tiles[tile];
  if (state.load(std::memory_order_relaxed) == FirstUses::kWhole) return true;
  const std::uint32_t first = tile_blocks_[tile];
  const std::uint32_t last = tile_blocks_[tile + 1];
  const std::uint32_t begin = block_ends_[first];
  const std::uint32_t end = block_ends_[last];
  if (begin > end || end > runs_.size() / sizeof(std::uint16_t)) return keep(state, false);
  constexpr std::size_t kEnd = sizeof(std::uint32_t);
  constexpr std::size_t kRun = sizeof(std::uint16_t);
  return keep(state, path_tile_checksum(block_ends_.bytes().substr(first * kEnd, (last - first + 1) * kEnd),
                                        runs_.substr(begin * kRun, (end - begin) * kRun)) == tile_checks_[tile]);
}

Result<Done> PathDatabase::check(const Map& map) const {
  if (map.grid().width() != width_ || map.grid().height() != height_) {
    return Error{ErrorCode::kUnsupported, "the path database is for a map of another size", file()};
  }
  return container_.check_rules(map);
}

PathDatabase::Row PathDatabase::row_for(Cell cell) const {
  if (!has(cell)) return rows();
  const std::uint32_t tile = PathTiles(width_, 0).tile_of(cell);
  const std::uint32_t rank = PathTiles::rank_of(cell);
  const std::uint32_t first = nearest_firsts_[tile];
  std::uint32_t low = first;
  std::uint32_t high = nearest_firsts_[tile + 1];
  if (low == high) return rows();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (nearest_ranks_[middle] <= rank) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return nearest_rows_[low == first ? first : low - 1];
}

std::uint8_t PathDatabase::move(Row row, Cell cell) const {
  if (row >= rows() || !has(cell)) return kNoDirection;
  return find_run(runs(row, PathTiles(width_, 0).tile_of(cell)), PathTiles::rank_of(cell)).move;
}

}  // namespace waymark
