// ARA* or AD*, of checked options.
#pragma once

#include <memory>

#include "base/thousandths.hpp"
#include "repair/anytime_parameters.hpp"
#include "repair/repair_finder.hpp"
#include "repair/repair_search.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

template <RepairKind kKind, class Options>
Result<PathFinderPtr> make_anytime(const Map& map, const Options& options) {
  if (auto good = check_options(options, kAnytimeParameters<Options>); !good) return good.error();
  Inflations inflations;
  inflations.first = inflations.now = thousandths_of(options.w);
  inflations.step = thousandths_of(options.step);
  inflations.until = thousandths_of(options.until);
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    using Search = RepairSearch<LivingGrid, Heuristic, kKind>;
    return std::make_unique<RepairFinder<Heuristic, Search>>(map, make, inflations);
  });
}

}  // namespace waymark
