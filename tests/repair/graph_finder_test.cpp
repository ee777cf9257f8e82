#include "waymark/repair/graph_finder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::repair_graph_finder_test {

constexpr std::array kAll{make_graph_lpa, make_graph_d_star_lite, make_graph_d_star};

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

void expect_right(Random& random, const Graph& graph, GraphFinder& finder, NodeId start, NodeId goal) {
  const Cost expected = distance(graph, start, goal);
  finder.start(start, goal);
  while (finder.status() == Status::kInProgress) {
    const std::uint64_t units = random.chance(1, 2) ? 1 + random.below(9) : 100'000;
    const std::uint64_t before = finder.spent();
    finder.step({units});
    ASSERT_LE(finder.spent() - before, units);
  }
  ASSERT_EQ(finder.status(), expected == kInfiniteCost ? Status::kUnreachable : Status::kSolved);
  ASSERT_EQ(finder.cost(), expected);
  if (expected == kInfiniteCost) return;
  std::vector<NodeId> path;
  finder.append_path(path);
  ASSERT_EQ(path.front(), start);
  ASSERT_EQ(path.back(), goal);
  Cost cost = 0;
  for (std::size_t i = 1; i < path.size(); ++i) cost += graph.cost(path[i - 1], path[i]);
  EXPECT_EQ(cost, expected);
}

TEST(GraphFinder, finds_what_dijkstra_finds_whatever_costs_are_set) {
  for (std::size_t kind = 0; kind < kAll.size(); ++kind) {
    Random random(kind + 1);
    for (int round = 0; round < test::rounds(400); ++round) {
      std::vector<Graph::Edge> edges;
      const auto nodes = static_cast<std::uint32_t>(random.between(1, 40));
      Graph graph = random_graph(random, nodes, edges);
      const GraphFinderPtr finder = kAll[kind](graph);
      NodeId start = random.below(nodes);
      NodeId goal = random.below(nodes);
      for (int turn = 0; turn < 15; ++turn) {
        SCOPED_TRACE("finder " + std::to_string(kind) + " round " + std::to_string(round) + " turn " +
                     std::to_string(turn));
        ASSERT_NO_FATAL_FAILURE(expect_right(random, graph, *finder, start, goal));
        if (random.chance(1, 4)) start = random.below(nodes);
        if (random.chance(1, 10)) goal = random.below(nodes);
        if (random.chance(1, 5)) {  // begun, and then costs change
          finder->start(start, goal);
          finder->step({1 + random.below(10)});
        }
        int changes = edges.empty() ? 0 : random.between(0, 4);
        if (random.chance(1, 100) && changes != 0) changes = 1'100;  // more than the graph remembers
        for (; changes > 0; --changes) {
          const Graph::Edge& edge = edges[random.below(static_cast<std::uint32_t>(edges.size()))];
          ASSERT_TRUE(graph.set_cost(edge.from, edge.to, 1.0 + random.below(40)));
        }
      }
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
  for (const auto make : kAll) {
    Graph graph = *Graph::from_edges(2 * kRungs, edges, 1);
    const GraphFinderPtr finder = make(graph);
    ASSERT_EQ(finder->solve(0, kRungs - 1), Status::kSolved);
    const std::uint64_t first = finder->work().expanded;
    EXPECT_GT(first, 900u);
    const bool from_start = make == make_graph_lpa;
    const NodeId far = from_start ? kRungs - 2 : 0;
    ASSERT_TRUE(graph.set_cost(far, far + 1, 30));
    ASSERT_EQ(finder->solve(0, kRungs - 1), Status::kSolved);
    EXPECT_EQ(finder->cost(), distance(graph, 0, kRungs - 1));
    EXPECT_LT(finder->work().expanded, 12u);
  }
}

TEST(GraphFinder, answers_at_the_border) {
  Graph graph = *Graph::from_edges(3, std::vector<Graph::Edge>{{0, 1, 2.5}, {1, 2, 1}}, 2);
  for (const auto make : kAll) {
    const GraphFinderPtr finder = make(graph);
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
