// Path databases of test maps.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark::test {

inline std::string path_bytes(const Map& map, const PathBuildOptions& options, int threads = 1) {
  const auto build = make_path_build(map, options);
  WAYMARK_ASSERT(build.ok());
  auto bytes = run_build(**build, {.threads = threads});
  WAYMARK_ASSERT(bytes.ok());
  return *std::move(bytes);
}

inline Result<PathDatabase> open_paths(std::string bytes, const Map& map) {
  auto container = Container::parse(std::move(bytes), "paths.db");
  if (!container) return container.error();
  return PathDatabase::open(*std::move(container), map);
}

inline PathDatabase path_database(const Map& map, const PathBuildOptions& options) {
  auto opened = open_paths(path_bytes(map, options), map);
  WAYMARK_ASSERT(opened.ok());
  return *std::move(opened);
}

}  // namespace waymark::test
