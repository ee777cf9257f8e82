// A graph of one's own, with a heuristic of one's own: towns and the roads between them.
#include <cmath>
#include <cstdio>
#include <vector>

#include "waymark/search/queue.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/graph.hpp"

using namespace waymark;

struct Town {
  const char* name;
  double x, y;  // in km
};
const std::vector<Town> kTowns{{"Ash", 0, 0}, {"Birch", 30, 10}, {"Cedar", 20, 40}, {"Date", 60, 30}, {"Elm", 80, 0}};
constexpr double kScale = 1000;  // costs are whole metres

// The straight line to the goal, rounded down: never more than the road.
struct StraightLine {
  struct Here {};
  NodeId goal;
  static Here at(NodeId) { return {}; }
  Cost of(Here, NodeId to, NodeId) const { return (*this)(to); }
  Cost operator()(NodeId town) const {
    return static_cast<Cost>(std::hypot(kTowns[town].x - kTowns[goal].x, kTowns[town].y - kTowns[goal].y) * kScale);
  }
};

int main() {
  const std::vector<Graph::Edge> roads{{0, 1, 33}, {0, 2, 46}, {1, 2, 35}, {1, 3, 38},
                                       {2, 3, 44}, {3, 4, 37}, {1, 4, 90}};
  const auto graph = Graph::from_edges(static_cast<std::uint32_t>(kTowns.size()), roads, kScale);
  if (!graph) return std::fprintf(stderr, "%s\n", graph.error().to_string().c_str()), 1;

  const NodeId start = 0;
  const StraightLine heuristic{.goal = 4};
  const GraphSpace space(*graph);
  DenseStore<NodeId> store;
  HeapQueue<PlainOrder> open;
  Search<GraphSpace, StraightLine, DenseStore<NodeId>, HeapQueue<PlainOrder>> search;
  search.start(space, heuristic, store, open, start, heuristic.goal);
  search.step(kUnlimited);

  std::vector<NodeId> back;
  search.trace_back(heuristic.goal, back);
  std::printf("%.1f km, read backwards:", search.g(heuristic.goal) / kScale);
  for (const NodeId town : back) std::printf(" %s", kTowns[town].name);
  std::printf("\n");
}
