// Small maps on which searches that do not look at every state go wrong: pockets, combs, spirals.
#pragma once

#include <string_view>
#include <vector>

#include "waymark/space/cell.hpp"
#include "waymark/space/grid.hpp"

namespace waymark::test {

// A map with s and g in it.
struct Drawn {
  Grid grid;
  Cell start{};
  Cell goal{};
};
inline Drawn drawn(const std::vector<std::string_view>& rows) {
  Drawn made{*Grid::create(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()), true)};
  for (int y = 0; y < made.grid.height(); ++y) {
    for (int x = 0; x < made.grid.width(); ++x) {
      const char letter = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      if (letter == '@') made.grid.set(x, y, false);
      if (letter == 's') made.start = {x, y};
      if (letter == 'g') made.goal = {x, y};
    }
  }
  return made;
}

// Maps on which lines lead astray.
inline const std::vector<std::vector<std::string_view>> kHardMaps{
    // The pockets of Figure 8.12: the goal lies behind the bottom of a U, straight ahead or aside.
    {"....................", "...@@@@@@@@@........", "...........@........", ".s.........@.....g..",
     "...........@........", "...@@@@@@@@@........", "...................."},
    {"....................", "...@@@@@@@@@........", ".s.........@........", "...........@........",
     "...........@........", "...@@@@@@@@@........", "..................g."},
    {"....................", ".....@@@@@@@@@......", ".....@..............", ".s...@..........g...",
     ".....@..............", ".....@@@@@@@@@......", "...................."},
    // One in the other, both ends inside.
    {"......................", ".@@@@@@@@@@@@@@@@@@@..", "...................@..", ".@@@@@@@@@@@@@@@@..@..",
     ".s..............@..@g.", ".@@@@@@@@@@@@@@@@..@..", "...................@..", ".@@@@@@@@@@@@@@@@@@@..",
     "......................"},
    // A comb.
    {"s.@...@...@...@...@..", "..@.@.@.@.@.@.@.@.@..", "..@.@.@.@.@.@.@.@.@..", "..@.@.@.@.@.@.@.@.@..",
     "....@...@...@...@...g"},
    // A spiral.
    {"...............", ".@@@@@@@@@@@@@.", ".@...........@.", ".@.@@@@@@@@@.@.", ".@.@.......@.@.", ".@.@.@@@@@.@.@.",
     ".@.@.@.g.@.@.@.", ".@.@.@.@@@.@.@.", ".@.@.@.....@.@.", ".@.@.@@@@@@@.@.", ".@.@.........@.", ".@.@@@@@@@@@@@.",
     ".@.............", ".@@@@@@@@@@@@@@", "s.............."},
    // Rooms of another component on the line, one inside the other.
    {"...............", "...@@@@@@@@@...", "...@.......@...", "...@.@@@@@.@...", "s..@.@...@.@..g", "...@.@@@@@.@...",
     "...@.......@...", "...@@@@@@@@@...", "..............."},
};

}  // namespace waymark::test
