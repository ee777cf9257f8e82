// One database of each kind for a small map, built in memory: for demonstrations, signatures and tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct SmallDatabaseOptions {
  std::uint64_t records = 1000;  // of the case bases; none where the map has no trips
  std::uint32_t level = 3;       // of the pattern database, or the highest there is
  std::uint32_t depth_cap = 10;
  std::uint32_t d_max = 5;     // of the tree
  std::uint32_t training = 5;  // problems the tree is learned from
  std::uint64_t seed = 1;
};

// For maps of 4 or 8 neighbours.
// The files: knn, knn-2009, pdb, pdb of depths for global goals, tree.
Result<std::vector<std::string>> small_database_bytes(const Map& map, const SmallDatabaseOptions& options = {});
Result<DatabaseSet> build_small_databases(const Map& map, const SmallDatabaseOptions& options = {});

}  // namespace waymark
