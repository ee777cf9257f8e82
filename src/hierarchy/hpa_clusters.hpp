// Which clusters HPA* and DHPA* go by, if there are such for the map and the options.
#pragma once

#include "waymark/base/result.hpp"
#include "waymark/hierarchy/dhpa.hpp"
#include "waymark/hierarchy/hpa.hpp"
#include "waymark/hierarchy/map_clusters.hpp"

namespace waymark {

Result<MapClusters::Options> hpa_clusters(const Map& map, const HpaOptions& options);
Result<MapClusters::Options> dhpa_clusters(const Map& map, const DhpaOptions& options);

}  // namespace waymark
