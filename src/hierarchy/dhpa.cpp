#include "waymark/hierarchy/dhpa.hpp"

#include <memory>

#include "hierarchy/hpa_clusters.hpp"
#include "hierarchy/hpa_finder.hpp"

namespace waymark {

Result<PathFinderPtr> make_dhpa(const Map& map, const DhpaOptions& options) {
  const Result<MapClusters::Options> clusters = dhpa_clusters(map, options);
  if (!clusters) return clusters.error();
  return PathFinderPtr(std::make_unique<HpaFinder>(map, *clusters, HpaInsertion::kAStar,
                                                   smooth_options(options.smoothing, options.box), options.refinement,
                                                   options.stale));
}

}  // namespace waymark
