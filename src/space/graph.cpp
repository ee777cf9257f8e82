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

}  // namespace

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
    if (!(edge.cost > 0)) return Error{ErrorCode::kOutOfRange, name + "costs must be positive"};
    const double scaled = std::ceil(edge.cost * scale);
    if (!(scaled <= static_cast<double>(kMaxEdgeCost))) {
      return Error{ErrorCode::kTooLarge,
                   name + "cost times scale exceeds " + std::to_string(kMaxEdgeCost) + "; use a smaller scale"};
    }
    costs[i] = std::max<Cost>(1, static_cast<Cost>(scaled));
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
