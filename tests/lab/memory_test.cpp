#include "lab/run/memory.hpp"

#include <gtest/gtest.h>

#include "lab/run/small_databases.hpp"
#include "support/ascii.hpp"

namespace waymark::lab_memory_test {

TEST(DatabaseFigures, are_states_bytes_and_the_share_of_the_map) {
  const Map map(test::grid_from({"........", ".@@@@@@.", "......@.", ".@@@@.@.", "........"}));
  const SmallDatabaseOptions options{.records = 5, .level = 1, .depth_cap = 3, .d_max = 3, .training = 2};
  const auto bytes = *small_database_bytes(map, options);
  const DatabaseSet set = *build_small_databases(map, options);
  const auto figures_of = [&](std::string_view key) {
    return database_figures(*parse_algorithm(key), set.view(), map);
  };
  EXPECT_FALSE(figures_of("a-star"));
  EXPECT_FALSE(figures_of("pr-lrta"));

  const DatabaseFigures cases = *figures_of("knn-lrta");
  EXPECT_EQ(cases.bytes, bytes[0].size());
  EXPECT_EQ(cases.states, set.view().cases->states_stored());
  EXPECT_DOUBLE_EQ(cases.relative, static_cast<double>(cases.states) / 40);
  const DatabaseFigures cases_2009 = *figures_of("knn-lrta-2009");
  EXPECT_EQ(cases_2009.bytes, bytes[1].size());
  EXPECT_EQ(cases_2009.states, 15u);  // three a record
  const DatabaseFigures patterns = *figures_of("d-lrta");
  const std::uint64_t regions = set.view().patterns->regions();
  EXPECT_EQ(patterns.bytes, bytes[2].size());
  EXPECT_EQ(patterns.states, 3 * regions * (regions - 1) + 40);
  EXPECT_EQ(figures_of("pr-lrta:depth=pdb,goal=pdb")->bytes, bytes[2].size());
  EXPECT_EQ(figures_of("pr-lrta:depth=pdb")->bytes, bytes[4].size());
  const DatabaseFigures two = *figures_of("lrta-pdb-pdb:fallback=lrta-pdb-g");
  EXPECT_EQ(two.bytes, bytes[2].size() + bytes[4].size());
  EXPECT_EQ(two.states, patterns.states + set.view().depths->states_stored());
  EXPECT_EQ(figures_of("pr-lrta:depth=pdb,goal=pdb,revisit=depths")->bytes, two.bytes);
  const DatabaseFigures tree = *figures_of("lrta-dt-g");
  EXPECT_EQ(tree.states, 0u);
  EXPECT_EQ(tree.relative, 0);
  EXPECT_EQ(tree.bytes, bytes[3].size());
}

TEST(BreakEven, is_the_first_number_of_agents_that_take_less) {
  EXPECT_EQ(break_even(100, 0, 30), 4u);  // 100 < 4 * 30, but not < 3 * 30
  EXPECT_EQ(break_even(90, 0, 30), 4u);   // as much is not less
  EXPECT_EQ(break_even(89, 0, 30), 3u);
  EXPECT_EQ(break_even(0, 10, 30), 1u);
  EXPECT_EQ(break_even(1000, 29.5, 30), 2001u);
  EXPECT_EQ(break_even(100, 30, 30), std::nullopt);
  EXPECT_EQ(break_even(0, 31, 30), std::nullopt);
}

}  // namespace waymark::lab_memory_test
