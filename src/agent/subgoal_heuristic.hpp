// The heuristic of an agent that heads for subgoals: a table for each goal, as the papers have it, and how often each
// state was visited on this trial.
//
// An agent that picks its subgoal by where it stands and where it finally goes learns, of one state, values for one
// subgoal and for the global goal only. So one entry per state holds all tables: no list, no rehash, one page look-up.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/paged_table.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class SubgoalHeuristic {
 public:
  explicit SubgoalHeuristic(const Map& map)
      : map_(&map),
        distance_(octile_distance(map.rules())),
        initial_(at_goal(map.grid().node(0, 0))),
        states_(map.grid().id_bound()) {}

  // A new trial: nothing was visited.
  void start(NodeId goal, bool keep_learned) {
    goal_ = goal;
    if (!keep_learned || trial_ == kLastTrial) {
      states_.clear();
      known_ = 0;
      trial_ = 0;
    }
    ++trial_;
    initial_ = at_goal(goal);
    target_ = goal;
  }

  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] NodeId target() const { return target_; }
  // What the values are for from now on: the goal or a subgoal.
  void set_target(NodeId target) {
    if (target == target_) return;
    target_ = target;
    initial_ = at_goal(target);
  }

  // Visits of the state on this trial before this one, at most kMostVisits; counts this one.
  static constexpr std::uint32_t kMostVisits = 255;
  std::uint32_t visit(NodeId node) {
    State& state = states_.at(node);
    if (state.visits / (kMostVisits + 1) != trial_) {
      if (state.visits == 0) ++known_;
      state.visits = trial_ * (kMostVisits + 1);
    }
    const std::uint32_t before = state.visits % (kMostVisits + 1);
    if (before < kMostVisits) ++state.visits;
    return before;
  }

  [[nodiscard]] Cost operator()(NodeId node) const { return std::max(learned(node), initial_(node)); }
  // As LearnedHeuristic: the part done once per expansion, and that for each successor.
  using Here = GridHeuristic<OctileDistance>::Here;
  [[nodiscard]] Here at(NodeId node) const { return initial_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    const Cost value = learned(to);
    return value != 0 ? value : initial_.of(here, to, direction);
  }

  // Never lowers. The node was visited. Counts the update.
  void raise(NodeId node, Cost value, Work& work) {
    const Cost before = (*this)(node);
    if (value <= before) return;
    State& state = states_.at(node);
    if (target_ == goal_) {
      state.h_goal = value;
    } else {
      state.subgoal = target_;
      state.h_subgoal = value;
    }
    ++work.updates;
    work.update_volume += value - before;
  }

  // Of the goal's table.
  [[nodiscard]] Cost to_goal(NodeId node) const { return std::max(states_.get(node).h_goal, at_goal(goal_)(node)); }

  // States with an entry.
  [[nodiscard]] std::uint64_t states() const { return known_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return states_.heap_bytes(); }

 private:
  struct State {
    NodeId subgoal = 0;  // what h_subgoal is for; no state has id 0
    Cost h_subgoal = 0;  // 0: nothing learned
    Cost h_goal = 0;
    std::uint32_t visits = 0;  // on a trial: trial * (kMostVisits + 1) + count
  };
  static constexpr std::uint32_t kLastTrial = 0xffffff;

  [[nodiscard]] GridHeuristic<OctileDistance> at_goal(NodeId goal) const { return {map_->grid(), goal, distance_}; }
  [[nodiscard]] Cost learned(NodeId node) const {
    const State* state = states_.find(node);
    if (state == nullptr) return 0;
    if (target_ == goal_) return state->h_goal;
    return state->subgoal == target_ ? state->h_subgoal : 0;
  }

  const Map* map_;
  OctileDistance distance_;
  GridHeuristic<OctileDistance> initial_;
  PagedTable<State> states_;
  NodeId goal_ = kNoNode;
  NodeId target_ = kNoNode;
  std::uint32_t trial_ = 0;
  std::uint64_t known_ = 0;
};

}  // namespace waymark
