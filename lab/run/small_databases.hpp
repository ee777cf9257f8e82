// One database of each kind for a small map, built in memory: for demonstrations, signatures and tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "waymark/agent/registry.hpp"
#include "waymark/base/result.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

struct SmallDatabaseOptions {
  std::uint64_t records = 1000;            // of the case bases; none where the map has no trips
  std::uint32_t level = 3;                 // of the pattern database, or the highest there is
  std::uint32_t base = 0;                  // where its paths run; at most that level
  PatternExit exit = PatternExit::kFirst;  // of its subgoals
  std::uint32_t depth_cap = 10;
  std::uint32_t d_max = 5;     // of the tree
  std::uint32_t delta = 16;    // of the path database
  std::uint32_t training = 5;  // problems the tree is learned from
  std::uint64_t seed = 1;
};

// The kind that an algorithm needs with its parameters; sets what it needs of that kind. kNone: no database.
DatabaseKind needed_database(const AlgorithmChoice& algorithm, SmallDatabaseOptions& options);

// For maps of 4 or 8 neighbours.
// One file; `kind` is not kNone.
Result<std::string> small_database(DatabaseKind kind, const Map& map, const SmallDatabaseOptions& options = {});
// The files: knn, knn-2009, pdb, tree, pdb of depths for global goals, paths.
Result<std::vector<std::string>> small_database_bytes(const Map& map, const SmallDatabaseOptions& options = {});
Result<DatabaseSet> build_small_databases(const Map& map, const SmallDatabaseOptions& options = {});
// Only the one that `algorithm` needs, if any.
Result<DatabaseSet> build_small_database(const AlgorithmChoice& algorithm, const Map& map,
                                         SmallDatabaseOptions options = {});

}  // namespace waymark
