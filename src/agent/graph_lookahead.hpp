// The lookahead of LRTA* (ply_lookahead.hpp) on a graph, in slices: all states up to d moves away, with the cheapest
// cost within those moves, the first move there, and g + h raised along the branch (path-max).
//
// Charge: one unit per expansion. A state found cheaper on a later ply is expanded again there.
// Memory: 24 bytes per state of the graph, and the states of a lookahead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/graph.hpp"

namespace waymark {

// Lower f is better, then higher g, then the lower first state, then the lower state.
struct GraphFrontierState {
  std::uint64_t f;  // in thousandths
  Cost g;
  NodeId first;
  NodeId node;

  friend bool operator<(const GraphFrontierState& a, const GraphFrontierState& b) {
    if (a.f != b.f) return a.f < b.f;
    if (a.g != b.g) return a.g > b.g;
    if (a.first != b.first) return a.first < b.first;
    return a.node < b.node;
  }
};

class GraphLookahead {
 public:
  // gamma from 1 to 1000 thousandths. `room`: for how many states of a lookahead memory is taken beforehand.
  GraphLookahead(const Graph& graph, std::uint32_t gamma_thousandths, std::size_t room);

  // Begins at `s`, which is not the goal but connected with it; depth from 1.
  void start(NodeId s, NodeId goal, std::uint32_t depth);
  // Expands at most `units` states and says how many it did.
  template <class Heuristic>
  std::uint64_t step(std::uint64_t units, const Heuristic& h) {
    std::uint64_t spent = 0;
    for (; spent < units && has_next(); ++spent) expand(layer_[place_++], h);
    return spent;
  }
  [[nodiscard]] bool done() { return !has_next(); }

  // Once done: the best of the states first reached after d moves, and the goal if it is among those within.
  [[nodiscard]] GraphFrontierState best() const;
  // States looked at, s included.
  [[nodiscard]] std::uint64_t touched() const { return touched_; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(states_, layer_, next_, reached_last_); }

 private:
  struct State {
    std::uint64_t f = 0;  // path-max of gamma * g + h along the cheapest branch
    Cost g = 0;
    NodeId first = kNoNode;
    std::uint32_t found_on = 0;  // the last ply on which it was first reached or found cheaper
    std::uint32_t stamp = 0;     // of the lookahead
  };
  struct Layered {
    NodeId node;
    State state;  // as it was when the ply began
  };

  // Whether there is a state to expand; goes on to the next ply if need be.
  bool has_next();
  template <class Heuristic>
  void expand(const Layered& from, const Heuristic& h) {
    space_.for_each_successor(from.node, GraphSpace::kNoArrival, [&](NodeId to, Cost edge, NodeId) {
      const Cost g = from.state.g + edge;
      State& known = states_[to];
      const bool fresh = known.stamp != stamp_;
      if (!fresh && known.g <= g) return;
      const bool queued = !fresh && known.found_on == ply_;
      known = {std::max(from.state.f, gamma_ * g + std::uint64_t{1000} * h(to)), g,
               from.state.first == kNoNode ? to : from.state.first, ply_, stamp_};
      if (fresh) {
        ++touched_;
        if (ply_ == depth_ && to != goal_) reached_last_.push_back(to);
      }
      if (to != goal_ && !queued) next_.push_back(to);
    });
  }

  GraphSpace space_;
  std::uint64_t gamma_;
  NodeId goal_ = kNoNode;
  std::uint32_t depth_ = 0;
  std::uint32_t ply_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint64_t touched_ = 0;
  std::vector<State> states_;
  std::vector<Layered> layer_;  // to be expanded on this ply
  std::size_t place_ = 0;       // in the layer
  std::vector<NodeId> next_;
  std::vector<NodeId> reached_last_;  // first reached on ply d
};

}  // namespace waymark
