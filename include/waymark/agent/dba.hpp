// DBA*: a database of the ways between all regions of a map, cheap to build and to repair, and a unit that walks from
// one of its subgoals to the next by hill-climbing. No search on the way but small ones at its ends.
//
// Lee & Lawrence 2013, DBA*: A Real-Time Path Finding Algorithm. The database is derived from the map: regions are the
// connected pieces of sectors of 16x16 cells, each with the cell nearest to its mean as representative; paths between
// the representatives of touching regions, compressed by hill-climbing; and for every pair of regions the first step of
// the cheapest way over these. The first agent makes it, in time for the whole map, and all share it.
//
// From its own cell a unit goes to the goal itself if hill-climbing reaches it by a shortest way; else to the first
// subgoal, if hill-climbing reaches that, else to its region's representative, by a search inside the sector where
// hill-climbing fails; then along the subgoals, asking for the goal again at each, so that both ends of the way are cut
// short. Where the goal's region is its own, or the next, it searches for the goal.
// Charge per step: a unit for a move; where a subgoal is reached one for each ten steps of a check by hill-climbing, at
// least one a check, 16 for finding the regions, one for each ten regions of a way that is checked, and one for each
// state expanded by a search; what the fallback charges. bound() is that of one such choice, with the fallback
// behind it. With less a unit walks by its fallback. Memory: the database (five bytes a cell of an open 512x512 map);
// the unit itself, and the fallback's pages while it walks.
// After an edit the database is repaired by Map::maintain: touched regions and their edges first, then the rows of next
// steps one by one. Until then it is a hint: a unit follows what it says as long as hill-climbing gets on, and checks
// an old row to its end before it trusts it. Where that fails, while a repair is half done, and on maps of more than
// 8,192 regions, it goes on by TB(WA*) with its defaults, until the database is another. Complete where every state can
// be left again: every leg ends nearer to the goal by the database, and after two legs that got stuck the fallback is
// on its own.
//
// Parameters: skip, how many regions ahead a unit looks, at every subgoal, for a representative that hill-climbing
// reaches (0: it visits every representative on its way); trim, how many moves before such a representative it looks
// again, for the goal or the representatives behind it (0: as published, it walks there first). Paths on the maps of
// Dragon Age: Origins (dao) are 2.6 % longer than the shortest with the defaults, which measured best, and 3.8 % with
// skip=3,trim=0; published are under 3 %. Deviations
//   1. The search where start and goal are in one region, or in two that touch, is inside of 32x32 cells around both
//      sectors, not on the whole map.
//   2. Of a path that a search finds the unit walks to the furthest state that hill-climbing reaches, and searches
//      again from there: nothing of it is kept.
//   3. The fallback; without edits there is no need of it.
//   4. The record of a trip is the joined paths of its edges, compressed by hill-climbing as a whole. Here it is
//      compressed as the unit walks: among the next `skip` representatives, the furthest first.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct DbaOptions {
  std::uint32_t skip = 2;  // 0 to 8
  std::uint32_t trim = 5;  // 0 to 16
};
// Fails on hexagons, and on maps of more than 8,192 regions.
Result<AgentPtr> make_dba(const Map& map, const DbaOptions& options = {});

}  // namespace waymark
