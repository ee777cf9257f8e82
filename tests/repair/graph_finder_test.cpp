#include "waymark/repair/graph_finder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::repair_graph_finder_test {

struct Kind {
  const char* name;
  GraphFinderPtr (*make)(const Graph&, const Landmarks*);
  bool repairs = true;
  bool grows_from_start = false;
  bool estimates = true;
};
constexpr std::array kAll{
    Kind{.name = "lpa", .make = make_graph_lpa, .grows_from_start = true},
    Kind{.name = "d-star-lite", .make = make_graph_d_star_lite},
    Kind{.name = "d-star",
         .make = [](const Graph& graph, const Landmarks*) { return make_graph_d_star(graph); },
         .estimates = false},
    Kind{.name = "focussed-d-star", .make = make_graph_focussed_d_star},
    Kind{.name = "ara",
         .make = [](const Graph& graph, const Landmarks* landmarks) { return *make_graph_ara(graph, {}, landmarks); },
         .repairs = false,
         .grows_from_start = true},
    Kind{.name = "ad-star",
         .make = [](const Graph& graph,
                    const Landmarks* landmarks) { return *make_graph_ad_star(graph, {}, landmarks); }},
    Kind{.name = "adaptive-a", .make = make_graph_adaptive_a, .repairs = false},
    Kind{.name = "mt-adaptive-a", .make = make_graph_mt_adaptive_a, .repairs = false},
    Kind{.name = "gaa", .make = make_graph_gaa, .repairs = false}};

// A plain Dijkstra over the graph's rows.
Cost distance(const Graph& graph, NodeId start, NodeId goal) {
  std::vector<Cost> best(graph.nodes(), kInfiniteCost);
  std::priority_queue<std::pair<Cost, NodeId>, std::vector<std::pair<Cost, NodeId>>, std::greater<>> open;
  best[start] = 0;
  open.emplace(0, start);
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.pop();
    if (cost != best[node]) continue;
    const Graph::Rows& rows = graph.forward();
    for (std::uint64_t i = rows.first[node]; i < rows.first[node + 1]; ++i) {
      const Cost way = cost + rows.cost[i];
      if (way >= best[rows.to[i]]) continue;
      best[rows.to[i]] = way;
      open.emplace(way, rows.to[i]);
    }
  }
  return best[goal];
}

Graph random_graph(Random& random, std::uint32_t nodes, std::vector<Graph::Edge>& edges) {
  const int count = random.between(0, static_cast<int>(4 * nodes));
  for (int i = 0; i < count; ++i) {
    edges.push_back({random.below(nodes), random.below(nodes), 1.0 + random.below(40)});
  }
  return *Graph::from_edges(nodes, edges, 1);
}

// What the finder has now is a path, and within the bound that it gives.
void expect_path(const Graph& graph, const GraphFinder& finder, NodeId start, NodeId goal, Cost cheapest) {
  std::vector<NodeId> path;
  finder.append_path(path);
  ASSERT_EQ(path.front(), start);
  ASSERT_EQ(path.back(), goal);
  Cost cost = 0;
  for (std::size_t i = 1; i < path.size(); ++i) cost += graph.cost(path[i - 1], path[i]);
  ASSERT_EQ(cost, finder.cost());
  ASSERT_GE(finder.bound(), 1);
  ASSERT_LE(cost, finder.bound() * cheapest);
}

void expect_right(Random& random, const Graph& graph, GraphFinder& finder, NodeId start, NodeId goal) {
  const Cost expected = distance(graph, start, goal);
  double bound = 1e9;
  finder.start(start, goal);
  while (finder.status() == Status::kInProgress) {
    const std::uint64_t units = random.chance(1, 2) ? 1 + random.below(9) : 100'000;
    const std::uint64_t before = finder.spent();
    finder.step({units});
    ASSERT_LE(finder.spent() - before, units);
    if (!finder.has_path()) continue;
    ASSERT_NO_FATAL_FAILURE(expect_path(graph, finder, start, goal, expected));
    ASSERT_LE(finder.bound(), bound);  // while nothing changes
    bound = finder.bound();
  }
  ASSERT_EQ(finder.status(), expected == kInfiniteCost ? Status::kUnreachable : Status::kSolved);
  ASSERT_EQ(finder.cost(), expected);
}

