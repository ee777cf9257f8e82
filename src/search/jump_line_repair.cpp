// Repairs jump lines where the grid was edited, in pieces of any size.
//
// Why an edit between two pieces does no harm: every bit is a function of the grid's bits and of other bits of the
// lines, and no bit depends on itself. Whatever changes after a bit was last made either is an edit, and then the bit
// is made again for that edit's area, or is a mark that a chain of marks hands on to the next cell, and then that cell
// is where the chain goes on. So once nothing is pending every bit is what its inputs say, and there is only one such
// set of bits.
#include <algorithm>

#include "search/jump_words.hpp"
#include "space/pending_areas.hpp"
#include "waymark/search/jump_lines.hpp"

namespace waymark {
namespace {

constexpr std::uint8_t mark_of(unsigned direction) { return static_cast<std::uint8_t>(1u << direction); }

}  // namespace

std::uint64_t JumpLines::repair(const Map& map, std::uint64_t units) {
  if (units == 0) return 0;
  take_in(map.grid());
  std::uint64_t left = units;
  std::size_t done = 0;
  while (done < pending_.size() && repair_area(map.grid(), pending_[done], left)) ++done;
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(done));
  if (pending_.empty()) set_epoch(seen_);
  return units - left;
}

void JumpLines::take_in(const Grid& grid) {
  if (take_in_areas(grid, seen_, pending_, kMostPending)) return;
  phase_ = Phase::kColumns;
  under_way_ = false;
}

bool JumpLines::repair_area(const Grid& grid, const Rect& area, std::uint64_t& left) {
  while (repair_phase(grid, area, left)) {
    under_way_ = false;
    if (phase_ == Phase::kCells) {
      phase_ = Phase::kColumns;
      return true;
    }
    phase_ = static_cast<Phase>(static_cast<int>(phase_) + 1);
  }
  return false;
}

bool JumpLines::repair_phase(const Grid& grid, const Rect& area, std::uint64_t& left) {
  const int width = grid.width();
  const int height = grid.height();
  const Range own_x{area.x, area.x + area.width};
  const Range own_y{area.y, area.y + area.height};
  const auto with_neighbours = [](Range own, int length) {
    return Range{std::max(own.first - 1, 0), std::min(own.end + 1, length)};
  };
  const auto words = [](Range cells) { return Range{cells.first / 64, (cells.end - 1) / 64 + 1}; };
  const Range x = with_neighbours(own_x, width);
  const Range y = with_neighbours(own_y, height);
  const bool has_columns = rule_ != DiagonalRule::kNever;
  const auto turns_into = [&](TwoWays& turns, const CellLines& cells) {
    return [this, &turns, cells](int line, int word) {
      const TurnWords made = turn_words(cells, line, static_cast<std::size_t>(word), rule_);
      turns.forwards.line(line)[word] = made.forwards;
      turns.backwards.line(line)[word] = made.backwards;
    };
  };
  // A cell's mark depends on the next cell ahead, which turns or not depending on those beside and around it.
  switch (phase_) {
    case Phase::kColumns:
      return for_each(own_x, words(own_y), left, [&](int line, int word) { renew_column(grid, line, word); });
    case Phase::kRowTurns: return for_each(y, words(x), left, turns_into(row_turns, CellLines::rows_of(grid)));
    case Phase::kColumnTurns:
      return !has_columns || for_each(x, words(y), left, turns_into(column_turns, CellLines::of(columns)));
    case Phase::kEast:
      return follow(y, {own_x.end - 1, std::max(own_x.first - 2, 0), -1, width}, left, [&](int line, int place) {
        return renew_mark(grid, {place, line}, kEast, row_turns.forwards.test(row_turns.forwards.at(line, place + 1)));
      });
    case Phase::kWest:
      return follow(y, {own_x.first, std::min(own_x.end + 1, width - 1), 1, width}, left, [&](int line, int place) {
        return renew_mark(grid, {place, line}, kWest,
                          row_turns.backwards.test(row_turns.backwards.at(line, place - 1)));
      });
    case Phase::kSouth:
      return !has_columns ||
             follow(x, {own_y.end - 1, std::max(own_y.first - 2, 0), -1, height}, left, [&](int line, int place) {
               return renew_mark(grid, {line, place}, kSouth,
                                 column_turns.forwards.test(column_turns.forwards.at(line, place + 1)));
             });
    case Phase::kNorth:
      return !has_columns ||
             follow(x, {own_y.first, std::min(own_y.end + 1, height - 1), 1, height}, left, [&](int line, int place) {
               return renew_mark(grid, {line, place}, kNorth,
                                 column_turns.backwards.test(column_turns.backwards.at(line, place - 1)));
             });
    case Phase::kCells: return for_each(y, x, left, [&](int line, int place) { renew_cell(grid, {place, line}); });
  }
  return true;
}

