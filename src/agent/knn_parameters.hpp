// What the two forms of kNN LRTA* say alike of their parameters.
#pragma once

#include <array>

#include "base/parameters.hpp"
#include "waymark/agent/knn_legs.hpp"

namespace waymark {

inline constexpr std::array<Choice<KnnLegs>, 2> kKnnLegs{{{"lrta", KnnLegs::kLrta}, {"climb", KnnLegs::kClimb}}};

template <auto kMember>
constexpr auto legs_parameter() {
  return choice<kMember, kKnnLegs>("legs", "what walks from one subgoal to the next");
}

}  // namespace waymark
