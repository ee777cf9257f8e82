#include "waymark/search/jump_lines.hpp"

#include <algorithm>
#include <cstring>

#include "search/jump_words.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr unsigned bit_of(unsigned direction) { return 1u << direction; }
constexpr unsigned kStraights = bit_of(kNorth) | bit_of(kEast) | bit_of(kSouth) | bit_of(kWest);

DiagonalRule jump_rule(const MoveRules& rules) {
  return rules.neighbours == Neighbours::kFour ? DiagonalRule::kNever : rules.diagonal;
}

JumpLines::TwoWays turns_of(const CellLines& cells, int length, DiagonalRule rule) {
  JumpLines::TwoWays turns{BitLines(cells.lines, length), BitLines(cells.lines, length)};
  for (int line = 0; line < cells.lines; ++line) {
    for (std::size_t word = 0; word < cells.words_per_line; ++word) {
      const TurnWords made = turn_words(cells, line, word, rule);
      turns.forwards.line(line)[word] = made.forwards;
      turns.backwards.line(line)[word] = made.backwards;
    }
  }
  return turns;
}

// Passable cells from which a straight walk meets a turning cell before a wall.
BitLines finders_forwards(const CellLines& cells, const BitLines& turns, int length) {
  BitLines result(cells.lines, length);
  for (int line = 0; line < cells.lines; ++line) {
    const std::uint64_t* passable = cells.words + static_cast<std::size_t>(line) * cells.words_per_line;
    std::uint64_t carry = 0;  // whether the next word's first cell is a turning cell or leads to one
    for (std::size_t word = cells.words_per_line; word-- > 0;) {
      const std::uint64_t open = passable[word];
      std::uint64_t reach = turns.line(line)[word] | ((carry << 63u) & open);
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
BitLines finders_backwards(const CellLines& cells, const BitLines& turns, int length) {
  BitLines result(cells.lines, length);
  for (int line = 0; line < cells.lines; ++line) {
    const std::uint64_t* passable = cells.words + static_cast<std::size_t>(line) * cells.words_per_line;
    std::uint64_t carry = 0;
    for (std::size_t word = 0; word < cells.words_per_line; ++word) {
      const std::uint64_t open = passable[word];
      std::uint64_t reach = turns.line(line)[word] | (carry & open);
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

// The same as in primary_walks, of one cell.
bool is_forced(unsigned around, int dx, int dy, DiagonalRule rule) {
  const auto free = [&](int x, int y) {
    const int place = y == 0 ? (x < 0 ? 3 : 4) : (y < 0 ? 1 : 6) + x;  // as Grid::neighbourhood has it
    return ((around >> place) & 1u) != 0;
  };
  const bool one_free = rule == DiagonalRule::kOneFree;
  const bool around_side = !free(-dx, 0) && free(-dx, dy) && (!one_free || free(0, dy));
  const bool around_back = !free(0, -dy) && free(dx, -dy) && (!one_free || free(dx, 0));
  return around_side || around_back;
}

// A primary walk (dx, dy) in row order.
struct Walks {
  BitLines stops;
  BitLines legal;  // its moves
};
Walks primary_walks(const CellLines& rows, int width, int dx, int dy, DiagonalRule rule, const BitLines& finds_aside,
                    const BitLines& finds_other) {
  Walks walks{BitLines(rows.lines, width), BitLines(rows.lines, width)};
  const auto horizontal = [dx](const Window& w, int towards) { return towards * dx > 0 ? w.after : w.before; };
  for (int y = 0; y < rows.lines; ++y) {
    for (std::size_t word = 0; word < rows.words_per_line; ++word) {
      const Window own = window(rows, y, word);
      const Window ahead = window(rows, y + dy, word);
      const Window behind = window(rows, y - dy, word);
      const std::uint64_t beside = horizontal(own, 1);
      std::uint64_t goes_on = dx == 0 ? ahead.here : horizontal(ahead, 1);
      std::uint64_t forced = 0;
      if (rule == DiagonalRule::kBothFree) {
        goes_on &= beside & ahead.here;
      } else if (rule != DiagonalRule::kNever) {
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
      const std::uint64_t finds = finds_aside.line(y)[word] | finds_other.line(y)[word];
      walks.stops.line(y)[word] = own.here & (forced | finds | ~goes_on);
      walks.legal.line(y)[word] = own.here & goes_on;
    }
  }
  return walks;
}

// Bit i of byte j becomes bit j of byte i (Hacker's Delight, 7-3).
std::uint64_t transposed(std::uint64_t bytes) {
  std::uint64_t swapped = (bytes ^ (bytes >> 7u)) & 0x00aa00aa00aa00aaull;
  bytes ^= swapped ^ (swapped << 7u);
  swapped = (bytes ^ (bytes >> 14u)) & 0x0000cccc0000ccccull;
  bytes ^= swapped ^ (swapped << 14u);
  swapped = (bytes ^ (bytes >> 28u)) & 0x00000000f0f0f0f0ull;
  return bytes ^ swapped ^ (swapped << 28u);
}

// A byte a cell from the bits of each direction; nullptr: none.
void gather_marks(const Grid& grid, const std::array<const BitLines*, kDirections>& bits,
                  std::vector<std::uint8_t>& marks) {
  for (int y = 0; y < grid.height(); ++y) {
    std::uint8_t* row = marks.data() + grid.node(0, y);
    for (std::size_t word = 0; word < grid.words_per_row(); ++word) {
      for (unsigned part = 0; part < 64; part += 8) {
        std::uint64_t bytes = 0;
        for (unsigned d = 0; d < kDirections; ++d) {
          if (bits[d] != nullptr) bytes |= ((bits[d]->line(y)[word] >> part) & 0xffu) << (8 * d);
        }
        bytes = transposed(bytes);
        std::memcpy(row + word * 64 + part, &bytes, sizeof(bytes));
      }
    }
  }
}

}  // namespace

Result<Done> JumpLines::check(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kSix) {
    return Error{ErrorCode::kUnsupported, "jps needs a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (jump_rule(rules) != DiagonalRule::kNever &&
      (rules.costs.diagonal <= rules.costs.cardinal || rules.costs.diagonal >= 2 * rules.costs.cardinal)) {
    return Error{ErrorCode::kUnsupported,
                 "jps needs a diagonal step dearer than one straight step and cheaper than two"};
  }
  return Done{};
}

JumpLines::JumpLines(const Map& map, const Options& options)
    : Derived(map.grid().epoch()),
      options_(options),
      rule_(jump_rule(map.rules())),
      diagonals_(map.grid().width() + 1),
      reciprocal_((std::uint64_t{1} << 32u) / static_cast<std::uint64_t>(diagonals_) + 1),
      marks_(map.grid().id_bound(), 0),
      seen_(map.grid().epoch()) {
  WAYMARK_ASSERT(check(map.rules()).ok());
  const Grid& grid = map.grid();
  const int width = grid.width();
  const int height = grid.height();
  for (std::size_t around = 0; around < moves_.size(); ++around) {
    const unsigned primary = rule_ == DiagonalRule::kNever ? bit_of(kNorth) | bit_of(kSouth) : 0xffu & ~kStraights;
    moves_[around] = static_cast<std::uint8_t>(map.table().legal[around] & primary);
    if (rule_ == DiagonalRule::kNever || rule_ == DiagonalRule::kBothFree) continue;  // no cell is alone to offer one
    for (unsigned d = kNorthEast; d < kDirections; ++d) {
      if (is_forced(static_cast<unsigned>(around), kDx[d], kDy[d], rule_)) {
        forced_[around] = static_cast<std::uint8_t>(forced_[around] | bit_of(d));
      }
    }
  }

  BitLines cells(height, width);
  for (int y = 0; y < height; ++y) std::copy_n(grid.row_words(y), cells.words_per_line(), cells.line(y));
  columns = cells.regrouped(width, 0);
  const CellLines rows = CellLines::rows_of(grid);
  row_turns = turns_of(rows, width, rule_);
  const BitLines finds_east = finders_forwards(rows, row_turns.forwards, width);
  const BitLines finds_west = finders_backwards(rows, row_turns.backwards, width);
  if (rule_ == DiagonalRule::kNever) {
    const Walks south = primary_walks(rows, width, 0, 1, rule_, finds_east, finds_west);
    const Walks north = primary_walks(rows, width, 0, -1, rule_, finds_east, finds_west);
    vertical_stops = {south.stops.regrouped(width, 0), north.stops.regrouped(width, 0)};
    gather_marks(grid, {&north.legal, &finds_east, &south.legal, &finds_west}, marks_);
    return;
  }
  const CellLines column_cells = CellLines::of(columns);
  column_turns = turns_of(column_cells, height, rule_);
  const BitLines finds_south = finders_forwards(column_cells, column_turns.forwards, height).regrouped(height, 0);
  const BitLines finds_north = finders_backwards(column_cells, column_turns.backwards, height).regrouped(height, 0);
  const Walks south_east = primary_walks(rows, width, 1, 1, rule_, finds_east, finds_south);
  const Walks north_west = primary_walks(rows, width, -1, -1, rule_, finds_west, finds_north);
  falling_stops = {south_east.stops.regrouped(diagonals_, 1), north_west.stops.regrouped(diagonals_, 1)};
  const Walks south_west = primary_walks(rows, width, -1, 1, rule_, finds_west, finds_south);
  const Walks north_east = primary_walks(rows, width, 1, -1, rule_, finds_east, finds_north);
  rising_stops = {south_west.stops.regrouped(diagonals_, -1), north_east.stops.regrouped(diagonals_, -1)};
  gather_marks(grid,
               {&finds_north, &finds_east, &finds_south, &finds_west, &north_east.legal, &south_east.legal,
                &south_west.legal, &north_west.legal},
               marks_);
}

std::uint64_t JumpLines::bytes() const {
  std::uint64_t sum = sizeof(*this) + heap_bytes_of(columns, marks_, pending_);
  for (const TwoWays* lines : {&row_turns, &column_turns, &falling_stops, &rising_stops, &vertical_stops}) {
    sum += heap_bytes_of(lines->forwards, lines->backwards);
  }
  return sum;
}

bool JumpLines::same_as(const JumpLines& other) const {
  return row_turns == other.row_turns && column_turns == other.column_turns && falling_stops == other.falling_stops &&
         rising_stops == other.rising_stops && vertical_stops == other.vertical_stops && columns == other.columns &&
         marks_ == other.marks_;
}

}  // namespace waymark
