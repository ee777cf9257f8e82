// Agents of many threads on one map and one set of databases, with edits between their steps: what agent.hpp promises.
// The thread sanitizer watches.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/agents.hpp"
#include "support/map_edits.hpp"
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
    for (const std::string& text : test::all_agents_and_those_that_give_up()) {
      const DatabaseNeeds needs = parse_algorithm(text)->needs();
      if (needs.first != DatabaseKind::kNone && (needs.base != 0 || needs.exit != PatternExit::kFirst)) continue;
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

// Every agent there is, on one map: between frames it is edited and maintained, and goals move.
class Frames {
 public:
  Frames() : random_(7), grid_(test::random_grid(random_, 30, 24, 20)) {
    grid_.fill({0, 11, 30, 2}, true);  // a street from side to side
  }

  // What each agent did, frame by frame, with the agents dealt out to so many threads.
  [[nodiscard]] std::vector<std::vector<Seen>> walk(std::size_t threads) const {
    Map map{Grid(grid_)};
    const NodeId start = map.grid().node(1, 11);
    const NodeId goal = map.grid().node(28, 12);
    std::vector<test::OwnedAgent> agents;
    for (const std::string& text : test::all_agents_and_those_that_give_up()) {
      agents.push_back(*test::make_agent(text, map));
      agents.back()->reset(start, goal);
    }
    std::vector<std::vector<Seen>> seen(agents.size());
    Random random(5);
    for (int frame = 0; frame < kFrames; ++frame) {
      for (int edits = random.between(0, 2); edits > 0; --edits) test::edit_anything(random, map, start, goal);
      if (frame % 3 == 1) map.maintain({random.below(3'000)});
      const NodeId next_goal = map.grid().node(random.between(20, 29), random.between(8, 14));
      const auto make_frame = [&](std::size_t thread) {
        for (std::size_t i = thread; i < agents.size(); i += threads) {
          Agent& agent = *agents[i];
          if (frame % 4 == 2) agent.retarget(next_goal);
          if (agent.status() == Status::kSolved) agent.reset(start, goal, Learning::kKeep);
          for (int step = 0; step < kStepsOfFrame; ++step) {
            agent.step({std::max<std::uint64_t>(agent.smallest_budget(), 40)});
            seen[i].push_back({agent.position(), agent.status(), agent.work()});
          }
        }
      };
      std::vector<std::thread> running;
      for (std::size_t thread = 1; thread < threads; ++thread) running.emplace_back(make_frame, thread);
      make_frame(0);
      for (std::thread& thread : running) thread.join();
    }
    return seen;
  }

 private:
  static constexpr int kFrames = 16;
  static constexpr int kStepsOfFrame = 3;

  Random random_;
  Grid grid_;
};

TEST(ThreadsOfAgents, make_the_same_moves_as_one_thread_with_edits_maintenance_and_moving_goals_between_frames) {
  const Frames frames;
  const std::vector<std::vector<Seen>> alone = frames.walk(1);
  const std::vector<std::vector<Seen>> both = frames.walk(2);
  const std::vector<std::string> texts = test::all_agents_and_those_that_give_up();
  ASSERT_EQ(alone.size(), both.size());
  std::size_t moved = 0;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i], both[i]) << texts[i];
    for (std::size_t k = 1; k < alone[i].size(); ++k) {
      if (alone[i][k].position != alone[i][k - 1].position) ++moved;
    }
  }
  EXPECT_GT(moved, alone.size() * alone.front().size() / 4);
}

}  // namespace waymark::agent_threads_test
