// Tables lent by the thread: who borrows them after whom, and on which thread, never shows, and no step allocates them
// where they were prepared.
#include "agent/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/agents.hpp"
#include "support/allocations.hpp"
#include "support/sanitized.hpp"

namespace waymark::agent_workspace_test {

struct Seen {
  std::vector<NodeId> positions;
  Work work;
  std::vector<std::uint64_t> units;
  friend bool operator==(const Seen&, const Seen&) = default;
};

void step(Agent& agent, Seen& seen) {
  const AgentStep made = agent.step();
  seen.positions.push_back(made.position);
  seen.units.push_back(made.work);
  seen.work = agent.work();
}

// Small ones and large ones of each tool.
const std::vector<std::string>& borrowers() {
  static const std::vector<std::string> kTexts{"lrta:d=2",
                                               "lrta:d=9",
                                               "rta:d=3",
                                               "lrta:g_max=3",
                                               "lrta:g_max=9,gamma=0.5",
                                               "lrta:d=4,gamma=0.5",
                                               "rtaa:N=300",
                                               "rtaa:N=3",
                                               "lss-lrta:N=40",
                                               "lss-lrta:N=700,moves=frontier",
                                               "da-lss-lrta:N=7",
                                               "da-rtaa:N=150",
                                               "wb-lss-lrta:N=25,w=1.7",
                                               "lrts:d=2,learning=uniform",
                                               "lrts:d=7,learning=uniform,gamma=0.7",
                                               "lrts:d=5,pathmax=off",
                                               "lrta-oracle:d_max=5",
                                               "lrta-dt-g",
                                               "knn-lrta-2009:m=3,d=4",
                                               "knn-lrta:M=1,cutoff=3,fallback=da-rtaa",
                                               "d-lrta:d=6",
                                               "d-lrta:fallback=da-rtaa",
                                               "lrta-pdb-pdb",
                                               "lrta-pdb-g"};
  return kTexts;
}

struct Scene {
  explicit Scene(std::uint64_t seed) : Scene(Random(seed)) {}
  explicit Scene(Random random) : map(test::random_grid(random, 40, 30, 30)) {
    do {
      start = test::random_passable(random, map.grid());
      goal = test::random_passable(random, map.grid());
    } while (!map.connected(start, goal) || start == goal);
  }
  Map map;
  NodeId start = kNoNode;
  NodeId goal = kNoNode;
};

constexpr int kSteps = 150;

TEST(WorkspaceThreads, agents_that_share_one_move_as_each_does_alone) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Scene at(seed);
    std::vector<Seen> alone(borrowers().size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
      // A new thread has tables for nobody.
      std::thread([&] {
        EXPECT_EQ(this_thread_workspace().heap_bytes(), Workspace().heap_bytes());
        const auto agent = *test::make_agent(borrowers()[i], at.map);
        agent->reset(at.start, at.goal);
        for (int n = 0; n < kSteps && agent->status() == Status::kInProgress; ++n) step(*agent, alone[i]);
      }).join();
    }
    // On one thread, in turn.
    std::vector<test::OwnedAgent> agents;
    for (const std::string& text : borrowers()) agents.push_back(*test::make_agent(text, at.map));
    std::vector<Seen> shared(agents.size());
    for (const test::OwnedAgent& agent : agents) agent->reset(at.start, at.goal);
    for (int n = 0; n < kSteps; ++n) {
      for (std::size_t i = 0; i < agents.size(); ++i) {
        if (agents[i]->status() == Status::kInProgress) step(*agents[i], shared[i]);
      }
    }
    for (std::size_t i = 0; i < agents.size(); ++i) EXPECT_TRUE(shared[i] == alone[i]) << borrowers()[i];
  }
}

