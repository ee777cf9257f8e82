// Where paths go from a cluster to those beside it: the rules of entrances and transitions (map_clusters.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "waymark/hierarchy/cluster_level.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Adds to `links`, by place on the rim, the links of a cluster's nodes through one of its sides, kNorth to kWest. Looks
// at each cell of the side and at the one beyond.
void add_links(const Map& map, const ClusterLevel& level, std::uint32_t cluster, Direction side, int threshold,
               std::span<std::uint8_t> links);

// The same for diagonal moves that no two straight ones replace. (Only kAlways has such.)
void add_diagonal_links(const Map& map, const ClusterLevel& level, std::uint32_t cluster, Direction side,
                        std::span<std::uint8_t> links);

}  // namespace waymark
