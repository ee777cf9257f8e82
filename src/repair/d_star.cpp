#include "waymark/repair/d_star.hpp"

#include <memory>

#include "repair/d_star_search.hpp"
#include "repair/repair_finder.hpp"

namespace waymark {

PathFinderPtr make_d_star(const Map& map) {
  using Search = DStarSearch<LivingGrid, ZeroHeuristic>;
  return std::make_unique<RepairFinder<ZeroHeuristic, Search>>(map, HeuristicMaker<ZeroHeuristic>{});
}

}  // namespace waymark
