#include "waymark/repair/focussed_d_star.hpp"

#include <memory>

#include "repair/d_star_search.hpp"
#include "repair/repair_finder.hpp"

namespace waymark {

PathFinderPtr make_focussed_d_star(const Map& map) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    using Search = DStarSearch<LivingGrid, Heuristic>;
    return std::make_unique<RepairFinder<Heuristic, Search>>(map, make);
  });
}

}  // namespace waymark
