#include "waymark/agent/agent.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "agent/freed_areas.hpp"
#include "search/recent_changes.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kMostKept = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Status Agent::look() const {
  if (!map_->grid().passable(position_)) return Status::kBlocked;
  if (position_ == goal_) return Status::kSolved;
  return map_->connected(position_, goal_) ? Status::kInProgress : Status::kUnreachable;
}

Status Agent::reset(NodeId start, NodeId goal, Learning learning) {
  const Grid& grid = map_->grid();
  if (!grid.contains(start) || !grid.contains(goal)) return status_ = Status::kBadId;
  position_ = start;
  goal_ = goal;
  work_ = {};
  smallest_budget_ = static_cast<std::uint32_t>(std::min(smallest_budget(), kMostKept));
  epoch_ = grid.epoch();
  status_ = look();
  has_begun_ = false;
  set_out_with_ = learning;
  most_bytes_ = 0;
  if (can_go()) set_out();
  if (status_ == Status::kSolved) arrive();
  return status_;
}

void Agent::set_out() {
  Learning learning = set_out_with_;
  if (goal_ != begun_goal_) {
    learning = Learning::kForget;
  } else if (learning == Learning::kKeep) {
    tell_edits();
  }
  begun_goal_ = goal_;
  known_epoch_ = map_->grid().epoch();
  has_begun_ = true;
  begin(position_, goal_, learning);
}

void Agent::note_bytes() { most_bytes_ = static_cast<std::uint32_t>(std::min(most_bytes(), kMostKept)); }

void Agent::arrive() {
  note_bytes();
  rest();
}

void Agent::tell_edits() {
  const std::uint64_t since = std::exchange(known_epoch_, map_->grid().epoch());
  if (since == known_epoch_) return;
  const RecentChanges recent(map_->grid(), since);
  edited(recent.all());
}

Status Agent::retarget(NodeId goal) {
  if (!map_->grid().contains(goal)) return Status::kBadId;
  if (status_ == Status::kBadId || goal == goal_) return status_;
  epoch_ = map_->grid().epoch();
  if (has_begun_) {  // of edits it hears as long as it knows what it learned its values for
    status_ = look();
    if (can_go()) tell_edits();
  }
  const NodeId old_goal = std::exchange(goal_, goal);
  status_ = look();
  if (has_begun_) {
    begun_goal_ = goal;
    retargeted(old_goal);
  } else if (can_go()) {
    set_out();
  }
  if (status_ == Status::kSolved) arrive();
  return status_;
}

AgentStep Agent::step(const Budget& budget) {
  const Grid& grid = map_->grid();
  if (status_ == Status::kOutOfRoom) status_ = Status::kInProgress;  // others may have given pages back
  if (status_ != Status::kInProgress && (epoch_ == grid.epoch() || status_ == Status::kBadId)) {
    return {status_, position_, 0, 0};
  }
  if (budget.units < smallest_budget_) return {Status::kBudgetTooSmall, position_, 0, 0};
  std::uint64_t looked = 0;
  if (epoch_ != grid.epoch()) {
    epoch_ = grid.epoch();
    status_ = look();
    if (status_ != Status::kInProgress) return {status_, position_, 0, 0};
  }
  if (known_epoch_ != grid.epoch() || !has_begun_) {
    const bool for_both = budget.units > smallest_budget_;
    if (for_both || !owes_plan_) {
      if (has_begun_) {
        tell_edits();
      } else {
        set_out();
      }
      looked = kEditUnits;
      owes_plan_ = !for_both;
      if (owes_plan_) return {status_, position_, looked, 0};
    }
  }
  owes_plan_ = false;
  const std::uint64_t expanded_before = work_.expanded;
  const std::uint64_t units = budget.units - looked;
  const Plan made = plan({units, budget.deadline});
  WAYMARK_DEBUG_ASSERT(made.work <= units && made.work <= plan_bound());
  WAYMARK_DEBUG_ASSERT(made.next == position_ || map_->cost(position_, made.next) != kInfiniteCost);
  // A search that was not told of the last edits may find no way where there is one now.
  const bool is_sure = made.status != Status::kUnreachable || known_epoch_ == grid.epoch();
  status_ = is_sure ? made.status : Status::kInProgress;
  if (status_ == Status::kInProgress) {
    position_ = made.next;
    if (position_ == goal_) {
      status_ = Status::kSolved;
      arrive();
    }
  }
  return {status_, position_, made.work + looked, work_.expanded - expanded_before};
}

Cost Agent::heuristic(NodeId node) const {
  const Grid& grid = map_->grid();
  if (!grid.contains(node) || begun_goal_ != goal_) return 0;
  Cost h = h_of(node);
  if (h == 0 || known_epoch_ == grid.epoch()) return h;
  // What it will count for once the agent has looked at the edits.
  const OctileDistance measure = octile_distance(map_->rules());
  const RecentChanges recent(grid, known_epoch_);
  for (const Grid::Change& change : recent.all()) {
    if (change.passable) {
      h = std::min(h, way_through(measure, grid.cell(node), Area::beside(change.area), grid.cell(goal_)));
    }
  }
  return h;
}

Cost Agent::short_way(NodeId from, NodeId to) const {
  constexpr std::uint32_t kMostSteps = 16;
  // Of edits that the agent was not told of nothing is known.
  if (known_epoch_ != map_->grid().epoch() || !map_->connected(from, to)) return kInfiniteCost;
  Cost cost = 0;
  NodeId last = from;
  const HillClimber::Climb climb = HillClimber(*map_).climb(from, to, kMostSteps, [&](NodeId node) {
    cost += map_->cost(last, node);
    last = node;
  });
  return climb.arrived ? cost : kInfiniteCost;
}

bool Agent::serves(NodeId aim) const {
  constexpr int kNear = 4;
  const Cell at = map_->grid().cell(aim);
  const auto away = [at](Cell cell) { return std::max(std::abs(cell.x - at.x), std::abs(cell.y - at.y)); };
  return kNear * away(map_->grid().cell(goal_)) <= away(map_->grid().cell(position_));
}

bool Agent::is_beside(const Grid::Change& freed, NodeId from, std::uint64_t length) const {
  if (map_->rules().neighbours == Neighbours::kSix) return false;
  const OctileDistance measure = octile_distance(map_->rules());
  const Cell here = map_->grid().cell(from);
  const Cell goal = map_->grid().cell(goal_);
  // The bound of a large area can be below that of the straight way.
  return way_through(measure, here, Area::beside(freed.area), goal) >= length ||
         Area::of(here).distance(measure, goal) >= length;
}

}  // namespace waymark
