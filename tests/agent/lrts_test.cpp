// LRTS, Prioritized LRTA*, LRTA* (ORACLE, G) and LRTA* with a cost limit against plain transcriptions, and what they
// claim of their learned heuristics.
#include "waymark/agent/lrts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "agent/update_queue.hpp"
#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "support/plain_lrta_variants.hpp"
#include "support/plain_lrts.hpp"
#include "support/sanitized.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/agent/lrta_oracle.hpp"
#include "waymark/agent/p_lrta.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::agent_lrts_test {

struct Problem {
  const Map& map;
  NodeId start;
  NodeId goal;
  test::Place from;
  test::Place to;
};

test::Place place_of(const Map& map, NodeId node) {
  const Cell cell = map.grid().cell(node);
  return {cell.x, cell.y};
}

// Blocks scattered about, and cups for a real-time agent to be caught in.
Grid grid_with_cups(Random& random) {
  const int width = random.between(2, 24);
  const int height = random.between(2, 24);
  Grid grid = test::random_grid(random, width, height, static_cast<unsigned>(random.between(0, 40)));
  for (int cup = random.between(0, 4); cup > 0; --cup) {
    const int left = random.between(0, width - 1);
    const int top = random.between(0, height - 1);
    const int size = random.between(2, 9);
    const int open_side = random.between(0, 3);
    for (int i = 0; i <= size; ++i) {
      if (open_side != 0) grid.set(left + i, top, false);
      if (open_side != 1) grid.set(left + i, top + size, false);
      if (open_side != 2) grid.set(left, top + i, false);
      if (open_side != 3) grid.set(left + size, top + i, false);
    }
  }
  return grid;
}

