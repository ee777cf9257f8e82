// The cells that the rows of a path database lead to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Cells such that every passable cell is within `delta` moves of one, but for those of components of less than
// PathDatabase::kLeastComponent cells. Greedily: of the cells not covered yet the one that is farthest from any wall,
// the lowest id among several. Gives up once there are more than `most`.
std::vector<NodeId> choose_centroids(const Map& map, std::uint32_t delta, std::size_t most = ~std::size_t{0});

// The first passable cell, by id, of a component of PathDatabase::kLeastComponent cells or more that is not within
// `delta` moves of a centroid; kNoNode if there is none.
NodeId first_uncovered(const Map& map, const std::vector<NodeId>& centroids, std::uint32_t delta);

// How many moves the farthest cell that is connected with a centroid is away from the nearest one.
std::uint32_t farthest_from(const Map& map, const std::vector<NodeId>& centroids);

// By node id the number of the centroid that is the fewest moves away, the lowest of several; `none` where there is
// none.
std::vector<std::uint16_t> nearest_centroids(const Map& map, const std::vector<NodeId>& centroids, std::uint16_t none);

}  // namespace waymark
