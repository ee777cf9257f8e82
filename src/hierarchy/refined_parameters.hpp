// What the searches that refine a path share of their parameters: HPA*, DHPA*, MM.
#pragma once

#include <array>

#include "base/parameters.hpp"
#include "search/while_stale.hpp"
#include "waymark/hierarchy/smooth.hpp"

namespace waymark {

inline constexpr std::array<Choice<RaySmoothing>, 3> kSmoothings{
    {{"off", RaySmoothing::kOff}, {"rays", RaySmoothing::kRays}, {"box", RaySmoothing::kBox}}};
inline constexpr std::array<Choice<Refinement>, 2> kRefinements{
    {{"whole", Refinement::kWhole}, {"part", Refinement::kPart}}};

}  // namespace waymark
