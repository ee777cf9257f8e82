// What is stored of learned values (learned_values.hpp): an entry per state, what happened since they were learned, and
// which of them are younger than that.
#pragma once

#include <cstdint>

#include "agent/freed_areas.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {

// What an agent learns values for.
enum class Targets : std::uint8_t {
  kGoal,      // ever the goal
  kSubgoals,  // the goal or a subgoal
};

// What states() counts, of an agent that heads for subgoals: states visited, or states with a learned value.
enum class Counted : std::uint8_t { kVisited, kLearned };

// A learned value is above the estimate, so above 0, which stands for "not learned".
struct SubgoalEntry {
  NodeId subgoal = 0;  // what h_subgoal is for
  Cost h_subgoal = 0;
  Cost h_goal = 0;           // with all that the goal had moved
  std::uint32_t visits = 0;  // on a trial: trial * 256 + count
};

// Of a page: which of its values are as young as the edit of this number.
struct YoungValues {
  std::uint32_t edit = 0;
  std::uint64_t values = 0;
};

// There from the first learned value on.
struct SinceLearned : UnitMemory::Page {
  static constexpr int kFar = 1 << 20;

  std::uint32_t edits = 0;  // that freed something of concern
  Cost goal_moved = 0;      // added to what is stored
  FreedAreas freed;
  // Where the values are, and how high they are at most.
  Area learned{kFar, kFar, -kFar, -kFar};
  Cost highest = 0;
  Cost highest_to_subgoal = 0;
  std::uint64_t states = 0;
};
static_assert(sizeof(SinceLearned) <= UnitMemory::kSmallPage);

}  // namespace waymark
