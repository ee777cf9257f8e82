// Any directed graph with positive costs, as compressed rows: the edges of a state lie side by side.
//
// Threads: any number may share a Graph while nobody sets a cost; a GraphSpace is a view of one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/concepts.hpp"

namespace waymark {

class Graph {
 public:
  struct Edge {
    NodeId from;
    NodeId to;
    double cost;  // > 0
  };

  // Costs are quantised once, here: cost * scale, rounded up to at least 1. A larger scale is finer; the dearest edge
  // must stay within kMaxEdgeCost. Edges keep their given order within a state, which is their order in ties.
  static Result<Graph> from_edges(std::uint32_t nodes, std::span<const Edge> edges, double scale);

  // Another cost, > 0, for the edge from one state to another (for all, if there are several), quantised as the others;
  // in a symmetric graph for the way back too. Fails, and changes nothing, if there is no such edge or the cost does
  // not fit. What searches before it found may be wrong then; those of repair/graph_finder.hpp take note of it.
  Result<Done> set_cost(NodeId from, NodeId to, double cost);

  // The ends of the edges whose cost was set, by number: change i of all there ever were, as long as it is one of the
  // last kLogged.
  struct Ends {
    NodeId from;
    NodeId to;
  };
  static constexpr std::size_t kLogged = 1024;
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  [[nodiscard]] const Ends& change(std::uint64_t i) const { return log_[i % kLogged]; }

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(forward_.first.size() - 1); }
  [[nodiscard]] std::uint64_t edges() const { return forward_.to.size(); }
  [[nodiscard]] double scale() const { return scale_; }
  // No edge has ever been dearer.
  [[nodiscard]] Cost max_edge_cost() const { return max_edge_cost_; }
  // Of the cheapest edge from one state to another; kInfiniteCost if there is none.
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const;

  struct Rows {
    std::vector<std::uint64_t> first{0};  // of state i: first[i] to first[i + 1]
    std::vector<NodeId> to;
    std::vector<Cost> cost;
  };
  // Of rows in which every edge has its like in the other direction, with the same cost, from 1 to kMaxEdgeCost.
  static Graph symmetric(Rows rows);
  // The same of rows whose dearest edge is known; 1 if there is none.
  static Graph symmetric(Rows rows, Cost max_edge_cost);

  [[nodiscard]] const Rows& forward() const { return forward_; }
  [[nodiscard]] const Rows& backward() const { return symmetric_ ? forward_ : backward_; }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return heap_bytes_of(forward_.first, forward_.to, forward_.cost, backward_.first, backward_.to, backward_.cost,
                         log_);
  }

 private:
  Graph() = default;

  Rows forward_;
  Rows backward_;  // unused if symmetric
  bool symmetric_ = false;
  Cost max_edge_cost_ = 1;
  double scale_ = 1;
  std::vector<Ends> log_;  // a ring; change i is at i % kLogged
  std::uint64_t changes_ = 0;
};

// The graph as a space, along its edges or against them.
class GraphSpace {
 public:
  using Arrival = NodeId;  // the predecessor
  static constexpr Arrival kNoArrival = kNoNode;

  explicit GraphSpace(const Graph& graph) : GraphSpace(graph, true) {}

  [[nodiscard]] std::uint32_t id_bound() const { return graph_->nodes(); }
  [[nodiscard]] Cost max_edge_cost() const { return graph_->max_edge_cost(); }
  [[nodiscard]] NodeId predecessor(NodeId, Arrival arrival) const { return arrival; }
  [[nodiscard]] GraphSpace reversed() const { return {*graph_, !along_}; }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival, Visit&& visit) const {
    instrument::look(rows_->first[node + 1] - rows_->first[node]);
    for (std::uint64_t i = rows_->first[node]; i < rows_->first[node + 1]; ++i)
      visit(rows_->to[i], rows_->cost[i], node);
  }
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    instrument::look(rows_->first[node + 1] - rows_->first[node]);
    for (std::uint64_t i = rows_->first[node]; i < rows_->first[node + 1]; ++i) visit(rows_->to[i], rows_->cost[i]);
  }

 private:
  GraphSpace(const Graph& graph, bool along)
      : graph_(&graph), rows_(along ? &graph.forward() : &graph.backward()), along_(along) {}

  const Graph* graph_;
  const Graph::Rows* rows_;
  bool along_;
};

static_assert(Space<GraphSpace> && Reversible<GraphSpace>);

}  // namespace waymark
