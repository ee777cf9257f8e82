// The regions of a tile of 64x64 cells: which of its cells reach each other without leaving it.
//
// A run of passable cells in a row has a region; a cell finds its run by counting bits. So regions cost two bytes a
// run, not two a cell. A region is open if it has cells on a side where the grid goes on. Open regions are numbered
// first, in the order in which a walk along the sides meets them, so that an edit inside the tile that joins and parts
// nothing on the sides moves no number there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// Of a tile, or of a block of tiles.
enum TileSide : std::uint8_t { kLeftSide = 1, kRightSide = 2, kTopSide = 4, kBottomSide = 8, kAllSides = 15 };

// A cell touches the cells x - left to x + right of the row above, and the cells beside it.
struct RowReach {
  int left;
  int right;

  static RowReach of(const MoveRules& rules);
  [[nodiscard]] bool corners() const { return left + right > 0; }
};

// A run of passable cells in a row of a tile.
struct CellRun {
  int first;
  int last;
};

class CellRuns {
 public:
  CellRuns() = default;
  explicit CellRuns(std::uint64_t cells) { read(cells); }
  void read(std::uint64_t cells);

  [[nodiscard]] unsigned size() const { return size_; }
  const CellRun& operator[](unsigned i) const { return runs_[i]; }

 private:
  unsigned size_ = 0;
  std::array<CellRun, 32> runs_;
};

// Visits the pairs of runs that touch, as (run below, run above), by the runs below, then from left to right.
template <class Visit>
void for_each_touching(const CellRuns& below, const CellRuns& above, RowReach reach, Visit&& visit) {
  unsigned first = 0;
  for (unsigned i = 0; i < below.size(); ++i) {
    while (first < above.size() && above[first].last < below[i].first - reach.left) ++first;
    for (unsigned k = first; k < above.size() && above[k].first <= below[i].last + reach.right; ++k) visit(i, k);
  }
}

class TileRegions {
 public:
  static constexpr int kSide = 64;

  struct Count {
    std::uint32_t open;
    std::uint32_t closed;
  };
  // Of the tile's cells as they are now. `sides` (bits of TileSide) are those where the grid goes on.
  Count rebuild(const Grid& grid, int tile_x, int tile_y, unsigned sides, RowReach reach);

  // The regions along the sides where no cell has changed since rebuild, to be compared with those after the next.
  struct Rim {
    std::array<std::array<std::uint16_t, kSide>, 4> regions;  // left, right, top, bottom; by row or by run
  };
  void read_rim(const Grid& grid, int tile_x, int tile_y, unsigned sides, Rim& rim) const;
  // Bits of those sides on which they differ.
  static unsigned compare(const Rim& a, const Rim& b, unsigned sides);

  // Of a passable cell of the tile, by its coordinates in the grid.
  [[nodiscard]] unsigned region(const Grid& grid, int x, int y) const;
  // Of the first and last passable cell of a row of the tile that has one, and of its runs from the left.
  [[nodiscard]] unsigned first_in_row(int row) const { return region_of_run(row, 0); }
  [[nodiscard]] unsigned last_in_row(int row) const {
    return run_region_[row_start_[static_cast<std::size_t>(row) + 1] - 1u];
  }
  [[nodiscard]] unsigned region_of_run(int row, unsigned run) const {
    return run_region_[row_start_[static_cast<std::size_t>(row)] + run];
  }
  [[nodiscard]] std::size_t runs() const { return run_region_.size(); }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(run_region_); }

 private:
  std::array<std::uint16_t, kSide + 1> row_start_{};  // runs of the tile before this row
  std::vector<std::uint16_t> run_region_;
};

}  // namespace waymark
