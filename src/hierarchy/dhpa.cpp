#include "waymark/hierarchy/dhpa.hpp"

#include <memory>

#include "hierarchy/hpa_clusters.hpp"
#include "hierarchy/hpa_planner.hpp"
#include "hierarchy/refined_finder.hpp"

namespace waymark {

Result<PathFinderPtr> make_dhpa(const Map& map, const DhpaOptions& options) {
  const Result<MapClusters::Options> clusters = dhpa_clusters(map, options);
  if (!clusters) return clusters.error();
  return PathFinderPtr(std::make_unique<RefinedFinder<HpaPlanner>>(map, smooth_options(options.smoothing, options.box),
                                                                   options.refinement, options.stale, *clusters,
                                                                   HpaInsertion::kAStar, false));
}

}  // namespace waymark
