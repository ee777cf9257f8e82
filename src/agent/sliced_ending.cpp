#include "agent/sliced_ending.hpp"

#include <algorithm>

#include "agent/path_ending.hpp"

namespace waymark {

SlicedEnding::PieceSearch::PieceSearch(const Map& map, NodeId from, NodeId to)
    : space(map.grid(), map.table()),
      h(map.grid(), to, octile_distance(map.rules())),
      store(map.memory(), map.grid()),
      open(map.memory()),
      at(to) {
  search.start(space, h, store, open, from, to);
}

SlicedEnding::SlicedEnding(const Task& task, NodeId from, NodeId goal)
    : version_(task.paths.version()),
      root_(task.cursor.root(task.paths)),
      goal_(goal),
      trail_head_(from),
      chain_head_(goal),
      least_(GridHeuristic<OctileDistance>(task.map.grid(), goal, octile_distance(task.map.rules()))(from)) {
  chain_cursor_.open(task.cursor.row());
  circle_.start(from);
}

std::uint64_t SlicedEnding::held() const {
  if (!piece_search_.is_here()) return 0;
  return piece_search_.bytes() + piece_search_->store.heap_bytes() + piece_search_->open.heap_bytes();
}

SlicedEnding::Outcome SlicedEnding::go_on(const Task& task, MovePlan& plan, std::uint64_t units) {
  const std::uint64_t most = units * kStepsPerUnit;
  steps_ = 0;
  expanded_ = 0;
  Outcome outcome = Outcome::kGoesOn;
  for (bool waits = false; outcome == Outcome::kGoesOn && !waits && steps_ < most;) {
    const std::uint64_t before = steps_;
    switch (phase_) {
      case Phase::kTrails: outcome = look_ahead(task, plan); break;
      case Phase::kJoin: join(task, plan); break;
      case Phase::kAppend: append(task, plan); break;
      case Phase::kBack: outcome = go_back(task, plan, units); break;
      case Phase::kSearch: outcome = search(task, plan, most - steps_); break;
      case Phase::kTrace: outcome = trace(task, plan, most); break;
    }
    waits = steps_ == before;
  }
  return outcome;
}

// The trail first where it is short, so that the unit can go on.
SlicedEnding::Outcome SlicedEnding::look_ahead(const Task& task, MovePlan& plan) {
  if (task.cursor.root(task.paths) != root_) return Outcome::kBroken;
  const bool trail_is_whole = trail_head_ == root_;
  const bool chain_is_whole = chain_head_ == root_;
  if (trail_is_whole && chain_is_whole) {
    // Else what a row costs says nothing.
    if (task.paths.is_right(task.map, task.cursor.row())) {
      least_ = std::max(least_, std::max(cost_, chain_cost_) - std::min(cost_, chain_cost_));
    }
    cost_ += chain_cost_;
    phase_ = Phase::kJoin;
    ++steps_;
    return Outcome::kGoesOn;
  }
  if (chain_is_whole || (!trail_is_whole && plan.left() < kStepsPerUnit)) return look_along_trail(task, plan);
  return look_along_chain(task);
}

SlicedEnding::Outcome SlicedEnding::look_along_trail(const Task& task, MovePlan& plan) {
  if (plan.left() >= task.trail) return Outcome::kGoesOn;  // until the unit has come nearer
  const std::uint8_t direction = task.cursor.move(task.map, task.paths, task.tiles, trail_head_);
  ++steps_;
  if (direction == kNoDirection || !plan.append(direction)) return Outcome::kBroken;
  trail_head_ = task.map.space().step(trail_head_, direction);
  cost_ += task.map.table().cost[direction];
  if (trail_head_ == goal_) return Outcome::kDone;
  // Where rows healed meanwhile it may well turn back.
  if (version_ != task.paths.version()) {
    version_ = task.paths.version();
    circle_.start(trail_head_);
  } else if (circle_.is_closed_by(trail_head_)) {
    return Outcome::kCircle;
  }
  return Outcome::kGoesOn;
}

SlicedEnding::Outcome SlicedEnding::look_along_chain(const Task& task) {
  const std::uint8_t direction = chain_cursor_.move(task.map, task.paths, task.tiles, chain_head_);
  ++steps_;
  if (direction == kNoDirection || !chain_.append(direction)) return Outcome::kBroken;
  chain_head_ = task.map.space().step(chain_head_, direction);
  chain_cost_ += task.map.table().cost[direction];
  return Outcome::kGoesOn;
}

void SlicedEnding::join(const Task& task, MovePlan& plan) {
  ++steps_;
  if (!plan.is_done() && !chain_.is_done() && plan.last() == chain_.last()) {
    trail_head_ = task.map.space().step(trail_head_, opposite(plan.last()));
    cost_ -= 2 * task.map.table().cost[plan.last()];
    plan.drop_last();
    chain_.drop_last();
    return;
  }
  after_corner_ = after_ = chain_.left();
  phase_ = Phase::kAppend;
}

void SlicedEnding::append(const Task& task, MovePlan& plan) {
  if (after_corner_ - after_ == PathEnding::kCornerSide && end_ == kNoNode) end_ = trail_head_;
  if (chain_.is_done()) {
    if (end_ == kNoNode) end_ = goal_;
    begin_ = end_;
    phase_ = Phase::kBack;
    ++steps_;
    return;
  }
  const std::uint8_t direction = opposite(chain_.last());
  if (!plan.append(direction)) return;  // until the unit has made room
  ++steps_;
  chain_.drop_last();
  trail_head_ = task.map.space().step(trail_head_, direction);
  if (end_ == kNoNode) --after_;
}

// The unit goes on while it is searched.
SlicedEnding::Outcome SlicedEnding::go_back(const Task& task, const MovePlan& plan, std::uint64_t units) {
  ++steps_;
  const bool is_corner = searches_ == 0;
  const std::uint32_t whole = plan.left() - std::min(plan.left(), is_corner ? after_corner_ : 0);
  const std::uint32_t lead = std::min(whole / 2, 1 + static_cast<std::uint32_t>(most_expanded(task) / units));
  const std::uint32_t ahead = is_corner ? lead : std::max(lead, whole - (whole >> (searches_ - 1u)));
  const std::uint32_t most = is_corner ? after_corner_ - after_ + PathEnding::kCornerSide : whole;
  if (is_late(plan) || cost_ <= least_ || after_corner_ == 0) return Outcome::kDone;
  if (piece_ < most && piece_ + after_ + ahead < plan.left()) {
    const std::uint8_t direction = plan.ahead(plan.left() - after_ - ++piece_);
    begin_ = task.map.space().step(begin_, opposite(direction));
    replaced_ += task.map.table().cost[direction];
    return Outcome::kGoesOn;
  }
  if (piece_ < 2) return next_search(task, false);
  if (!piece_search_.make(task.map.memory(), task.map, end_, begin_)) return Outcome::kDone;
  phase_ = Phase::kSearch;
  return Outcome::kGoesOn;
}

std::uint32_t SlicedEnding::most_expanded(const Task& task) const {
  return searches_ > 0 ? task.search : std::min(task.search, PathEnding::kCornerSearch);
}

SlicedEnding::Outcome SlicedEnding::search(const Task& task, const MovePlan& plan, std::uint64_t most) {
  auto& search = piece_search_->search;
  const std::uint64_t before = search.popped();
  std::uint64_t f = 0;
  if (is_late(plan) || before >= most_expanded(task)) return next_search(task, true);
  if (!search.best_open(f) || f >= replaced_) return next_search(task, false);
  search.step({std::min(most / kStepsPerUnit, most_expanded(task) - before)});
  expanded_ += static_cast<std::uint32_t>(search.popped() - before);
  steps_ += (search.popped() - before) * kStepsPerUnit;
  if (search.status() == Status::kInProgress) return Outcome::kGoesOn;
  if (search.status() != Status::kSolved || search.g(begin_) >= replaced_) return next_search(task, false);
  phase_ = Phase::kTrace;
  return Outcome::kGoesOn;
}

SlicedEnding::Outcome SlicedEnding::trace(const Task& task, MovePlan& plan, std::uint64_t most) {
  PieceSearch& found = *piece_search_;
  if (is_late(plan)) return next_search(task, true);
  if (found.at != end_) {
    const CanonicalGridSpace::Arrival by = found.search.arrival(found.at);
    if (by == CanonicalGridSpace::kNoArrival || !chain_.append(opposite(by))) return Outcome::kDone;
    ++steps_;
    found.at = found.space.predecessor(found.at, by);
    return Outcome::kGoesOn;
  }
  const std::uint64_t moved = ((chain_.left() + after_) / kMovedPerUnit + 1) * kStepsPerUnit;
  if (moved > most) return next_search(task, false);
  if (moved > most - steps_) return Outcome::kGoesOn;
  steps_ += moved;
  if (plan.replace(plan.left() - piece_ - after_, piece_, chain_)) cost_ -= replaced_ - found.search.g(begin_);
  return next_search(task, false);
}

SlicedEnding::Outcome SlicedEnding::next_search(const Task& task, bool was_cut_off) {
  piece_search_.give_back();
  if (PathEnding::is_good(cost_, least_, task.walked)) return Outcome::kDone;
  if (++searches_ == kMostSearches || (searches_ > 1 && !was_cut_off)) return Outcome::kDone;
  chain_ = MovePlan();
  begin_ = end_ = goal_;
  piece_ = after_ = 0;
  replaced_ = 0;
  phase_ = Phase::kBack;
  ++steps_;
  return Outcome::kGoesOn;
}

}  // namespace waymark
