// Looks moves of one row of a path database up, cell after cell: as long as they fall into one run nothing is searched,
// and as long as they stay in one tile nothing but the tile's runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "subgoals/living_paths.hpp"
#include "subgoals/path_runs.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/base/inline.hpp"
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

  // The cell that the row leads to; kNoNode if there is none.
  [[nodiscard]] NodeId root(const LivingPaths& paths) const {
    return tile_ != kNoTile && version_ == paths.version() ? root_ : paths.root(row_);
  }
  // The Direction of the row's move, legal on the map as it is; kNoDirection if it has none there.
  [[nodiscard]] WAYMARK_ALWAYS_INLINE std::uint8_t move(const Map& map, const LivingPaths& paths,
                                                        const PathTiles& tiles, NodeId node) {
    const Cell cell = map.grid().cell(node);
    const std::uint32_t tile = tiles.tile_of(cell);
    const std::uint32_t rank = PathTiles::rank_of(cell);
    if (tile != tile_ || version_ != paths.version()) {
      open_tile(paths, tile, rank);
    } else if (rank < first_ || rank >= end_) {
      find_near(rank);
    }
    const unsigned move = run_ & ((1u << kPathMoveBits) - 1);
    const unsigned legal = map.table().legal[map.grid().neighbourhood(node)];
    return ((legal >> move) & 1u) != 0 ? static_cast<std::uint8_t>(move) : kNoDirection;
  }

 private:
  static constexpr std::uint32_t kNoTile = ~std::uint32_t{0};

  // Out of the way of those steps that need neither.
  WAYMARK_NEVER_INLINE void open_tile(const LivingPaths& paths, std::uint32_t tile, std::uint32_t rank) {
    instrument::look();
    const PathRuns all = paths.runs(row_, tile);
    tile_ = tile;
    version_ = paths.version();
    root_ = paths.root(row_);
    runs_ = all.bytes().data();
    size_ = static_cast<std::uint16_t>(std::min<std::size_t>(all.size(), PathTiles::kCells));
    keep(find_run(runs(), rank));
  }
  WAYMARK_NEVER_INLINE void find_near(std::uint32_t rank) {
    instrument::look();
    keep(find_run_near(runs(), rank, run_ >> kPathMoveBits));
  }
  [[nodiscard]] PathRuns runs() const { return PathRuns({runs_, size_ * sizeof(std::uint16_t)}); }
  void keep(const PathRun& run) {
    first_ = static_cast<std::uint16_t>(run.first);
    end_ = static_cast<std::uint16_t>(run.end);
    run_ = static_cast<std::uint16_t>(run.index << kPathMoveBits | run.move);
  }

  const char* runs_ = nullptr;  // of the tile, in this version of the rows
  Row row_ = kNoRow;
  std::uint32_t tile_ = kNoTile;
  std::uint32_t version_ = 0;
  NodeId root_ = kNoNode;
  std::uint16_t size_ = 0;   // how many runs
  std::uint16_t first_ = 0;  // of the run: ranks
  std::uint16_t end_ = 0;
  std::uint16_t run_ = kNoDirection;  // its place in the list, and its move
};
static_assert(sizeof(RowCursor) <= 32);  // a unit has one

}  // namespace waymark
