#include "hierarchy/mm_planner.hpp"

#include <algorithm>
#include <cstdlib>

#include "search/concern_search.hpp"
#include "search/run_counted.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

Sectors::Options sector_options(const MmOptions& options) {
  return {static_cast<int>(options.sector),
          options.centres == MmCentres::kMean ? Sectors::Centres::kMean : Sectors::Centres::kOptimised};
}

}  // namespace

MmPlanner::MmPlanner(const Map& map, const MmOptions& options)
    : map_(&map),
      sectors_(&map.derived<Sectors>(sector_options(options))),
      groups_(options.levels == 1 ? nullptr : &map.derived<SectorGroups>(sector_options(options))),
      trim_(options.trim),
      ahead_(options.ahead),
      distance_(octile_distance(map.rules())),
      regions_(map, *sectors_),
      region_heuristic_(map.grid(), map.grid().node(0, 0), distance_),
      ground_heuristic_(region_heuristic_) {
  if (groups_ == nullptr) return;
  group_space_.emplace(map, *groups_);
  last_plan_.resize(groups_->groups());
}

void MmPlanner::start(NodeId start, NodeId goal) {
  WAYMARK_ASSERT(is_current());
  start_ = start;
  goal_ = goal;
  epoch_ = map_->grid().epoch();
  searching_ = false;
  cost_ = 0;
  work_ = {};
  popped_ = 0;
  path_.assign(1, start);
  route_.clear();
  region_ = target_ = 0;
  status_ = Status::kInProgress;
  start_region_ = regions_.region_of(start);
  goal_region_ = regions_.region_of(goal);
  if (groups_ != nullptr) {
    start_groups();
  } else {
    start_regions();
  }
}

void MmPlanner::start_groups() {
  phase_ = Phase::kGroups;
  const Grid& grid = map_->grid();
  const auto state_of = [&](NodeId region) {
    return groups_->centre(grid, groups_->group_of(grid.cell(region)), groups_->state_of(grid, region));
  };
  const NodeId from = state_of(start_region_);
  const NodeId to = state_of(goal_region_);
  region_heuristic_ = Heuristic(grid, to, distance_);
  group_search_.start(*group_space_, region_heuristic_, region_store_, region_open_, from, to);
  target_state_ = to;
}

// Its path is where the search over regions may go.
void MmPlanner::end_groups() {
  if (++plan_ == 0) {  // once in 2^32 plans
    std::fill(last_plan_.begin(), last_plan_.end(), 0);
    plan_ = 1;
  }
  group_search_.trace_back(target_state_, route_);
  for (const NodeId state : route_) last_plan_[groups_->group_of(map_->grid().cell(state))] = plan_;
  route_.clear();
}

void MmPlanner::start_regions() {
  phase_ = Phase::kRegions;
  region_space_.emplace(regions_, OnGroups{&map_->grid(), groups_, last_plan_.data(), plan_});
  region_heuristic_ = Heuristic(map_->grid(), goal_region_, distance_);
  region_search_.start(*region_space_, region_heuristic_, region_store_, region_open_, start_region_, goal_region_);
}

template <class Searched>
Status MmPlanner::run(Searched& search, const Budget& budget, std::uint64_t& left) {
  const std::uint64_t popped = popped_;
  const Status found = run_counted(search, {left, budget.deadline}, work_, popped_);
  left -= popped_ - popped;
  if (found != Status::kInProgress) work_.peak_states = std::max(work_.peak_states, search.work().peak_states);
  return found;
}

// The sectors are not what they were; the cells are as they are.
void MmPlanner::notice_edits() {
  if (status_ == Status::kInProgress && phase_ != Phase::kRefine) status_ = Status::kStale;
  if (searching_ && edited_near(map_->grid(), epoch_, [&](NodeId node) { return is_open(node); })) searching_ = false;
  epoch_ = map_->grid().epoch();
}

Status MmPlanner::step(const Budget& budget, std::size_t wanted) {
  std::uint64_t left = budget.units;
  if (epoch_ != map_->grid().epoch()) notice_edits();
  while (status_ == Status::kInProgress && left > 0 && (searching_ || path_.size() < wanted) &&
         !(budget.has_deadline() && budget.past_deadline())) {
    if (phase_ == Phase::kGroups) {
      const Status found = run(group_search_, budget, left);
      if (found == Status::kInProgress) continue;
      if (found != Status::kSolved) return status_ = found;
      end_groups();
      start_regions();
      continue;
    }
    if (phase_ == Phase::kRegions) {
      const Status found = run(region_search_, budget, left);
      if (found == Status::kInProgress) continue;
      if (found != Status::kSolved) return status_ = found;
      region_search_.trace_back(goal_region_, route_);
      std::reverse(route_.begin(), route_.end());
      const Cell at = map_->grid().cell(start_);
      taken_back_ = {at.x, at.y, 1, 1};
      phase_ = Phase::kRefine;
      continue;
    }
    if (!searching_) start_part();
    const Status found = run(ground_search_, budget, left);
    if (found == Status::kInProgress) continue;
    if (found == Status::kSolved) {
      end_part();
    } else {
      status_ = found == Status::kUnreachable ? Status::kStale : found;
    }
  }
  return status_;
}

void MmPlanner::start_part() {
  target_ = std::min(region_ + ahead_, route_.size() - 1);
  Rect window = taken_back_;
  for (std::size_t i = region_; i <= target_; ++i) window = bounding(window, sector_around(route_[i]));
  const int size = sectors_->options().size;
  window = {window.x - size, window.y - size, window.width + 2 * size, window.height + 2 * size};
  searching_ = true;
  const NodeId to = target_ + 1 == route_.size() ? goal_ : route_[target_];
  ground_space_.emplace(CanonicalGridSpace(map_->grid(), map_->table()), InWindow{&map_->grid(), window});
  ground_heuristic_ = Heuristic(map_->grid(), to, distance_);
  ground_search_.start(*ground_space_, ground_heuristic_, ground_store_, ground_open_, path_.back(), to);
}

Cost MmPlanner::cost() const {
  if (status_ == Status::kSolved) return cost_;
  const Cell end = map_->grid().cell(path_.back());
  const Cell goal = map_->grid().cell(goal_);
  return saturating_add(cost_, distance_.distance(std::abs(end.x - goal.x), std::abs(end.y - goal.y)));
}

void MmPlanner::end_part() {
  searching_ = false;
  const bool last = target_ + 1 == route_.size();
  const NodeId to = last ? goal_ : route_[target_];
  const std::size_t before = path_.size();
  cost_ = saturating_add(cost_, ground_search_.g(to));
  path_.pop_back();
  ground_search_.trace_back(to, path_);
  std::reverse(path_.begin() + static_cast<std::ptrdiff_t>(before) - 1, path_.end());
  region_ = target_;
  if (last) {
    status_ = cost_ > kMaxPathCost ? Status::kCostOverflow : Status::kSolved;
    return;
  }
  const auto around = [&] {
    const Cell at = map_->grid().cell(path_.back());
    return Rect{at.x, at.y, 1, 1};
  };
  taken_back_ = around();
  for (std::size_t moves = (path_.size() - before) * trim_ / 100; moves > 0; --moves) {
    const NodeId gone = path_.back();
    path_.pop_back();
    cost_ -= map_->cost(path_.back(), gone);
    taken_back_ = bounding(taken_back_, around());
  }
}

std::uint64_t MmPlanner::heap_bytes() const {
  return heap_bytes_of(region_store_, region_open_, ground_store_, ground_open_, route_, path_, last_plan_);
}

}  // namespace waymark
