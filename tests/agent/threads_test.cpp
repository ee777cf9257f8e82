// Agents of many threads on one map and one set of databases, with edits between their steps: what agent.hpp promises.
// The thread sanitizer watches.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/agents.hpp"
#include "waymark/agent/pr_lrta.hpp"
#include "waymark/agent/pra.hpp"

namespace waymark::agent_threads_test {

constexpr std::size_t kThreads = 3;
constexpr int kSteps = 12;  // of each agent in a phase

struct Seen {
  NodeId position;
  Status status;
  Work work;
  friend bool operator==(const Seen&, const Seen&) = default;
};

TEST(ThreadsOfAgents, share_a_map_and_databases_that_are_edited_between_their_steps) {
  Random random(1);
  Map map(test::random_grid(random, 40, 30, 15));
  map.fill({0, 14, 40, 2}, true);  // a street from side to side
  const NodeId start = map.grid().node(1, 14);
  const NodeId goal = map.grid().node(38, 15);

  const auto made = build_small_databases(map, test::kTestDatabases);
  ASSERT_TRUE(made) << made.error().to_string();
  std::vector<std::vector<AgentPtr>> agents(kThreads);
  for (std::vector<AgentPtr>& own : agents) {
    for (const std::string& text : test::all_agents()) {
      if (parse_algorithm(text)->needs().base != 0 && test::database_of(text) != DatabaseKind::kNone) continue;
      own.push_back(*parse_algorithm(text)->make_agent(map, Agent::kUnbounded, made->view()));
    }
    own.push_back(*make_pra(map, {.k = 3}));
    own.push_back(*make_pr_lrta(map, {.level = 2}));
  }

  for (const Rect edit : {Rect{0, 0, 0, 0}, Rect{20, 10, 1, 8}, Rect{25, 14, 3, 1}, Rect{30, 2, 9, 9}}) {
    if (edit.width > 0) map.fill(edit, edit.width == 3);
    std::vector<std::vector<Seen>> seen(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        for (const AgentPtr& agent : agents[i]) {
          if (agent->status() != Status::kInProgress) agent->reset(start, goal, Learning::kKeep);
          for (int step = 0; step < kSteps && agent->status() == Status::kInProgress; ++step) {
            agent->step({std::max<std::uint64_t>(agent->smallest_budget(), 60)});
          }
          seen[i].push_back({agent->position(), agent->status(), agent->work()});
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 1; i < kThreads; ++i) EXPECT_EQ(seen[i], seen[0]);
  }
}

}  // namespace waymark::agent_threads_test
