#include "search/jump_map.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace waymark {
namespace {

// A word of a line with the bits before and after each of its places.
struct Window {
  std::uint64_t here;
  std::uint64_t before;  // bit i is the place before bit i
  std::uint64_t after;
};

Window window(const BitLines& cells, int line, std::size_t word) {
  if (line < 0 || line >= cells.lines()) return {0, 0, 0};
  const std::uint64_t* words = cells.line(line);
  // Lines end in a zero bit, so the neighbours of the first and last word need no test (the guards close the ends).
  return {words[word], (words[word] << 1u) | (words[static_cast<std::ptrdiff_t>(word) - 1] >> 63u),
          (words[word] >> 1u) | (words[word + 1] << 63u)};
}

// Cells at which a straight walk may turn off into the line beside it; ahead and behind in walking order.
std::uint64_t turns(DiagonalRule rule, std::uint64_t ahead, std::uint64_t beside, std::uint64_t beside_ahead,
                    std::uint64_t beside_behind) {
  switch (rule) {
    case DiagonalRule::kOneFree: return ~beside & beside_ahead & ahead;
    case DiagonalRule::kAlways: return ~beside & beside_ahead;
    case DiagonalRule::kBothFree:
    case DiagonalRule::kNever: return beside & ~beside_behind;
  }
  return 0;
}

JumpMap::Straight straight(BitLines passable, int length, DiagonalRule rule) {
  JumpMap::Straight result{std::move(passable), {}, {}};
  const BitLines& cells = result.passable;
  result.turns_forwards = BitLines(cells.lines(), length);
  result.turns_backwards = BitLines(cells.lines(), length);
  for (int line = 0; line < cells.lines(); ++line) {
    for (std::size_t word = 0; word < cells.words_per_line(); ++word) {
      const Window own = window(cells, line, word);
      for (const int neighbour : {line - 1, line + 1}) {
        const Window beside = window(cells, neighbour, word);
        result.turns_forwards.line(line)[word] |=
            own.here & turns(rule, own.after, beside.here, beside.after, beside.before);
        result.turns_backwards.line(line)[word] |=
            own.here & turns(rule, own.before, beside.here, beside.before, beside.after);
      }
    }
  }
  return result;
}

// Passable cells from which a straight walk meets a turning cell before a wall.
BitLines finders_forwards(const JumpMap::Straight& lines, int length) {
  BitLines result(lines.passable.lines(), length);
  for (int line = 0; line < result.lines(); ++line) {
    std::uint64_t carry = 0;  // whether the next word's first cell is a turning cell or leads to one
    for (std::size_t word = result.words_per_line(); word-- > 0;) {
      const std::uint64_t open = lines.passable.line(line)[word];
      const std::uint64_t targets = lines.turns_forwards.line(line)[word];
      std::uint64_t reach = targets | ((carry << 63u) & open);
      std::uint64_t through = open;
      for (unsigned shift = 1; shift < 64; shift *= 2) {  // fills towards lower places, doubling the distance
        reach |= through & (reach >> shift);
        through &= through >> shift;
      }
      result.line(line)[word] = ((reach >> 1u) | (carry << 63u)) & open;
      carry = reach & 1u;
    }
  }
  return result;
}
BitLines finders_backwards(const JumpMap::Straight& lines, int length) {
  BitLines result(lines.passable.lines(), length);
  for (int line = 0; line < result.lines(); ++line) {
    std::uint64_t carry = 0;
    for (std::size_t word = 0; word < result.words_per_line(); ++word) {
      const std::uint64_t open = lines.passable.line(line)[word];
      const std::uint64_t targets = lines.turns_backwards.line(line)[word];
      std::uint64_t reach = targets | (carry & open);
      std::uint64_t through = open;
      for (unsigned shift = 1; shift < 64; shift *= 2) {
        reach |= through & (reach << shift);
        through &= through << shift;
      }
      result.line(line)[word] = ((reach << 1u) | carry) & open;
      carry = reach >> 63u;
    }
  }
  return result;
}

// A diagonal walk (dx, dy) in row order.
JumpMap::Way diagonal_way(const JumpMap::Straight& rows, int width, int dx, int dy, DiagonalRule rule,
                          const BitLines& finds_sideways, const BitLines& finds_up_or_down) {
  JumpMap::Way way{BitLines(rows.passable.lines(), width), BitLines(rows.passable.lines(), width)};
  const auto horizontal = [dx](const Window& w, int towards) { return towards * dx > 0 ? w.after : w.before; };
  for (int y = 0; y < rows.passable.lines(); ++y) {
    for (std::size_t word = 0; word < rows.passable.words_per_line(); ++word) {
      const Window own = window(rows.passable, y, word);
      const Window ahead = window(rows.passable, y + dy, word);
      const Window behind = window(rows.passable, y - dy, word);
      const std::uint64_t beside = horizontal(own, 1);
      std::uint64_t goes_on = horizontal(ahead, 1);
      std::uint64_t forced = 0;
      if (rule == DiagonalRule::kBothFree) {
        goes_on &= beside & ahead.here;
      } else {
        // Behind a blocked cell on either side of the cell just left.
        std::uint64_t around_side = ~horizontal(own, -1) & horizontal(ahead, -1);
        std::uint64_t around_back = ~behind.here & horizontal(behind, 1);
        if (rule == DiagonalRule::kOneFree) {
          goes_on &= beside | ahead.here;
          around_side &= ahead.here;
          around_back &= beside;
        }
        forced = around_side | around_back;
      }
      way.finds.line(y)[word] = own.here & (forced | finds_sideways.line(y)[word] | finds_up_or_down.line(y)[word]);
      way.ends.line(y)[word] = own.here & ~goes_on;
    }
  }
  return way;
}

}  // namespace

