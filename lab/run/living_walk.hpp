// A walk in a world that changes: a script edits the map under the unit, the goal moves (chase.hpp), the unit knows of
// the map only what it has seen (vision.hpp); one of these, or several.
//
// A step: the edits of the step are made; the unit looks around; it plans and moves at most one cell, or stands; the
// goal moves.
//
// An agent is told of edits by the map, as in a game; so is a whole-path search, which walks as an agent does
// (waymark/agent/path_agent.hpp). Where there is no way, as far as the unit knows, it waits as long as the script has
// edits to come, or the goal may come where there is one, and goes on once there is.
//
// A walk ends on the goal's cell (kSolved); where there is no way and none is to come (kUnreachable); after max_moves
// steps (kOutOfBudget), by default a thousand times the distance on an empty map after the last edit; or with what else
// the search answers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lab/run/run.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/work.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct LivingWalk {
  Walk walk;  // its positions are one per step, standing still included; the start first
  LivingFigures figures;
  std::vector<NodeId> goals;  // with a chase: where the goal was after each step; before the first step first
  std::uint64_t moves = 0;
  double length = 0;              // of the moves, in cardinal steps
  Work work;                      // of all plans
  std::uint64_t bytes = 0;        // what the searching or walking held at the end
  bool legal = true;              // every move was, on the map of its time
  bool has_way = false;           // from the last position to the goal, on the map as it was left
  std::unique_ptr<Map> map = {};  // as it was left
};

// As the options say, on a copy of `map`, which stays as it is. Fails if the algorithm cannot be made for it.
Result<LivingWalk> walk_in_world(const Map& map, const AlgorithmChoice& algorithm, Cell start, Cell goal,
                                 const RunOptions& options);

}  // namespace waymark
