#include "waymark/search/landmarks.hpp"

#include <string>

#include "waymark/search/one_to_all.hpp"

namespace waymark {
namespace {

Cost cheapest_edge(const Graph& graph) {
  const std::vector<Cost>& costs = graph.forward().cost;
  return costs.empty() ? 1 : *std::min_element(costs.begin(), costs.end());
}

}  // namespace

Result<Landmarks> Landmarks::make(const Graph& graph, std::uint32_t count) {
  if (count < 1 || count > kMost) {
    return Error{ErrorCode::kOutOfRange,
                 "landmarks: from 1 to " + std::to_string(kMost) + ", not " + std::to_string(count)};
  }
  Landmarks landmarks;
  const std::uint32_t nodes = graph.nodes();
  landmarks.nodes_ = nodes;
  landmarks.made_after_ = graph.changes();
  count = std::min(count, nodes);
  landmarks.distances_.resize(std::size_t{nodes} * count);
  const Cost cheapest = cheapest_edge(graph);
  OneToAll<GraphSpace> outward(GraphSpace(graph), cheapest);
  OneToAll<GraphSpace> inward(GraphSpace(graph).reversed(), cheapest);
  std::vector<Cost> nearest(nodes, kInfiniteCost);  // from any landmark so far
  outward.compute(0);
  NodeId place = 0;  // the next: of what state 0 reaches, the farthest
  for (NodeId node = 1; node < nodes; ++node) {
    const Cost distance = outward.distance(node);
    if (distance != kInfiniteCost && distance > outward.distance(place)) place = node;
  }
  while (landmarks.places_.size() < count) {
    const std::size_t i = landmarks.places_.size();
    landmarks.places_.push_back(place);
    outward.compute(place);
    inward.compute(place);
    for (NodeId node = 0; node < nodes; ++node) {
      landmarks.distances_[std::size_t{node} * count + i] = {std::min(outward.distance(node), kMaxHeuristic),
                                                             std::min(inward.distance(node), kMaxHeuristic)};
      nearest[node] = std::min(nearest[node], outward.distance(node));
    }
    place = static_cast<NodeId>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  return landmarks;
}

}  // namespace waymark
