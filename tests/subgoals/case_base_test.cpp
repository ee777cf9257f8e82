#include "waymark/subgoals/case_base.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "subgoals/packed_states.hpp"
#include "support/agent_problems.hpp"
#include "support/case_bases.hpp"

namespace waymark::subgoals_case_base_test {

Map open_map() { return Map(*Grid::create(30, 20, true)); }

struct Parts {
  std::uint64_t records = 2;
  std::string lengths;
  std::string states;
  std::optional<std::uint64_t> fragments = {};
};

Parts parts_of(const Map& map, const std::vector<std::vector<Cell>>& records) {
  Parts parts;
  for (const auto& record : records) {
    append_number(parts.lengths, static_cast<std::uint16_t>(record.size()));
    std::vector<NodeId> states;
    for (const Cell cell : record) states.push_back(map.grid().node(cell));
    pack_states(map.grid(), states, parts.states);
  }
  return parts;
}

Parts good_parts(const Map& map) { return parts_of(map, {{{1, 1}, {5, 5}, {9, 1}}, {{20, 3}, {25, 3}}}); }

std::string bytes_of(const Map& map, const Parts& parts, DatabaseKind kind = DatabaseKind::kCases) {
  ContainerWriter writer(kind, map);
  writer.parameter("records", parts.records).parameter("seed", 7).parameter("drawn", 0);
  if (parts.fragments) writer.parameter("fragments", *parts.fragments);
  writer.section("lengths", parts.lengths).section("paths", parts.states);
  return writer.bytes();
}

std::string error_of(const Map& map, const Parts& parts) {
  const auto cases = test::open_cases(bytes_of(map, parts), map);
  return cases ? "" : cases.error().to_string();
}

TEST(CaseBase, gives_back_the_records_it_was_written_with) {
  const Map map = open_map();
  auto opened = test::open_cases(bytes_of(map, good_parts(map)), map);
  ASSERT_TRUE(opened) << opened.error().to_string();
  const CaseBase cases = *std::move(opened);
  ASSERT_EQ(cases.records(), 2u);
  EXPECT_EQ(cases.states_stored(), 5u);
  EXPECT_EQ(cases.seed(), 7u);
  EXPECT_FALSE(cases.drawn());
  EXPECT_EQ(cases.record(0).size(), 3u);
  EXPECT_EQ(cases.record(0)[1], map.grid().node(5, 5));
  EXPECT_EQ(cases.record(1).size(), 2u);
  EXPECT_EQ(cases.record(1).front(), map.grid().node(20, 3));
  EXPECT_EQ(cases.record(1).back(), map.grid().node(25, 3));
  EXPECT_EQ(cases.trips()[1], trip_between({20, 3}, {25, 3}));
}

TEST(PackedStates, are_the_same_when_unpacked) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    const int largest = random.chance(1, 20) ? 3000 : 60;
    const Grid grid = *Grid::create(random.between(1, largest), random.between(1, 60), true);
    std::vector<NodeId> states;
    for (std::uint32_t i = 1 + random.below(20); i > 0; --i) states.push_back(test::random_passable(random, grid));
    std::string bytes = "before";
    pack_states(grid, states, bytes);
    std::string_view rest = std::string_view(bytes).substr(6);
    std::vector<NodeId> again;
    ASSERT_TRUE(unpack_states(grid, rest, static_cast<std::uint32_t>(states.size()), again));
    EXPECT_TRUE(rest.empty());
    EXPECT_EQ(again, states);
  }
}

TEST(PackedStates, reach_across_the_largest_maps) {
  const Grid grid = *Grid::create(Grid::kMaxSide, 2, true);
  const std::vector<NodeId> states{grid.node(0, 0), grid.node(Grid::kMaxSide - 1, 1), grid.node(0, 0)};
  std::string bytes;
  pack_states(grid, states, bytes);
  std::string_view rest = bytes;
  std::vector<NodeId> again;
  ASSERT_TRUE(unpack_states(grid, rest, 3, again));
  EXPECT_EQ(again, states);
}

TEST(CaseBase, may_be_empty) {
  const Map map = open_map();
  const auto cases = test::open_cases(bytes_of(map, {0, "", ""}), map);
  ASSERT_TRUE(cases) << cases.error().to_string();
  EXPECT_EQ(cases->records(), 0u);
}

