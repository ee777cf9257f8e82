#include "waymark/space/region_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"

namespace waymark::space_region_graph_test {

using Vertex = RegionGraph::Vertex;

// The graph beside a plain list of its edges, from which trees are flooded anew for every comparison.
class CheckedGraph {
 public:
  Vertex add() {
    const Vertex vertex = graph_.add();
    if (vertex >= alive_.size()) alive_.resize(vertex + 1u, false);
    EXPECT_FALSE(alive_[vertex]);
    alive_[vertex] = true;
    return vertex;
  }
  void remove(Vertex vertex) {
    graph_.remove(vertex);
    alive_[vertex] = false;
  }
  void join(Vertex a, Vertex b) {
    graph_.join(a, b);
    ++edges_[{std::min(a, b), std::max(a, b)}];
  }
  void part(Vertex a, Vertex b) {
    graph_.part(a, b);
    const auto edge = edges_.find({std::min(a, b), std::max(a, b)});
    if (--edge->second == 0) edges_.erase(edge);
  }

  // All edges of `from` to every other of its neighbours in the order of their numbers, from the `first`; all if `all`.
  void move(Vertex from, Vertex to, int first, bool all) {
    std::vector<Vertex> others;
    int i = first;
    for (const auto& [ends, times] : std::map(edges_)) {
      if (ends.first != from && ends.second != from) continue;
      if (i++ % 2 != 0 && !all) continue;
      const Vertex other = ends.first == from ? ends.second : ends.first;
      EXPECT_EQ(graph_.times(from, other), static_cast<std::uint32_t>(times));
      others.push_back(other);
      edges_.erase(ends);
      edges_[{std::min(to, other), std::max(to, other)}] = times;
    }
    graph_.move(from, to, others);
  }
  void absorb(Vertex from, Vertex into) {
    for (const auto& [ends, times] : std::map(edges_)) {
      if (ends.first != from && ends.second != from) continue;
      const Vertex other = ends.first == from ? ends.second : ends.first;
      edges_.erase(ends);
      edges_[{std::min(into, other), std::max(into, other)}] += times;
    }
    graph_.absorb(from, into);
    alive_[from] = false;
  }

  void expect_the_same_trees() const {
    std::vector<Vertex> lowest(alive_.size());
    for (Vertex v = 0; v < lowest.size(); ++v) lowest[v] = v;
    const auto root = [&](Vertex v) {
      while (lowest[v] != v) v = lowest[v] = lowest[lowest[v]];
      return v;
    };
    for (const auto& [ends, times] : edges_) {
      const Vertex a = root(ends.first);
      const Vertex b = root(ends.second);
      lowest[std::max(a, b)] = std::min(a, b);
    }
    std::map<Vertex, std::uint32_t> names;
    std::map<std::uint32_t, Vertex> roots;
    for (Vertex v = 0; v < lowest.size(); ++v) {
      if (!alive_[v]) continue;
      ASSERT_EQ(names.emplace(root(v), graph_.tree(v)).first->second, graph_.tree(v)) << v;
      ASSERT_EQ(roots.emplace(graph_.tree(v), root(v)).first->second, root(v)) << v;
      ASSERT_LT(graph_.tree(v), graph_.tree_names());
    }
    ASSERT_EQ(graph_.trees(), names.size());
    std::map<Vertex, std::uint32_t> times_of;
    for (const auto& [ends, times] : edges_) {
      times_of[ends.first] += static_cast<std::uint32_t>(times);
      times_of[ends.second] += static_cast<std::uint32_t>(times);
    }
    for (const auto& [vertex, times] : times_of) ASSERT_EQ(graph_.times(vertex), times) << vertex;
  }

  [[nodiscard]] const std::map<std::pair<Vertex, Vertex>, int>& edges() const { return edges_; }
  [[nodiscard]] RegionGraph& graph() { return graph_; }

