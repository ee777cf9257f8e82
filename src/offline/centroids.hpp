// The cells that the rows of a path database lead to.
#pragma once

#include <cstdint>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Cells such that every passable cell is within `delta` moves of one, but for those of components of less than
// PathDatabase::kLeastComponent cells. Greedily: of the cells not covered yet the one that is farthest from any wall,
// the lowest id among several.
std::vector<NodeId> choose_centroids(const Map& map, std::uint32_t delta);

// By node id the number of the centroid that is the fewest moves away, the lowest of several; `none` where there is
// none.
std::vector<std::uint16_t> nearest_centroids(const Map& map, const std::vector<NodeId>& centroids, std::uint16_t none);

}  // namespace waymark
