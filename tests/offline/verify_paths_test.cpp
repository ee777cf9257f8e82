#include "waymark/offline/verify_paths.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "offline/container_writer.hpp"
#include "support/ascii.hpp"
#include "support/forged.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::offline_verify_paths_test {

Map sample_map() { return Map(*generate_map(MapKind::kCaves, {90, 80, 6})); }

// What verify says of a file that opens.
std::string verdict(const std::string& bytes, const Map& map) {
  const auto opened = test::open_paths(bytes, map);
  EXPECT_TRUE(opened) << opened.error().to_string();
  if (!opened) return "refused";
  const auto verified = verify_paths(*opened, map);
  return verified ? "" : verified.error().message;
}

// The file with one section's content put through `change`, its checksums right.
template <class Change>
std::string with_section(const std::string& bytes, const Map& map, std::string_view name, Change&& change) {
  const Container container = *Container::parse(bytes, "x");
  ContainerWriter writer(container.kind(), map);
  for (const DatabaseParameter& parameter : container.parameters()) writer.parameter(parameter.name, parameter.value);
  for (const Container::Section& section : container.sections()) {
    std::string content(*container.section(section.name));
    if (section.name == name) change(content);
    writer.section(section.name, std::move(content));
  }
  return writer.bytes();
}

TEST(VerifyPaths, what_the_builder_makes_is_well) {
  Random random(1);
  std::uint64_t last = 0;
  const Map map = sample_map();
  const PathDatabase database = test::path_database(map, {.delta = 12});
  EXPECT_TRUE(verify_paths(database, map, [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, database.rows());
    EXPECT_GE(done, last);
    last = done;
  }));
  EXPECT_EQ(last, database.rows());
  for (int round = 0; round < 20; ++round) {
    const Map other(test::random_grid(random, random.between(1, 60), random.between(1, 60), 30));
    EXPECT_EQ(verdict(test::path_bytes(other, {.delta = 8}), other), "");
  }
}

TEST(VerifyPaths, forged_parameters_are_found) {
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 12});
  for (const std::uint64_t delta : {4u, 8u, 11u, 13u, 16u, 32u, 256u}) {
    EXPECT_NE(verdict(test::forged(bytes, "delta", delta), map), "") << delta;
  }
  EXPECT_NE(verdict(test::forged(bytes, "delta", 11), map).find("with a delta of 11 the map has"), std::string::npos);
  // Given they may have been, if they cover the map.
  EXPECT_EQ(verdict(test::forged(bytes, "chosen", 0), map), "");
  EXPECT_NE(verdict(test::forged(test::forged(bytes, "chosen", 0), "delta", 6), map).find("no centroid is within 6"),
            std::string::npos);
  for (const char* name : {"rows", "cells", "chosen"}) {
    EXPECT_FALSE(test::open_paths(test::forged(bytes, name, 7), map)) << name;
  }
}

TEST(VerifyPaths, centroids_that_do_not_cover_the_map_are_found) {
  const Map map = sample_map();
  const PathDatabase database = test::path_database(map, {.delta = 12});
  std::vector<NodeId> centroids;
  for (PathDatabase::Row row = 0; row < database.rows(); ++row) centroids.push_back(database.centroid(row));
  EXPECT_EQ(verdict(test::path_bytes(map, {.delta = 12, .centroids = centroids}), map), "");
  centroids.erase(centroids.begin());
  const std::string fewer = test::path_bytes(map, {.delta = 12, .centroids = centroids});
  EXPECT_NE(verdict(fewer, map).find("no centroid is within 12 moves"), std::string::npos);
  EXPECT_NE(verdict(test::forged(fewer, "chosen", 1), map).find("with a delta of 12 the map has"), std::string::npos);
}

// Any byte of any section, with all checksums of the container right.
TEST(VerifyPaths, a_changed_byte_of_any_section_is_found) {
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 12});
  const Container container = *Container::parse(bytes, "x");
  Random random(2);
  int found = 0;
  for (const Container::Section& section : container.sections()) {
    for (int round = 0; round < test::rounds(20); ++round) {
      const std::string changed = with_section(bytes, map, section.name, [&](std::string& content) {
        char& byte = content[random.below(static_cast<std::uint32_t>(content.size()))];
        byte = static_cast<char>(byte ^ (1 << random.below(8)));
      });
      if (!test::open_paths(changed, map)) continue;
      EXPECT_NE(verdict(changed, map), "") << section.name;
      ++found;
    }
  }
  EXPECT_GT(found, test::enough(80));
}

TEST(VerifyPaths, other_sections_are_found) {
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 12});
  const Container container = *Container::parse(bytes, "x");
  ContainerWriter writer(container.kind(), map);
  for (const DatabaseParameter& parameter : container.parameters()) writer.parameter(parameter.name, parameter.value);
  for (const Container::Section& section : container.sections()) {
    writer.section(section.name, std::string(*container.section(section.name)));
  }
  writer.section("more", "x");
  EXPECT_NE(verdict(writer.bytes(), map), "");
}

}  // namespace waymark::offline_verify_paths_test
