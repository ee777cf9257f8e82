// What jump point search scans: for each of the eight directions, two bits a cell that say what a walk meets here.
// About two bytes a cell, made from a grid in a few word operations per 64 cells.
//
// Straight walks end at walls and at turning cells. Which cells those are follows from MoveTable::canonical; the
// classic forced-neighbour rule (the cell beside is blocked) is wrong where corners may not be cut: there one turns
// behind the obstacle, not in front of it. Diagonal walks pass over every cell from which neither side's straight walk
// finds anything, so that a diagonal, too, is scanned 57 cells at a time.
#pragma once

#include <cstdint>

#include "search/bit_lines.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class JumpMap {
 public:
  // `rule` is of an 8-neighbour grid. With kNever, N and S take the part of the diagonals. Of the grid as it is now;
  // nothing changes it later, so that threads may share it.
  JumpMap(const Grid& grid, DiagonalRule rule);

  // The cells of a set of parallel lines with both ways along them.
  struct Straight {
    BitLines passable;
    BitLines turns_forwards;  // passable cells only
    BitLines turns_backwards;
  };
  struct Way {
    BitLines finds;  // a straight walk to a side finds something, or only this cell offers a turn
    BitLines ends;   // the walk cannot go on; a walk meets one before it leaves the line
  };
  struct Primary {
    Way forwards;  // with rising places
    Way backwards;
  };

  Straight rows;     // line y, place x
  Straight columns;  // line x, place y
  Primary falling;   // line (x - y) mod (width + 1), place y: SE and NW
  Primary rising;    // line (x + y) mod (width + 1), place y: SW and NE
  Primary vertical;  // line x, place y, only with kNever: S and N

  [[nodiscard]] int falling_line(Cell cell) const {
    const int line = cell.x - wrapped(cell.y);
    return line < 0 ? line + diagonals_ : line;
  }
  [[nodiscard]] int rising_line(Cell cell) const {
    const int line = cell.x + wrapped(cell.y);
    return line >= diagonals_ ? line - diagonals_ : line;
  }

  // Made of this very grid, at whatever epoch.
  [[nodiscard]] bool is_of(const Grid& grid) const { return grid_ == &grid; }
  [[nodiscard]] DiagonalRule rule() const { return rule_; }
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  // y mod diagonals_, by a multiplication: exact below 2^16.
  [[nodiscard]] int wrapped(int y) const {
    return y - static_cast<int>((static_cast<std::uint64_t>(y) * reciprocal_) >> 32u) * diagonals_;
  }

  const Grid* grid_;  // to tell whose lines these are
  DiagonalRule rule_;
  int diagonals_;
  std::uint64_t reciprocal_;
  std::uint64_t epoch_;
};

}  // namespace waymark
