#include "waymark/repair/d_star_lite.hpp"

#include <memory>

#include "repair/repair_finder.hpp"

namespace waymark {

PathFinderPtr make_d_star_lite(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    return std::make_unique<RepairFinder<RepairKind::kDStarLite, Heuristic>>(map, make);
  });
}

}  // namespace waymark
