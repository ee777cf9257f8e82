// What can be chosen of `paths`.
#pragma once

#include <tuple>

#include "base/parameters.hpp"
#include "waymark/agent/paths.hpp"

namespace waymark {

inline constexpr std::tuple kPathsParameters{
    whole<&PathsOptions::r>("R", "R", "expansions of a search for a shorter end of the way", 0, 2000)};

}  // namespace waymark
