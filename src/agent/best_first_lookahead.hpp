// The lookahead of LSS-LRTA*, RTAA* and their kin: A* from the agent's state for at most n expansions, and what the
// closed states can learn from the open ones.
//
// Legend: g cost from the agent's state; f = g + h; closed: the states expanded; open: those reached and not expanded,
// the goal among them even if its turn has come.
// Order: lower f, then higher g, then lower id. A state is expanded once, also where h is not consistent; or again when
// a cheaper way to it is found, as run_reopening does.
// Memory: 5n + 4 states at most. (A new closed state next to a closed one has at most 5 cells around it that lie not
// around the other.) Agents borrow one (workspace.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "agent/local_states.hpp"
#include "agent/move_list.hpp"
#include "agent/weighted_moves.hpp"
#include "search/short_queue.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class BestFirstLookahead {
 public:
  static constexpr std::uint32_t kMaxExpansions = 10'000;

  // For the runs to come: at most `expansions` each, from 1 to kMaxExpansions. Takes memory only if it never was
  // prepared for so many.
  void prepare(std::uint32_t expansions) {
    if (expansions != expansions_) take_room(expansions);
  }
  // For the runs to come: on this map. `h` and `moves`, which say how much a move counts in learn_cheapest_way_out, are
  // kept by reference.
  void use(const Map& map, LearnedHeuristic& h, const WeightedMoves& moves) {
    space_ = map.space();
    h_ = &h;
    weighted_ = moves.costs();
    fresh_moves_ = &moves.fresh();
  }

  // Open states after n expansions, at most.
  static constexpr std::uint64_t max_open(std::uint64_t n) { return 4 * n + 4; }

  // Searches from `s`, which is not the goal: one unit per expansion, and one if the goal's turn comes. kInProgress or
  // kSolved (the goal is next to be expanded) if there is a best open state; otherwise why there is none.
  Status run(NodeId s, NodeId goal, std::uint32_t expansions) { return search<false>(s, goal, expansions); }
  // The same with path-max (the root's h takes no part) and with states expanded again. So f of the best open state is
  // at most the cost of a shortest way, if no h is more than that; and at least the move to the next state and its h.
  // Nothing may be learned from it but that f.
  Status run_reopening(NodeId s, NodeId goal, std::uint32_t expansions) { return search<true>(s, goal, expansions); }

  struct OpenState {
    std::uint32_t index;  // which of the states reached
    Cost f;
  };
  // The goal if its turn has come.
  [[nodiscard]] OpenState best() const { return best_; }
  // The open state whose h was raised least so far, ties by the order of the search. The goal if its turn has come.
  // Adds a unit to `units` for each open state looked at: one if the best was never raised, all of them otherwise.
  [[nodiscard]] OpenState least_raised(std::uint64_t& units) const;

  // Puts the moves to an open state into `path`, last move first; there are at most closed_count().
  void trace_back(OpenState state, MoveList& path) const;

  // The first of the moves to an open state. Adds a unit to `units` for each of them.
  [[nodiscard]] std::uint8_t first_move(OpenState state, std::uint64_t& units) const;

  // Raises h of each closed state to the cheapest way out: the least sum of the weighted moves (rounded down for each)
  // through closed states and h of the open state it ends in. Two units per closed state.
  void learn_cheapest_way_out(Work& work);
  // Raises h of each closed state to f - g. One unit per closed state.
  void learn_difference(Cost f, Work& work);
  // Forgets the states, which the run paid for: otherwise the next one would, however small its budget.
  void clear() { states_.clear(); }

  // Of the last run.
  [[nodiscard]] const Work& work() const { return work_; }
  [[nodiscard]] std::uint64_t closed_count() const { return closed_count_; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(states_, raised_, open_, closed_, learning_); }

 private:
  static ShortQueue::Entry entry_of(const LocalState& state, std::uint32_t index) {
    return ShortQueue::entry(state.g, state.h, state.node, index);
  }
  static OpenState state_of(ShortQueue::Entry entry) { return {ShortQueue::index_of(entry), ShortQueue::f_of(entry)}; }
  void take_room(std::uint32_t expansions);
  [[nodiscard]] std::span<const std::uint32_t> closed() const { return {closed_.data(), closed_count_}; }
  template <bool kReopens>
  Status search(NodeId s, NodeId goal, std::uint32_t expansions);
  template <bool kReopens>
  void expand(std::uint32_t index);
  // The index of the state that a legal move from a closed state leads to.
  [[nodiscard]] std::uint32_t neighbour(const LocalState& state, std::uint8_t direction) const {
    return states_
        .slot(states_.find(space_->step(state.node, direction), states_.neighbour_home(state.home, direction)))
        .index;
  }
  bool pull_value(const LocalState& state);
  void spread_value(std::uint32_t index);
  void queue_learning(std::uint32_t index);

  std::optional<GridSpace> space_;  // a copy, which is nearer than the map's
  LearnedHeuristic* h_ = nullptr;
  WeightedMoves::Costs weighted_{};
  const MovesByArrival* fresh_moves_ = nullptr;
  std::uint32_t expansions_ = 0;  // that there is room for
  LocalStates states_;
  std::vector<std::int32_t> raised_;   // per state: h above the initial one; kClosed of a closed state
  ShortQueue open_;                    // a cheaper way adds an entry: those of closed states are passed over
  std::vector<std::uint32_t> closed_;  // indices of states, in the order of expansion; as many as there is room for
  std::uint32_t closed_count_ = 0;
  NodeId goal_ = kNoNode;
  OpenState best_{};
  Work work_;

  std::vector<std::uint64_t> learning_;  // a heap: value and index of states whose neighbours may gain from it
};

}  // namespace waymark
