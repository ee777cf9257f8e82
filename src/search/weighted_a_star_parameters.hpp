// The ranges of weighted A*'s weights: for its factory, and for the registry, which lies in a room above.
#pragma once

#include <tuple>

#include "base/parameters.hpp"
#include "waymark/search/weighted_a_star.hpp"

namespace waymark {

inline constexpr std::tuple kWeightedAStarParameters{
    number<&WeightedAStarOptions::w>("w", "w", "weight of h in gamma*g + w*h", 1, 1000),
    number<&WeightedAStarOptions::gamma>("gamma", "γ", "weight of g in gamma*g + w*h", 0.001, 1)};

}  // namespace waymark
