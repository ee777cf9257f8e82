#include "waymark/search/one_to_all.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "waymark/space/graph.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark::search_one_to_all_test {

template <class S>
void expect_paths(const OneToAll<S>& field, NodeId source, NodeId node) {
  // Every step back is nearer to the source.
  for (NodeId at = node; at != source; at = field.before(at)) {
    ASSERT_LT(field.distance(field.before(at)), field.distance(at));
  }
}

TEST(OneToAll, finds_the_distances_of_a_plain_search_on_every_grid) {
  Random random(1);
  for (const MoveRules& rules : test::all_rules()) {
    for (int round = 0; round < 40; ++round) {
      const Map map(test::random_grid(random, random.between(1, 30), random.between(1, 30),
                                      static_cast<unsigned>(random.between(0, 45))),
                    rules);
      const NodeId source = test::random_passable(random, map.grid());
      if (source == kNoNode) continue;
      const Cell from = map.grid().cell(source);
      const auto expected = test::reference_distances(map.grid(), rules, from.x, from.y);
      OneToAll<CanonicalGridSpace> canonical(CanonicalGridSpace(map.grid(), map.table()), rules.costs.cardinal);
      OneToAll<GridSpace> all(GridSpace(map.grid(), map.table()), 1);
      for (int again = 0; again < 2; ++again) {
        canonical.compute(source);
        all.compute(source);
        for (int y = 0; y < map.grid().height(); ++y) {
          for (int x = 0; x < map.grid().width(); ++x) {
            const NodeId node = map.grid().node(x, y);
            const std::uint64_t distance = expected[static_cast<std::size_t>(y * map.grid().width() + x)];
            const Cost wanted = distance == test::kUnreached ? kInfiniteCost : static_cast<Cost>(distance);
            ASSERT_EQ(canonical.distance(node), wanted);
            ASSERT_EQ(all.distance(node), wanted);
            if (wanted == kInfiniteCost) continue;
            expect_paths(canonical, source, node);
            expect_paths(all, source, node);
          }
        }
      }
    }
  }
}

// Edges so different that a bucket holds states which make each other nearer.
TEST(OneToAll, finds_distances_in_graphs_of_any_costs) {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const auto nodes = static_cast<std::uint32_t>(random.between(1, 40));
    const int dearest = random.chance(1, 2) ? 10 : 100'000'000;
    std::vector<Graph::Edge> edges;
    for (int i = random.between(0, 120); i > 0; --i) {
      const auto from = static_cast<NodeId>(random.between(0, static_cast<int>(nodes) - 1));
      const auto to = static_cast<NodeId>(random.between(0, static_cast<int>(nodes) - 1));
      edges.push_back({from, to, static_cast<double>(random.between(1, random.chance(1, 2) ? 5 : dearest))});
    }
    const auto graph = Graph::from_edges(nodes, edges, 1);
    ASSERT_TRUE(graph);
    // Bellman and Ford.
    std::vector<std::uint64_t> expected(nodes, ~std::uint64_t{0});
    expected[0] = 0;
    for (std::uint32_t pass = 0; pass < nodes; ++pass) {
      for (const Graph::Edge& edge : edges) {
        if (expected[edge.from] == ~std::uint64_t{0}) continue;
        expected[edge.to] = std::min(expected[edge.to], expected[edge.from] + static_cast<std::uint64_t>(edge.cost));
      }
    }
    OneToAll<GraphSpace> field(GraphSpace(*graph), 1);
    field.compute(0);
    for (NodeId node = 0; node < nodes; ++node) {
      const bool reached = expected[node] <= kMaxPathCost;
      ASSERT_EQ(field.distance(node), reached ? static_cast<Cost>(expected[node]) : kInfiniteCost);
      if (reached) expect_paths(field, 0, node);
    }
  }
}

}  // namespace waymark::search_one_to_all_test
