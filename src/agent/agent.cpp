#include "waymark/agent/agent.hpp"

#include <utility>

#include "waymark/base/assert.hpp"

namespace waymark {

bool Agent::freed_since(std::uint64_t epoch) const {
  bool freed = false;
  const bool known =
      map_->grid().for_each_change_since(epoch, [&](const Grid::Change& change) { freed |= change.passable; });
  return freed || !known;
}

void Agent::edited(std::uint64_t epoch) {
  begin(position_, goal_, freed_since(epoch) ? Learning::kForget : Learning::kKeep);
}

Status Agent::reset(NodeId start, NodeId goal, Learning learning) {
  if (!map_->grid().contains(start) || !map_->grid().contains(goal)) return status_ = Status::kBadId;
  position_ = start;
  goal_ = goal;
  work_ = {};
  smallest_budget_ = smallest_budget();
  status_ = map_->connected(start, goal) ? Status::kInProgress : Status::kUnreachable;
  if (status_ != Status::kInProgress) return status_;
  if (goal != begun_goal_ || freed_since(epoch_)) learning = Learning::kForget;
  begun_goal_ = goal;
  epoch_ = map_->grid().epoch();
  begin(start, goal, learning);
  if (start == goal) status_ = Status::kSolved;
  return status_;
}

AgentStep Agent::step(const Budget& budget) {
  if (status_ != Status::kInProgress) return {status_, position_, 0, 0};
  if (budget.units < smallest_budget_) return {Status::kBudgetTooSmall, position_, 0, 0};
  if (map_->grid().epoch() != epoch_) {
    if (!map_->connected(position_, goal_)) {
      status_ = Status::kUnreachable;
      return {status_, position_, 0, 0};
    }
    edited(std::exchange(epoch_, map_->grid().epoch()));
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
