// for_each_edge visits what for_each_successor visits without an arrival, on every space.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "search/jump_space.hpp"
#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/space/graph.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark::space_edges_test {

using Edges = std::vector<std::pair<NodeId, Cost>>;

template <Space S>
Edges edges(const S& space, NodeId node) {
  Edges found;
  space.for_each_edge(node, [&](NodeId to, Cost cost) { found.emplace_back(to, cost); });
  return found;
}
template <Space S>
Edges successors(const S& space, NodeId node) {
  Edges found;
  space.for_each_successor(node, S::kNoArrival,
                           [&](NodeId to, Cost cost, typename S::Arrival) { found.emplace_back(to, cost); });
  return found;
}

static_assert(Space<GridSpace> && Space<CanonicalGridSpace> && Space<GraphSpace> &&
              Space<JumpSpace<DiagonalRule::kBothFree>>);

TEST(Edges, of_grids_are_the_moves_of_the_rules) {
  Random random(4);
  for (const MoveRules& rules : test::all_rules()) {
    const Map map(test::random_grid(random, 30, 20, 30), rules);
    const GridSpace all(map.grid(), map.table());
    const CanonicalGridSpace canonical(map.grid(), map.table());
    const auto inside = [](NodeId node) { return node % 3 != 0; };
    const CorridorSpace<GridSpace, decltype(inside)> corridor(all, inside);
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 30; ++x) {
        const NodeId node = map.grid().node(x, y);
        Edges expected;
        for (const test::ReferenceMove& move : test::reference_moves(map.grid(), map.rules(), x, y)) {
          expected.emplace_back(map.grid().node(x + move.dx, y + move.dy), static_cast<Cost>(move.cost));
        }
        Edges found = edges(all, node);
        EXPECT_EQ(found, successors(all, node));
        EXPECT_EQ(found, edges(canonical, node));
        Edges in_corridor = found;
        std::erase_if(in_corridor, [&](const auto& edge) { return !inside(edge.first); });
        EXPECT_EQ(edges(corridor, node), in_corridor);
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected);
      }
    }
  }
}

TEST(Edges, of_graphs_and_jump_points) {
  const std::vector<Graph::Edge> given{{0, 1, 2}, {0, 2, 3}, {1, 2, 1}, {2, 0, 5}};
  const Graph graph = *Graph::from_edges(3, given, 1);
  const GraphSpace along(graph);
  EXPECT_EQ(edges(along, 0), (Edges{{1, 2}, {2, 3}}));
  EXPECT_EQ(edges(along.reversed(), 0), (Edges{{2, 5}}));

  Random random(5);
  const Map map(test::random_grid(random, 40, 30, 25));
  const JumpSpace<DiagonalRule::kBothFree> jumps(map.grid(), map.derived<JumpLines>(), map.table());
  for (int i = 0; i < 200; ++i) {
    const NodeId node = test::random_passable(random, map.grid());
    ASSERT_EQ(edges(jumps, node), successors(jumps, node));
  }
}

}  // namespace waymark::space_edges_test
