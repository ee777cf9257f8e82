// Which cells can reach each other, answered in constant time and kept current while the map changes.
//
// The grid is cut into tiles of 64x64 cells. In a tile, a run of passable cells in a row has a region, and a region has
// a component; a cell finds its run by counting bits. So labels cost a few bytes a run, not four a cell.
//
// An edit of one cell that a look at its eight neighbours shows to neither merge nor split anything rebuilds its tile.
// Any other edit rebuilds the tiles it touches and then joins the regions of all tiles anew along their borders: time
// for the border cells and regions of the whole map.
//
// Threads: as the grid's; update is an edit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class Components {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;  // the label of a blocked cell

  Components(const Grid& grid, const MoveRules& rules);

  // Takes in the grid's edits since the last call (or the constructor). Always the same grid.
  void update(const Grid& grid);

  // Below count(), or kNone, also for what is no cell. Labels are stable until an edit merges or splits components.
  [[nodiscard]] std::uint32_t label(const Grid& grid, NodeId node) const;
  [[nodiscard]] bool connected(const Grid& grid, NodeId a, NodeId b) const {
    const std::uint32_t first = label(grid, a);
    return first != kNone && first == label(grid, b);
  }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  // Cells of each component, by label.
  [[nodiscard]] std::vector<std::uint64_t> sizes(const Grid& grid) const;

 private:
  static constexpr int kTile = 64;

  struct Tile {
    std::array<std::uint16_t, kTile> row_start{};  // runs of the tile before this row
    std::vector<std::uint16_t> run_region;
    std::vector<std::uint32_t> region_component;
  };

  [[nodiscard]] std::size_t tile_index(int x, int y) const {
    return static_cast<std::size_t>(y / kTile) * static_cast<std::size_t>(tiles_x_) +
           static_cast<std::size_t>(x / kTile);
  }
  [[nodiscard]] std::uint32_t region(const Grid& grid, const Tile& tile, int x, int y) const;
  void rebuild_tile(const Grid& grid, int tile_x, int tile_y);
  void label_all(const Grid& grid);
  bool try_single_cell(const Grid& grid, Cell cell, bool passable);

  const MoveTable* moves_;  // of these rules at any costs: which moves are legal does not depend on them
  int reach_left_;          // a cell touches cells x - reach_left to x + reach_right of the row above
  int reach_right_;
  int tiles_x_;
  int tiles_y_;
  std::uint32_t count_ = 0;
  std::uint64_t epoch_;
  std::vector<Tile> tiles_;
};

}  // namespace waymark
