// ARA* or AD*, of checked options.
#pragma once

#include <memory>

#include "repair/anytime_parameters.hpp"
#include "repair/repair_finder.hpp"
#include "repair/repair_search.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

template <RepairKind kKind, class Options>
Result<PathFinderPtr> make_anytime(const Map& map, const Options& options) {
  const auto inflations = inflations_of(options);
  if (!inflations) return inflations.error();
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    using Search = RepairSearch<LivingGrid, Heuristic, kKind>;
    return std::make_unique<RepairFinder<Heuristic, Search>>(map, make, *inflations);
  });
}

}  // namespace waymark
