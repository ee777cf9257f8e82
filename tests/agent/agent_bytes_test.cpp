// What agents say that they hold in memory is what they took from the heap and have not given back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "waymark/lab/small_databases.hpp"

namespace waymark {
namespace {

// Bytes in pieces of the allocator, which are up to 15 larger than asked for, and what no table counts: the blocks of
// a deque, the owner of a shared abstraction.
constexpr std::uint64_t kSlackPercent = 20;
constexpr std::uint64_t kSlack = 4096;

std::vector<std::string> every_agent() {
  std::vector<std::string> texts = test::all_agents();
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.database != DatabaseKind::kNone) texts.emplace_back(info.key);
  }
  for (const char* text : {"knn-lrta:fallback=da-rtaa", "knn-lrta:fallback=tb-wa", "d-lrta:fallback=tb-wa"}) {
    texts.emplace_back(text);
  }
  return texts;
}

TEST(BytesOfAgents, are_what_they_took_and_hold) {
  if (test::held_bytes() == 0) GTEST_SKIP() << "allocations are not counted under the thread sanitizer";
  Random random(9);
  for (const int side : {20, 60, 200}) {
    const Map map(test::random_grid(random, side, side, 25));
    SmallDatabaseOptions options;
    options.records = 100;
    options.level = 2;
    options.depth_cap = 3;
    const auto databases = build_small_databases(map, options);
    ASSERT_TRUE(databases) << databases.error().to_string();
    for (const std::string& text : every_agent()) {
      const auto choice = parse_algorithm(text);
      ASSERT_TRUE(choice) << text;
      const std::int64_t before = test::held_bytes();
      auto agent = choice->make_agent(map, Agent::kUnbounded, databases->view());
      if (!agent) continue;  // another content of the database is needed
      for (int trial = 0; trial < 3; ++trial) {
        (*agent)->reset(test::random_passable(random, map.grid()), test::random_passable(random, map.grid()));
        for (int step = 0; step < 500 && (*agent)->status() == Status::kInProgress; ++step) (*agent)->step();
      }
      const auto held = static_cast<std::uint64_t>(test::held_bytes() - before);
      const std::uint64_t said = (*agent)->bytes();
      EXPECT_LE(said, held) << text << " on " << side;
      EXPECT_GE(said + said * kSlackPercent / 100 + kSlack, held) << text << " on " << side;
    }
  }
}

}  // namespace
}  // namespace waymark