// Calls `body` on random solvable problems under every rule.
void for_random_problems(std::uint64_t seed, int rounds, const std::function<void(Random&, const Problem&)>& body) {
  Random random(seed);
  for (const MoveRules& rules : test::few_rules()) {
    for (int round = 0; round < test::rounds(rounds); ++round) {
      const Map map(grid_with_cups(random), rules);
      NodeId start = kNoNode;
      NodeId goal = kNoNode;
      for (int attempt = 0; attempt < 20; ++attempt) {  // the longest way of a few
        const NodeId a = test::random_passable(random, map.grid());
        const NodeId b = test::random_passable(random, map.grid());
        if (a == kNoNode || !map.connected(a, b)) continue;
        if (start == kNoNode || test::empty_map_distance(rules, place_of(map, a), place_of(map, b)) >
                                    test::empty_map_distance(rules, place_of(map, start), place_of(map, goal))) {
          start = a;
          goal = b;
        }
      }
      if (start == kNoNode) continue;
      body(random, {map, start, goal, place_of(map, start), place_of(map, goal)});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class Plain>
void expect_same_walk(const Problem& problem, const std::string& text, Plain plain) {
  const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
  agent->reset(problem.start, problem.goal);
  for (int move = 0; move < 300 && !plain.done(); ++move) {
    plain.move();
    const AgentStep step = agent->step();
    ASSERT_EQ(place_of(problem.map, step.position), plain.position()) << text << " move " << move;
    ASSERT_EQ(step.work, plain.work()) << text << " move " << move;
  }
  ASSERT_EQ(agent->status() == Status::kSolved, plain.done()) << text;
  const Grid& grid = problem.map.grid();
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      if (!grid.passable(x, y)) continue;
      ASSERT_EQ(agent->heuristic(grid.node(x, y)), plain.h({x, y})) << text;
    }
  }
}

TEST(PLrta, moves_and_learns_as_the_paper_says) {
  for_random_problems(1, 120, [](Random& random, const Problem& problem) {
    const int n = random.chance(1, 2) ? random.between(1, 12) : random.between(13, 200);
    expect_same_walk(problem, "p-lrta:N=" + std::to_string(n),
                     test::PlainPLrta(problem.map.grid(), problem.map.rules(), problem.from, problem.to,
                                      static_cast<std::size_t>(n)));
  });
}

TEST(Lrts, moves_and_learns_as_the_paper_says) {
  for_random_problems(2, 150, [](Random& random, const Problem& problem) {
    const int d = random.between(1, 5);
    const int gamma = random.chance(1, 2) ? 1000 : random.between(1, 999);
    const int quota = random.chance(1, 2) ? 0 : random.between(1, 20);  // T
    const bool uniform = random.chance(1, 2);
    const bool every_move = random.chance(1, 3);
    const bool path_max = every_move || random.chance(1, 2);
    std::string text = "lrts:d=" + std::to_string(d) + ",gamma=" + thousandths_to_string(gamma);
    text += ",T=" + std::to_string(quota) + ",learning=" + (uniform ? "uniform" : "current");
    text += std::string(",search=") + (every_move ? "every-move" : "frontier");
    text += std::string(",pathmax=") + (path_max ? "on" : "off");
    test::PlainLrts::Options options{d, static_cast<std::uint64_t>(gamma), {}, uniform, every_move, path_max};
    if (quota != 0) options.quota = static_cast<std::uint64_t>(quota) * problem.map.rules().costs.cardinal;
    expect_same_walk(problem, text,
                     test::PlainLrts(problem.map.grid(), problem.map.rules(), problem.from, problem.to, options));
  });
}

std::string oracle_text(int d_max, bool all_agree, bool best_first) {
  return "lrta-oracle:d_max=" + std::to_string(d_max) + (all_agree ? ",depth=agreeing" : ",depth=least") +
         (best_first ? ",shape=best-first" : ",shape=plies");
}

TEST(LrtaOracle, moves_and_learns_as_the_paper_says) {
  for_random_problems(3, 60, [](Random& random, const Problem& problem) {
    const int d_max = random.between(1, 6);
    const bool all_agree = random.chance(2, 3);
    const bool best_first = random.chance(1, 3);
    expect_same_walk(problem, oracle_text(d_max, all_agree, best_first),
                     test::PlainOracle(problem.map.grid(), problem.map.rules(), problem.from, problem.to, d_max,
                                       all_agree, best_first));
  });
}

TEST(LrtaOracle, reports_the_expansions_of_the_depth_chosen_and_charges_for_all) {
  int differed = 0;
  for_random_problems(5, 20, [&](Random& random, const Problem& problem) {
    const int d_max = random.between(1, 6);
    const bool all_agree = random.chance(2, 3);
    const bool best_first = random.chance(1, 3);
    const Grid& grid = problem.map.grid();
    const AgentPtr agent =
        *parse_algorithm(oracle_text(d_max, all_agree, best_first) + ",counts=chosen")->make_agent(problem.map);
    agent->reset(grid.node(problem.from.first, problem.from.second), grid.node(problem.to.first, problem.to.second));
    test::PlainOracle plain(grid, problem.map.rules(), problem.from, problem.to, d_max, all_agree, best_first);
    while (agent->status() == Status::kInProgress) {
      plain.move();
      ASSERT_EQ(agent->step().work, plain.work());
      ASSERT_EQ(agent->work().expanded, plain.chosen());
      ASSERT_EQ(agent->work().at_cap, plain.at_cap());
    }
    differed += plain.differed() ? 1 : 0;
  });
  EXPECT_GT(differed, 0);  // or the two rules were never told apart
}

TEST(LrtaWithACostLimit, moves_and_learns_as_the_figure_says) {
  for_random_problems(4, 60, [](Random& random, const Problem& problem) {
    const int g_max = random.between(1000, 6000);
    expect_same_walk(
        problem, "lrta:g_max=" + thousandths_to_string(g_max),
        test::PlainCostLrta(problem.map.grid(), problem.map.rules(), problem.from, problem.to,
                            static_cast<std::uint64_t>(g_max) * problem.map.rules().costs.cardinal / 1000));
  });
}

// Walks both and compares every move.
void expect_same_agents(const Problem& problem, const std::string& one, const std::string& other) {
  const AgentPtr a = *parse_algorithm(one)->make_agent(problem.map);
  const AgentPtr b = *parse_algorithm(other)->make_agent(problem.map);
  a->reset(problem.start, problem.goal);
  b->reset(problem.start, problem.goal);
  while (a->status() == Status::kInProgress) {
    ASSERT_EQ(a->step().position, b->step().position) << one << " and " << other;
  }
  ASSERT_EQ(b->status(), a->status());
}

TEST(RealTimeAgents, with_a_lookahead_of_one_move_are_lrta) {
  for_random_problems(5, 40, [](Random&, const Problem& problem) {
    for (const char* text :
         {"lrta:g_max=1.4", "lrta:g_max=1.5", "lrts:d=1", "lrts:d=1,learning=uniform", "lrta-oracle:d_max=1"}) {
      expect_same_agents(problem, "lrta", text);
    }
    expect_same_agents(problem, "lrta:d=4", "lrts:d=4,search=every-move");
  });
}

TEST(RealTimeAgents, learn_admissible_values_that_never_fall) {
  for_random_problems(6, 40, [](Random&, const Problem& problem) {
    const Grid& grid = problem.map.grid();
    const auto distances = test::reference_distances(grid, problem.map.rules(), problem.to.first, problem.to.second);
    for (const char* text :
         {"lrta", "lrta:d=4", "lrta:d=3,gamma=0.3", "lrta:g_max=4.5", "p-lrta:N=1", "p-lrta", "p-lrta:N=200", "lrts",
          "lrts:d=5,T=8", "lrts:gamma=0.4", "lrts:d=4,learning=uniform", "lrts:d=4,learning=uniform,search=every-move",
          "lrts:d=2,learning=uniform,T=3,gamma=0.6", "lrta-oracle:d_max=5"}) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
      std::vector<Cost> before(grid.id_bound(), 0);
      for (int trial = 0; trial < 3; ++trial) {
        agent->reset(problem.start, problem.goal, Learning::kKeep);
        for (int step = 0; agent->status() == Status::kInProgress; ++step) {
          ASSERT_LT(step, 100'000) << text;
          agent->step();
          if (step % 7 != 0 && agent->status() == Status::kInProgress) continue;
          for (int y = 0; y < grid.height(); ++y) {
            for (int x = 0; x < grid.width(); ++x) {
              const std::uint64_t way = distances[static_cast<std::size_t>(y * grid.width() + x)];
              if (way == test::kUnreached) continue;
              const NodeId node = grid.node(x, y);
              const Cost now = agent->heuristic(node);
              ASSERT_LE(now, way) << text << " at " << x << "," << y;
              ASSERT_GE(now, before[node]) << text;
              before[node] = now;
            }
          }
        }
      }
    }
  });
}

// A way of few but dear moves hides a cheaper one of more moves: what the headers of the lookaheads by moves warn of.
TEST(RealTimeAgents, overestimate_with_a_lookahead_by_moves_where_the_cheaper_way_has_more_moves) {
  const Map map(test::grid_from({
                    "...........@@@@@@@@",
                    ".@@@@@@@@@.@@@@@@@@",
                    ".@.@.@.@.@.........",
                    "@.@.@.@.@.@@@@@@@@@",
                }),
                {Neighbours::kEight, DiagonalRule::kAlways, kSqrt2Costs});
  const NodeId start = map.grid().node(0, 2);
  const std::uint64_t way = test::reference_distances(map.grid(), map.rules(), 18, 2)[2 * 19];
  for (const auto& [text, admissible] :
       {std::pair("lrta:d=13", false), {"lrts:d=13", false}, {"lrta:g_max=13", true}}) {
    const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
    agent->reset(start, map.grid().node(18, 2));
    agent->step();
    EXPECT_EQ(agent->heuristic(start) <= way, admissible) << text;
  }
}

std::uint64_t walk_cost(const Problem& problem, Agent& agent) {
  std::uint64_t cost = 0;
  const CostModel& costs = problem.map.rules().costs;
  for (NodeId at = problem.start; agent.status() == Status::kInProgress;) {
    const NodeId next = agent.step().position;
    const Cell from = problem.map.grid().cell(at);
    const Cell to = problem.map.grid().cell(next);
    cost += from.x != to.x && from.y != to.y ? costs.diagonal : costs.cardinal;
    at = next;
  }
  return cost;
}

TEST(RealTimeAgents, converge_to_the_shortest_path) {
  for_random_problems(7, 12, [](Random&, const Problem& problem) {
    const Grid& grid = problem.map.grid();
    const auto distances = test::reference_distances(grid, problem.map.rules(), problem.to.first, problem.to.second);
    const std::uint64_t optimal =
        distances[static_cast<std::size_t>(problem.from.second * grid.width() + problem.from.first)];
    for (const char* text : {"p-lrta:N=1", "p-lrta", "p-lrta:N=100", "lrta:g_max=3"}) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(problem.map);
      std::uint64_t cost = 0;
      int trial = 0;
      do {
        ASSERT_LT(++trial, 3000) << text;
        agent->reset(problem.start, problem.goal, Learning::kKeep);
        cost = walk_cost(problem, *agent);
      } while (agent->work().updates != 0);
      EXPECT_EQ(cost, optimal) << text;
    }
  });
}

