#include "waymark/search/landmarks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::search_landmarks_test {

using Distances = std::vector<std::vector<Cost>>;

// Between all pairs, by Floyd and Warshall.
Distances all_distances(const Graph& graph) {
  Distances ways(graph.nodes(), std::vector<Cost>(graph.nodes(), kInfiniteCost));
  const Graph::Rows& rows = graph.forward();
  for (NodeId from = 0; from < graph.nodes(); ++from) {
    ways[from][from] = 0;
    for (std::uint64_t i = rows.first[from]; i < rows.first[from + 1]; ++i) {
      ways[from][rows.to[i]] = std::min(ways[from][rows.to[i]], rows.cost[i]);
    }
  }
  for (NodeId over = 0; over < graph.nodes(); ++over) {
    for (NodeId from = 0; from < graph.nodes(); ++from) {
      for (NodeId to = 0; to < graph.nodes(); ++to) {
        ways[from][to] = std::min(ways[from][to], saturating_add(ways[from][over], ways[over][to]));
      }
    }
  }
  return ways;
}

void expect_bounds(const Graph& graph, const Landmarks& landmarks) {
  const Distances ways = all_distances(graph);
  for (NodeId from = 0; from < graph.nodes(); ++from) {
    for (NodeId to = 0; to < graph.nodes(); ++to) {
      ASSERT_LE(landmarks.at_least(from, to), std::min(ways[from][to], kMaxHeuristic));
      for (NodeId over = 0; over < graph.nodes(); ++over) {  // what D* Lite and Focussed D* want when a unit has moved
        ASSERT_LE(landmarks.at_least(from, to), landmarks.at_least(from, over) + landmarks.at_least(over, to));
      }
    }
  }
}

TEST(Landmarks, never_say_more_than_the_way_costs_while_costs_rise) {
  Random random(1);
  std::uint64_t said = 0;
  for (int round = 0; round < test::rounds(100); ++round) {
    const auto nodes = static_cast<std::uint32_t>(random.between(1, 16));
    // Also so dear that distances exceed what an estimate may be, and what a path may cost.
    const double dearest = random.chance(1, 4) ? kMaxEdgeCost : 30;
    std::vector<Graph::Edge> edges;
    for (int i = random.between(0, static_cast<int>(4 * nodes)); i > 0; --i) {
      edges.push_back({random.below(nodes), random.below(nodes), 1 + random.below(1000) * (dearest - 1) / 1000});
    }
    Graph graph = *Graph::from_edges(nodes, edges, 1);
    const Landmarks landmarks = *Landmarks::make(graph, 1 + random.below(5));
    ASSERT_NO_FATAL_FAILURE(expect_bounds(graph, landmarks));
    for (const Graph::Edge& edge : edges) {
      ASSERT_TRUE(landmarks.allows(edge.from, edge.to, graph.cost(edge.from, edge.to)));
      said += landmarks.at_least(edge.from, edge.to);
      if (!random.chance(1, 3)) continue;
      const Cost before = graph.cost(edge.from, edge.to);
      ASSERT_TRUE(graph.set_cost(edge.from, edge.to, std::min<double>(before + 5.0, kMaxEdgeCost)));
    }
    ASSERT_NO_FATAL_FAILURE(expect_bounds(graph, landmarks));
  }
  EXPECT_GT(said, 0u);
}

// 0 - 1 - 2 - 3 in a row, and 4 that nothing leads to.
TEST(Landmarks, lie_far_from_each_other) {
  const std::vector<Graph::Edge> edges{{0, 1, 2}, {1, 0, 2}, {1, 2, 2}, {2, 1, 2}, {2, 3, 2}, {3, 2, 2}, {4, 0, 1}};
  const Graph graph = *Graph::from_edges(5, edges, 1);
  const Landmarks landmarks = *Landmarks::make(graph, 3);
  EXPECT_EQ(landmarks.places(), (std::vector<NodeId>{3, 4, 1}));
  EXPECT_EQ(landmarks.nodes(), 5u);
  EXPECT_EQ(landmarks.at_least(0, 3), 6u);  // exact: the end is a landmark
  EXPECT_EQ(landmarks.at_least(1, 2), 2u);
  EXPECT_EQ(landmarks.at_least(2, 2), 0u);
  EXPECT_GT(landmarks.at_least(0, 4), 1'000'000u);  // there is no way
  EXPECT_TRUE(landmarks.allows(1, 2, 2));
  EXPECT_FALSE(landmarks.allows(1, 2, 1));
  EXPECT_EQ(Landmarks::make(graph, 64)->places().size(), 5u);
  EXPECT_TRUE(Landmarks::make(*Graph::from_edges(0, {}, 1), 2)->places().empty());
}

TEST(Landmarks, are_1_to_64) {
  const Graph graph = *Graph::from_edges(2, {}, 1);
  EXPECT_EQ(Landmarks::make(graph, 0).error().message, "landmarks: from 1 to 64, not 0");
  EXPECT_EQ(Landmarks::make(graph, 65).error().message, "landmarks: from 1 to 64, not 65");
}

}  // namespace waymark::search_landmarks_test
