#include "waymark/repair/lpa.hpp"

#include <memory>

#include "repair/repair_finder.hpp"
#include "repair/repair_search.hpp"

namespace waymark {

PathFinderPtr make_lpa(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    using Search = RepairSearch<LivingGrid, Heuristic, RepairKind::kLpa>;
    return std::make_unique<RepairFinder<Heuristic, Search>>(map, make);
  });
}

}  // namespace waymark
