// Builds path databases (subgoals/path_database.hpp): an item is a row, one field of distances from its centroid.
//
// A row has from every cell the first, in a fixed order (path_choice.hpp), of the moves that begin a shortest path to
// the centroid. Centroids are chosen greedily, cells far from walls first, until every cell is within delta moves of
// one. All rules of movement and costs will do, hexagons too: a step of a map costs the same both ways, which a field
// from the centroid needs.
//
// Memory, beside the map: per thread a field and the moves there are, 6 bytes a cell; the different lists of runs so
// far, and two bytes for each row and tile; at the end the file twice.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct PathBuildOptions {
  std::uint32_t delta = 32;                // moves, PathDatabase::kLeastDelta to kMaxDelta
  std::span<const NodeId> centroids = {};  // if not empty: these, in place of chosen ones
  std::span<const NodeId> chosen = {};     // as choose_path_delta found them for this delta; empty: to be chosen here
  bool distances = false;                  // also those of each tile to each centroid, 4 bytes (estimated_distance)
};

// The map must outlive the build and stay as it is. Fails if there would be more than PathDatabase::kMaxRows rows, or a
// centroid is given that is no passable cell.
Result<std::unique_ptr<ItemBuild>> make_path_build(const Map& map, const PathBuildOptions& options = {});

}  // namespace waymark
