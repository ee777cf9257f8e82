#include "lab/run/small_databases.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/offline/tree_build.hpp"

namespace waymark {
namespace {

// A map of single cells has no trips; its case base is empty.
Result<std::unique_ptr<ItemBuild>> case_build(const Map& map, CaseBuildOptions options) {
  auto build = make_case_build(map, options);
  if (build || options.records == 0) return build;
  options.records = 0;
  return make_case_build(map, options);
}

Result<std::unique_ptr<ItemBuild>> make_build(DatabaseKind kind, const Map& map, const TrainingMap& training,
                                              const SmallDatabaseOptions& options) {
  if (kind == DatabaseKind::kPatterns || kind == DatabaseKind::kDepths) {
    PatternBuildOptions patterns;
    const int highest = CliqueAbstraction(map, static_cast<int>(options.level)).levels();
    patterns.level = std::min(options.level, static_cast<std::uint32_t>(highest));
    patterns.base = std::min(options.base, patterns.level);
    patterns.depth_cap = options.depth_cap;
    patterns.exit = options.exit;
    if (kind == DatabaseKind::kDepths) patterns.content = PatternContent::kDepth;
    return make_pattern_build(map, patterns);
  }
  if (kind == DatabaseKind::kPaths) return make_path_build(map, {.delta = options.delta});
  if (kind == DatabaseKind::kTree) {
    TreeBuildOptions tree;
    tree.tree.d_max = options.d_max;
    tree.learning.minimum_leaf = 25;
    tree.problems = options.training;
    tree.seed = options.seed;
    return make_tree_build({&training, 1}, tree);
  }
  CaseBuildOptions cases;
  cases.records = options.records;
  cases.seed = options.seed;
  cases.paper = kind == DatabaseKind::kCases2009 ? CasePaper::k2009 : CasePaper::k2010;
  return case_build(map, cases);
}

}  // namespace

DatabaseKind needed_database(const AlgorithmChoice& algorithm, SmallDatabaseOptions& options) {
  const DatabaseNeeds needs = algorithm.needs();
  options.base = needs.base;
  options.exit = needs.exit;
  return needs.first;
}

Result<std::string> small_database(DatabaseKind kind, const Map& map, const SmallDatabaseOptions& options) {
  const TrainingMap training{"map", &map};
  const auto build = make_build(kind, map, training, options);
  if (!build) return build.error();
  return run_build(**build, {.threads = 1});
}

Result<std::vector<std::string>> small_database_bytes(const Map& map, const SmallDatabaseOptions& options) {
  constexpr DatabaseKind kKinds[] = {DatabaseKind::kCases, DatabaseKind::kCases2009, DatabaseKind::kPatterns,
                                     DatabaseKind::kTree,  DatabaseKind::kDepths,    DatabaseKind::kPaths};
  std::vector<std::string> all;
  all.reserve(std::size(kKinds));
  for (const DatabaseKind kind : kKinds) {
    auto bytes = small_database(kind, map, options);
    if (!bytes) return bytes.error();
    all.push_back(*std::move(bytes));
  }
  return all;
}

Result<DatabaseSet> build_small_databases(const Map& map, const SmallDatabaseOptions& options) {
  auto all = small_database_bytes(map, options);
  if (!all) return all.error();
  DatabaseSet set;
  for (std::string& bytes : *all) {
    if (auto added = set.add_bytes(std::move(bytes), "database", map); !added) return added.error();
  }
  return set;
}

Result<DatabaseSet> build_small_database(const AlgorithmChoice& algorithm, const Map& map,
                                         SmallDatabaseOptions options) {
  DatabaseSet set;
  const DatabaseKind kind = needed_database(algorithm, options);
  if (kind == DatabaseKind::kNone) return set;
  auto bytes = small_database(kind, map, options);
  if (!bytes) return bytes.error();
  if (auto added = set.add_bytes(*std::move(bytes), "database", map); !added) return added.error();
  return set;
}

}  // namespace waymark