 private:
  RegionGraph graph_;
  std::vector<bool> alive_;
  std::map<std::pair<Vertex, Vertex>, int> edges_;
};

TEST(RegionGraph, joins_and_parts_a_triangle) {
  CheckedGraph graph;
  const Vertex a = graph.add();
  const Vertex b = graph.add();
  const Vertex c = graph.add();
  EXPECT_EQ(graph.graph().trees(), 3u);
  graph.join(a, b);
  graph.join(b, c);
  graph.join(c, a);
  graph.join(a, b);
  EXPECT_EQ(graph.graph().trees(), 1u);
  graph.part(a, b);  // once of twice
  graph.part(b, c);
  graph.expect_the_same_trees();
  EXPECT_EQ(graph.graph().trees(), 1u);
  graph.part(b, a);
  graph.expect_the_same_trees();
  EXPECT_EQ(graph.graph().trees(), 2u);
  graph.remove(b);
  EXPECT_EQ(graph.add(), b);
  graph.expect_the_same_trees();
}

TEST(RegionGraph, equals_a_flood_of_its_edges_after_thousands_of_changes) {
  Random random(3);
  for (int round = 0; round < test::rounds(40); ++round) {
    CheckedGraph graph;
    int vertices = random.between(2, 60);
    std::vector<Vertex> names;
    for (int i = 0; i < vertices; ++i) names.push_back(graph.add());
    const auto any = [&] { return names[static_cast<std::size_t>(random.between(0, vertices - 1))]; };
    const unsigned joins = static_cast<unsigned>(random.between(35, 60));
    for (int change = 0; change < 300; ++change) {
      if (random.chance(1, 8)) {
        Vertex& vertex = names[static_cast<std::size_t>(random.between(0, vertices - 1))];
        const Vertex fresh = graph.add();
        graph.move(vertex, fresh, random.between(0, 1), random.chance(1, 5));
        graph.expect_the_same_trees();
        const Vertex into = any();
        if (random.chance(1, 3)) {
          graph.absorb(vertex, fresh);  // often its neighbours too
          vertex = fresh;
        } else if (into != fresh && graph.graph().times(fresh, into) == 0) {
          graph.absorb(fresh, into);
        } else {
          names.push_back(fresh);
          ++vertices;
        }
      } else if (random.chance(joins, 100)) {
        const Vertex a = any();
        if (const Vertex b = any(); a != b) graph.join(a, b);
      } else if (!graph.edges().empty()) {
        auto edge = graph.edges().begin();
        std::advance(edge, random.between(0, static_cast<int>(graph.edges().size()) - 1));
        graph.part(edge->first.first, edge->first.second);
      }
      graph.expect_the_same_trees();
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// Tours of many chunks: a path with some shortcuts, cut and mended anywhere.
TEST(RegionGraph, parts_and_mends_long_paths) {
  Random random(4);
  for (const int shortcuts : {0, 3, 200}) {
    constexpr int kLength = 1500;
    CheckedGraph graph;
    std::vector<Vertex> path;
    for (int i = 0; i < kLength; ++i) path.push_back(graph.add());
    // In any order, so that the tours of the pieces are linked in their middles.
    std::vector<int> order;
    for (int i = 0; i + 1 < kLength; ++i) order.push_back(i);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<std::size_t>(random.between(0, static_cast<int>(i) - 1))]);
    }
    const auto at = [&](int i) { return path[static_cast<std::size_t>(i)]; };
    for (const int i : order) graph.join(at(i), at(i + 1));
    for (int i = 0; i < shortcuts; ++i) {
      const int from = random.between(0, kLength - 30);
      graph.join(at(from), at(from + random.between(2, 29)));
    }
    for (int i = 0; i < test::rounds(60); ++i) {
      const int gap = random.between(0, kLength - 2);
      graph.part(at(gap), at(gap + 1));
      graph.expect_the_same_trees();
      if (i % 3 == 0) {
        const int second = (gap + random.between(1, kLength - 2)) % (kLength - 1);
        graph.part(at(second), at(second + 1));
        graph.expect_the_same_trees();
        graph.join(at(second), at(second + 1));
      }
      graph.join(at(gap), at(gap + 1));
      graph.expect_the_same_trees();
      if (HasFatalFailure()) return;
    }
  }
}

// A comb: the vertex of all teeth is parted in two, with half of the teeth each, and made one again.
TEST(RegionGraph, parts_a_vertex_of_many_edges) {
  constexpr Vertex kTeeth = 400;
  CheckedGraph graph;
  const Vertex spine = graph.add();
  for (Vertex tooth = 1; tooth <= kTeeth; ++tooth) {
    Vertex last = spine;
    for (int i = 0; i < 10; ++i) {
      const Vertex next = graph.add();
      graph.join(last, next);
      last = next;
    }
  }
  // Each tooth's first vertex is ten behind that of the tooth before.
  std::vector<Vertex> others;
  for (Vertex tooth = kTeeth / 2; tooth < kTeeth; ++tooth) others.push_back(tooth * 10 + 1);
  for (int i = 0; i < 3; ++i) {
    graph.graph().take_work();
    const Vertex lower = graph.add();
    graph.graph().move(spine, lower, others);
    EXPECT_EQ(graph.graph().trees(), 2u);
    EXPECT_NE(graph.graph().tree(spine), graph.graph().tree(others.front()));
    EXPECT_EQ(graph.graph().tree(lower), graph.graph().tree(others.front() + 5));
    EXPECT_EQ(graph.graph().tree(spine), graph.graph().tree(1));
    graph.absorb(lower, spine);
    graph.expect_the_same_trees();
    EXPECT_LE(graph.graph().take_work(), 2 * (8 * 512 + 2 * others.size() + 4 * (3 * 10 * kTeeth / 256)));
  }
}

// The bound of the header: of a path of 40,000 vertices a cut looks at few entries and chunks.
TEST(RegionGraph, a_cut_in_the_middle_of_a_long_path_looks_at_little) {
  constexpr Vertex kLength = 40'000;
  RegionGraph graph;
  for (Vertex i = 0; i < kLength; ++i) {
    graph.add();
    if (i > 0) graph.join(i - 1, i);
  }
  graph.take_work();
  graph.part(kLength / 2, kLength / 2 + 1);
  graph.join(kLength / 2, kLength / 2 + 1);
  EXPECT_LE(graph.take_work(), 2 * (6 * 512 + 3 * (3 * kLength / 256)));
  EXPECT_EQ(graph.trees(), 1u);
}

}  // namespace waymark::space_region_graph_test
