// Pattern databases made in a test, item by item.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "waymark/offline/pattern_build.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark::test {

// Nothing if the map has no such level.
inline std::optional<PatternDatabase> build_patterns(const Map& map, const PatternBuildOptions& options) {
  const auto build = make_pattern_build(map, options);
  if (!build) return std::nullopt;
  const auto maker = (*build)->maker();
  std::vector<std::string> items;
  items.reserve((*build)->items());
  for (std::uint64_t item = 0; item < (*build)->items(); ++item) items.push_back(maker->make(item));
  const auto bytes = (*build)->assemble(items);
  EXPECT_TRUE(bytes);
  auto container = Container::parse(*bytes, "built");
  EXPECT_TRUE(container);
  auto database = PatternDatabase::open(*std::move(container), map);
  EXPECT_TRUE(database);
  return *std::move(database);
}

}  // namespace waymark::test
