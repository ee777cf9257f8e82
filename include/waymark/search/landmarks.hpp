// Landmarks: an estimate of the way between any two states of a graph, from the distances of all states to and from a
// few. No way from a to b is cheaper than what b is farther from a landmark than a is, nor than what a is farther from
// coming to it than b is.
//
// Goldberg & Harrelson 2005, Computing the Shortest Path: A* Search Meets Graph Theory (SODA), where it is called ALT;
// on grids a differential heuristic. Each landmark is the state farthest from those before it, a state that none of
// them reaches first of all; the first is the farthest from state 0. Ties: the lower id.
// Making takes two searches of the whole graph a landmark; memory: 8 bytes a state and landmark. An estimate looks at
// all landmarks.
//
// Admissible and consistent while no edge gets cheaper than it was when they were made; more exactly, while `allows` is
// true of every edge.
//
// Threads: any number may share them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/graph.hpp"

namespace waymark {

class Landmarks {
 public:
  static constexpr std::uint32_t kMost = 64;

  // `count` of them: 1 to kMost. Fewer if the graph has no more states.
  static Result<Landmarks> make(const Graph& graph, std::uint32_t count);

  // No way from `from` to `to` costs less; at most kMaxHeuristic.
  [[nodiscard]] Cost at_least(NodeId from, NodeId to) const {
    instrument::look(2 * places_.size());
    const Distances* const a = distances_.data() + std::size_t{from} * places_.size();
    const Distances* const b = distances_.data() + std::size_t{to} * places_.size();
    Cost most = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      most = std::max(most, std::max(gap(b[i].from_it, a[i].from_it), gap(a[i].to_it, b[i].to_it)));
    }
    return most;
  }
  // Whether an edge of this cost leaves all estimates right.
  [[nodiscard]] bool allows(NodeId from, NodeId to, Cost cost) const { return at_least(from, to) <= cost; }

  [[nodiscard]] const std::vector<NodeId>& places() const { return places_; }
  // Of the graph they are of.
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }
  // How many costs had been set (Graph::changes) when they were made.
  [[nodiscard]] std::uint64_t made_after() const { return made_after_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(places_, distances_); }

 private:
  // At most kMaxHeuristic, also where there is no way: along an edge they grow by no more than it costs all the same.
  struct Distances {
    Cost from_it = 0;
    Cost to_it = 0;
  };
  Landmarks() = default;

  [[nodiscard]] static Cost gap(Cost high, Cost low) { return high > low ? high - low : 0; }

  std::vector<NodeId> places_;
  std::vector<Distances> distances_;  // of state i, to each landmark: from i * places on
  std::uint32_t nodes_ = 0;
  std::uint64_t made_after_ = 0;
};

// The way between a state and a target: from the state, or, for searches that grow from the goal, to it. Without
// landmarks it knows nothing.
class LandmarkHeuristic {
 public:
  struct Here {};

  // Kept by pointer.
  LandmarkHeuristic(const Landmarks* landmarks, NodeId target, bool from_target)
      : landmarks_(landmarks), target_(target), from_target_(from_target) {}

  [[nodiscard]] Here at(NodeId) const { return {}; }
  [[nodiscard]] Cost of(Here, NodeId to, NodeId /*arrival*/) const { return (*this)(to); }
  [[nodiscard]] Cost operator()(NodeId node) const {
    if (landmarks_ == nullptr) return 0;
    return from_target_ ? landmarks_->at_least(target_, node) : landmarks_->at_least(node, target_);
  }

 private:
  const Landmarks* landmarks_;
  NodeId target_;
  bool from_target_;
};

}  // namespace waymark
