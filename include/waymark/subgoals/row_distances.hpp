// Which of many units is the nearest to a place, by one row of a path database: each goes along the row towards the
// place's centroid until it meets the place's own way there. Ways that come together are gone once.
//
// The costs are those of legal ways, on rows that are right each at most 2 * delta moves more than the shortest; so
// units whose costs differ by more stand in the right order. A unit is not found, kInfiniteCost, where there is no way,
// and where the rows lead nowhere: in small components, and on an edited map until they are healed.
//
// Memory: the caller's. Nothing is allocated once the rows of the map are there.
// Threads: any number at once, each with marks of its own, while nobody edits or maintains the map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

// Room for what is known on the way; what was in it does not matter.
struct RowMark {
  NodeId node;
  Cost cost;
  std::uint32_t before;  // the mark that the same unit made before
};

struct RowDistances {
  std::size_t nearest = ~std::size_t{0};  // the first unit with the least cost; if any was found
  std::size_t found = 0;                  // units
  std::uint64_t moves = 0;                // looked up
};

// costs[i] becomes the cost of a way from units[i] to `to`. `marks`: at most 2^31; the more, the fewer moves are looked
// up twice, and without any all are; 4,096 serve 500 units. What is no cell of the map is not found. Fails if the
// database is for a map of another size, or for other rules.
Result<RowDistances> distances_by_row(const Map& map, const PathDatabase& database, NodeId to,
                                      std::span<const NodeId> units, std::span<Cost> costs, std::span<RowMark> marks);

// What a shortest way from one cell to another costs at least and at most, in constant time, by the distances of the
// tiles of both to the centroid of `to`. They are apart by what two tiles are wide and twice the way from `to` to its
// centroid, or more where walls run through the tiles.
struct DistanceEstimate {
  Cost least;
  Cost most;
  [[nodiscard]] Cost middle() const { return least + (most - least) / 2; }
};
// Nothing if the database has no distances or is not for this map, if the map was edited since it was built, if there
// is no way, and in components without a centroid.
std::optional<DistanceEstimate> estimated_distance(const Map& map, const PathDatabase& database, NodeId from,
                                                   NodeId to);

}  // namespace waymark
