// The ranges of IDA*'s and ME-IDA*'s parameters: for their factories, and for the registry, which lies in a room above.
#pragma once

#include <tuple>

#include "base/parameters.hpp"
#include "waymark/search/ida.hpp"
#include "waymark/search/me_ida.hpp"

namespace waymark {

inline constexpr std::int64_t kMostDeepeningExpansions = 1'000'000'000'000;

inline constexpr std::tuple kIdaParameters{
    whole<&IdaOptions::limit>("limit", "", "expansions of a query, at most", 1, kMostDeepeningExpansions)};

inline constexpr std::tuple kMeIdaParameters{
    whole<&MeIdaOptions::table>("table", "", "states remembered, at most; rounded down to a power of two", 1, 1 << 24),
    whole<&MeIdaOptions::limit>("limit", "", "expansions of a query, at most", 1, kMostDeepeningExpansions)};

}  // namespace waymark
