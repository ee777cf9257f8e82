// What jump point search scans, derived from a map: along the lines of each of the eight directions a bit a cell that
// says where a walk stops, and a byte a cell that says which walks are worth beginning. About two bytes a cell, made
// from a grid in a few word operations per 64 cells.
//
// Straight walks end at walls and at turning cells. Which cells those are follows from MoveTable::canonical; the
// classic forced-neighbour rule (the cell beside is blocked) is wrong where corners may not be cut: there one turns
// behind the obstacle, not in front of it. A mark tells of each cell whether a straight walk from it finds a turning
// cell before a wall, so that walks which find nothing are never begun and the others have one line of bits to read.
// Diagonal walks pass over every cell from which neither side's straight walk finds anything, so that a diagonal, too,
// is scanned 57 cells at a time.
//
// Repair: an edit makes anew the words of its rows and columns and of those beside, then the marks of their cells and
// of the runs of cells that lead to them, as far as they change; a changed mark sets its bits on the diagonals. So it
// costs the cells of the edit and the free runs that end there, not the map. A unit is a word made anew or a cell
// looked at. Between two parts of a repair the lines are not to be used; stale they are no hint.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/search/bit_lines.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class JumpLines final : public Derived {
 public:
  struct Options {
    friend bool operator==(const Options&, const Options&) = default;
  };

  // Fails on hexagons and under costs where turning is free: there jumping over turns is not optimal.
  static Result<Done> check(const MoveRules& rules);
  // `map` passes the check.
  explicit JumpLines(const Map& map, const Options& options = {});
  [[nodiscard]] const Options& options() const { return options_; }

  // Bits with rising places along their line, and with falling ones.
  struct TwoWays {
    BitLines forwards;
    BitLines backwards;
    friend bool operator==(const TwoWays&, const TwoWays&) = default;
  };
  // Cells at which a straight walk may turn.
  TwoWays row_turns;     // line y, place x: E and W
  TwoWays column_turns;  // line x, place y: S and N; none with kNever
  // Cells at which a primary walk stops: a straight walk to a side finds something, only this cell offers a turn, or
  // the walk cannot go on. A walk meets one before it leaves the line.
  TwoWays falling_stops;   // line (x - y) mod (width + 1), place y: SE and NW
  TwoWays rising_stops;    // line (x + y) mod (width + 1), place y: SW and NE
  TwoWays vertical_stops;  // line x, place y: S and N, only with kNever, where they take the part of the diagonals
  BitLines columns;        // line x, place y: passable

  // Bit d of a cell: if d is straight, that a walk finds a turning cell; if it is primary, that the move is legal.
  [[nodiscard]] unsigned marks(NodeId node) const { return marks_[node]; }

  [[nodiscard]] int falling_line(Cell cell) const {
    const int line = cell.x - wrapped(cell.y);
    return line < 0 ? line + diagonals_ : line;
  }
  [[nodiscard]] int rising_line(Cell cell) const {
    const int line = cell.x + wrapped(cell.y);
    return line >= diagonals_ ? line - diagonals_ : line;
  }

  // That of an 8-neighbour grid with the same moves.
  [[nodiscard]] DiagonalRule rule() const { return rule_; }
  [[nodiscard]] std::uint64_t bytes() const override;
  // Whether all bits are the same.
  [[nodiscard]] bool same_as(const JumpLines& other) const;

 private:
  // What is done for an area that was edited, in this order.
  enum class Phase : std::uint8_t { kColumns, kRowTurns, kColumnTurns, kEast, kWest, kSouth, kNorth, kCells };
  static constexpr std::size_t kMostPending = 4096;  // areas; with more the whole map is one
  struct Range {
    int first;
    int end;
  };

  // Places of a line: those from first to last certainly.
  struct Chain {
    int first;
    int last;
    int step;    // 1 or -1
    int length;  // of the line
  };

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return false; }

  void take_in(const Grid& grid);
  bool repair_area(const Grid& grid, const Rect& area, std::uint64_t& left);
  bool repair_phase(const Grid& grid, const Rect& area, std::uint64_t& left);
  template <class Visit>
  bool for_each(Range lines, Range places, std::uint64_t& left, Visit&& visit);
  template <class Renew>
  bool follow(Range lines, const Chain& chain, std::uint64_t& left, Renew&& renew);
  bool renew_mark(const Grid& grid, Cell cell, unsigned direction, bool turns_ahead);
  void renew_column(const Grid& grid, int x, int word);
  void renew_cell(const Grid& grid, Cell cell);
  void write_stops(const Grid& grid, Cell cell, NodeId node);

  // y mod diagonals_, by a multiplication: exact below 2^16.
  [[nodiscard]] int wrapped(int y) const {
    return y - static_cast<int>((static_cast<std::uint64_t>(y) * reciprocal_) >> 32u) * diagonals_;
  }

  Options options_;
  DiagonalRule rule_;
  int diagonals_;
  std::uint64_t reciprocal_;
  std::vector<std::uint8_t> marks_;         // by node
  std::array<std::uint8_t, 256> moves_{};   // by neighbourhood: primary moves that are legal
  std::array<std::uint8_t, 256> forced_{};  // and after which of them only this cell offers a turn

  // A repair under way.
  std::uint64_t seen_;         // edits up to this epoch are repaired or pending
  std::vector<Rect> pending_;  // areas, the first of them begun
  Phase phase_ = Phase::kColumns;
  bool under_way_ = false;  // with the phase: then this is next
  int line_ = 0;
  int place_ = 0;
};

}  // namespace waymark
