// Fringe search: the frontier of an iterative deepening search as one list, gone through from end to end for each limit
// of f. Nothing is sorted: what is beyond the limit stays where it is for the next pass, and a state that is expanded
// is replaced by its successors, so that each pass goes on where the depth-first search of IDA* would begin anew.
//
// Bjornsson, Enzenberger, Holte & Schaeffer 2005, Fringe Search: Beating A* at Pathfinding on Game Maps.
// Bound per step: budget.units entries of the list visited, each expanded, left for a later pass, or dropped because
// its state has moved. There are as many passes as values of f up to the path's cost: with costs of 2378 and 3363 some
// 80 visits to an expansion, with 5 and 7 some 9. All are charged. Memory: 8 bytes per state touched (dense: in pages
// of the map-sized array, which is there from the first query on), and 8 per entry of the list, in pages of the map's
// memory (Map::memory), at whose cap the answer is kOutOfRoom; with list=linked 16 and 24, both in such pages, and no
// array of the map's size. Complete; the path is optimal.
//
// The order: a list from left to right; the limit of a pass is the least f that the last one left (the first one's: h
// of the start). The successors of a state stand behind it in the order N, E, S, W, NE, SE, SW, NW (the paper inserts
// them from right to left and leaves open which is left); one that stood elsewhere in the list moves there when its way
// has become cheaper. The goal is found when it is visited within the limit. The heuristic is consistent, so that a
// pass expands states of f equal to its limit alone, and no state twice.
//
// Parameters
//   list  linked: the list as published, doubly linked; arrays: read and written in order, what is to be visited now
//         and what was left for later (the two lists that the paper begins with) apart. States are expanded in the same
//         order. A visit along links costs up to three times as much, because each waits for the one before it
//         (docs/performance.md), so arrays are the default.
//
// Deviations
//   1. With list=arrays, a state that moves leaves its old entry behind, which is dropped when it comes up and looks
//      like one to expand, or in a pass that looks at all because an eighth of them are old. Old entries are visited
//      too, and charged.
//   2. The cache has f and the direction of arrival for g and parent: g is f - h, and of two ways to a state the
//      cheaper one has the lower f.
//   3. Moves to states that the parent reached as cheaply (fresh_moves.hpp) are not looked at: they change nothing.
#pragma once

#include <cstdint>

#include "waymark/search/path_finder.hpp"

namespace waymark {

enum class FringeList : std::uint8_t { kArrays, kLinked };

struct FringeOptions {
  FringeList list = FringeList::kArrays;
};

PathFinderPtr make_fringe(const Map& map, const FringeOptions& options = {});

}  // namespace waymark
