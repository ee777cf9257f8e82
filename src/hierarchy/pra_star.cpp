#include "waymark/hierarchy/pra_star.hpp"

#include <algorithm>
#include <utility>

#include "search/is_untouched.hpp"
#include "search/run_counted.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {

PraStar::PraStar(const Map& map, PraCorridor corridor, PraFirst first)
    : map_(&map), shared_(&map.derived<MapAbstraction>()), corridor_(corridor), first_(first) {
  take_over();
}

void PraStar::take_over() {
  if (version_ == shared_->version()) return;
  version_ = shared_->version();
  abstraction_ = &shared_->get();
  for (int level = 1; level <= abstraction_->levels(); ++level) {
    const auto place = static_cast<std::size_t>(level) - 1;
    if (place == levels_.size()) {
      levels_.emplace_back(*abstraction_, level);
    } else if (levels_[place].last_path.size() < abstraction_->states(level)) {
      levels_[place] = Level(*abstraction_, level);
    }
  }
  const auto is_large = [&](int level) {
    const std::uint64_t states = abstraction_->states(level);
    return states * states >= std::uint64_t{4} * abstraction_->states(0);
  };
  highest_first_level_ = 0;
  while (highest_first_level_ + 1 < abstraction_->levels() && is_large(highest_first_level_ + 2)) {
    ++highest_first_level_;
  }
}

bool PraStar::begin(NodeId start, NodeId goal) {
  start_ = start;
  goal_ = goal;
  aim_ = goal;
  tail_ = kNoNode;
  work_ = {};
  popped_ = 0;
  path_.clear();
  first_level_ = level_ = 0;
  status_ = Status::kInProgress;
  if (!map_->grid().contains(start) || !map_->grid().contains(goal)) {
    status_ = Status::kBadId;
  } else if (!map_->connected(start, goal)) {
    status_ = Status::kUnreachable;
  }
  return status_ == Status::kInProgress;
}

void PraStar::start_on_grid(NodeId start, NodeId goal) {
  most_ = kWhole;
  if (begin(start, goal)) start_level();
}

void PraStar::start(NodeId start, NodeId goal, std::uint32_t most) {
  WAYMARK_ASSERT(most != 1);
  take_over();
  most_ = most;
  if (!begin(start, goal)) return;
  if (++plan_ == 0) {  // once in 2^32 plans
    for (Level& level : levels_) level.last_path.clear();
    plan_ = 1;
  }
  int shared = 0;
  NodeId a = start;
  NodeId b = goal;
  for (; a != b && a != kNoNode && b != kNoNode; ++shared) {
    a = abstraction_->parent(a, shared);
    b = abstraction_->parent(b, shared);
  }
  if (a == kNoNode || b == kNoNode) {
    first_level_ = 0;  // a stale abstraction does not know of a way: the grid itself
  } else {
    first_level_ = first_ == PraFirst::kLarge ? std::min(shared / 2, highest_first_level_) : shared / 2;
  }
  level_ = first_level_;
  start_level();
}

void PraStar::start_level() {
  const bool first = level_ == first_level_;
  const BelowPath corridor{first ? nullptr : abstraction_->parents(level_).data(),
                           first ? nullptr : levels_[static_cast<std::size_t>(level_)].last_path.data(), plan_};
  const NodeId from = abstraction_->region(start_, level_);
  const NodeId to = abstraction_->region(aim_, level_);
  BelowTail tail;
  if (tail_ != kNoNode) tail = {{}, abstraction_->parents(level_).data(), tail_};
  if (level_ > 0) {
    Level& level = levels_[static_cast<std::size_t>(level_) - 1];
    upper_space_.emplace(GraphSpace(abstraction_->graph(level_)), corridor);
    upper_heuristic_.emplace(*abstraction_, level_, AbstractDistance(*abstraction_, level_),
                             tail_ != kNoNode ? towards_ : abstraction_->position(to, level_));
    upper_search_.start(*upper_space_, *upper_heuristic_, level.store, upper_open_, from, to, tail);
    return;
  }
  ground_space_.emplace(GridSpace(map_->grid(), map_->table()), corridor);
  ground_heuristic_.emplace(map_->grid(), tail_ != kNoNode ? towards_ : position_of(map_->grid(), to),
                            octile_distance(map_->rules()));
  ground_search_.start(*ground_space_, *ground_heuristic_, ground_store_, ground_open_, from, to, tail);
}

template <class Searched>
void PraStar::finish_level(const Searched& search) {
  work_.peak_states += search.work().peak_states;
  path_.clear();
  search.trace_back(search.goal(), path_);
  std::reverse(path_.begin(), path_.end());
}

Status PraStar::step(const Budget& budget) {
  WAYMARK_ASSERT(status_ != Status::kInProgress || !outdated());
  std::uint64_t left = budget.units;
  while (status_ == Status::kInProgress && left > 0 && !(budget.has_deadline() && budget.past_deadline())) {
    const auto run = [&](auto& search) {
      const std::uint64_t popped = popped_;
      const Status found = run_counted(search, {left, budget.deadline}, work_, popped_);
      left -= popped_ - popped;
      if (found == Status::kSolved) finish_level(search);
      return found;
    };
    const Status found = level_ > 0 ? run(upper_search_) : run(ground_search_);
    if (found == Status::kInProgress) continue;
    if (found == Status::kUnreachable && first_level_ != 0) {  // only a stale abstraction's corridor is cut
      first_level_ = level_ = 0;
      aim_ = goal_;
      tail_ = kNoNode;
      start_level();
      continue;
    }
    if (found != Status::kSolved || level_ == 0) {
      status_ = found;
      break;
    }
    const std::size_t kept = std::size_t{most_} + 1;
    const bool cut = most_ != kWhole && path_.size() > kept;
    if (cut) {
      towards_ = abstraction_->position(path_[kept], level_);
      path_.resize(kept);
    }
    if (cut || tail_ != kNoNode) {
      tail_ = path_.back();
      aim_ = abstraction_->representative(tail_, level_);
    }
    ZeroedArray<std::uint32_t>& last_path = levels_[static_cast<std::size_t>(level_) - 1].last_path;
    const Graph::Rows& rows = abstraction_->graph(level_).forward();
    for (const NodeId state : path_) {
      last_path[state] = plan_;
      if (corridor_ == PraCorridor::kPath) continue;
      for (std::uint64_t i = rows.first[state]; i < rows.first[state + 1]; ++i) last_path[rows.to[i]] = plan_;
    }
    --level_;
    start_level();
  }
  return status_;
}

bool PraStar::stays_right(const Rect& area) const {
  if (outdated()) return false;
  if (level_ > 0) return true;  // it has not looked at the grid yet
  return is_untouched(map_->grid(), area, [&](NodeId node) { return ground_search_.g(node) != kInfiniteCost; });
}

std::uint64_t PraStar::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(ground_store_, upper_open_, ground_open_, path_);
  for (const Level& level : levels_) sum += sizeof(Level) + heap_bytes_of(level.last_path, level.store);
  return sum;
}

}  // namespace waymark
