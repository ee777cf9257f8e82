#include "waymark/agent/agent.hpp"

#include "waymark/base/assert.hpp"

namespace waymark {

void Agent::reset(NodeId start, NodeId goal, Learning learning) {
  if (goal != goal_) learning = Learning::kForget;
  position_ = start;
  goal_ = goal;
  work_ = {};
  epoch_ = map_->grid().epoch();
  smallest_budget_ = smallest_budget();
  status_ = map_->connected(start, goal) ? Status::kInProgress : Status::kUnreachable;
  if (status_ != Status::kInProgress) {
    goal_ = kNoNode;  // nothing was begun: the next reset must not think it was
    return;
  }
  begin(start, goal, learning);
  if (start == goal) status_ = Status::kSolved;
}

AgentStep Agent::step(const Budget& budget) {
  if (status_ != Status::kInProgress) return {status_, position_, 0, 0};
  WAYMARK_ASSERT(budget.units >= smallest_budget_);
  if (map_->grid().epoch() != epoch_) {
    epoch_ = map_->grid().epoch();
    if (!map_->connected(position_, goal_)) {
      status_ = Status::kUnreachable;
      return {status_, position_, 0, 0};
    }
  }
  const std::uint64_t expanded_before = work_.expanded;
  const Plan made = plan(budget);
  WAYMARK_DEBUG_ASSERT(made.work <= budget.units && made.work <= bound());
  status_ = made.status;
  if (status_ == Status::kInProgress) {
    position_ = made.next;
    if (position_ == goal_) status_ = Status::kSolved;
  }
  return {status_, position_, made.work, work_.expanded - expanded_before};
}

}  // namespace waymark
