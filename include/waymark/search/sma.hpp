// SMA*, simplified memory-bounded A*: A* over a tree of at most so many nodes. When there is no room for another, the
// leaf that promises least is dropped, and its parent keeps what it promised; it is made anew should all else turn out
// to be worse.
//
// Russell 1992, Efficient Memory-Bounded Search Methods (ECAI), with the ties of Russell & Norvig: of the leaves with
// the lowest f the deepest, then the newest is expanded; of those with the highest f the shallowest, then the oldest is
// dropped.
// Bound per step: budget.units units. A unit makes one successor of a node, or drops one leaf, or finds that a node has
// no successors, or that it is the goal: O(log nodes) in the queues, and at most 128 states of the node's path, to
// leave out those that it has been to, and 128 to back up what was learned of f. Where there are more, the next unit
// goes on with them and does nothing else. Memory: about 120 bytes a node, for as many nodes as were ever in use at
// once, at most `nodes`. Room for them, or for as many as `limit` units can make, is asked of the system when the
// search is made, which gives it as it is touched: no step allocates anything or moves a node. Work::peak_states is the
// most that were held, Work::expanded counts nodes all of whose successors were made, PathFinder::forgotten() the
// leaves that were dropped: 0 says that the room was enough. Optimal if an optimal path has at most `nodes` states, and
// complete as far as the room goes: with successors=all it finds the cheapest of all paths of at most `nodes` states.
// It always ends (src/search/sma_tree.hpp says why), if not with a path then with kOutOfRoom: no path that it looks for
// has so few states; or kOutOfBudget: the limit came first.
//
// It is a tree search: a state is held once for each way to it, and grids have very many ways. Even with canonical
// successors the work grows exponentially with the number of obstacles that can be passed on either side. It is here
// for study, and for maps of few ways.
//
// Parameters
//   nodes       2 to 4,000,000: most nodes in memory
//   limit       1 to 1,000,000,000: most units of a query
//   successors  all: the textbook's; canonical: pruned by the direction of arrival, as with A*, so that fewer ways lead
//               to a state. An optimal path is among them, with as many states; where none fits, others that do may
//               not be. Neither returns to a state of its own path.
//
// Deviations
//   1. A parent keeps f of each successor that was dropped, not of the best alone: the one made anew first is the one
//      that promised most, with all that was known of it.
//   2. A limit.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

struct SmaOptions {
  std::uint32_t nodes = 10'000;   // 2 to 4,000,000
  std::uint32_t limit = 100'000;  // 1 to 1,000,000,000
  Successors successors = Successors::kAll;
};

// Fails if an option is out of its range.
Result<PathFinderPtr> make_sma(const Map& map, const SmaOptions& options = {});

}  // namespace waymark
