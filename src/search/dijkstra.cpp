#include "waymark/search/dijkstra.hpp"

#include "search/grid_path_finder.hpp"

namespace waymark {

PathFinderPtr make_dijkstra(const Map& map) {
  using Finder =
      GridPathFinder<CanonicalGridSpace, ZeroHeuristic, DenseStore<CanonicalGridSpace::Arrival>, BucketQueue>;
  return std::make_unique<Finder>(map, HeuristicMaker<ZeroHeuristic>{});
}

}  // namespace waymark
