// The heuristic of an agent that learns on a level of an abstraction: the distance of positions (abstract_distance.hpp)
// to the goal or a subgoal, raised where the agent learned better. What subgoal_heuristic.hpp is for cells.
//
// An agent that picks its subgoal by where it stands and where it finally goes learns, of one state, values for one
// subgoal and for the global goal only: one entry per state holds both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/paged_table.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"

namespace waymark {

class LearnedAbstractHeuristic {
 public:
  // The abstraction has states on this level, which is at least 1.
  LearnedAbstractHeuristic(const CliqueAbstraction& abstraction, int level)
      : abstraction_(&abstraction),
        level_(level),
        distance_(abstraction, level),
        position_(abstraction.position(0, level)),
        states_(abstraction.states(level)) {}

  // A new trial: no state was visited.
  void start(NodeId goal, bool keep_learned) {
    if (!keep_learned || trial_ == kLastTrial) {
      states_.clear();
      known_ = 0;
      trial_ = 0;
    }
    ++trial_;
    goal_ = goal;
    set_target(goal);
  }
  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] NodeId target() const { return target_; }
  // What the values are for from now on: the goal or a subgoal.
  void set_target(NodeId target) {
    target_ = target;
    position_ = abstraction_->position(target, level_);
  }

  // Whether the state was visited on this trial before; now it is.
  bool visit(NodeId state) { return std::exchange(states_.at(state).visited_on, trial_) == trial_; }

  [[nodiscard]] Cost operator()(NodeId state) const {
    const Cost value = learned(state);
    return value != 0 ? value : distance_(abstraction_->position(state, level_), position_);
  }
  // Of the goal's values, whatever the target.
  [[nodiscard]] Cost to_goal(NodeId state) const {
    const Cost value = states_.get(state).h_goal;
    if (value != 0 || goal_ == kNoNode) return value;
    return distance_(abstraction_->position(state, level_), abstraction_->position(goal_, level_));
  }

  // Never lowers. Counts the update.
  void raise(NodeId state, Cost value, Work& work) {
    const Cost before = (*this)(state);
    if (value <= before) return;
    State& entry = states_.at(state);
    if (entry.h_goal == 0 && entry.h_subgoal == 0) ++known_;
    if (target_ == goal_) {
      entry.h_goal = value;
    } else {
      entry.subgoal = target_;
      entry.h_subgoal = value;
    }
    ++work.updates;
    work.update_volume += value - before;
  }

  // States with a learned value.
  [[nodiscard]] std::uint64_t states() const { return known_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return states_.heap_bytes(); }

 private:
  struct State {
    NodeId subgoal = 0;  // what h_subgoal is for
    Cost h_subgoal = 0;  // 0: nothing learned
    Cost h_goal = 0;
    std::uint32_t visited_on = 0;  // the last trial; 0: none
  };
  static constexpr std::uint32_t kLastTrial = 0xffffffffu;

  [[nodiscard]] Cost learned(NodeId state) const {
    const State* entry = states_.find(state);
    if (entry == nullptr) return 0;
    if (target_ == goal_) return entry->h_goal;
    return entry->subgoal == target_ ? entry->h_subgoal : 0;
  }

  const CliqueAbstraction* abstraction_;
  int level_;
  AbstractDistance distance_;
  Position position_;  // of the target
  NodeId goal_ = kNoNode;
  NodeId target_ = kNoNode;
  PagedTable<State> states_;
  std::uint32_t trial_ = 0;
  std::uint64_t known_ = 0;
};

}  // namespace waymark
