// The heuristic of an agent that learns on a level of an abstraction: the distance of positions
// (abstract_distance.hpp), raised where the agent learned better. What learned_heuristic.hpp is for cells.
#pragma once

#include <algorithm>
#include <cstdint>

#include "waymark/base/paged_table.hpp"
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
        goal_(abstraction.position(0, level)),
        learned_(abstraction.states(level)) {}

  // Forgets.
  void set_goal(NodeId goal) {
    goal_ = abstraction_->position(goal, level_);
    learned_.clear();
    states_ = 0;
  }

  [[nodiscard]] Cost operator()(NodeId state) const {
    const Cost learned = learned_.get(state);
    return learned != 0 ? learned : distance_(abstraction_->position(state, level_), goal_);
  }

  // Never lowers. Counts the update.
  void raise(NodeId state, Cost value, Work& work) {
    const Cost before = (*this)(state);
    if (value <= before) return;
    Cost& learned = learned_.at(state);
    if (learned == 0) ++states_;
    learned = value;
    ++work.updates;
    work.update_volume += value - before;
  }

  // States with a learned value.
  [[nodiscard]] std::uint64_t states() const { return states_; }

 private:
  const CliqueAbstraction* abstraction_;
  int level_;
  AbstractDistance distance_;
  Position goal_;
  PagedTable<Cost> learned_;  // 0: not learned
  std::uint64_t states_ = 0;
};

}  // namespace waymark
