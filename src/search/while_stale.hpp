// The names of WhileStale, for the parameters of searches that go by what is derived from the map.
#pragma once

#include <array>

#include "base/parameters.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

inline constexpr std::array<Choice<WhileStale>, 2> kWhileStale{
    {{"a-star", WhileStale::kSearchWithout}, {"say", WhileStale::kSay}}};

}  // namespace waymark
