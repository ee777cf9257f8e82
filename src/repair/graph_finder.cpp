#include "waymark/repair/graph_finder.hpp"

#include <type_traits>
#include <utility>

#include "repair/anytime_parameters.hpp"
#include "repair/d_star_search.hpp"
#include "repair/repair_query.hpp"
#include "repair/repair_search.hpp"
#include "waymark/base/assert.hpp"
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

template <class Heuristic, bool kFromGoal>
struct GraphWorld {
  using Changes = ChangedEdges;
  const Graph* graph;
  const Landmarks* const* landmarks;  // which may be no longer right one day

  [[nodiscard]] const Graph& changing() const { return *graph; }
  [[nodiscard]] static NodeId first() { return 0; }
  [[nodiscard]] Heuristic to(NodeId target) const {
    if constexpr (std::is_same_v<Heuristic, ZeroHeuristic>) {
      return {};
    } else {
      return {*landmarks, target, kFromGoal};
    }
  }
  // On the way from the target to the root.
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const {
    return kFromGoal ? graph->cost(from, to) : graph->cost(to, from);
  }
};

template <class Heuristic, class Search>
class GraphRepairFinder final : public GraphFinder {
 public:
  explicit GraphRepairFinder(const Graph& graph, const Landmarks* landmarks = nullptr, Inflations inflations = {})
      : GraphFinder(graph),
        landmarks_(landmarks),
        next_(landmarks != nullptr ? landmarks->made_after() : 0),
        query_(memory(), LivingGraph(graph, !Search::kFromGoal), {&graph, &landmarks_}, inflations) {
    WAYMARK_ASSERT(landmarks == nullptr || landmarks->nodes() == graph.nodes());
  }

  [[nodiscard]] Work work() const override { return query_.work(); }
  [[nodiscard]] std::uint64_t spent() const override { return checked_ + query_.spent(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + query_.heap_bytes(); }
  [[nodiscard]] bool estimates_by_landmarks() const override { return landmarks_ != nullptr; }
  void forget() override { query_.forget(); }

 private:
  void begin(NodeId start, NodeId goal) override {
    start_ = start;
    goal_ = goal;
    checked_ = 0;
    query_.begin(start, goal);
  }
  Status run(const Budget& budget) override {
    Budget left = budget;
    for (; landmarks_ != nullptr && next_ != graph().changes(); --left.units, ++checked_) {
      const std::uint64_t done = budget.units - left.units;
      if (left.units == 0 || (left.has_deadline() && done % Budget::kPollInterval == 0 && left.past_deadline()))
        return Status::kInProgress;
      if (!is_whole() || !is_allowed(graph().change(next_++))) estimate_nothing();
    }
    return query_.run(left);
  }
  [[nodiscard]] bool is_whole() const { return next_ + Graph::kLogged >= graph().changes(); }
  // In a symmetric graph the way back has its cost, too.
  [[nodiscard]] bool is_allowed(const Graph::Ends& edge) const {
    return landmarks_->allows(edge.from, edge.to, graph().cost(edge.from, edge.to)) &&
           landmarks_->allows(edge.to, edge.from, graph().cost(edge.to, edge.from));
  }
  void estimate_nothing() {
    landmarks_ = nullptr;
    checked_ += query_.spent();  // of this query, before the change
    query_.forget();
    query_.begin(start_, goal_);
  }

  [[nodiscard]] Cost path_cost() const override { return query_.path_cost(); }
  void write_path(std::vector<NodeId>& path) const override {
    append_pieces(path, [this](PathCursor& cursor, std::span<NodeId> room) { return query_.piece(cursor, room); });
  }
  [[nodiscard]] std::uint32_t found() const override { return query_.solutions(); }
  [[nodiscard]] std::uint32_t proven() const override { return query_.proven(); }

  const Landmarks* landmarks_;
  std::uint64_t next_;  // change of the graph that the landmarks are to be held against
  RepairQuery<Search, GraphWorld<Heuristic, Search::kFromGoal>> query_;
  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  std::uint64_t checked_ = 0;  // units of this query beside query_'s
};

template <RepairKind kKind>
using GraphRepair = GraphRepairFinder<LandmarkHeuristic, RepairSearch<LivingGraph, LandmarkHeuristic, kKind>>;
template <class Heuristic>
using GraphDStar = GraphRepairFinder<Heuristic, DStarSearch<LivingGraph, Heuristic>>;

template <RepairKind kKind, class Options>
Result<GraphFinderPtr> make_graph_anytime(const Graph& graph, const Options& options, const Landmarks* landmarks) {
  const auto inflations = inflations_of(options);
  if (!inflations) return inflations.error();
  return GraphFinderPtr(std::make_unique<GraphRepair<kKind>>(graph, landmarks, *inflations));
}

}  // namespace

void GraphFinder::start(NodeId start, NodeId goal) {
  status_ = start < graph_->nodes() && goal < graph_->nodes() ? Status::kInProgress : Status::kBadId;
  if (status_ == Status::kInProgress) begin(start, goal);
}

GraphFinderPtr make_graph_lpa(const Graph& graph, const Landmarks* landmarks) {
  return std::make_unique<GraphRepair<RepairKind::kLpa>>(graph, landmarks);
}
GraphFinderPtr make_graph_d_star_lite(const Graph& graph, const Landmarks* landmarks) {
  return std::make_unique<GraphRepair<RepairKind::kDStarLite>>(graph, landmarks);
}
GraphFinderPtr make_graph_d_star(const Graph& graph) { return std::make_unique<GraphDStar<ZeroHeuristic>>(graph); }
GraphFinderPtr make_graph_focussed_d_star(const Graph& graph, const Landmarks* landmarks) {
  return std::make_unique<GraphDStar<LandmarkHeuristic>>(graph, landmarks);
}
Result<GraphFinderPtr> make_graph_ara(const Graph& graph, const AraOptions& options, const Landmarks* landmarks) {
  return make_graph_anytime<RepairKind::kAra>(graph, options, landmarks);
}
Result<GraphFinderPtr> make_graph_ad_star(const Graph& graph, const AdStarOptions& options,
                                          const Landmarks* landmarks) {
  return make_graph_anytime<RepairKind::kAdStar>(graph, options, landmarks);
}

}  // namespace waymark