TEST(CaseBase, refuses_bytes_with_right_checksums_that_mean_nothing) {
  Map map = open_map();
  map.set(0, 0, false);
  const Parts good = good_parts(map);
  EXPECT_EQ(error_of(map, good), "");

  const std::string unreadable = "test.cases: record 0 is cut off, or has a state that is no passable cell of the map";
  EXPECT_EQ(error_of(map, parts_of(map, {{{1, 1}, {0, 0}, {9, 1}}, {{20, 3}, {25, 3}}})), unreadable);
  for (const NodeId outside : {NodeId{0}, map.grid().id_bound(), kNoNode, map.grid().node(0, 3) - 1}) {
    Parts parts = good;
    std::string bytes;
    append_number(bytes, outside);
    parts.states.replace(0, 4, bytes);
    EXPECT_EQ(error_of(map, parts), unreadable);
  }
  for (const char width : {'\0', '\x12', '\xff'}) {
    Parts parts = good;
    parts.states[4] = width;
    EXPECT_EQ(error_of(map, parts), unreadable);
  }
  EXPECT_EQ(error_of(map, parts_of(map, {{{1, 1}, {1, 1}, {9, 1}}, {{20, 3}, {25, 3}}})),
            "test.cases: state 1 of record 0 is the one before");
  Parts parts = good;
  parts.lengths[2] = 1;
  EXPECT_EQ(error_of(map, parts), "test.cases: record 1 has 1 states");
  parts = good;
  parts.lengths[2] = 3;
  EXPECT_NE(error_of(map, parts), "");
  parts = good;
  parts.states.pop_back();
  EXPECT_NE(error_of(map, parts), "");
  parts = good;
  parts.states += '\0';
  EXPECT_EQ(error_of(map, parts), "test.cases: section paths has bytes after the last record");
  parts = good;
  parts.records = 3;
  EXPECT_NE(error_of(map, parts), "");
  parts = good;
  parts.records = CaseBase::kMaxRecords + 1;
  EXPECT_NE(error_of(map, parts), "");
  EXPECT_EQ(error_of(map, parts_of(map, {{{29, 1}, {5, 5}, {9, 1}}, {{20, 3}, {25, 3}}})),
            "test.cases: the records are not in the order of a trip tree");
}

TEST(CaseBase, has_fragments_where_the_file_says_so) {
  const Map map = open_map();
  Parts parts = good_parts(map);
  parts.fragments = 1;
  const auto cases = test::open_cases(bytes_of(map, parts), map);
  ASSERT_TRUE(cases) << cases.error().to_string();
  EXPECT_EQ(cases->wholes(), 2u);
  EXPECT_EQ(cases->records(), 4u);  // three of the first record
  for (const std::uint64_t other : {0u, 2u}) {
    parts.fragments = other;
    EXPECT_NE(error_of(map, parts).find("parameter fragments is " + std::to_string(other)), std::string::npos);
  }
  parts.fragments = 1;
  EXPECT_EQ(test::open_cases(bytes_of(map, parts, DatabaseKind::kCases2009), map).error().message,
            "records of kind knn-2009 have no fragments");
  // Few bytes with very many.
  std::vector<Cell> back_and_forth;
  for (int i = 0; i < 3200; ++i) back_and_forth.push_back({i % 2, 0});
  parts = parts_of(map, {back_and_forth});
  parts.records = 1;
  EXPECT_EQ(error_of(map, parts), "");
  parts.fragments = 1;
  EXPECT_EQ(error_of(map, parts), "test.cases: its records have 5118400 fragments, more than 5000000");
}

TEST(CaseBase, refuses_other_maps_and_kinds) {
  const Map map = open_map();
  Map other = open_map();
  other.set(29, 19, false);
  const std::string bytes = bytes_of(map, good_parts(map));
  EXPECT_TRUE(test::open_cases(bytes, map));
  EXPECT_FALSE(test::open_cases(bytes, other));
  EXPECT_FALSE(test::open_cases(bytes, Map(*Grid::create(30, 20, true), test::few_rules()[1])));
  EXPECT_FALSE(test::open_cases(bytes_of(map, good_parts(map), DatabaseKind::kPatterns), map));
}

// Every byte of a file changed to others: an error or a database that can be read through, never a crash.
TEST(CaseBase, bears_any_byte) {
  Random random(1);
  const Map map = open_map();
  for (int round = 0; round < 20'000; ++round) {
    Parts parts = good_parts(map);
    std::string& bytes = random.chance(1, 2) ? parts.lengths : parts.states;
    for (std::uint32_t i = 1 + random.below(4); i > 0; --i) {
      bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(random.next());
    }
    const auto cases = test::open_cases(bytes_of(map, parts), map);
    if (!cases) continue;
    for (std::uint32_t i = 0; i < cases->records(); ++i) {
      for (std::uint32_t j = 0; j < cases->record(i).size(); ++j) {
        ASSERT_TRUE(map.grid().passable(cases->record(i)[j]));
      }
    }
  }
}

}  // namespace waymark::subgoals_case_base_test