// Visits all, for a unit each; false if there are too few left.
template <class Visit>
bool JumpLines::for_each(Range lines, Range places, std::uint64_t& left, Visit&& visit) {
  if (!under_way_) {
    line_ = lines.first;
    place_ = places.first;
    under_way_ = true;
  }
  for (; line_ < lines.end; ++line_, place_ = places.first) {
    for (; place_ < places.end; ++place_) {
      if (left == 0) return false;
      --left;
      visit(line_, place_);
    }
  }
  return true;
}

// On each line the places of the chain, against the direction of the marks, and on while they change.
template <class Renew>
bool JumpLines::follow(Range lines, const Chain& chain, std::uint64_t& left, Renew&& renew) {
  if (!under_way_) {
    line_ = lines.first;
    place_ = chain.first;
    under_way_ = true;
  }
  for (; line_ < lines.end; ++line_, place_ = chain.first) {
    while (place_ >= 0 && place_ < chain.length) {
      if (left == 0) return false;
      --left;
      const bool changed = renew(line_, place_);
      const bool inside = (chain.last - place_) * chain.step > 0;
      place_ += chain.step;
      if (!changed && !inside) break;
    }
  }
  return true;
}

// Whether it changed.
bool JumpLines::renew_mark(const Grid& grid, Cell cell, unsigned direction, bool turns_ahead) {
  const NodeId node = grid.node(cell);
  const std::uint8_t mark = mark_of(direction);
  const auto ahead = static_cast<NodeId>(kDy[direction] * static_cast<int>(grid.stride()) + kDx[direction]);
  const bool finds = grid.passable(node) && (turns_ahead || (marks_[node + ahead] & mark) != 0);
  if (finds == ((marks_[node] & mark) != 0)) return false;
  marks_[node] = static_cast<std::uint8_t>(marks_[node] ^ mark);
  write_stops(grid, cell, node);
  return true;
}

void JumpLines::renew_column(const Grid& grid, int x, int word) {
  const int top = word * 64;
  const int bottom = std::min(top + 64, grid.height());
  std::uint64_t bits = 0;
  for (int y = top; y < bottom; ++y) bits |= std::uint64_t{grid.passable(grid.node(x, y))} << (y - top);
  columns.line(x)[word] = bits;
}

void JumpLines::renew_cell(const Grid& grid, Cell cell) {
  const NodeId node = grid.node(cell);
  const auto straights = rule_ == DiagonalRule::kNever
                             ? mark_of(kEast) | mark_of(kWest)
                             : mark_of(kNorth) | mark_of(kEast) | mark_of(kSouth) | mark_of(kWest);
  const unsigned moves = grid.passable(node) ? moves_[grid.neighbourhood(node)] : 0u;
  marks_[node] = static_cast<std::uint8_t>((marks_[node] & static_cast<unsigned>(straights)) | moves);
  write_stops(grid, cell, node);
}

void JumpLines::write_stops(const Grid& grid, Cell cell, NodeId node) {
  const unsigned around = grid.neighbourhood(node);
  const bool passable = grid.passable(node);
  const unsigned marks = marks_[node];
  const auto stops = [&](unsigned d, unsigned side, unsigned other) {
    const bool finds = (marks & (mark_of(side) | mark_of(other))) != 0 || (forced_[around] & mark_of(d)) != 0;
    return passable && (finds || (moves_[around] & mark_of(d)) == 0);
  };
  if (rule_ == DiagonalRule::kNever) {
    const std::int64_t place = vertical_stops.forwards.at(cell.x, cell.y);
    vertical_stops.forwards.set(place, stops(kSouth, kEast, kWest));
    vertical_stops.backwards.set(place, stops(kNorth, kEast, kWest));
    return;
  }
  const std::int64_t falling = falling_stops.forwards.at(falling_line(cell), cell.y);
  falling_stops.forwards.set(falling, stops(kSouthEast, kSouth, kEast));
  falling_stops.backwards.set(falling, stops(kNorthWest, kNorth, kWest));
  const std::int64_t rising = rising_stops.forwards.at(rising_line(cell), cell.y);
  rising_stops.forwards.set(rising, stops(kSouthWest, kSouth, kWest));
  rising_stops.backwards.set(rising, stops(kNorthEast, kNorth, kEast));
}

}  // namespace waymark
