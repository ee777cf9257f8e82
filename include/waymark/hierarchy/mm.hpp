// Path finding with the minimal-memory abstraction: A* over the regions of sectors, then A* on the map from centre to
// centre along the path found, each part cut short at its end before the next begins. Little memory, short searches;
// ways a few per cent longer than the shortest.
//
// Sturtevant 2007, Memory-Efficient Abstractions for Pathfinding; section 7.4 of Anguelov's thesis (2011). The
// abstraction is sectors.hpp.
//
// The path over regions goes by straight distances between centres, which are the edges' costs and the estimate. It is
// refined in parts: a search from where the path ends so far to the centre of the region `ahead` states further, the
// last one to the goal itself; of each but the last the final `trim` per cent of its moves are taken back. The centres
// of the start's and the goal's own regions are not visited. Then the path is smoothed, if wanted (smooth.hpp).
// With two levels the regions of 4x4 sectors that are connected there are states of a second level (Sturtevant &
// Geisberger 2010): the first path is over those, and the search over regions stays in the groups it leads through.
// Bound per step: budget.units units, each a pop of an open list, on any level, or a cell that smoothing looks at.
// Memory: 12 bytes per region touched and as much per cell of the largest part, the path, and with smoothing up to 17
// times the path. The sectors are the map's. Complete: regions of a path touch, so that each part has a way inside the
// sectors of its regions and along the moves taken back. Every part brings it nearer to the end of the path over
// regions, so it ends.
//
// The first finder on a map makes its sectors, in time for the whole map; map.derived<Sectors>() makes them beforehand.
// After an edit they are stale until map.maintain has repaired them. Meanwhile a query does without: A* on the grid, or
// it answers kStale. One that edits made begin again three times before it was finished does without, too: A* need not
// begin again for edits that are not near it (PathFinder::stays_right).
// As an agent it sets out when the first part is refined, and refines the next ones as it walks (section 7.1.5 of the
// thesis). An edit that leaves no way for a part still to be refined makes it plan again, and so does one before the
// path over regions is found.
// Deviations
//   1. The search of a part looks no farther than a sector around those of its regions.
//   2. Start and goal in one region are a single part, as in the paper, but with deviation 1.
//   3. Smoothing is by rays, as HPA* has it; off, it is the path as refined.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/hierarchy/smooth.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// Where the centres of regions lie (sectors.hpp).
enum class MmCentres : std::uint8_t { kMean, kOptimised };

struct MmOptions {
  std::uint32_t sector = 16;  // cells a side, 4 to 32
  std::uint32_t levels = 1;   // 1 or 2
  std::uint32_t trim = 10;    // per cent, 0 to 50
  std::uint32_t ahead = 1;    // sub-problems solved at a time, 1 to 8
  MmCentres centres = MmCentres::kMean;
  RaySmoothing smooth = RaySmoothing::kOff;
  std::uint32_t box = 32;  // cells a side, 2 to 1000
  WhileStale stale = WhileStale::kSearchWithout;
  Refinement refine = Refinement::kPart;  // of an agent; with smoothing it waits for the whole
};

// Fails on hexagons.
Result<PathFinderPtr> make_mm(const Map& map, const MmOptions& options = {});

}  // namespace waymark
