#include "waymark/hierarchy/clique_abstraction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/agent_problems.hpp"
#include "support/ascii.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark::hierarchy_clique_abstraction_test {

// Neighbours of every state of a level, level 0 included.
using Adjacent = std::map<NodeId, std::set<NodeId>>;

Adjacent neighbours_of(const Map& map, const CliqueAbstraction& abstraction, int level) {
  Adjacent all;
  if (level == 0) {
    const GridSpace space(map.grid(), map.table());
    for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
      if (!map.grid().passable(node)) continue;
      all[node];
      space.for_each_successor(node, GridSpace::kNoArrival,
                               [&](NodeId to, Cost, std::uint8_t) { all[node].insert(to); });
    }
    return all;
  }
  const Graph::Rows& rows = abstraction.graph(level).forward();
  for (NodeId node = 0; node < abstraction.states(level); ++node) {
    all[node];
    for (std::uint64_t i = rows.first[node]; i < rows.first[node + 1]; ++i) all[node].insert(rows.to[i]);
  }
  return all;
}

TEST(CliqueAbstraction, groups_cliques_of_at_most_four_and_states_with_one_edge) {
  Random random(1);
  for (int round = 0; round < 120; ++round) {
    const MoveRules& rules = test::few_rules()[random.below(5)];
    const Map map(test::random_grid(random, random.between(1, 30), random.between(1, 30),
                                    static_cast<unsigned>(random.between(0, 60))),
                  rules);
    const CliqueAbstraction abstraction(map);
    for (int level = 0; level < abstraction.levels(); ++level) {
      const Adjacent below = neighbours_of(map, abstraction, level);
      const Adjacent above = neighbours_of(map, abstraction, level + 1);
      ASSERT_EQ(below.size(), abstraction.states(level));
      std::map<NodeId, std::set<NodeId>> groups;
      for (const auto& [state, ignored] : below) groups[abstraction.parent(state, level)].insert(state);
      ASSERT_EQ(groups.size(), abstraction.states(level + 1));  // none is empty
      std::set<std::pair<NodeId, NodeId>> joined;
      for (const auto& [group, members] : groups) {
        std::set<NodeId> core;
        for (const NodeId member : members) {
          // A state with one edge, into the group, may be there besides the clique.
          const std::set<NodeId>& near = below.at(member);
          const bool orphan =
              near.size() == 1 && members.count(*near.begin()) != 0 && below.at(*near.begin()).size() > 1;
          if (!orphan) core.insert(member);
          for (const NodeId to : near) {
            const NodeId other = abstraction.parent(to, level);
            if (other != group) joined.insert({group, other});
          }
        }
        ASSERT_GE(core.size(), 1u);
        ASSERT_LE(core.size(), 4u);
        for (const NodeId a : core) {
          for (const NodeId b : core) ASSERT_TRUE(a == b || below.at(a).count(b) != 0);
        }
      }
      // A state with one edge is with its neighbour.
      for (const auto& [state, near] : below) {
        if (near.size() != 1) continue;
        ASSERT_EQ(abstraction.parent(state, level), abstraction.parent(*near.begin(), level));
      }
      std::set<std::pair<NodeId, NodeId>> edges;
      for (const auto& [state, near] : above) {
        for (const NodeId to : near) edges.insert({state, to});
      }
      ASSERT_EQ(edges, joined);
    }
  }
}

TEST(CliqueAbstraction, ends_with_one_state_per_component) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const Map map(test::random_grid(random, 40, 30, static_cast<unsigned>(random.between(0, 60))));
    const CliqueAbstraction abstraction(map);
    const int top = abstraction.levels();
    if (top == 0) continue;
    const std::size_t components = map.components().sizes(map.grid()).size();
    ASSERT_EQ(abstraction.states(top), components);
    const std::vector<NodeId> regions = abstraction.regions(top);
    for (int i = 0; i < 200; ++i) {
      const NodeId a = test::random_passable(random, map.grid());
      const NodeId b = test::random_passable(random, map.grid());
      ASSERT_EQ(regions[a] == regions[b], map.connected(a, b));
      ASSERT_EQ(regions[a], abstraction.region(a, top));
    }
  }
}

TEST(CliqueAbstraction, represents_a_region_by_its_state_nearest_to_the_mean) {
  Random random(3);
  const Map map(test::random_grid(random, 50, 40, 30));
  const CliqueAbstraction abstraction(map);
  for (int level = 1; level <= abstraction.levels(); ++level) {
    std::map<NodeId, std::vector<NodeId>> members;
    for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
      if (map.grid().passable(node)) members[abstraction.region(node, level)].push_back(node);
    }
    for (const auto& [state, nodes] : members) {
      ASSERT_EQ(abstraction.size(state, level), nodes.size());
      const Position mean = abstraction.position(state, level);
      const auto distance = [&](NodeId node) {
        const Cell cell = map.grid().cell(node);
        return std::hypot(cell.x - mean.x / 256.0, cell.y - mean.y / 256.0);
      };
      const NodeId chosen = abstraction.representative(state, level);
      ASSERT_EQ(abstraction.region(chosen, level), state);
      for (const NodeId node : nodes) {
        ASSERT_GE(distance(node), distance(chosen));
        ASSERT_TRUE(node >= chosen || distance(node) > distance(chosen));
      }
    }
    const Graph::Rows& rows = abstraction.graph(level).forward();
    for (NodeId from = 0; from < abstraction.states(level); ++from) {
      for (std::uint64_t i = rows.first[from]; i < rows.first[from + 1]; ++i) {
        const Position a = abstraction.position(from, level);
        const Position b = abstraction.position(rows.to[i], level);
        ASSERT_NEAR(rows.cost[i], std::hypot(a.x - b.x, a.y - b.y) / 256 * kSqrt2Costs.cardinal, 1.5);
      }
    }
  }
}

