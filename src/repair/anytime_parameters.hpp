// The parameters of ARA* and AD*: for their factories, and for the registry, which lies in a room above.
#pragma once

#include <tuple>

#include "base/parameters.hpp"

namespace waymark {

template <class Options>
inline constexpr std::tuple kAnytimeParameters{
    number<&Options::w>("w", "w", "weight of h in the first search", 1, 1000),
    number<&Options::step>("step", "step", "by how much the weight falls from search to search", 0.001, 1000),
    number<&Options::until>("until", "until", "a path proven to be at most so many times the cheapest is good enough",
                            1, 1000)};

}  // namespace waymark
