// ME-IDA*: IDA* with a table of the states it has been at. A state that was reached more cheaply, or as cheaply within
// the same limit, is not searched again: of the many paths to a state one is followed, as long as the table has room.
//
// Reinefeld & Marsland 1994, Enhanced Iterative-Deepening Search.
// Bound per step: budget.units units; a unit is an expansion or a step back to the state before (and at most eight
// looks into the table that cut a state off). Memory: 12 bytes per state of the longest path looked at (ida.hpp), and
// the table, which has its size from the beginning: 20 bytes an entry. Complete and optimal, if `limit` allows it.
//
// For study, as IDA* is: each limit searches again all that is within it. When it has made `limit` expansions it ends
// with Status::kOutOfBudget; it never hangs.
//
// The table: an entry for each state, with the least g that it was reached at, the highest limit that it was searched
// within at that g, and its depth in the path then. A visit is cut off if the state's entry has a lower g, or the same
// g and the present limit; else the entry becomes the visit's. The entry of a state lies in one place alone, given by
// its id. Where another state of this query has that place, the one of smaller depth has it from then on (the present
// one, if they are equal): below it lies more to be saved. Which entries there are changes the work, never the path's
// cost. The order of limits and successors is that of IDA*.
//
// Parameters
//   table  entries; rounded down to a power of two
//   limit  expansions of a query, at most
//
// Deviations
//   1. The paper's table keeps backed-up bounds of the way left beside; this one keeps g and the limit alone, as the
//      search that fringe search was compared with (fringe.hpp).
//   2. An explicit stack in place of recursion.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

struct MeIdaOptions {
  std::uint32_t table = 65'536;   // 1 to 16,777,216
  std::uint64_t limit = 100'000;  // 1 to 10^12
};

// Fails if a parameter is out of its range.
Result<PathFinderPtr> make_me_ida(const Map& map, const MeIdaOptions& options = {});

}  // namespace waymark
