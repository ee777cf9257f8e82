// Jump lines a word at a time: what their making and their repair share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "waymark/search/bit_lines.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// Passable cells along lines.
struct CellLines {
  const std::uint64_t* words;
  std::size_t words_per_line;
  int lines;

  static CellLines rows_of(const Grid& grid) { return {grid.row_words(0), grid.words_per_row(), grid.height()}; }
  static CellLines of(const BitLines& cells) { return {cells.line(0), cells.words_per_line(), cells.lines()}; }
};

// A word of a line with the bits before and after each of its places.
struct Window {
  std::uint64_t here;
  std::uint64_t before;  // bit i is the place before bit i
  std::uint64_t after;
};

inline Window window(const CellLines& cells, int line, std::size_t word) {
  if (line < 0 || line >= cells.lines) return {0, 0, 0};
  // Lines end in a zero bit, so the neighbours of the first and last word need no test (the guards close the ends).
  const std::uint64_t* at = cells.words + static_cast<std::size_t>(line) * cells.words_per_line + word;
  return {at[0], (at[0] << 1u) | (at[-1] >> 63u), (at[0] >> 1u) | (at[1] << 63u)};
}

// Cells at which a straight walk may turn off into the line beside it; ahead and behind in walking order.
inline std::uint64_t turns_aside(DiagonalRule rule, std::uint64_t ahead, std::uint64_t beside,
                                 std::uint64_t beside_ahead, std::uint64_t beside_behind) {
  switch (rule) {
    case DiagonalRule::kOneFree: return ~beside & beside_ahead & ahead;
    case DiagonalRule::kAlways: return ~beside & beside_ahead;
    case DiagonalRule::kBothFree:
    case DiagonalRule::kNever: return beside & ~beside_behind;
  }
  return 0;
}

struct TurnWords {
  std::uint64_t forwards = 0;
  std::uint64_t backwards = 0;
};

// Turning cells of a word, passable cells only.
inline TurnWords turn_words(const CellLines& cells, int line, std::size_t word, DiagonalRule rule) {
  const Window own = window(cells, line, word);
  TurnWords turns;
  for (const int neighbour : {line - 1, line + 1}) {
    const Window beside = window(cells, neighbour, word);
    turns.forwards |= own.here & turns_aside(rule, own.after, beside.here, beside.after, beside.before);
    turns.backwards |= own.here & turns_aside(rule, own.before, beside.here, beside.before, beside.after);
  }
  return turns;
}

}  // namespace waymark