// Made here, walked by two others at once, and from step to step by another of them.
TEST(WorkspaceThreads, an_agent_moves_the_same_on_whichever_thread_it_steps) {
  const Scene at(4);
  std::vector<test::OwnedAgent> agents;
  std::vector<test::OwnedAgent> twins;
  for (const std::string& text : borrowers()) {
    agents.push_back(*test::make_agent(text, at.map));
    twins.push_back(*test::make_agent(text, at.map));
  }
  std::vector<Seen> here(agents.size());
  std::vector<Seen> there(agents.size());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    agents[i]->reset(at.start, at.goal);
    twins[i]->reset(at.start, at.goal);
  }
  for (std::size_t round = 0; round < 6; ++round) {
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 2; ++thread) {
      threads.emplace_back([&, thread] {
        for (int n = 0; n < kSteps / 6; ++n) {
          for (std::size_t i = (round + thread) % 2; i < agents.size(); i += 2) {
            if (twins[i]->status() == Status::kInProgress) step(*twins[i], there[i]);
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (int n = 0; n < kSteps && agents[i]->status() == Status::kInProgress; ++n) step(*agents[i], here[i]);
    EXPECT_TRUE(here[i] == there[i]) << borrowers()[i];
  }
}

// After a walk on the thread that made it, an agent has the pages that the same walk needs again.
TEST(Workspace, takes_memory_on_a_new_thread_when_it_is_prepared_and_not_in_a_step) {
  if (test::held_bytes() == 0) GTEST_SKIP() << "allocations are not counted under the thread sanitizer";
  const Scene at(5);
  const auto walk = [&](Agent& agent) {
    agent.reset(at.start, at.goal);
    for (int n = 0; n < 1000 && agent.status() == Status::kInProgress; ++n) agent.step();
  };
  for (const std::string& text : test::real_time_agents()) {
    if (!test::goes_with(text, at.map)) continue;
    const auto agent = *test::make_agent(text, at.map);
    walk(*agent);
    std::thread([&] {
      this_thread_workspace();
      agent->prepare_thread();
      EXPECT_EQ(test::allocations_of([&] { walk(*agent); }).count, 0u) << text;
    }).join();
  }
  for (const std::string text : {"lrta:d=3", "lrta:g_max=4", "lss-lrta", "da-rtaa", "lrts:learning=uniform",
                                 "lrta-dt-g", "knn-lrta-2009:d=3", "d-lrta:d=3", "d-lrta:d=3,fallback=da-rtaa"}) {
    const auto agent = *test::make_agent(text, at.map);
    walk(*agent);
    std::thread([&] {
      EXPECT_GT(test::allocations_of([&] { agent->prepare_thread(); }).count, 0u) << text;
      EXPECT_EQ(test::allocations_of([&] { agent->prepare_thread(); }).count, 0u) << text;
    }).join();
    std::thread([&] {  // not prepared: once
      EXPECT_GT(test::allocations_of([&] { walk(*agent); }).count, 0u) << text;
      EXPECT_EQ(test::allocations_of([&] { walk(*agent); }).count, 0u) << text;
    })
        .join();
  }
}

TEST(Workspace, is_no_part_of_what_a_unit_keeps) {
  const Map map(*Grid::create(512, 512, true));
  const auto bytes = [&](const std::string& text) { return parse_algorithm(text)->make_agent(map).value()->bytes(); };
  EXPECT_EQ(bytes("lrta:d=50"), bytes("lrta:d=2"));
  EXPECT_EQ(bytes("lrta:g_max=50"), bytes("lrta:g_max=2"));
  EXPECT_EQ(bytes("lrta-oracle:d_max=30"), bytes("lrta-oracle:d_max=2"));
  EXPECT_EQ(bytes("lrts:d=30,learning=uniform"), bytes("lrts:d=2") + 28 * sizeof(NodeId));  // the way it walks
  for (const std::string text : {"rtaa", "lss-lrta", "da-rtaa", "da-lss-lrta", "wb-lss-lrta"}) {
    EXPECT_EQ(bytes(text + ":N=10000"), bytes(text + ":N=40") + 10'000) << text;  // the moves it walks
  }
}

TEST(PlyLookahead, costs_no_more_than_all_its_plies_on_a_map) {
  for (const auto& [width, height] : {std::pair{1, 1}, {2, 1}, {3, 3}, {5, 5}, {5, 7}, {24, 24}, {25, 25}, {40, 31}}) {
    const Map map(*Grid::create(width, height, true));
    std::uint64_t sum = 0;
    std::uint64_t on_any_map = 0;
    for (std::uint32_t depth = 1; depth <= 60; ++depth) {
      const std::uint64_t ply = std::uint64_t{2 * depth - 1} * (2 * depth - 1);
      sum += std::min<std::uint64_t>(ply, static_cast<std::uint64_t>(width * height));
      on_any_map += ply;
      EXPECT_EQ(PlyLookahead::bound(map, depth), sum);
      EXPECT_EQ(PlyLookahead::bound(depth), on_any_map);
    }
  }
}

}  // namespace waymark::agent_workspace_test
