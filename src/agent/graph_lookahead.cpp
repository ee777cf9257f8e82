#include "agent/graph_lookahead.hpp"

#include "waymark/base/assert.hpp"

namespace waymark {

GraphLookahead::GraphLookahead(const Graph& graph, std::uint32_t gamma_thousandths, std::size_t room)
    : space_(graph), gamma_(gamma_thousandths), states_(graph.nodes()) {
  layer_.reserve(room);
  next_.reserve(room);
  reached_last_.reserve(room);
}

void GraphLookahead::start(NodeId s, NodeId goal, std::uint32_t depth) {
  WAYMARK_DEBUG_ASSERT(s != goal && depth >= 1);
  goal_ = goal;
  depth_ = depth;
  ply_ = 0;
  touched_ = 1;
  if (++stamp_ == 0) {  // once in 2^32 lookaheads
    for (State& state : states_) state.stamp = 0;
    stamp_ = 1;
  }
  // The root takes no part in path-max: its own h is what is being judged.
  states_[s] = {0, 0, kNoNode, 0, stamp_};
  layer_.clear();
  place_ = 0;
  reached_last_.clear();
  next_.assign(1, s);
}

bool GraphLookahead::has_next() {
  if (place_ < layer_.size()) return true;
  if (ply_ == depth_ || next_.empty()) return false;
  ++ply_;
  layer_.clear();
  place_ = 0;
  for (const NodeId node : next_) layer_.push_back({node, states_[node]});
  next_.clear();
  return true;
}

GraphFrontierState GraphLookahead::best() const {
  const auto of = [this](NodeId node) -> GraphFrontierState {
    const State& state = states_[node];
    return {state.f, state.g, state.first, node};
  };
  const bool goal_inside = states_[goal_].stamp == stamp_;
  WAYMARK_DEBUG_ASSERT(goal_inside || !reached_last_.empty());
  GraphFrontierState best = of(goal_inside ? goal_ : reached_last_.front());
  for (const NodeId node : reached_last_) best = std::min(best, of(node));
  return best;
}

}  // namespace waymark