// Costs rise, and with `falls` they fall too.
void compare_with_dijkstra(const Kind& kind, Random& random, bool with_landmarks, bool falls) {
  std::vector<Graph::Edge> edges;
  const auto nodes = static_cast<std::uint32_t>(random.between(1, 40));
  Graph graph = random_graph(random, nodes, edges);
  const Landmarks landmarks = *Landmarks::make(graph, 1 + random.below(4));
  const GraphFinderPtr finder = kind.make(graph, with_landmarks ? &landmarks : nullptr);
  NodeId start = random.below(nodes);
  NodeId goal = random.below(nodes);
  bool forgot = false;
  for (int turn = 0; turn < 15; ++turn) {
    SCOPED_TRACE("turn " + std::to_string(turn));
    ASSERT_NO_FATAL_FAILURE(expect_right(random, graph, *finder, start, goal));
    if (with_landmarks && kind.estimates && !falls && !forgot) {
      ASSERT_TRUE(finder->estimates_by_landmarks());
    }
    if (random.chance(1, 4)) start = random.below(nodes);
    if (random.chance(1, 10)) goal = random.below(nodes);
    if (random.chance(1, 5)) {  // begun, and then costs change
      finder->start(start, goal);
      finder->step({1 + random.below(10)});
    }
    int changes = edges.empty() ? 0 : random.between(0, 4);
    if (random.chance(1, 100) && changes != 0) changes = 1'100;  // more than the graph remembers
    forgot |= changes > 1'000;
    for (; changes > 0; --changes) {
      const Graph::Edge& edge = edges[random.below(static_cast<std::uint32_t>(edges.size()))];
      const double cost = falls ? 1.0 + random.below(40) : edge.cost + random.below(40);
      ASSERT_TRUE(graph.set_cost(edge.from, edge.to, std::max(cost, falls ? 1.0 : graph.cost(edge.from, edge.to))));
    }
  }
}

TEST(GraphFinder, finds_what_dijkstra_finds_whatever_costs_are_set) {
  std::uint64_t seed = 0;
  for (const Kind& kind : kAll) {
    Random random(++seed);
    for (int round = 0; round < test::rounds(400); ++round) {
      SCOPED_TRACE(std::string(kind.name) + " round " + std::to_string(round));
      ASSERT_NO_FATAL_FAILURE(compare_with_dijkstra(kind, random, round % 2 == 1, round % 4 < 2));
    }
  }
}

// A ladder of a thousand states, and a change at its far end: few states are looked at again.
TEST(GraphFinder, repairs_little_after_a_small_change) {
  std::vector<Graph::Edge> edges;
  constexpr NodeId kRungs = 500;
  for (NodeId rung = 0; rung + 1 < kRungs; ++rung) {
    for (const NodeId side : {0u, kRungs}) {
      edges.push_back({side + rung, side + rung + 1, 10});
      edges.push_back({side + rung + 1, side + rung, 10});
    }
    edges.push_back({rung, kRungs + rung, 1});
    edges.push_back({kRungs + rung, rung, 1});
  }
  for (const Kind& kind : kAll) {
    if (!kind.repairs) continue;
    Graph graph = *Graph::from_edges(2 * kRungs, edges, 1);
    const GraphFinderPtr finder = kind.make(graph, nullptr);
    ASSERT_EQ(finder->solve(0, kRungs - 1), Status::kSolved);
    const std::uint64_t first = finder->work().expanded;
    EXPECT_GT(first, 900u);
    const NodeId far = kind.grows_from_start ? kRungs - 2 : 0;
    ASSERT_TRUE(graph.set_cost(far, far + 1, 30));
    ASSERT_EQ(finder->solve(0, kRungs - 1), Status::kSolved);
    EXPECT_EQ(finder->cost(), distance(graph, 0, kRungs - 1));
    EXPECT_LT(finder->work().expanded, 12u);
  }
}

// Towns on a plain, all roads both ways.
Graph plain_of_roads(Random& random, int side) {
  std::vector<Graph::Edge> edges;
  const auto town = [&](int x, int y) { return static_cast<NodeId>(y * side + x); };
  const auto road = [&](NodeId a, NodeId b) {
    edges.push_back({a, b, 10.0 + random.below(5)});
    edges.push_back({b, a, 10.0 + random.below(5)});
  };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      if (x + 1 < side) road(town(x, y), town(x + 1, y));
      if (y + 1 < side) road(town(x, y), town(x, y + 1));
    }
  }
  return *Graph::from_edges(static_cast<std::uint32_t>(side * side), edges, 1);
}

