// A graph whose costs change under a search.
#pragma once

#include <cstdint>
#include <utility>

#include "waymark/base/types.hpp"
#include "waymark/space/graph.hpp"

namespace waymark {

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

// Both ends of each edge whose cost was set: which of them it concerns depends on where the search grows from.
class ChangedEdges {
 public:
  void forget(const Graph& graph) { next_ = 2 * graph.changes(); }
  [[nodiscard]] bool is_whole(const Graph& graph) const { return next_ / 2 + Graph::kLogged >= graph.changes(); }
  [[nodiscard]] bool any(const Graph& graph) const { return next_ != 2 * graph.changes(); }
  [[nodiscard]] static bool outweighs(const Graph& /*graph*/, std::uint64_t /*states*/) { return false; }
  // The edge that comes next, or the end that is left of it.
  [[nodiscard]] const Graph::Ends& next(const Graph& graph) const { return graph.change(next_ / 2); }
  void skip() { next_ += 2 - next_ % 2; }
  NodeId take(const Graph& graph) {
    const Graph::Ends& edge = next(graph);
    return next_++ % 2 == 0 ? edge.from : edge.to;
  }

 private:
  std::uint64_t next_ = 0;  // of all ends there ever were
};

}  // namespace waymark
