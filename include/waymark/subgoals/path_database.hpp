// A path database: which move leads towards a goal, for every cell of a map and any goal. A few cells, the centroids,
// are chosen so that every cell is within `delta` moves of one; for each centroid a row has from every cell the move
// towards it, on a shortest path. A unit follows the row of the centroid near its goal, and goes exactly at the end.
//
// After Zhao, Chiari, Botea, Gerevini, Harabor, Saetti & Stuckey 2020, Bounded Suboptimal Path Planning with Compressed
// Path Databases (ICAPS): reverse rows with centroids.
//
// A row is cut into tiles of 32x32 cells, a tile into runs of equal moves along a Hilbert curve (docs/formats.md). Far
// from where they lead to, rows of neighbouring centroids say the same, so each tile keeps every different list of
// runs once, and a row has a number of two bytes for each tile. That takes a tenth of the bytes of rows that are each
// written on their own, in depth-first order of the cells. Rows may also have the least and the greatest distance of
// the cells of each tile to their centroid (estimated_distance in row_distances.hpp).
//
// Memory: the file, which need not be read (io/database_file.hpp: open_path_database); then tiles and rows are held
// against their checksums when they are first used. Every byte is untrusted: a look-up never reads outside of the file,
// whatever it says, and what is damaged has no runs.
//
// Threads: any number may use it.
// Deviations
//   1. No symbol for "the obvious move", towards the centroid: it differs from row to row, so that fewer tiles are
//      equal; measured, files with it are 1.5 times as large.
//   2. Where several moves are as good, the first in a fixed order (path_choice.hpp), not the one that continues a run:
//      files are twice as large, and a row depends on the map and its centroid alone, so that it can be repaired.
//   3. Components of less than kLeastComponent cells have no centroid: who is there searches all of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

class PathDatabase {
 public:
  static constexpr std::uint32_t kMaxRows = 65'535;
  static constexpr std::uint32_t kLeastDelta = 4;
  // A cheapest way may have more moves than the fewest, with a diagonal of at most two cardinal moves not twice as
  // many; an agent plans that from a centroid to a goal at once (agent/path_ending.hpp).
  static constexpr std::uint32_t kMaxDelta = 256;
  static constexpr std::uint32_t kLeastComponent = 64;
  using Row = std::uint32_t;
  // Of the distances of a tile to a centroid, in units of the row.
  static constexpr std::uint16_t kNoDistance = 0xffff;
  static constexpr std::uint16_t kMostDistance = 0xfffe;
  // For each row a unit of 4 bytes, and for each tile the least and the greatest in 2 bytes each.
  static constexpr std::size_t distance_bytes(std::size_t tiles) { return 4 + 4 * tiles; }

  // Fails if the container is not a path database of this map, or its tables contradict each other. Of a container
  // whose checks are deferred, the small tables are checked; what rows and tiles hold when it is first used.
  static Result<PathDatabase> open(Container container, const Map& map);

  [[nodiscard]] std::uint32_t delta() const { return delta_; }
  [[nodiscard]] std::uint32_t rows() const { return static_cast<std::uint32_t>(centroids_.size()); }
  [[nodiscard]] NodeId centroid(Row row) const { return centroids_[row]; }
  // How many tiles a row has; how many different lists of runs there are in all.
  [[nodiscard]] std::uint32_t tiles() const { return tiles_; }
  [[nodiscard]] std::uint32_t blocks() const { return static_cast<std::uint32_t>(block_ends_.size() - 1); }

  // The row whose centroid is the nearest to a cell of the map, counted in moves; rows() if there is none, or outside
  // of the map. Of a cell that was blocked, or in a small component, when the database was built: any.
  [[nodiscard]] Row row_for(Cell cell) const;
  // The passable cells of the map.
  [[nodiscard]] std::uint64_t cells() const { return cells_; }
  // Whether the builder chose the centroids; if not, they were given to it.
  [[nodiscard]] bool is_chosen() const { return chosen_; }
  // Rows and tiles that did not match their checksums when they were first used: they have no runs.
  [[nodiscard]] std::uint32_t damaged() const { return first_uses_ == nullptr ? 0 : first_uses_->damaged.load(); }

