#include "waymark/io/database_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "io/scratch_folder.hpp"
#include "lab/run/small_databases.hpp"
#include "support/ascii.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::io_database_file_test {

constexpr SmallDatabaseOptions kOptions{.records = 8, .level = 2, .depth_cap = 3, .d_max = 3, .training = 2};
constexpr DatabaseKind kKinds[] = {DatabaseKind::kCases, DatabaseKind::kCases2009, DatabaseKind::kPatterns,
                                   DatabaseKind::kTree, DatabaseKind::kDepths};

Map small_map(const MoveRules& rules = {}) {
  return Map(test::grid_from({".......", ".@@@@@.", ".....@.", ".@@@.@.", "......."}), rules);
}

std::string write(const test::ScratchFolder& folder, const std::string& name, const std::string& bytes) {
  std::ofstream(folder.file(name), std::ios::binary) << bytes;
  return folder.file(name);
}

bool has(const Databases& databases, DatabaseKind kind) {
  switch (kind) {
    case DatabaseKind::kNone: return false;
    case DatabaseKind::kCases: return databases.cases != nullptr;
    case DatabaseKind::kCases2009: return databases.cases_2009 != nullptr;
    case DatabaseKind::kPatterns: return databases.patterns != nullptr;
    case DatabaseKind::kDepths: return databases.depths != nullptr;
    case DatabaseKind::kTree: return databases.tree != nullptr;
    case DatabaseKind::kPaths: return databases.paths != nullptr;
  }
  return false;
}

TEST(DatabaseSet, finds_out_the_kind_of_a_file) {
  const Map map = small_map();
  const test::ScratchFolder folder;
  for (const DatabaseKind kind : kKinds) {
    const std::string path = write(folder, "one.db", *small_database(kind, map, kOptions));
    DatabaseSet set;
    const auto added = set.add(path, map);
    ASSERT_TRUE(added) << added.error().to_string();
    for (const DatabaseKind other : kKinds) EXPECT_EQ(has(set.view(), other), other == kind) << to_string(kind);
  }
}

// As docs/databases.md tells it.
TEST(DatabaseSet, serves_a_map_that_is_edited_once_it_is_opened) {
  Map map = small_map();
  const std::string bytes = *small_database(DatabaseKind::kCases, map, kOptions);
  DatabaseSet databases;
  ASSERT_TRUE(databases.add_bytes(bytes, "x", map));
  map.fill({3, 4, 1, 1}, false);
  map.fill({1, 1, 1, 1}, true);
  DatabaseSet late;
  const auto refused = late.add_bytes(bytes, "x", map);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().to_string(), "x: built for another map");

  const auto agent = parse_algorithm("knn-lrta")->make_agent(map, Agent::kUnbounded, databases.view());
  ASSERT_TRUE(agent) << agent.error().to_string();
  (*agent)->reset(map.grid().node({0, 4}), map.grid().node({6, 4}));
  for (int i = 0; i < 100 && (*agent)->status() == Status::kInProgress; ++i) (*agent)->step();
  EXPECT_EQ((*agent)->status(), Status::kSolved);
}

TEST(DatabaseSet, takes_one_of_each_kind_and_keeps_them_when_it_is_moved) {
  const Map map = small_map();
  DatabaseSet set;
  for (const std::string& bytes : *small_database_bytes(map, kOptions)) ASSERT_TRUE(set.add_bytes(bytes, "x", map));
  const Databases before = set.view();
  const DatabaseSet moved = std::move(set);
  for (const DatabaseKind kind : kKinds) EXPECT_TRUE(has(moved.view(), kind)) << to_string(kind);
  EXPECT_EQ(moved.view().cases, before.cases);
  EXPECT_EQ(moved.view().patterns, before.patterns);
}

TEST(DatabaseSet, refuses_the_second_of_a_kind_and_keeps_the_first) {
  const Map map = small_map();
  for (const DatabaseKind kind : kKinds) {
    const std::string bytes = *small_database(kind, map, kOptions);
    DatabaseSet set;
    ASSERT_TRUE(set.add_bytes(bytes, "first.db", map));
    const auto second = set.add_bytes(bytes, "second.db", map);
    ASSERT_FALSE(second) << to_string(kind);
    EXPECT_EQ(second.error().to_string(), "second.db: the second database of kind " + std::string(to_string(kind)));
    EXPECT_TRUE(has(set.view(), kind));
  }
}

TEST(DatabaseSet, names_a_file_that_is_missing_or_no_database) {
  const Map map = small_map();
  const test::ScratchFolder folder;
  DatabaseSet set;
  const auto missing = set.add(folder.file("none.db"), map);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().file, folder.file("none.db"));
  for (const std::string text : {"", "type octile\n", "WAYMARKD", "waymark", "\x89PNG\r\n"}) {
    const auto other = set.add(write(folder, "other.db", text), map);
    ASSERT_FALSE(other) << text;
    EXPECT_EQ(other.error().file, folder.file("other.db"));
    EXPECT_EQ(other.error().code, ErrorCode::kBadFormat);
  }
  for (const DatabaseKind kind : kKinds) EXPECT_FALSE(has(set.view(), kind));
}

// A tree knows no map: it goes with every one.
TEST(DatabaseSet, refuses_what_was_built_for_another_map_other_rules_or_another_metric) {
  const Map map = small_map();
  const Map other_map(test::grid_from({".......", ".......", ".......", ".......", "......."}));
  const Map other_size(*Grid::create(5, 5, true));
  const Map four = small_map({Neighbours::kFour, DiagonalRule::kNever, kSqrt2Costs});
  const Map corners = small_map({Neighbours::kEight, DiagonalRule::kAlways, kSqrt2Costs});
  const Map metric = small_map({Neighbours::kEight, DiagonalRule::kBothFree, kPaper14Costs});
  const std::pair<const Map*, std::string_view> others[] = {{&other_map, "built for another map"},
                                                            {&other_size, "built for another map"},
                                                            {&four, "built for other rules of movement"},
                                                            {&corners, "built for other rules of movement"},
                                                            {&metric, "built for another metric"}};
  for (const DatabaseKind kind : kKinds) {
    const std::string bytes = *small_database(kind, map, kOptions);
    for (const auto& [other, message] : others) {
      DatabaseSet set;
      const auto added = set.add_bytes(bytes, "x.db", *other);
      EXPECT_EQ(added.ok(), kind == DatabaseKind::kTree) << to_string(kind);
      if (added) continue;
      EXPECT_EQ(added.error().to_string().find("x.db: " + std::string(message)), 0u) << added.error().to_string();
    }
  }
}

TEST(DatabaseSet, refuses_another_version_and_names_it) {
  const Map map = small_map();
  for (const DatabaseKind kind : {DatabaseKind::kCases, DatabaseKind::kCases2009, DatabaseKind::kPatterns}) {
    std::string bytes = *small_database(kind, map, kOptions);
    bytes[8] = 2;
    DatabaseSet set;
    const auto added = set.add_bytes(std::move(bytes), "x.db", map);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().to_string(), "x.db: byte 8: database format 2; this program reads format 1");
  }
}

}  // namespace waymark::io_database_file_test
