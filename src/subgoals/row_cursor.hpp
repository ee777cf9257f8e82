// Looks moves of one row of a path database up, cell after cell: as long as they fall into one run nothing is searched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "subgoals/living_paths.hpp"
#include "subgoals/path_runs.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class RowCursor {
 public:
  using Row = LivingPaths::Row;
  static constexpr Row kNoRow = ~Row{0};

  [[nodiscard]] Row row() const { return row_; }
  void open(Row row) {
    row_ = row;
    tile_ = kNoTile;
  }

  // The Direction of the row's move, legal on the map as it is; kNoDirection if it has none there.
  std::uint8_t move(const Map& map, const LivingPaths& paths, const PathTiles& tiles, NodeId node) {
    const Cell cell = map.grid().cell(node);
    const std::uint32_t tile = tiles.tile_of(cell);
    const std::uint32_t rank = PathTiles::rank_of(cell);
    if (tile != tile_ || version_ != paths.version()) {
      instrument::look();
      const PathRuns all = paths.runs(row_, tile);
      tile_ = tile;
      version_ = paths.version();
      runs_ = all.bytes().data();
      size_ = static_cast<std::uint16_t>(std::min<std::size_t>(all.size(), PathTiles::kCells));
      keep(find_run(runs(), rank));
    } else if (rank < first_ || rank >= end_) {
      instrument::look();
      keep(find_run_near(runs(), rank, index_));
    }
    if (move_ == kNoDirection) return kNoDirection;
    const unsigned legal = map.table().legal[map.grid().neighbourhood(node)];
    return ((legal >> move_) & 1u) != 0 ? move_ : kNoDirection;
  }

 private:
  static constexpr std::uint32_t kNoTile = ~std::uint32_t{0};

  [[nodiscard]] PathRuns runs() const { return PathRuns({runs_, size_ * sizeof(std::uint16_t)}); }
  void keep(const PathRun& run) {
    first_ = static_cast<std::uint16_t>(run.first);
    end_ = static_cast<std::uint16_t>(run.end);
    index_ = static_cast<std::uint16_t>(run.index);
    move_ = run.move;
  }

  const char* runs_ = nullptr;  // of the tile, in this version of the rows
  Row row_ = kNoRow;
  std::uint32_t tile_ = kNoTile;
  std::uint32_t version_ = 0;
  std::uint16_t size_ = 0;   // how many
  std::uint16_t first_ = 0;  // of the run: ranks
  std::uint16_t end_ = 0;
  std::uint16_t index_ = 0;
  std::uint8_t move_ = kNoDirection;
};

}  // namespace waymark