  // The runs of a tile of a row (subgoals/path_runs.hpp); none if they are damaged.
  [[nodiscard]] NumberView<std::uint16_t> runs(Row row, std::uint32_t tile) const {
    if (first_uses_ != nullptr && !is_whole(row, tile)) return {};
    const std::uint32_t first = tile_blocks_[tile];
    const std::uint32_t own = tile_blocks_[tile + 1] - first;
    const std::uint32_t entry = entries_[std::size_t{row} * tiles_ + tile];
    if (entry >= own) return {};
    const std::uint32_t begin = block_ends_[first + entry];
    const std::uint32_t end = block_ends_[first + entry + 1];
    if (begin > end || end > runs_.size() / sizeof(std::uint16_t)) return {};
    return NumberView<std::uint16_t>(
        runs_.substr(std::size_t{begin} * sizeof(std::uint16_t), std::size_t{end - begin} * sizeof(std::uint16_t)));
  }
  // The Direction of the move from a cell towards a row's centroid; kNoDirection at the centroid, perhaps, outside of
  // the map, and of a row that is not there. Of a cell that is blocked, or not connected with the centroid: any.
  [[nodiscard]] std::uint8_t move(Row row, Cell cell) const;

  // Whether it has distances (PathBuildOptions::distances); what the cells of the tile of a cell that are connected
  // with a row's centroid cost at least and at most, on the map it was built for. Nothing if there are none, or
  // outside.
  [[nodiscard]] bool has_distances() const { return distances_.size() > 0; }
  struct Range {
    Cost least;
    Cost most;
  };
  [[nodiscard]] std::optional<Range> distances(Row row, Cell cell) const;

  // Fails unless its cells and its rules are those of `map`: one as large as that it was opened for, with the same
  // moves at the same costs. Which cells are passable may have changed since.
  [[nodiscard]] Result<Done> check(const Map& map) const;
  [[nodiscard]] std::uint64_t bytes() const { return container_.size(); }
  [[nodiscard]] const Container& container() const { return container_; }
  [[nodiscard]] const std::string& file() const { return container_.file(); }
  // An error about this file.
  [[nodiscard]] Error bad(std::string message) const { return container_.bad(std::move(message)); }

 private:
  explicit PathDatabase(Container container) : container_(std::move(container)) {}
  Result<Done> read_centroids(const Map& map);
  Result<Done> read_nearest();
  Result<Done> read_rows();
  Result<Done> read_checksums();
  Result<Done> read_distances();

  // What is known of tiles and rows whose checks were deferred.
  struct FirstUses {
    enum State : std::uint8_t { kUnknown, kWhole, kDamaged };
    std::vector<std::atomic<std::uint8_t>> tiles;
    std::vector<std::atomic<std::uint8_t>> rows;
    std::atomic<std::uint32_t> damaged = 0;
  };
  [[nodiscard]] bool is_whole(Row row, std::uint32_t tile) const {
    const std::uint8_t of_row = first_uses_->rows[row].load(std::memory_order_relaxed);
    const std::uint8_t of_tile = first_uses_->tiles[tile].load(std::memory_order_relaxed);
    if (of_row == FirstUses::kWhole && of_tile == FirstUses::kWhole) return true;
    return of_row != FirstUses::kDamaged && of_tile != FirstUses::kDamaged && check_row(row) && check_tile(tile);
  }
  [[nodiscard]] bool check_row(Row row) const;
  [[nodiscard]] bool check_tile(std::uint32_t tile) const;
  [[nodiscard]] bool has(Cell cell) const { return cell.x >= 0 && cell.x < width_ && cell.y >= 0 && cell.y < height_; }
  [[nodiscard]] bool keep(std::atomic<std::uint8_t>& state, bool whole) const;

  Container container_;
  std::uint32_t delta_ = 0;
  std::uint32_t tiles_ = 0;
  int width_ = 0;
  int height_ = 0;
  std::uint64_t cells_ = 0;
  bool chosen_ = false;
  NumberView<std::uint32_t> centroids_;
  // Runs of cells with the same nearest centroid: of a tile those from nearest_firsts_[tile] on, each with the rank it
  // begins at and its row.
  NumberView<std::uint32_t> nearest_firsts_;
  NumberView<std::uint16_t> nearest_ranks_;
  NumberView<std::uint16_t> nearest_rows_;
  NumberView<std::uint32_t> tile_blocks_;  // the first block of each tile, and the end
  NumberView<std::uint32_t> block_ends_;   // where the runs of each block begin, and the end
  NumberView<std::uint16_t> entries_;      // for each row and tile which of the tile's blocks it has
  std::string_view runs_;
  NumberView<std::uint64_t> row_checks_;
  NumberView<std::uint64_t> tile_checks_;
  NumberView<std::uint16_t> distances_;
  std::unique_ptr<FirstUses> first_uses_;  // null: all was checked when it was opened
};

}  // namespace waymark
