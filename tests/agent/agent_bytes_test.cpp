// What agents say that they hold in memory is what they took from the heap and from the map's pages and have not given
// back.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/ascii.hpp"
#include "support/sanitized.hpp"
#include "waymark/io/database_file.hpp"

namespace waymark::agent_agent_bytes_test {

// Bytes in pieces of the allocator, which are up to 15 larger than asked for, and what no table counts: the blocks of
// a deque, the owner of a shared abstraction.
constexpr std::uint64_t kSlackPercent = 20;
constexpr std::uint64_t kSlack = 4096;

TEST(BytesOfAgents, are_what_they_took_and_hold) {
  if (test::held_bytes() == 0) GTEST_SKIP() << "allocations are not counted under the thread sanitizer";
  if (test::kSanitized) GTEST_SKIP() << "the address sanitizer does not tell of aligned memory";
  Random random(9);
  for (const int side : {20, 60, 100}) {
    const Map map(test::random_grid(random, side, side, 25));
    for (const std::string& text : test::all_agents()) {
      auto bytes = test::database_for(text, map, test::kTestDatabases);
      ASSERT_TRUE(bytes) << text << ": " << bytes.error().to_string();
      DatabaseSet databases;
      if (!bytes->empty()) {
        ASSERT_TRUE(databases.add_bytes(*std::move(bytes), "test", map)) << text;
      }
      const auto choice = parse_algorithm(text);
      // What is derived from the map is the map's: an agent before has made it.
      choice->make_agent(map, Agent::kUnbounded, databases.view()).value().reset();
      const auto from_heap = [&] { return test::held_bytes() - static_cast<std::int64_t>(map.memory().bytes()); };
      const std::int64_t before = from_heap();
      ASSERT_EQ(map.memory().bytes_in_use(), 0u) << text;
      auto agent = choice->make_agent(map, Agent::kUnbounded, databases.view());
      ASSERT_TRUE(agent) << text << ": " << agent.error().to_string();
      for (int trial = 0; trial < 3; ++trial) {
        (*agent)->reset(test::random_passable(random, map.grid()), test::random_passable(random, map.grid()));
        for (int step = 0; step < 500 && (*agent)->status() == Status::kInProgress; ++step) (*agent)->step();
      }
      const auto held = static_cast<std::uint64_t>(from_heap() - before) + map.memory().bytes_in_use();
      const std::uint64_t said = (*agent)->bytes();
      EXPECT_LE(said, held) << text << " on " << side;
      EXPECT_GE((*agent)->most_bytes(), said) << text;
      EXPECT_GE(said + said * kSlackPercent / 100 + kSlack, held) << text << " on " << side;
    }
  }
}

TEST(BytesOfAgents, do_not_count_what_is_derived_from_the_map) {
  if (test::held_bytes() == 0) GTEST_SKIP() << "allocations are not counted under the thread sanitizer";
  if (test::kSanitized) GTEST_SKIP() << "the address sanitizer does not tell of aligned memory";
  Random random(10);
  for (const std::string text : {"jps", "pra", "pr-lrta"}) {
    const Map map(test::random_grid(random, 150, 150, 25));
    const std::int64_t before = test::held_bytes();
    { const AgentPtr agent = *parse_algorithm(text)->make_agent(map, Agent::kUnbounded, {}); }
    const auto held = static_cast<std::uint64_t>(test::held_bytes() - before);
    const std::uint64_t said = map.derived_bytes();
    EXPECT_GT(said, 150u * 150u * 2) << text;
    EXPECT_LE(said, held + kSlack) << text;
    EXPECT_GE(said + said * kSlackPercent / 100 + kSlack, held) << text;
  }
}

}  // namespace waymark::agent_agent_bytes_test