TEST(GraphFinder, landmarks_save_expansions_until_an_edge_is_cheaper_than_they_allow) {
  constexpr int kSide = 40;
  Random random(3);
  for (const Kind& kind : kAll) {
    if (!kind.estimates) continue;
    SCOPED_TRACE(kind.name);
    Graph graph = plain_of_roads(random, kSide);
    const Landmarks landmarks = *Landmarks::make(graph, 4);
    const GraphFinderPtr blind = kind.make(graph, nullptr);
    const GraphFinderPtr led = kind.make(graph, &landmarks);
    const NodeId start = 20 * kSide + 10;
    const NodeId goal = 20 * kSide + 30;
    ASSERT_EQ(blind->solve(start, goal), Status::kSolved);
    ASSERT_EQ(led->solve(start, goal), Status::kSolved);
    EXPECT_EQ(led->cost(), blind->cost());
    EXPECT_FALSE(blind->estimates_by_landmarks());
    EXPECT_TRUE(led->estimates_by_landmarks());
    EXPECT_LT(2 * led->work().expanded, blind->work().expanded);
    // Dearer, and back: nothing is lost.
    const Cost before = graph.cost(start, start + 1);
    ASSERT_TRUE(graph.set_cost(start, start + 1, 100));
    ASSERT_EQ(led->solve(start, goal), Status::kSolved);
    ASSERT_TRUE(graph.set_cost(start, start + 1, before));
    ASSERT_EQ(led->solve(start, goal), Status::kSolved);
    EXPECT_TRUE(led->estimates_by_landmarks());
    // A fast road all along the way.
    for (NodeId town = start; town < goal; ++town) ASSERT_TRUE(graph.set_cost(town, town + 1, 1));
    ASSERT_EQ(led->solve(start, goal), Status::kSolved);
    EXPECT_FALSE(led->estimates_by_landmarks());
    EXPECT_EQ(led->cost(), distance(graph, start, goal));
    // Landmarks made now allow it.
    const Landmarks anew = *Landmarks::make(graph, 4);
    const GraphFinderPtr again = kind.make(graph, &anew);
    ASSERT_EQ(again->solve(start, goal), Status::kSolved);
    EXPECT_TRUE(again->estimates_by_landmarks());
    EXPECT_EQ(again->cost(), led->cost());
  }
}

