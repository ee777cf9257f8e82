// A map with its clusters and the transitions between them.
#pragma once

#include "waymark/hierarchy/map_clusters.hpp"
#include "waymark/io/png_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Clusters of `level`, from 1, in two colours by turns, its transitions dark. Small maps are enlarged. The clusters are
// current.
Image draw_clusters(const Map& map, const MapClusters& clusters, int level);

}  // namespace waymark
