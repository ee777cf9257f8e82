#include "waymark/repair/graph_finder.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "repair/adaptive_query.hpp"
#include "repair/anytime_parameters.hpp"
#include "repair/d_star_search.hpp"
#include "repair/living_graph.hpp"
#include "repair/repair_query.hpp"
#include "repair/repair_search.hpp"
#include "search/paged_bucket_queue.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

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

// Of a search that learns. Its h are of the way to the goal.
struct AdaptiveGraph {
  using Heuristic = LandmarkHeuristic;
  using Edges = LivingGraph;
  using Space = GraphSpace;
  // f may rise by more than two edges at once: where there is no way back, h may too.
  using Open = PagedBucketQueue<WeightedOrder>;
  using Changes = ChangedEdges;
  const Graph* graph;
  const Landmarks* const* landmarks;
  UnitMemory* pages;
  GraphSpace along;

  [[nodiscard]] UnitMemory& memory() const { return *pages; }
  [[nodiscard]] LivingGraph edges() const { return {*graph, true}; }
  [[nodiscard]] const GraphSpace& space() const { return along; }
  [[nodiscard]] const Graph& changing() const { return *graph; }
  [[nodiscard]] static NodeId first() { return 0; }
  [[nodiscard]] LandmarkHeuristic to(NodeId goal) const { return {*landmarks, goal, false}; }
  [[nodiscard]] static bool joins(NodeId /*start*/, NodeId /*goal*/) { return true; }  // nothing tells beforehand
  // In a symmetric graph the way back has its cost, too.
  template <class Values>
  [[nodiscard]] bool lowers(const Graph::Ends& edge, const Values& values) const {
    const auto is_too_high = [&](NodeId from, NodeId to) {
      return values.h(from) > saturating_add(graph->cost(from, to), values.h(to));
    };
    return is_too_high(edge.from, edge.to) || is_too_high(edge.to, edge.from);
  }
  template <class IsTouched>
  [[nodiscard]] static bool is_near(const Graph::Ends& edge, IsTouched&& is_touched) {
    return is_touched(edge.from) || is_touched(edge.to);
  }
};

// Query: of any of these searches, made from `make(memory, landmarks)`.
template <class Query>
class LivingGraphFinder final : public GraphFinder {
 public:
  template <class Make>
  LivingGraphFinder(const Graph& graph, const Landmarks* landmarks, Make&& make)
      : GraphFinder(graph),
        landmarks_(landmarks),
        next_(landmarks != nullptr ? landmarks->made_after() : 0),
        query_(make(memory(), &landmarks_)) {
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
  Query query_;
  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  std::uint64_t checked_ = 0;  // units of this query beside query_'s
};

template <class Heuristic, class Search>
GraphFinderPtr make_repairing(const Graph& graph, const Landmarks* landmarks, Inflations inflations = {}) {
  using Query = RepairQuery<Search, GraphWorld<Heuristic, Search::kFromGoal>>;
  return std::make_unique<LivingGraphFinder<Query>>(
      graph, landmarks, [&](UnitMemory& memory, const Landmarks* const* led_by) {
        return Query(memory, LivingGraph(graph, !Search::kFromGoal), {&graph, led_by}, inflations);
      });
}
template <RepairKind kKind>
GraphFinderPtr make_repair(const Graph& graph, const Landmarks* landmarks, Inflations inflations = {}) {
  using Search = RepairSearch<LivingGraph, LandmarkHeuristic, kKind>;
  return make_repairing<LandmarkHeuristic, Search>(graph, landmarks, inflations);
}
template <class Heuristic>
GraphFinderPtr make_d_star(const Graph& graph, const Landmarks* landmarks) {
  return make_repairing<Heuristic, DStarSearch<LivingGraph, Heuristic>>(graph, landmarks);
}
GraphFinderPtr make_adaptive(const Graph& graph, const Landmarks* landmarks, AdaptiveKeeps keeps) {
  using Query = AdaptiveQuery<AdaptiveGraph>;
  return std::make_unique<LivingGraphFinder<Query>>(graph, landmarks,
                                                    [&](UnitMemory& memory, const Landmarks* const* led_by) {
                                                      return Query({&graph, led_by, &memory, GraphSpace(graph)}, keeps);
                                                    });
}

template <RepairKind kKind, class Options>
Result<GraphFinderPtr> make_graph_anytime(const Graph& graph, const Options& options, const Landmarks* landmarks) {
  const auto inflations = inflations_of(options);
  if (!inflations) return inflations.error();
  return make_repair<kKind>(graph, landmarks, *inflations);
}

}  // namespace

void GraphFinder::start(NodeId start, NodeId goal) {
  status_ = start < graph_->nodes() && goal < graph_->nodes() ? Status::kInProgress : Status::kBadId;
  if (status_ == Status::kInProgress) begin(start, goal);
}

GraphFinderPtr make_graph_lpa(const Graph& graph, const Landmarks* landmarks) {
  return make_repair<RepairKind::kLpa>(graph, landmarks);
}
GraphFinderPtr make_graph_d_star_lite(const Graph& graph, const Landmarks* landmarks) {
  return make_repair<RepairKind::kDStarLite>(graph, landmarks);
}
GraphFinderPtr make_graph_d_star(const Graph& graph) { return make_d_star<ZeroHeuristic>(graph, nullptr); }
GraphFinderPtr make_graph_focussed_d_star(const Graph& graph, const Landmarks* landmarks) {
  return make_d_star<LandmarkHeuristic>(graph, landmarks);
}
GraphFinderPtr make_graph_adaptive_a(const Graph& graph, const Landmarks* landmarks) {
  return make_adaptive(graph, landmarks, {});
}
GraphFinderPtr make_graph_mt_adaptive_a(const Graph& graph, const Landmarks* landmarks) {
  return make_adaptive(graph, landmarks, {.when_goal_moves = true});
}
GraphFinderPtr make_graph_gaa(const Graph& graph, const Landmarks* landmarks) {
  return make_adaptive(graph, landmarks, {.when_goal_moves = true, .when_costs_fall = true});
}
Result<GraphFinderPtr> make_graph_ara(const Graph& graph, const AraOptions& options, const Landmarks* landmarks) {
  return make_graph_anytime<RepairKind::kAra>(graph, options, landmarks);
}
Result<GraphFinderPtr> make_graph_ad_star(const Graph& graph, const AdStarOptions& options,
                                          const Landmarks* landmarks) {
  return make_graph_anytime<RepairKind::kAdStar>(graph, options, landmarks);
}

}  // namespace waymark