TEST(CliqueAbstraction, halves_an_open_map_to_quarters) {
  const Map map(*Grid::create(16, 16, true));
  const CliqueAbstraction abstraction(map);
  ASSERT_EQ(abstraction.levels(), 4);
  for (int level = 0; level <= 4; ++level) EXPECT_EQ(abstraction.states(level), 256u >> (2 * level));
  EXPECT_EQ(abstraction.position(0, 1), (Position{128, 128}));
  EXPECT_EQ(abstraction.representative(0, 1), map.grid().node(0, 0));
}

// The same cells as a graph, with ids of their own.
struct AsGraph {
  std::vector<NodeId> cells;
  std::vector<Position> positions;
  std::vector<Graph::Edge> edges;
};

AsGraph as_graph(const Map& map) {
  AsGraph made;
  std::map<NodeId, NodeId> number;
  const GridSpace space(map.grid(), map.table());
  for (NodeId node = 0; node < map.grid().id_bound(); ++node) {
    if (!map.grid().passable(node)) continue;
    number[node] = static_cast<NodeId>(made.cells.size());
    made.cells.push_back(node);
    const Cell cell = map.grid().cell(node);
    made.positions.push_back({cell.x * Position::kUnit, cell.y * Position::kUnit});
  }
  for (const NodeId node : made.cells) {
    space.for_each_successor(node, GridSpace::kNoArrival, [&](NodeId to, Cost cost, std::uint8_t) {
      made.edges.push_back({number.at(node), number.at(to), static_cast<double>(cost)});
    });
  }
  return made;
}

TEST(CliqueAbstraction, of_a_graph_is_that_of_the_map_it_was_made_from) {
  Random random(5);
  for (int round = 0; round < 40; ++round) {
    const MoveRules& rules = test::few_rules()[random.below(5)];
    const Map map(test::random_grid(random, random.between(1, 30), random.between(1, 30),
                                    static_cast<unsigned>(random.between(0, 60))),
                  rules);
    const CliqueAbstraction of_map(map);
    const AsGraph same = as_graph(map);
    const Graph graph = *Graph::from_edges(static_cast<std::uint32_t>(same.cells.size()), same.edges, 1);
    const auto of_graph = CliqueAbstraction::over(GraphSpace(graph), same.positions, rules.costs.cardinal);
    ASSERT_TRUE(of_graph) << of_graph.error().to_string();
    ASSERT_EQ(of_graph->levels(), of_map.levels());
    for (int level = 1; level <= of_map.levels(); ++level) {
      ASSERT_EQ(of_graph->states(level), of_map.states(level));
      ASSERT_EQ(of_graph->graph(level).forward().to, of_map.graph(level).forward().to);
      ASSERT_EQ(of_graph->graph(level).forward().cost, of_map.graph(level).forward().cost);
      for (NodeId state = 0; state < of_map.states(level); ++state) {
        ASSERT_EQ(of_graph->position(state, level), of_map.position(state, level));
        ASSERT_EQ(same.cells[of_graph->representative(state, level)], of_map.representative(state, level));
      }
      for (NodeId i = 0; i < same.cells.size(); ++i) {
        ASSERT_EQ(of_graph->region(i, level), of_map.region(same.cells[i], level));
      }
    }
  }
}

TEST(CliqueAbstraction, of_a_graph_that_does_not_fit_says_why) {
  const std::vector<Graph::Edge> edges{{0, 1, 1.0}, {1, 0, 1.0}, {1, 2, 1.0}};
  const Graph graph = *Graph::from_edges(3, edges, 1);
  const std::vector<Position> places{{0, 0}, {256, 0}, {512, 0}};
  const auto message = [&](std::vector<Position> positions, Cost unit) {
    const auto made = CliqueAbstraction::over(GraphSpace(graph), positions, unit);
    return made ? std::string() : made.error().message;
  };
  EXPECT_EQ(message(places, 10), "the step from state 1 to 2 cannot be walked back");
  EXPECT_EQ(message({{0, 0}}, 10), "1 positions for 3 states");
  EXPECT_EQ(message({{0, 0}, {-1, 0}, {0, 0}}, 10), "the position of state 1 is not within 0 to 8388608");
  EXPECT_EQ(message(places, 0), "the unit must be 1 to 10000");
}

TEST(CliqueAbstraction, of_a_map_without_states_has_no_levels) {
  EXPECT_EQ(CliqueAbstraction(Map(*Grid::create(5, 5, false))).levels(), 0);
}

}  // namespace waymark::hierarchy_clique_abstraction_test
