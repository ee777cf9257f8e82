#include "waymark/repair/d_star_lite.hpp"

#include <memory>

#include "repair/repair_finder.hpp"
#include "repair/repair_search.hpp"

namespace waymark {

PathFinderPtr make_d_star_lite(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    using Search = RepairSearch<LivingGrid, Heuristic, RepairKind::kDStarLite>;
    return std::make_unique<RepairFinder<Heuristic, Search>>(map, make);
  });
}

}  // namespace waymark
