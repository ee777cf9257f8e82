// The public benchmark maps, where this checkout has them beside it. Tests that need them say that they skip.
#pragma once

#include <filesystem>
#include <string>

namespace waymark::test {

inline std::string shared_maps() { return WAYMARK_SOURCE_DIR "/../shared/maps"; }
inline bool has_shared_maps() { return std::filesystem::is_directory(shared_maps()); }

}  // namespace waymark::test

#define WAYMARK_NEED_SHARED_MAPS()         \
  if (!::waymark::test::has_shared_maps()) \
  GTEST_SKIP() << "the public maps are not at " << ::waymark::test::shared_maps()
