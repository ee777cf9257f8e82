// The ranges of SMA*'s numbers: for its factory, and for the registry, which lies in a room above.
#pragma once

#include <tuple>

#include "base/parameters.hpp"
#include "waymark/search/sma.hpp"

namespace waymark {

inline constexpr std::tuple kSmaRanges{
    whole<&SmaOptions::nodes>("nodes", "MAX", "most nodes in memory", 2, 4'000'000),
    whole<&SmaOptions::limit>("limit", "", "most work units of a query; then it gives up", 1, 1'000'000'000)};

}  // namespace waymark
