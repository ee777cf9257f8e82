#include "waymark/hierarchy/hpa.hpp"

#include <memory>

#include "hierarchy/hpa_clusters.hpp"
#include "hierarchy/hpa_finder.hpp"

namespace waymark {

Result<PathFinderPtr> make_hpa(const Map& map, const HpaOptions& options) {
  const Result<MapClusters::Options> clusters = hpa_clusters(map, options);
  if (!clusters) return clusters.error();
  return PathFinderPtr(std::make_unique<HpaFinder>(map, *clusters, options.insertion,
                                                   smooth_options(options.smoothing, options.box), options.refinement,
                                                   options.stale));
}

}  // namespace waymark
