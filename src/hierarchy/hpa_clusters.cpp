#include "hierarchy/hpa_clusters.hpp"

#include "hierarchy/hpa_parameters.hpp"

namespace waymark {
namespace {

template <class Options, class Parameters>
Result<MapClusters::Options> checked_clusters(const Map& map, const Options& options, const Parameters& parameters) {
  if (auto good = check_options(options, parameters); !good) return good.error();
  if (auto fits = MapClusters::check(map.rules()); !fits) return fits.error();
  if (options.refinement == Refinement::kPart && options.smoothing != RaySmoothing::kOff) {
    return Error{ErrorCode::kUnsupported, "refine=part has smooth=off: a path is smoothed when all of it is there"};
  }
  return MapClusters::Options{.size = static_cast<int>(options.size), .threshold = static_cast<int>(options.threshold)};
}

}  // namespace

Result<MapClusters::Options> hpa_clusters(const Map& map, const HpaOptions& options) {
  Result<MapClusters::Options> clusters = checked_clusters(map, options, kHpaParameters);
  if (!clusters) return clusters;
  if (options.ways == HpaWays::kLazy && options.levels > 1) {
    return Error{ErrorCode::kUnsupported, "hpa with intra=lazy has one level: the higher ones need all ways below"};
  }
  clusters->levels = static_cast<int>(options.levels);
  clusters->ways = options.ways == HpaWays::kLazy ? ClusterWays::kNone : ClusterWays::kCosts;
  return clusters;
}

Result<MapClusters::Options> dhpa_clusters(const Map& map, const DhpaOptions& options) {
  Result<MapClusters::Options> clusters = checked_clusters(map, options, kDhpaParameters);
  if (clusters) clusters->ways = ClusterWays::kSteps;
  return clusters;
}

}  // namespace waymark
