#include "waymark/subgoals/container.hpp"

#include <gtest/gtest.h>

#include "offline/container_writer.hpp"
#include "support/ascii.hpp"
#include "waymark/base/random.hpp"

namespace waymark::subgoals_container_test {

Map small_map(const MoveRules& rules = {}) { return Map(test::grid_from({"...", ".#.", "..."}), rules); }

std::string sample(const Map& map) {
  return ContainerWriter(DatabaseKind::kCases, map)
      .parameter("records", 3)
      .parameter("seed", 77)
      .section("lengths", "abc")
      .section("empty", "")
      .section("states", "0123456789")
      .bytes();
}

TEST(Container, what_was_written_is_read) {
  const Map map = small_map();
  const auto container = Container::parse(sample(map), "x.db");
  ASSERT_TRUE(container) << container.error().to_string();
  EXPECT_EQ(container->kind(), DatabaseKind::kCases);
  EXPECT_TRUE(container->check(DatabaseKind::kCases, map));
  EXPECT_EQ(*container->parameter("records", 0, 10), 3u);
  EXPECT_EQ(*container->parameter("seed", 0, 100), 77u);
  EXPECT_EQ(*container->section("lengths"), "abc");
  EXPECT_EQ(*container->section("empty", 0), "");
  EXPECT_EQ(*container->section("states", 10), "0123456789");
  for (const Container::Section& section : container->sections()) EXPECT_EQ(section.offset % 8, 0u);
}

TEST(Container, sections_stay_where_they_are_when_it_is_moved) {
  const Map map = small_map();
  auto container = *Container::parse(sample(map), "x.db");
  const std::string_view before = *container.section("states");
  const Container moved = std::move(container);
  EXPECT_EQ(moved.section("states")->data(), before.data());
}

TEST(Container, what_is_missing_or_out_of_range_is_named) {
  const auto container = *Container::parse(sample(small_map()), "x.db");
  EXPECT_EQ(container.parameter("level", 0, 9).error().to_string(), "x.db: parameter level is missing");
  EXPECT_EQ(container.parameter("seed", 0, 9).error().to_string(), "x.db: parameter seed is 77, not 0 to 9");
  EXPECT_EQ(container.section("paths").error().to_string(), "x.db: section paths is missing");
  EXPECT_NE(container.section("states", 12).error().to_string().find("has 10 bytes, not 12"), std::string::npos);
}

TEST(Container, another_map_other_rules_and_another_kind_are_refused) {
  const auto container = *Container::parse(sample(small_map()), "x.db");
  const auto refusal = [&](const Map& map) { return container.check(DatabaseKind::kCases, map).error().to_string(); };
  EXPECT_EQ(refusal(Map(test::grid_from({"...", "...", "..."}))), "x.db: built for another map");
  EXPECT_EQ(refusal(small_map({Neighbours::kFour, DiagonalRule::kNever, kSqrt2Costs})),
            "x.db: built for other rules of movement");
  EXPECT_EQ(refusal(small_map({Neighbours::kEight, DiagonalRule::kBothFree, kPaper14Costs})),
            "x.db: built for another metric (steps of 2378 and 3363, not 5 and 7)");
  EXPECT_EQ(container.check(DatabaseKind::kPatterns, small_map()).error().to_string(),
            "x.db: a database of kind knn, not pdb");
}

TEST(Container, every_truncation_is_refused) {
  const std::string bytes = sample(small_map());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(Container::parse(bytes.substr(0, length), "x.db")) << length;
  }
  EXPECT_FALSE(Container::parse(bytes + '\0', "x.db"));
}

TEST(Container, every_flipped_bit_is_refused) {
  const std::string bytes = sample(small_map());
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const auto container = Container::parse(damaged, "x.db");
    EXPECT_FALSE(container) << "bit " << bit;
  }
}

TEST(Container, another_version_says_which) {
  std::string bytes = sample(small_map());
  bytes[8] = 9;
  const auto container = Container::parse(bytes, "x.db");
  ASSERT_FALSE(container);
  EXPECT_EQ(container.error().to_string(), "x.db: byte 8: database format 9; this program reads format 1");
}

TEST(Container, random_bytes_are_refused) {
  Random random(5);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(random.below(300), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random.below(random.chance(1, 2) ? 256 : 3));
    if (random.chance(3, 4)) bytes.replace(0, std::min<std::size_t>(8, bytes.size()), Container::kMagic);
    EXPECT_FALSE(Container::parse(std::move(bytes), "x.db"));
  }
}

}  // namespace waymark::subgoals_container_test
