// Looks moves of one row of a path database up, cell after cell: as long as they fall into one run nothing is searched.
#pragma once

#include <cstdint>

#include "subgoals/living_paths.hpp"
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
    first_ = end_ = 0;
  }

  // The Direction of the row's move, legal on the map as it is; kNoDirection if it has none there.
  std::uint8_t move(const Map& map, const LivingPaths& paths, const PathTiles& tiles, NodeId node) {
    const Cell cell = map.grid().cell(node);
    const std::uint32_t tile = tiles.tile_of(cell);
    const std::uint32_t rank = PathTiles::rank_of(cell);
    if (rank < first_ || rank >= end_ || tile != tile_ || version_ != paths.version()) {
      instrument::look();
      const PathRun run = paths.find(row_, tile, rank);
      tile_ = tile;
      first_ = static_cast<std::uint16_t>(run.first);
      end_ = static_cast<std::uint16_t>(run.end);
      move_ = run.move;
      version_ = paths.version();
    }
    if (move_ == kNoDirection) return kNoDirection;
    const unsigned legal = map.table().legal[map.grid().neighbourhood(node)];
    return ((legal >> move_) & 1u) != 0 ? move_ : kNoDirection;
  }

 private:
  Row row_ = kNoRow;
  std::uint32_t tile_ = 0;
  std::uint32_t version_ = 0;
  std::uint16_t first_ = 0;  // of the run: ranks
  std::uint16_t end_ = 0;
  std::uint8_t move_ = kNoDirection;
};

}  // namespace waymark
