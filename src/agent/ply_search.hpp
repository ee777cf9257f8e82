// The breadth-first lookahead of LRTA* and its kin (JAIR 2008, Figure 1, line 4): all states up to d moves away, with
// the cheapest cost within those moves, the first move there, and g + h raised along the branch (path-max). The one
// text for grids and graphs, at once or in slices, with a depth given or ply by ply.
//
// Legend: s the agent's state; g cost from s; f = gamma * g + h, in thousandths of a cost unit (or g + h, in units).
// Charge: one unit per expansion. A state found cheaper on a later ply is expanded again there.
// Memory: that of the states' table; the states of two plies, and those first reached on the last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "agent/ply_states.hpp"
#include "base/flat_list.hpp"
#include "waymark/agent/path_max.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/concepts.hpp"

namespace waymark {

template <Space S, template <class> class States, class First, class Ply, class Weight = GammaWeight,
          Ways kWays = Ways::kForgotten>
class PlySearch {
 public:
  using State = PlyState<typename First::Type, Ply, typename Weight::Value, kWays>;
  using Frontier = BasicFrontierState<typename First::Type>;

  // To be prepared.
  PlySearch() = default;
  // `most_states`: what the table is made for.
  PlySearch(S space, std::uint32_t most_states, const Weight& weight, PathMax path_max = PathMax::kOn)
      : space_(std::move(space)), weight_(weight), path_max_(path_max), states_(most_states) {}

  // Before the next start: where it searches, and how.
  void prepare(const S& space, const Weight& weight, PathMax path_max) {
    space_ = space;
    weight_ = weight;
    path_max_ = path_max;
  }
  void prepare_table(std::uint32_t most_states) { states_.prepare(most_states); }
  // Takes memory beforehand: for so many states of a ply that are expanded, so many that are reached, and expansions.
  void reserve(std::size_t expanded_on_ply, std::size_t reached_on_ply, std::size_t expansions) {
    layer_.reserve(expanded_on_ply);
    next_.reserve(reached_on_ply);
    reached_.reserve(reached_on_ply);
    if constexpr (kWays == Ways::kKept) {
      expanded_.reserve(expansions);
      parents_.reserve(expansions);
    }
  }

  // Begins at `s`, which is not the goal; kNoNode: a goal farther away than the lookahead will reach. With depth 0 each
  // grow() adds a ply.
  void start(NodeId s, NodeId goal, std::uint32_t depth) {
    WAYMARK_DEBUG_ASSERT(s != goal);
    goal_ = goal;
    goal_found_ = false;
    ply_ = first_ply_ = states_.start(depth);
    last_ply_ = ply_ + depth;
    touched_ = 1;
    expansions_ = 0;
    // The root takes no part in path-max: its own h is what is being judged.
    State* root = states_.find_or_add(s).first;
    *root = State{};
    root->found_on = static_cast<Ply>(ply_);
    layer_.clear();
    place_ = 0;
    reached_.clear();
    next_.clear();
    next_.push_back({s, root});
    if constexpr (kWays == Ways::kKept) {
      expanded_.clear();
      parents_.clear();
    }
  }
  void grow() { ++last_ply_; }

  // Expands at most `units` states and says how many it did.
  template <class Heuristic>
  std::uint64_t step(std::uint64_t units, const Heuristic& h) {
    std::uint64_t spent = 0;
    while (spent < units && has_next()) {
      const std::size_t count = std::min<std::uint64_t>(units - spent, layer_.size() - place_);
      const auto part = std::span<const Layered>(layer_.data() + place_, count);
      if (ply_ == first_ply_ + 1) {
        expand<true>(part, h);
      } else {
        expand<false>(part, h);
      }
      place_ += count;
      spent += count;
    }
    expansions_ += spent;
    return spent;
  }
  [[nodiscard]] bool done() { return !has_next(); }

  // Once done: calls visit(frontier state) for the states first reached on the last ply, and for the goal if it is
  // among those within. There is one at least if the goal can be reached.
  template <class Visit>
  void for_each_of_frontier(Visit&& visit) const {
    for (const NodeId node : reached_) visit(frontier_state(node));
    if (goal_found_) visit(frontier_state(goal_));
  }
  // Whether there is one; not if no other state can be reached.
  [[nodiscard]] bool has_best() const { return goal_found_ || !reached_.empty(); }
  [[nodiscard]] Frontier best() const { return best(std::less<>()); }
  // The first in another order.
  template <class Before>
  [[nodiscard]] Frontier best(const Before& is_before) const {
    WAYMARK_DEBUG_ASSERT(has_best());
    Frontier best = frontier_state(goal_found_ ? goal_ : reached_.front());
    for (const NodeId node : reached_) {
      const Frontier other = frontier_state(node);
      if (is_before(other, best)) best = other;
    }
    return best;
  }

