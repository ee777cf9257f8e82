// The ranges of the minimal-memory abstraction's options, for its factory and its row.
#pragma once

#include <array>
#include <tuple>

#include "hierarchy/refined_parameters.hpp"
#include "waymark/hierarchy/mm.hpp"

namespace waymark {

inline constexpr std::array<Choice<MmCentres>, 2> kMmCentres{
    {{"mean", MmCentres::kMean}, {"optimised", MmCentres::kOptimised}}};

inline constexpr std::tuple kMmParameters{
    whole<&MmOptions::sector>("sector", "", "cells a side of a sector", 4, 32),
    whole<&MmOptions::levels>("levels", "", "of abstraction", 1, 2),
    whole<&MmOptions::trim>("trim", "", "per cent of a part's moves that are taken back before the next", 0, 50),
    whole<&MmOptions::ahead>("ahead", "", "sub-problems solved at a time", 1, 8),
    choice<&MmOptions::centres, kMmCentres>("centres", "of regions: at their mean, or where ways are least bent"),
    choice<&MmOptions::smooth, kSmoothings>("smooth", "straighten the path by rays, or by rays in a box"),
    whole<&MmOptions::box>("box", "", "with smooth=box, cells a side", 2, 1000),
    choice<&MmOptions::stale, kWhileStale>(
        "stale", "after an edit, until the map's sectors are repaired: search with A*, or answer stale"),
    choice<&MmOptions::refine, kRefinements>("refine",
                                             "as an agent it sets out when the first part is refined, or the whole "
                                             "path; with smooth always the whole")};

}  // namespace waymark
