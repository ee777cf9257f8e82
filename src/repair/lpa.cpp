#include "waymark/repair/lpa.hpp"

#include <memory>

#include "repair/repair_finder.hpp"

namespace waymark {

PathFinderPtr make_lpa(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    return std::make_unique<RepairFinder<RepairKind::kLpa, Heuristic>>(map, make);
  });
}

}  // namespace waymark
