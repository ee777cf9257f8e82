// A map that changes and what is asked of it in between, told once, by a unit that plans with jps, and then the same
// for every algorithm.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/io/dynamic_scenario_file.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct ChangingTurn {
  std::vector<AreaEdit> edits;  // before the question
  NodeId start;
  NodeId goal;
  Cost cost;  // of the cheapest path then; kInfiniteCost: there is none
};

struct ChangingStory {
  Grid ground;  // as it is at first
  MoveRules rules;
  std::vector<ChangingTurn> turns;  // the first is the plan that the others go on from
};

struct StoryKind {
  std::string_view name;
  std::string_view summary;
  ChangingStory (*tell)(const Map& map, NodeId start, NodeId goal, std::uint64_t seed);
};
// Few and many edits, near the path and far from it, for a unit that stands and one that walks; a map that is not known
// beforehand; a goal that walks.
extern const std::array<StoryKind, 6> kStoryKinds;

// The cells at most `sight` away that are not what the unit takes them for, as runs of a row.
std::vector<AreaEdit> seen_from(const Grid& truth, const Grid& known, Cell at, int sight);

// The patches and questions of a scenario of the Grid-Based Path Planning Competition.
Result<ChangingStory> story_of(const DynamicScenario& scenario);

}  // namespace waymark
