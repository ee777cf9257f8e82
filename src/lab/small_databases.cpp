#include "waymark/lab/small_databases.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/offline/tree_build.hpp"

namespace waymark {
namespace {

// A map of single cells has no trips; its case base is empty.
Result<std::unique_ptr<DatabaseBuild>> case_build(const Map& map, CaseBuildOptions options) {
  auto build = make_case_build(map, options);
  if (build || options.records == 0) return build;
  options.records = 0;
  return make_case_build(map, options);
}

}  // namespace

Result<std::vector<std::string>> small_database_bytes(const Map& map, const SmallDatabaseOptions& options) {
  CaseBuildOptions cases;
  cases.records = options.records;
  cases.seed = options.seed;
  CaseBuildOptions cases_2009 = cases;
  cases_2009.paper = CasePaper::k2009;

  PatternBuildOptions patterns;
  const int highest = CliqueAbstraction(map, static_cast<int>(options.level)).levels();
  patterns.level = std::min(options.level, static_cast<std::uint32_t>(highest));
  patterns.depth_cap = options.depth_cap;
  PatternBuildOptions depths = patterns;
  depths.content = PatternContent::kDepth;

  TreeBuildOptions tree;
  tree.tree.d_max = options.d_max;
  tree.learning.minimum_leaf = 25;
  tree.problems = options.training;
  tree.seed = options.seed;
  const TrainingMap training{"map", &map};

  std::vector<std::string> all;
  Result<std::unique_ptr<DatabaseBuild>> builds[] = {case_build(map, cases), case_build(map, cases_2009),
                                                     make_pattern_build(map, patterns), make_pattern_build(map, depths),
                                                     make_tree_build({&training, 1}, tree)};
  all.reserve(std::size(builds));
  for (const auto& build : builds) {
    if (!build) return build.error();
    auto bytes = run_build(**build, {.threads = 1});
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

}  // namespace waymark
