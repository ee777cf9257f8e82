// The names of Successors in texts.
#pragma once

#include <array>
#include <string_view>

#include "base/parameters.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

inline constexpr std::array<Choice<Successors>, 2> kSuccessorChoices{
    {{"canonical", Successors::kCanonical}, {"all", Successors::kAll}}};
inline constexpr std::string_view kSuccessorsDescription =
    "canonical generates each state about once, all looks at every neighbour";

}  // namespace waymark