JumpMap::JumpMap(const Grid& grid, DiagonalRule rule)
    : grid_(&grid),
      rule_(rule),
      diagonals_(grid.width() + 1),
      reciprocal_((std::uint64_t{1} << 32u) / static_cast<std::uint64_t>(diagonals_) + 1),
      epoch_(grid.epoch()) {
  const int width = grid.width();
  const int height = grid.height();
  BitLines cells(height, width);
  for (int y = 0; y < height; ++y) std::copy_n(grid.row_words(y), cells.words_per_line(), cells.line(y));
  columns = straight(cells.regrouped(width, 0), height, rule);
  rows = straight(std::move(cells), width, rule);

  const BitLines finds_east = finders_forwards(rows, width);
  const BitLines finds_west = finders_backwards(rows, width);
  if (rule == DiagonalRule::kNever) {
    BitLines finds(height, width);
    BitLines south_ends(width, height);
    BitLines north_ends(width, height);
    for (int y = 0; y < height; ++y) {
      for (std::size_t word = 0; word < finds.words_per_line(); ++word) {
        finds.line(y)[word] = finds_east.line(y)[word] | finds_west.line(y)[word];
      }
    }
    for (int x = 0; x < width; ++x) {
      for (std::size_t word = 0; word < south_ends.words_per_line(); ++word) {
        const Window own = window(columns.passable, x, word);
        south_ends.line(x)[word] = own.here & ~own.after;
        north_ends.line(x)[word] = own.here & ~own.before;
      }
    }
    const BitLines finds_aside = finds.regrouped(width, 0);
    vertical = {{finds_aside, std::move(south_ends)}, {finds_aside, std::move(north_ends)}};
    return;
  }
  const BitLines finds_south = finders_forwards(columns, height).regrouped(height, 0);
  const BitLines finds_north = finders_backwards(columns, height).regrouped(height, 0);
  const auto falling_way = [&](const Way& way) -> Way {
    return {way.finds.regrouped(diagonals_, 1), way.ends.regrouped(diagonals_, 1)};
  };
  const auto rising_way = [&](const Way& way) -> Way {
    return {way.finds.regrouped(diagonals_, -1), way.ends.regrouped(diagonals_, -1)};
  };
  falling = {falling_way(diagonal_way(rows, width, 1, 1, rule, finds_east, finds_south)),
             falling_way(diagonal_way(rows, width, -1, -1, rule, finds_west, finds_north))};
  rising = {rising_way(diagonal_way(rows, width, -1, 1, rule, finds_west, finds_south)),
            rising_way(diagonal_way(rows, width, 1, -1, rule, finds_east, finds_north))};
}

std::uint64_t JumpMap::heap_bytes() const {
  std::uint64_t sum = 0;
  for (const Straight* lines : {&rows, &columns}) {
    sum += heap_bytes_of(lines->passable, lines->turns_forwards, lines->turns_backwards);
  }
  for (const Primary* lines : {&falling, &rising, &vertical}) {
    for (const Way* way : {&lines->forwards, &lines->backwards}) sum += heap_bytes_of(way->finds, way->ends);
  }
  return sum;
}

}  // namespace waymark
