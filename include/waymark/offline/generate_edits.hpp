// Scripts of edits from a seed, for a map: walls that come and go, doors that close and open again, gaps that open in
// walls and are filled. Made of integers only, so that a map, a seed and the numbers below name the same script on
// every compiler.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/io/edit_file.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

inline constexpr std::uint32_t kMaxGeneratedEdits = 500'000;  // so that they fit into a file

struct GenerateEditsOptions {
  std::uint32_t count = 100;  // edits, 1 to kMaxGeneratedEdits
  std::uint64_t seed = 1;
  std::uint32_t steps = 0;  // the last step at most, 2 to kMaxEditStep; 0: the map's width + height
};

// Edits come in pairs, the second of which takes the first back some steps later, at most a quarter of all steps. What
// is blocked was passable, every cell of it, and is freed again; what is freed was blocked, and is blocked again. So at
// the end every cell is what it was in `grid`, and where there was a way there is one again; only a unit that stands in
// a gap of a wall when it is filled is caught there. An odd count has one edit more, which frees and is not taken back.
//
// Half of the pairs are walls that come: single cells (1 of 8), bars (1 of 8) and rectangles (1 of 4). A quarter closes
// doors: the shorter of the two lines from wall to wall through a random cell, of at most 8 cells. A quarter opens
// gaps, 1 to 3 cells deep into a wall. Where no door or wall is found, another wall comes.
//
// Fails with kUnsupported if the grid has no passable cell, with kOutOfRange on numbers outside the limits above.
Result<EditScript> generate_edits(const Grid& grid, const GenerateEditsOptions& options);

}  // namespace waymark