// What they learned is kept while costs rise; when one falls GAA* alone keeps it, and a goal that moves a little is the
// end of it for Adaptive A* alone.
TEST(GraphFinder, searches_that_learn_expand_less_as_long_as_they_keep_what_they_know) {
  constexpr int kSide = 40;
  constexpr NodeId kStart = 20 * kSide + 5;
  constexpr NodeId kGoal = 20 * kSide + 35;
  struct Expanded {
    std::uint64_t first, again, risen, fallen, moved;
  };
  const auto expanded_by = [&](GraphFinderPtr (*make)(const Graph&, const Landmarks*)) {
    Random random(5);
    Graph graph = plain_of_roads(random, kSide);
    const GraphFinderPtr finder = make(graph, nullptr);
    const auto solved = [&](NodeId goal) {
      EXPECT_EQ(finder->solve(kStart, goal), Status::kSolved);
      EXPECT_EQ(finder->cost(), distance(graph, kStart, goal));
      return finder->work().expanded;
    };
    Expanded expanded{};
    expanded.first = solved(kGoal);
    expanded.again = solved(kGoal);
    EXPECT_TRUE(graph.set_cost(0, 1, 60));
    expanded.risen = solved(kGoal);
    const NodeId far = 20 * kSide + 20;
    EXPECT_TRUE(graph.set_cost(far, far + 1, 1));
    expanded.fallen = solved(kGoal);
    solved(kGoal);
    expanded.moved = solved(kGoal - 1);
    return expanded;
  };
  const Expanded adaptive = expanded_by(make_graph_adaptive_a);
  const Expanded moving = expanded_by(make_graph_mt_adaptive_a);
  const Expanded gaa = expanded_by(make_graph_gaa);
  for (const Expanded& one : {adaptive, moving, gaa}) {
    EXPECT_EQ(one.first, adaptive.first);  // they know nothing yet
    EXPECT_GT(one.first, 1'000u);
    EXPECT_LT(3 * one.again, 2 * one.first);  // its ways of equal cost are many
    EXPECT_EQ(one.risen, one.again);
  }
  EXPECT_GT(adaptive.fallen, 1'000u);
  EXPECT_GT(moving.fallen, 1'000u);
  EXPECT_LT(3 * gaa.fallen, 2 * gaa.first);
  EXPECT_GT(adaptive.moved, 1'000u);
  EXPECT_LT(4 * moving.moved, 3 * adaptive.moved);
  EXPECT_LT(4 * gaa.moved, 3 * adaptive.moved);
}

// Costs as large as they may be, some of which fall: no queue has a bucket for each.
TEST(GraphFinder, searches_that_learn_take_costs_of_any_size) {
  Random random(6);
  for (const auto make : {make_graph_adaptive_a, make_graph_mt_adaptive_a, make_graph_gaa}) {
    for (int round = 0; round < test::rounds(100); ++round) {
      std::vector<Graph::Edge> edges;
      for (NodeId i = 0; i < 60; ++i) {
        const double cost = random.chance(1, 2) ? 1 + random.below(9) : 1 + random.below(70'000'000);
        edges.push_back({random.below(20), random.below(20), cost});
      }
      Graph graph = *Graph::from_edges(20, edges, 1);
      const GraphFinderPtr finder = make(graph, nullptr);
      NodeId goal = random.below(20);
      for (int turn = 0; turn < 10; ++turn) {
        ASSERT_NO_FATAL_FAILURE(expect_right(random, graph, *finder, random.below(20), goal)) << round;
        if (random.chance(1, 3)) goal = random.below(20);
        const Graph::Edge& edge = edges[random.below(60)];
        ASSERT_TRUE(graph.set_cost(edge.from, edge.to, 1 + random.below(70'000'000)));
      }
    }
  }
}

// In a symmetric graph the way back gets cheaper with the way there.
TEST(GraphFinder, landmarks_are_held_against_both_ways_of_an_edge) {
  Graph graph = Graph::symmetric({{0, 1, 3, 4}, {1, 0, 2, 1}, {10, 10, 10, 10}});
  const Landmarks landmarks = *Landmarks::make(graph, 2);
  const GraphFinderPtr finder = make_graph_lpa(graph, &landmarks);
  ASSERT_EQ(finder->solve(2, 0), Status::kSolved);
  EXPECT_EQ(finder->cost(), 20u);
  ASSERT_TRUE(graph.set_cost(0, 1, 3));
  ASSERT_EQ(finder->solve(2, 0), Status::kSolved);
  EXPECT_EQ(finder->cost(), 13u);
  EXPECT_FALSE(finder->estimates_by_landmarks());
}

TEST(GraphFinder, ara_and_ad_star_refuse_options_out_of_range) {
  const Graph graph = *Graph::from_edges(1, {}, 1);
  EXPECT_FALSE(make_graph_ara(graph, {.w = 0.5}));
  EXPECT_FALSE(make_graph_ad_star(graph, {.step = 0}));
}

TEST(GraphFinder, answers_at_the_border) {
  Graph graph = *Graph::from_edges(3, std::vector<Graph::Edge>{{0, 1, 2.5}, {1, 2, 1}}, 2);
  for (const Kind& kind : kAll) {
    const GraphFinderPtr finder = kind.make(graph, nullptr);
    EXPECT_EQ(finder->status(), Status::kBadId);
    EXPECT_EQ(finder->solve(3, 0), Status::kBadId);
    EXPECT_EQ(finder->solve(0, kNoNode), Status::kBadId);
    EXPECT_EQ(finder->cost(), kInfiniteCost);
    EXPECT_EQ(finder->solve(2, 0), Status::kUnreachable);
    EXPECT_EQ(finder->solve(1, 1), Status::kSolved);
    EXPECT_EQ(finder->cost(), 0u);
    EXPECT_EQ(finder->solve(0, 2), Status::kSolved);
    EXPECT_EQ(finder->cost(), 7u);
    finder->forget();
    EXPECT_EQ(finder->solve(0, 2), Status::kSolved);
    EXPECT_EQ(finder->cost(), 7u);
  }
}

TEST(Graph, sets_costs_of_edges_that_there_are) {
  Graph graph = *Graph::from_edges(3, std::vector<Graph::Edge>{{0, 1, 2}, {0, 1, 3}, {1, 2, 1}}, 10);
  EXPECT_EQ(graph.cost(0, 1), 20u);
  EXPECT_TRUE(graph.set_cost(0, 1, 4.01));
  EXPECT_EQ(graph.cost(0, 1), 41u);
  EXPECT_EQ(graph.backward().cost, (std::vector<Cost>{41, 41, 10}));
  EXPECT_EQ(graph.max_edge_cost(), 41u);
  EXPECT_EQ(graph.changes(), 1u);
  const auto message = [&](NodeId from, NodeId to, double cost) {
    const auto set = graph.set_cost(from, to, cost);
    return set ? std::string() : set.error().message;
  };
  EXPECT_EQ(message(1, 0, 1), "edge from 1 to 0: there is none");
  EXPECT_EQ(message(0, 3, 1), "edge from 0 to 3: the graph has 3 states");
  EXPECT_EQ(message(0, 1, 0), "edge from 0 to 1: costs must be positive");
  EXPECT_EQ(message(0, 1, 1e12).substr(0, 42), "edge from 0 to 1: cost times scale exceeds");
  EXPECT_EQ(graph.changes(), 1u);
  Graph both = Graph::symmetric({{0, 1, 2}, {1, 0}, {5, 5}});
  EXPECT_TRUE(both.set_cost(0, 1, 7));
  EXPECT_EQ(both.cost(1, 0), 7u);
}

}  // namespace waymark::repair_graph_finder_test
