// What walks from one subgoal to the next, of kNN LRTA* in both its forms.
#pragma once

#include <cstdint>

namespace waymark {

enum class KnnLegs : std::uint8_t {
  kLrta,   // LRTA*, as published
  kClimb,  // hill-climbing, which learns nothing
};

}  // namespace waymark
