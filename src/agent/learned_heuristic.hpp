// The learned values of agents on a grid: for one that heads for its goal, and for one that heads for subgoals.
#pragma once

#include <span>

#include "agent/grid_estimate.hpp"
#include "agent/learned_values.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Of cells, for an agent that heads for its goal.
class LearnedHeuristic : public LearnedValues<GridEstimate, Targets::kGoal> {
 public:
  explicit LearnedHeuristic(const Map& map) : LearnedValues(GridEstimate(map), map.memory()) {}

  // Agents are for 4- and 8-neighbour grids.
  static Result<Done> check(const MoveRules& rules) {
    if (rules.neighbours != Neighbours::kSix) return Done{};
    return Error{ErrorCode::kUnsupported, "real-time agents need a grid of 4 or 8 neighbours, not hexagons"};
  }
};

// Of cells, for one that heads for subgoals; counts the states it visited.
class SubgoalHeuristic : public LearnedValues<GridEstimate, Targets::kSubgoals, Counted::kVisited> {
 public:
  explicit SubgoalHeuristic(const Map& map) : LearnedValues(GridEstimate(map), map.memory()) {}
};

// What an edit of the map means to an agent that learns.
template <class Heuristic>
void learn_of_edits(Heuristic& h, std::span<const Grid::Change> changes) {
  for (const Grid::Change& change : changes) {
    if (change.passable) h.freed(change.area);
  }
}

}  // namespace waymark
