#include "waymark/space/graph.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace waymark {
namespace {

// Sorts edges into rows by `source(edge)`, keeping their order within a row.
template <class Source, class Target>
Graph::Rows make_rows(std::uint32_t nodes, std::span<const Graph::Edge> edges, const std::vector<Cost>& costs,
                      Source source, Target target) {
  Graph::Rows rows;
  rows.first.assign(std::size_t{nodes} + 1, 0);
  for (const Graph::Edge& edge : edges) ++rows.first[source(edge) + 1];
  for (std::size_t i = 1; i < rows.first.size(); ++i) rows.first[i] += rows.first[i - 1];
  rows.to.resize(edges.size());
  rows.cost.resize(edges.size());
  std::vector<std::uint64_t> next(rows.first.begin(), rows.first.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint64_t slot = next[source(edges[i])]++;
    rows.to[slot] = target(edges[i]);
    rows.cost[slot] = costs[i];
  }
  return rows;
}

// In the cost units of a graph; what is wrong with it, if anything.
Result<Cost> quantised(double cost, double scale, const std::string& name) {
  if (!(cost > 0)) return Error{ErrorCode::kOutOfRange, name + "costs must be positive"};
  const double scaled = std::ceil(cost * scale);
  if (!(scaled <= static_cast<double>(kMaxEdgeCost))) {
    return Error{ErrorCode::kTooLarge,
                 name + "cost times scale exceeds " + std::to_string(kMaxEdgeCost) + "; use a smaller scale"};
  }
  return std::max<Cost>(1, static_cast<Cost>(scaled));
}

// Whether there is one.
bool set_edges(Graph::Rows& rows, NodeId from, NodeId to, Cost cost) {
  bool found = false;
  for (std::uint64_t i = rows.first[from]; i < rows.first[from + 1]; ++i) {
    if (rows.to[i] != to) continue;
    rows.cost[i] = cost;
    found = true;
  }
  return found;
}

}  // namespace

Result<Done> Graph::set_cost(NodeId from, NodeId to, double cost) {
  const std::string name = "edge from " + std::to_string(from) + " to " + std::to_string(to) + ": ";
  if (from >= nodes() || to >= nodes()) {
    return Error{ErrorCode::kOutOfRange, name + "the graph has " + std::to_string(nodes()) + " states"};
  }
  const auto quantity = quantised(cost, scale_, name);
  if (!quantity) return quantity.error();
  if (!set_edges(forward_, from, to, *quantity)) return Error{ErrorCode::kOutOfRange, name + "there is none"};
  set_edges(symmetric_ ? forward_ : backward_, to, from, *quantity);
  max_edge_cost_ = std::max(max_edge_cost_, *quantity);
  log_.resize(kLogged);
  log_[changes_ % kLogged] = {from, to};
  ++changes_;
  return Done{};
}

Cost Graph::cost(NodeId from, NodeId to) const {
  Cost least = kInfiniteCost;
  for (std::uint64_t i = forward_.first[from]; i < forward_.first[from + 1]; ++i) {
    if (forward_.to[i] == to) least = std::min(least, forward_.cost[i]);
  }
  return least;
}

Result<Graph> Graph::from_edges(std::uint32_t nodes, std::span<const Edge> edges, double scale) {
  if (!(scale > 0) || !std::isfinite(scale))
    return Error{ErrorCode::kOutOfRange, "the scale of a graph must be a positive number"};
  if (nodes == kNoNode) return Error{ErrorCode::kTooLarge, "a graph has at most 4294967294 states"};
  Graph graph;
  graph.scale_ = scale;
  std::vector<Cost> costs(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& edge = edges[i];
    const std::string name = "edge " + std::to_string(i) + ": ";
    if (edge.from >= nodes || edge.to >= nodes) {
      return Error{ErrorCode::kOutOfRange, name + "state " + std::to_string(std::max(edge.from, edge.to)) +
                                               " does not exist; the graph has " + std::to_string(nodes)};
    }
    const auto quantity = quantised(edge.cost, scale, name);
    if (!quantity) return quantity.error();
    costs[i] = *quantity;
    graph.max_edge_cost_ = std::max(graph.max_edge_cost_, costs[i]);
  }
  const auto from = [](const Edge& edge) { return edge.from; };
  const auto to = [](const Edge& edge) { return edge.to; };
  graph.forward_ = make_rows(nodes, edges, costs, from, to);
  graph.backward_ = make_rows(nodes, edges, costs, to, from);
  return graph;
}

Graph Graph::symmetric(Rows rows) {
  Cost dearest = 1;
  for (const Cost cost : rows.cost) dearest = std::max(dearest, cost);
  return symmetric(std::move(rows), dearest);
}

Graph Graph::symmetric(Rows rows, Cost max_edge_cost) {
  Graph graph;
  graph.symmetric_ = true;
  graph.max_edge_cost_ = max_edge_cost;
  graph.forward_ = std::move(rows);
  return graph;
}

}  // namespace waymark
