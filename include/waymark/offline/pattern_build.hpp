// Builds pattern databases (subgoals/pattern_database.hpp).
//
// JAIR 2008, Figures 6 and 8. An item is a start region: one distance field from its representative, which holds the
// distances to the representatives of all goal regions, for every move can be walked back at the same cost. So its
// exits, and the depths with respect to them, which are far fewer than pairs, are found once, and items share nothing.
//
// The optimal paths are those of the search that makes the field (search/one_to_all.hpp), one of many equally short,
// but always the same. A subgoal is where the path from the representative of the start region to that of the goal
// region enters the next region; Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), section 4: the path is followed until it
// exits. Exits are numbered in the order of their ids.
//
// A path may cut the corner of another region and come back. So two regions whose paths cut each other's corners send
// the agent to and fro, and every such loop costs a lookahead of depth c (appendix D of JAIR 2008). With exit = kLast,
// no paper's, such a path has not left for good: the subgoal is the state that it enters when it leaves the start
// region for the last time. With exit = kCentroid it is the representative of the region that the path enters first,
// whether or not the path leads there: what section 6 of JAIR 2008 tried beside entry states.
//
// The capped optimal depth is the shallowest lookahead of LRTA*, gamma = 1, nothing learned, whose first move begins
// some optimal path to the target; the cap where none shallower does.
#pragma once

#include <cstdint>
#include <memory>

#include "waymark/base/result.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

struct PatternBuildOptions {
  std::uint32_t level = 3;       // of the regions: 0, where each cell is one, to the abstraction's highest
  std::uint32_t base = 0;        // up to level: where paths run, 0 = the grid, otherwise the abstraction's graph
  std::uint32_t depth_cap = 20;  // c, 1 to 3000; not used without depths
  PatternContent content = PatternContent::kBoth;
  PatternExit exit = PatternExit::kFirst;  // not used without subgoals
};

// The map must outlive the build and stay as it is.
Result<std::unique_ptr<ItemBuild>> make_pattern_build(const Map& map, const PatternBuildOptions& options = {});

}  // namespace waymark
