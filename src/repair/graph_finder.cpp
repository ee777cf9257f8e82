#include "waymark/repair/graph_finder.hpp"

#include <utility>

#include "repair/d_star_search.hpp"
#include "repair/repair_query.hpp"
#include "repair/repair_search.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

// A graph's edges never go, they only get dear.
class LivingGraph {
 public:
  LivingGraph(const Graph& graph, bool along) : space_(along ? GraphSpace(graph) : GraphSpace(graph).reversed()) {}

  [[nodiscard]] std::uint32_t id_bound() const { return space_.id_bound(); }
  [[nodiscard]] GraphSpace reversed() const { return space_.reversed(); }
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    space_.for_each_edge(node, std::forward<Visit>(visit));
  }
  template <class Visit>
  void for_each_lost_edge(NodeId, Visit&&) const {}

 private:
  GraphSpace space_;
};

// Both ends of each edge whose cost was set: which of them it concerns depends on where the tree grows from.
class ChangedEdges {
 public:
  void forget(const Graph& graph) { next_ = 2 * graph.changes(); }
  [[nodiscard]] bool is_whole(const Graph& graph) const { return next_ / 2 + Graph::kLogged >= graph.changes(); }
  [[nodiscard]] bool any(const Graph& graph) const { return next_ != 2 * graph.changes(); }
  [[nodiscard]] static bool outweighs(const Graph& /*graph*/, std::uint64_t /*states*/) { return false; }
  NodeId take(const Graph& graph) {
    const Graph::Ends& edge = graph.change(next_ / 2);
    return next_++ % 2 == 0 ? edge.from : edge.to;
  }

 private:
  std::uint64_t next_ = 0;  // of all ends there ever were
};

template <bool kFromGoal>
struct GraphWorld {
  using Changes = ChangedEdges;
  const Graph* graph;

  [[nodiscard]] const Graph& changing() const { return *graph; }
  [[nodiscard]] static NodeId first() { return 0; }
  [[nodiscard]] static ZeroHeuristic to(NodeId /*target*/) { return {}; }
  // On the way from the target to the root.
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const {
    return kFromGoal ? graph->cost(from, to) : graph->cost(to, from);
  }
};

template <class Search>
class GraphRepairFinder final : public GraphFinder {
 public:
  explicit GraphRepairFinder(const Graph& graph)
      : GraphFinder(graph), query_(memory(), LivingGraph(graph, !Search::kFromGoal), {&graph}, {}) {}

  [[nodiscard]] Work work() const override { return query_.work(); }
  [[nodiscard]] std::uint64_t spent() const override { return query_.spent(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + query_.heap_bytes(); }
  void forget() override { query_.forget(); }

 private:
  void begin(NodeId start, NodeId goal) override { query_.begin(start, goal); }
  Status run(const Budget& budget) override { return query_.run(budget); }
  [[nodiscard]] Cost path_cost() const override { return query_.path_cost(); }
  void write_path(std::vector<NodeId>& path) const override { query_.append_path(path); }

  RepairQuery<Search, GraphWorld<Search::kFromGoal>> query_;
};

}  // namespace

void GraphFinder::start(NodeId start, NodeId goal) {
  status_ = start < graph_->nodes() && goal < graph_->nodes() ? Status::kInProgress : Status::kBadId;
  if (status_ == Status::kInProgress) begin(start, goal);
}

GraphFinderPtr make_graph_lpa(const Graph& graph) {
  return std::make_unique<GraphRepairFinder<RepairSearch<LivingGraph, ZeroHeuristic, RepairKind::kLpa>>>(graph);
}
GraphFinderPtr make_graph_d_star_lite(const Graph& graph) {
  return std::make_unique<GraphRepairFinder<RepairSearch<LivingGraph, ZeroHeuristic, RepairKind::kDStarLite>>>(graph);
}
GraphFinderPtr make_graph_d_star(const Graph& graph) {
  return std::make_unique<GraphRepairFinder<DStarSearch<LivingGraph, ZeroHeuristic>>>(graph);
}

}  // namespace waymark
