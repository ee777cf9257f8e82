// On a level of an abstraction: the distance of positions (abstract_distance.hpp), as LearnedValues want it.
#pragma once

#include <cstdint>

#include "agent/learned_values.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/abstract_distance.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"

namespace waymark {

class AbstractEstimate {
 public:
  // The abstraction has states on this level, which is at least 1.
  AbstractEstimate(const CliqueAbstraction& abstraction, int level)
      : abstraction_(&abstraction),
        level_(level),
        distance_(abstraction, level),
        target_(abstraction.position(0, level)) {}

  [[nodiscard]] std::uint32_t id_bound() const { return abstraction_->states(level_); }
  void set_target(NodeId target) { target_ = abstraction_->position(target, level_); }
  [[nodiscard]] Cost operator()(NodeId state) const {
    return distance_(abstraction_->position(state, level_), target_);
  }
  struct Here {
    NodeId state;
  };
  [[nodiscard]] Here at(NodeId state) const { return {state}; }
  [[nodiscard]] Cost of(Here, NodeId to, std::uint8_t) const { return (*this)(to); }
  // The estimate takes a root, so it is not asked for in vain.
  [[nodiscard]] Cost unless(Cost learned, Here here) const { return learned != 0 ? learned : (*this)(here.state); }
  [[nodiscard]] Cost between(NodeId state, NodeId target) const {
    return distance_(abstraction_->position(state, level_), abstraction_->position(target, level_));
  }

 private:
  const CliqueAbstraction* abstraction_;
  int level_;
  AbstractDistance distance_;
  Position target_;
};

using LearnedAbstractHeuristic = LearnedValues<AbstractEstimate, Targets::kSubgoals>;

}  // namespace waymark
