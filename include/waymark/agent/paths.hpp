// By a path database: a move is looked up, wherever the goal is. The unit follows the row of the centroid near its goal
// and goes nearly exactly at the end; on a map that changes, where the row is broken, it searches a bounded amount for
// a cell from which the row leads on.
//
// Zhao, Chiari, Botea, Gerevini, Harabor, Saetti & Stuckey 2020, Bounded Suboptimal Path Planning with Compressed Path
// Databases (ICAPS): rows towards centroids. Rivera, Illanes, Baier & Hernandez 2014, Reconnection with the Ideal Tree
// (JAIR 50): FRIT, for what edits break.
//
// Straight: where a walk of moves that each lower the distance on an empty map by their cost reaches the goal, none is
// shorter, and the unit goes (deviation 2). It looks for one before it starts, and whenever a quarter of the way is
// done. The end: within 4 delta of the goal, 256 cells at most, the row's moves from the unit and from the goal to the
// centroid are joined where they meet. On the next step, or at once if the way is short, a search by at most 250
// expansions, and at most R, cuts that corner off, and the way is pulled straight; the same by the row of the unit's
// own centroid, if the first is not good enough: by the distance on an empty map, and by what both cost to the
// centroid. If the better one may still be 3 % longer than need be, A* looks in a window of 128x128 cells for another,
// by 500 expansions, and R at most; by R if it may be a fifth longer. The moves are kept in a page; where R did not do
// they are looked at again after two fifths of them.
// Slices: with less than 500 units for a step the end is made while the unit walks. It goes on along its row, whose
// moves are looked up ahead of it, and the goal's moves to the centroid meanwhile; then the two are joined, a piece at
// a time, and A* in slices cuts the corner off from a cell on that the unit has not come to yet, by 250 expansions, and
// all of the rest by R, if that is not good enough: where it is cut off, the last half of the rest, then the last
// quarter (agent/sliced_ending.hpp). So any budget from smallest_budget() (2) on is kept on every step, and with any of
// them the unit goes by the database. Where little is left after the first steps, less of the way is improved.
// Charge per step: a unit for a move, and for each ten moves of a row, of a straight way or of pulling that are looked
// at, and for each fifty of a plan that are moved; one for each state expanded. Mostly a step is one move. bound() is
// that of an end with its search, or of finding back to the row (1,000 expansions and 8,000 moves of rows), with the
// fallback behind it. With under 60 units the fallback walks where the row is broken. Memory: the database, and what
// Map::maintain heals of it; of a unit less than 256 bytes, and from the end of its way to the goal a small page of the
// map's memory. Without one it falls back; so it does without the large page in which an end is made in slices. A*
// takes 25 to 60 KB more there while it runs, 90 between scattered obstacles; without them the way stays as it is. 0.3
// MB a thread for the search. Edits: a row is a hint until Map::maintain has healed it (those of units on their way
// first); every move is looked at on the map as it is. Where one is not legal the unit goes to the nearest cell from
// which the row leads to its end, or on for 1,500 moves. Cells of the window found to lead nowhere are marked, so that
// they are looked at once. Complete: a row that leads round in a circle (Brent's algorithm), has no root, or is broken
// with nothing to rejoin within the bound is left, and TB(WA*) with its defaults goes on, until the row is healed. So
// it is with a goal in a component that had no centroid, and with a database that tells anything but the truth; of a
// row that is said to be right it does not wait for another. Where edits cut a goal off from its centroid, the row of
// another one around that is connected with it serves; the bound on the cost does not hold then. A goal that moves: a
// look-up by a row, which goes on; a straight way is gone on towards it as long as each move lowers the distance by its
// cost; a plan is kept as long as the goal is nearer to where it leads than a quarter of the way left, and by a goal
// that walks it is followed, move by move, until those are a quarter of it and it is no longer nearly straight.
//
// Parameters: R, expansions of the search for a shorter end. On samples of bg512, dao and wc3maps512 (delta 16) ways
// are 0.04, 0.12 and 0.10 % longer than the shortest on average, one in a hundred by more than 1.9, 2.3 and 2.4 %, and
// no cell is visited twice (docs/results/paths.md). Deviations
//   1. Zhao et al. go to the centroid and from there by the goal's own row back; here the two ways are joined where
//      they meet, so that nothing is walked twice, and improved as told above. The bound, optimal + 2 delta, stays.
//   2. Their cut-in is tried from afar, too.
//   3. FRIT tests whether a state is in the tree by following it to its root. Here it stops after 1,500 moves; a circle
//      that may come of it is found by the unit as it walks.
//   4. The search of a reconnection is cheapest-first inside of 128x128 cells, not breadth-first on the whole map.
//   5. The fallback; on a map that stays there is no need of it but for goals without a centroid.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

struct PathsOptions {
  std::uint32_t r = 1000;  // 0 to 2,000
};

// Keeps a reference to `paths`; what the map derives from it does, too, so that it must be there as long as the agent,
// and as long as the map is asked or maintained. Fails on hexagons, and if `paths` is for a map of another size or for
// other rules.
Result<AgentPtr> make_paths(const Map& map, const PathDatabase& paths, const PathsOptions& options = {});

}  // namespace waymark