  [[nodiscard]] const S& space() const { return *space_; }
  [[nodiscard]] std::uint64_t expansions() const { return expansions_; }
  // States looked at, s included.
  [[nodiscard]] std::uint64_t touched() const { return touched_; }
  // With Ways::kKept: the states expanded, in order; s is the first.
  [[nodiscard]] std::span<const NodeId> expanded() const { return expanded_; }
  // With Ways::kKept: calls visit(node) for a frontier state and then for each state on the way back, s left out: as
  // many as there are moves.
  template <class Visit>
  void trace_back(NodeId frontier_state, Visit&& visit) const {
    std::uint32_t parent = states_.at(frontier_state).parent;
    for (visit(frontier_state); parent != 0; parent = parents_[parent]) visit(expanded_[parent]);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const {
    return heap_bytes_of(states_, layer_, next_, reached_, expanded_, parents_);
  }

 private:
  struct Queued {
    NodeId node;
    const State* state;  // stays where it is until the next start
  };
  struct Layered {
    NodeId node;
    State state;  // as it was when the ply began
  };

  [[nodiscard]] Frontier frontier_state(NodeId node) const {
    const State& state = states_.at(node);
    return {state.f, state.g, state.first_move, node};
  }

  // Whether there is a state to expand; goes on to the next ply if need be.
  bool has_next() {
    if (place_ < layer_.size()) return true;
    if (ply_ == last_ply_ || next_.empty()) return false;
    ++ply_;
    layer_.clear();
    place_ = 0;
    for (const Queued& queued : next_) layer_.push_back({queued.node, *queued.state});
    next_.clear();
    reached_.clear();
    return true;
  }

  // States of one ply. kRoot: it is the first, and the state is s; no other has first moves to be named.
  template <bool kRoot, class Heuristic>
  void expand(std::span<const Layered> layer, const Heuristic& h) {
    const auto ply = static_cast<Ply>(ply_);
    const bool last = ply_ == last_ply_;
    const NodeId goal = goal_;
    const Weight weight = weight_;
    const S& space = *space_;
    std::uint64_t touched = 0;
    for (const Layered& from : layer) {
      const typename Weight::Value least_f = path_max_ == PathMax::kOn ? from.state.f : 0;
      [[maybe_unused]] std::uint32_t expansion = 0;
      if constexpr (kWays == Ways::kKept) {
        expansion = static_cast<std::uint32_t>(expanded_.size());
        expanded_.push_back(from.node);
        parents_.push_back(from.state.parent);
      }
      [[maybe_unused]] std::uint32_t number = 0;
      space.for_each_successor(from.node, S::kNoArrival,
                               [&](NodeId to, Cost edge, [[maybe_unused]] typename S::Arrival arrival) {
                                 [[maybe_unused]] const std::uint32_t move = kRoot ? number++ : 0;
                                 const Cost g = from.state.g + edge;
                                 const auto [known, fresh] = states_.find_or_add(to);
                                 if (!fresh && known->g <= g) return;
                                 const bool queued = !fresh && known->found_on == ply;
                                 State state;
                                 state.f = std::max(least_f, weight.f(g, h(to)));
                                 state.g = g;
                                 state.found_on = ply;
                                 if constexpr (kRoot) {
                                   state.first_move = First::of(move, to, arrival);
                                 } else {
                                   state.first_move = from.state.first_move;
                                 }
                                 if constexpr (kWays == Ways::kKept) state.parent = expansion;
                                 *known = state;
                                 if (fresh) ++touched;
                                 if (to == goal) {
                                   goal_found_ = true;
                                   return;
                                 }
                                 if (fresh && last) reached_.push_back(to);
                                 if (!queued) next_.push_back({to, known});
                               });
    }
    touched_ += touched;
  }

  std::optional<S> space_;
  Weight weight_{};
  PathMax path_max_ = PathMax::kOn;
  bool goal_found_ = false;
  NodeId goal_ = kNoNode;
  std::uint32_t first_ply_ = 0;  // the number of ply 0
  std::uint32_t ply_ = 0;
  std::uint32_t last_ply_ = 0;
  std::uint64_t expansions_ = 0;
  std::uint64_t touched_ = 0;
  States<State> states_;
  FlatList<Layered> layer_;   // to be expanded on this ply
  std::size_t place_ = 0;     // in the layer
  FlatList<Queued> next_;     // to be expanded on the next
  FlatList<NodeId> reached_;  // first reached on the last ply
  std::vector<NodeId> expanded_;
  std::vector<std::uint32_t> parents_;  // of the expansions: the ways as they were then, none longer than its ply
};

}  // namespace waymark
