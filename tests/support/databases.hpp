// Databases for tests, made on the spot.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "waymark/offline/build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/subgoals/container.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark::test {

// The file's bytes, by `makers` makers that take turns.
inline std::string built_bytes(const ItemBuild& build, std::size_t makers = 1) {
  std::vector<std::unique_ptr<ItemMaker>> all;
  for (std::size_t i = 0; i < makers; ++i) all.push_back(build.maker());
  std::vector<std::string> items;
  for (std::uint64_t item = 0; item < build.items(); ++item) items.push_back(all[item % makers]->make(item));
  return *build.assemble(items);
}

// Level, base and content must fit the map.
inline PatternDatabase pattern_database(const Map& map, const PatternBuildOptions& options) {
  const auto build = make_pattern_build(map, options);
  EXPECT_TRUE(build) << build.error().to_string();
  auto opened = PatternDatabase::open(*Container::parse(built_bytes(**build), "test.pdb"), map);
  EXPECT_TRUE(opened) << opened.error().to_string();
  return *std::move(opened);
}

}  // namespace waymark::test
