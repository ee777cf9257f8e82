// SGA*, Spatial Grid A*: draws the straight line from start to goal, and searches only from where it meets something
// blocked to the first free cell behind. Most of a way over open ground is drawn, not searched; ways are longer than
// the shortest until they are smoothed (smooth.hpp).
//
// Anguelov 2011, Video Game Pathfinding and Improvements to Discrete Search on Grid-based Maps (thesis), chapter 8,
// Listings 8.1 to 8.4.
//
// Legend: variant 1 connects all segments of one line, in order. Variant 2 works from both ends in turn, draws each
// line anew from the end of its own path to that of the other, and trims what was searched (refinement paths) to its
// node furthest from where it began: by distance (MaxDist), or by deviation, the sum of both coordinates (MaxDev). Only
// nodes in front of that place, in the direction of the other path's end, count. Variant 3 is variant 2 without the
// drawn cells: it searches from the end of its path to the cell behind the obstacle. A sub-goal is such a cell. If
// there is no way to it, the next one along the line is tried.
//
// A unit is a pop of the refiner's open list, or a cell of a line or of a refinement path looked at. A step never takes
// more than its budget. A query takes at most 64 turns for every cell that start and goal are apart, then one for every
// cell that its ends are (deviation 4), and in a turn a refinement for every obstacle of a line at most, none dearer
// than a search of all the map by the refiner.
// Memory: the refiner's, and the path. Work::peak_states is the most that one refinement held (the thesis' measure).
// Complete: a path whenever there is one. If there is none: with labels told in constant time, without a path; else
// known when no sub-goal can be reached, the other end of the way included, and there is a partial path
// (PathFinder::append_partial_path): a legal one from the start, towards the goal, as far as it got.
// Any rules; with refine=jps those of jps.
//
// Parameters: variant; trim; labels (section 9.2: sub-goals that are not connected with the start are left out);
// backwards (section 8.2.1.2: refinements are searched from the sub-goal, which fails sooner where that is enclosed);
// partial=continued (section 8.2.2.3, variants 2 and 3: if the goal's end fails, its last sub-goal becomes the goal);
// refine (what searches).
//
// Deviations
//   1. Lines are Bresenham's. A diagonal step that the rules forbid is made in two straight ones if these are free,
//      along x first; if not, what lies beyond it is behind an obstacle.
//   2. Where the listings are at odds with their text we follow the text: the last segment of a line is one too, drawn
//      segments are part of the path, the node trimmed to stays, and a refinement that reaches the other path ends the
//      query untrimmed.
//   3. Of equally far nodes the first is trimmed to. A refinement path without a node in front is not trimmed.
//   4. The condition of section 8.2.2.2 does not keep variants 2 and 3 from going round for ever, as they do in mazes.
//      If in 64 turns the ends did not come nearer to each other (in king's moves) than they ever were, nothing is
//      trimmed any more: then each turn brings them nearer.
//   5. A query that is begun again after an edit before it was finished is one of A* alone, which need not begin again
//      for edits that are not near it (as jps.hpp).
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

enum class SgaVariant : std::uint8_t { kOne, kTwo, kThree };
enum class SgaTrim : std::uint8_t { kDistance, kDeviation };
enum class SgaPartial : std::uint8_t { kEarly, kContinued };
enum class SgaRefiner : std::uint8_t { kAStar, kJps };

struct SgaOptions {
  SgaVariant variant = SgaVariant::kTwo;
  SgaTrim trim = SgaTrim::kDistance;
  bool labels = false;
  bool backwards = true;
  SgaPartial partial = SgaPartial::kEarly;
  SgaRefiner refine = SgaRefiner::kAStar;
};

// Fails where the refiner does.
Result<PathFinderPtr> make_sga(const Map& map, const SgaOptions& options = {});

}  // namespace waymark
