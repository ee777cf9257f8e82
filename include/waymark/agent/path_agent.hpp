// Any whole-path search as an agent: it plans on its first move and then walks. The yardstick for real-time agents in
// every table; not real-time itself, unless it is given a budget: then it stands still until it has a way.
//
// It plans again while it walks. A search for another path begins where the unit stands; if it is not over on that
// step, the unit goes on along the path that it has, as long as that is legal, and the search begins anew from a cell
// of that path 8 moves ahead of it, then 16, 32 and so on, each time when the unit walks by where it began; but no
// further ahead than the path was looked at, 4 moves a step, and found legal. So the unit is on the new path when there
// is one, no search is in vain for longer than the next one takes, and it stands only where its path is broken or ends.
// A search that remembers (repair/) goes on from the other cell with what it has.
//
// An anytime search (repair/ara.hpp) is walked as soon as it has a path, and goes on meanwhile. Each better path that
// passes by the unit, and is shorter from there, is taken; if the last one is cheaper and does not pass by, the search
// begins anew from ahead. A search that is to replace a legal path is first brought to its end.
//
// Charge: one unit per pop of the search (search.hpp), and one for each 8 cells of its path, which are taken over one
// after the other when it is found (path_piece.hpp). With bound() = kUnbounded no step spends more than its budget all
// the same. Memory: that of the search, and the path, in pages of the map's memory (Map::memory), beside the one walked
// meanwhile; at its cap the answer is kOutOfRoom.
// After an edit of the map a walking agent plans again as its option says, which is a parameter of every whole-path
// search where it runs as an agent (after section 4.4 of Anguelov's thesis, 2011, which knows broken and every; the
// test for a shortcut is ours). A search under way begins anew if it has been near the edit, or on any with kEvery.
//
// That an edit broke the path is looked for only where it blocked a cell in the rectangle around the next moves, grown
// by one, and among these: 128 to 256 of them. Each move is looked at again when it is made: none is ever illegal. That
// a freed area may hold a shorter way is told without a search, by a lower bound: on an empty map the way over the area
// is shorter than what is left of the path, and so is the straight way. (On hexagons any freed cell may.) So with an
// optimal search kShortcut walks a shortest path of the map as it is, as kEvery does, unless it is broken beyond those
// moves.
//
// While a search says kStale (jps.hpp) the agent stands still. With kEvery, and a budget that is too small for a whole
// search between two edits, it has no other path than its old one as long as the edits go on.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// When an agent on its way plans again.
enum class Replan : std::uint8_t {
  kBroken,    // when an edit broke its path
  kShortcut,  // also when a freed area may hold a shorter way
  kEvery,     // after every edit
};

struct PathAgentOptions {
  Replan replan = Replan::kShortcut;
};

// `finder` is of this map.
AgentPtr make_path_agent(const Map& map, PathFinderPtr finder, const PathAgentOptions& options = {});

}  // namespace waymark
