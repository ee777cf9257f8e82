// ME-IDA* against its pseudocode, unit by unit, and what its table is for.
#include "waymark/search/me_ida.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "support/ascii.hpp"
#include "support/compare_ida.hpp"
#include "support/sanitized.hpp"
#include "waymark/search/ida.hpp"

namespace waymark::search_me_ida_test {

TEST(MeIda, expands_and_steps_back_as_the_pseudocode_under_every_rule_and_any_pair_of_costs) {
  Random random(611);
  int solved = 0;
  int given_up = 0;
  for (int round = 0; round < test::rounds(150); ++round) {
    const auto table = std::uint32_t{1} << random.below(8);  // many states share a place of a small one
    for (MoveRules rules : test::all_rules()) {
      if (round % 3 == 2) rules.costs = test::random_costs(random);
      const Map map(test::random_grid(random, random.between(1, 8), random.between(1, 8),
                                      static_cast<unsigned>(random.between(0, 50))),
                    rules);
      const std::uint64_t limit = round % 2 == 0 ? 400 : 1 + random.below(15);
      const PathFinderPtr finder = *make_me_ida(map, {.table = table, .limit = limit});
      for (int problem = 0; problem < 2; ++problem) {  // the second finds entries of the first in the table
        const NodeId start = test::random_passable(random, map.grid());
        const NodeId goal = test::random_passable(random, map.grid());
        if (start == kNoNode || !map.connected(start, goal)) continue;
        ASSERT_NO_FATAL_FAILURE(test::compare_ida(map, *finder, start, goal, limit, table)) << table << " entries";
        ++(finder->status() == Status::kSolved ? solved : given_up);
      }
    }
  }
  EXPECT_GT(solved, 10 * given_up);
  EXPECT_GT(given_up, test::enough(20));
}

TEST(MeIda, never_holds_more_than_its_table) {
  Random random(612);
  const Map map(test::random_grid(random, 80, 70, 20));
  for (const std::uint32_t table : {1u, 2u, 3u, 100u, 4'096u, 70'000u}) {
    const std::uint64_t entries = std::uint64_t{1} << (std::bit_width(table) - 1u);
    const PathFinderPtr finder = *make_me_ida(map, {.table = table, .limit = 5'000});
    const std::uint64_t before = finder->bytes();
    EXPECT_GE(before, 20 * entries);
    EXPECT_LE(before, 20 * entries + 512);
    std::uint64_t longest = 0;  // as IDA* tells it, which visits no fewer states
    const PathFinderPtr plain = *make_ida(map, {.limit = 5'000});
    std::uint64_t most = 0;
    for (int problem = 0; problem < 20; ++problem) {
      const NodeId start = test::random_passable(random, map.grid());
      const NodeId goal = test::random_passable(random, map.grid());
      plain->solve(start, goal);
      finder->solve(start, goal);
      longest = std::max(longest, plain->work().peak_states);
      most = std::max(most, finder->work().peak_states);
    }
    EXPECT_LE(most, entries + 2 * longest) << table;
    EXPECT_GE(most, std::min<std::uint64_t>(entries, 500)) << table;
    EXPECT_LE(finder->bytes(), before + 12 * 4 * longest) << table;  // the path; nothing else grew
  }
}

TEST(MeIda, a_larger_table_saves_work) {
  Random random(613);
  const Map map(test::random_grid(random, 20, 20, 25));
  const PathFinderPtr without = *make_ida(map, {.limit = 20'000});
  const PathFinderPtr little = *make_me_ida(map, {.table = 16, .limit = 20'000});
  const PathFinderPtr much = *make_me_ida(map, {.table = 4'096, .limit = 20'000});
  std::uint64_t expanded[3] = {};
  for (int problem = 0; problem < 40; ++problem) {
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    without->solve(start, goal);
    little->solve(start, goal);
    much->solve(start, goal);
    expanded[0] += without->work().expanded;
    expanded[1] += little->work().expanded;
    expanded[2] += much->work().expanded;
  }
  EXPECT_LT(2 * expanded[1], expanded[0]);
  EXPECT_LT(2 * expanded[2], expanded[1]);
}

TEST(MeIda, refuses_parameters_out_of_their_range) {
  const Map map(*Grid::create(3, 3, true));
  EXPECT_FALSE(make_me_ida(map, {.table = 0}));
  EXPECT_FALSE(make_me_ida(map, {.table = (1u << 24u) + 1}));
  EXPECT_FALSE(make_me_ida(map, {.limit = 0}));
  EXPECT_TRUE(make_me_ida(map, {.table = 1, .limit = 1}));
}

}  // namespace waymark::search_me_ida_test
