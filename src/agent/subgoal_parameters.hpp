// Parameters of agents that head for the subgoals of a pattern database: how long for one, and what avoids loops.
#pragma once

#include <array>

#include "base/parameters.hpp"
#include "waymark/agent/pattern_lrta.hpp"

namespace waymark {

inline constexpr std::array<Choice<PatternSubgoal>, 2> kSubgoalsUntil{
    {{"region", PatternSubgoal::kRegion}, {"held", PatternSubgoal::kHeld}}};
inline constexpr std::array<Choice<PatternTies>, 2> kPatternTies{
    {{"plain", PatternTies::kPlain}, {"region", PatternTies::kRegion}}};

template <auto kMember>
constexpr auto subgoal_parameter() {
  return choice<kMember, kSubgoalsUntil>("subgoal",
                                         "another one in another region, or only once the last one is reached");
}
template <auto kMember>
constexpr auto ties_parameter() {
  return choice<kMember, kPatternTies>("ties", "of equal moves those into a third region come last, or nothing");
}
template <auto kMember>
constexpr auto goal_region_parameter() {
  return choice<kMember, kOnOff>("goal_region",
                                 "one that comes out of the goal's region is not sent back there, but to the goal");
}

}  // namespace waymark