TEST(PLrta, does_what_fits_into_any_budget) {
  for_random_problems(8, 30, [](Random& random, const Problem& problem) {
    const AgentPtr agent = *parse_algorithm("p-lrta:N=40")->make_agent(problem.map);
    EXPECT_EQ(agent->smallest_budget(), 2u);
    EXPECT_EQ(agent->bound(), 83u + 1);  // and one to look at edits
    agent->reset(problem.start, problem.goal);
    for (int step = 0; agent->status() == Status::kInProgress; ++step) {
      ASSERT_LT(step, 100'000);
      const auto units = static_cast<std::uint64_t>(random.between(2, 90));
      const Work before = agent->work();
      const AgentStep made = agent->step({units});
      ASSERT_LE(made.work, std::min<std::uint64_t>(units, agent->bound()));
      ASSERT_EQ(made.work, made.expanded + agent->work().updates - before.updates);
    }
    ASSERT_EQ(agent->status(), Status::kSolved);
  });
}

// A gamma so small that gamma * g is far below one cost unit must not lead in circles.
TEST(RealTimeAgents, arrive_with_the_smallest_gamma_and_the_smallest_costs) {
  Random random(9);
  for (int round = 0; round < test::rounds(60); ++round) {
    const Map map(test::random_grid(random, 12, 12, 35), {Neighbours::kEight, DiagonalRule::kBothFree, kUnitCosts});
    const NodeId start = test::random_passable(random, map.grid());
    const NodeId goal = test::random_passable(random, map.grid());
    if (!map.connected(start, goal)) continue;
    for (const char* text : {"lrta:gamma=0.001", "lrta:d=3,gamma=0.001", "lrta:g_max=3,gamma=0.001", "lrts:gamma=0.001",
                             "lrts:gamma=0.001,T=1,learning=uniform"}) {
      const AgentPtr agent = *parse_algorithm(text)->make_agent(map);
      agent->reset(start, goal);
      for (int step = 0; agent->status() == Status::kInProgress; ++step) {
        ASSERT_LT(step, 100'000) << text;
        agent->step();
      }
    }
  }
}

TEST(UpdateQueue, agrees_with_a_sorted_list) {
  Random random(10);
  for (int round = 0; round < test::rounds(50); ++round) {
    const auto capacity = static_cast<std::uint32_t>(random.between(1, 40));
    UnitMemory memory;
    UpdateQueue queue(memory, capacity);
    std::vector<std::pair<Cost, NodeId>> plain;  // ~priority, node: the best is the smallest
    for (int i = 0; i < 2000; ++i) {
      if (random.chance(1, 500)) {
        queue.clear();
        plain.clear();
      } else if (random.chance(2, 3)) {
        const auto node = static_cast<NodeId>(random.between(0, 60)) * 1024;
        const auto priority = static_cast<Cost>(random.between(1, 9));
        queue.add(node, priority);
        if (std::any_of(plain.begin(), plain.end(), [&](const auto& entry) { return entry.second == node; })) continue;
        std::sort(plain.begin(), plain.end());
        if (plain.size() == capacity && ~plain.back().first < priority) plain.pop_back();
        if (plain.size() < capacity) plain.emplace_back(~priority, node);
      } else if (!plain.empty()) {
        std::sort(plain.begin(), plain.end());
        ASSERT_EQ(queue.pop(), plain.front().second);
        plain.erase(plain.begin());
      }
      ASSERT_EQ(queue.size(), plain.size());
      ASSERT_EQ(queue.empty(), plain.empty());
    }
  }
}

TEST(RealTimeAgents, refuse_what_is_out_of_range) {
  const Map map(*Grid::create(5, 5, true));
  const Map hexagons(*Grid::create(5, 5, true), {Neighbours::kSix, DiagonalRule::kNever, kUnitCosts});
  EXPECT_FALSE(make_p_lrta(map, {.n = 0}));
  EXPECT_FALSE(make_p_lrta(map, {.n = 1001}));
  EXPECT_FALSE(make_p_lrta(hexagons));
  EXPECT_FALSE(make_lrts(map, {.d = 0}));
  EXPECT_FALSE(make_lrts(map, {.d = 51}));
  EXPECT_FALSE(make_lrts(map, {.gamma = 1.001}));
  EXPECT_FALSE(make_lrts(map, {.quota = kMaxLrtsQuota + 0.001}));
  EXPECT_FALSE(make_lrts(hexagons));
  EXPECT_FALSE(make_lrta_oracle(map, {.d_max = 51}));
  EXPECT_FALSE(make_lrta_oracle(hexagons));
  EXPECT_FALSE(make_lrta(map, {.g_max = 0.999}));
  EXPECT_FALSE(make_lrta(map, {.g_max = 50.001}));
  EXPECT_FALSE(parse_algorithm("lrts:learning=none"));
}

}  // namespace waymark::agent_lrts_test
