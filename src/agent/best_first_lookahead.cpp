#include "agent/best_first_lookahead.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

// Values of closed states: whose turn to learn has not come; which found no way out when it had. Above every learned
// value; a weighted move more does not wrap.
constexpr Cost kNotAsked = 0x7fffffffu;
constexpr Cost kNoWayOut = kNotAsked - 1;
// How much a closed state was raised: more than any open one.
constexpr std::int32_t kClosed = 0x7fffffff;

std::uint32_t max_states(std::uint32_t expansions) {
  return expansions + static_cast<std::uint32_t>(BestFirstLookahead::max_open(expansions));
}

}  // namespace

void BestFirstLookahead::take_room(std::uint32_t expansions) {
  WAYMARK_ASSERT(expansions >= 1 && expansions <= kMaxExpansions);
  expansions_ = expansions;
  const std::uint32_t states = max_states(expansions);
  states_.prepare(states);
  if (states > raised_.size()) raised_.resize(states);
  open_.reserve(std::size_t{expansions} * kDirections + 1);
  if (expansions > closed_.size()) closed_.resize(expansions);
  learning_.reserve(std::size_t{expansions} * (kDirections + 1));
}

template <bool kReopens>
Status BestFirstLookahead::search(NodeId s, NodeId goal, std::uint32_t expansions) {
  goal_ = goal;
  work_ = {};
  states_.clear();
  closed_count_ = 0;
  const std::uint32_t home = states_.home_of(space_->cell(s));
  LocalState& root = states_[states_.add(s, home, home)];
  root.g = 0;
  root.h = (*h_)(s);
  states_.g(home) = 0;
  root.arrival = GridSpace::kNoArrival;
  root.closed = false;
  const auto& cost = space_->table().cost;
  open_.start(root.h, std::max(cost[kNorth], cost[kNorthEast]));
  open_.push(entry_of(root, 0));
  work_.generated = 1;

  Status status = Status::kInProgress;
  for (;; --expansions) {
    do {
      if (open_.empty()) {
        status = Status::kUnreachable;
        break;
      }
      const ShortQueue::Entry top = open_.top();
      best_ = state_of(top);
      const LocalState& next = states_[best_.index];
      // With path-max an entry that a cheaper way made old may have the f of the new one and stand before it.
      if (!next.closed && (!kReopens || top == entry_of(next, best_.index))) break;
      open_.pop();
    } while (true);
    if (status != Status::kInProgress || expansions == 0) break;
    const LocalState& best = states_[best_.index];
    if (best.g > kMaxPathCost) {
      status = Status::kCostOverflow;
      break;
    }
    if (best.node == goal) {
      status = Status::kSolved;
      break;
    }
    open_.pop();
    expand<kReopens>(best_.index);
  }
  work_.expanded = closed_count_;
  work_.peak_states = states_.size();
  return status;
}

template Status BestFirstLookahead::search<false>(NodeId s, NodeId goal, std::uint32_t expansions);
template Status BestFirstLookahead::search<true>(NodeId s, NodeId goal, std::uint32_t expansions);

template <bool kReopens>
void BestFirstLookahead::expand(std::uint32_t index) {
  LocalState& expanded = states_[index];
  const NodeId from = expanded.node;
  const Cost from_g = expanded.g;
  const std::uint32_t from_home = expanded.home;
  const GridSpace& space = *space_;
  const unsigned around = space.grid().neighbourhood(from);
  unsigned moves = (*fresh_moves_)[expanded.arrival][around];
  expanded.around = static_cast<std::uint8_t>(around);
  expanded.closed = true;
  expanded.way_in = GridSpace::kNoArrival;
  if constexpr (!kReopens) {
    states_.g(expanded.place) = 0;
    states_.slot(expanded.place).value = kNotAsked;
  }
  raised_[index] = kClosed;
  const Cost least_f = kReopens && index != 0 ? from_g + expanded.h : 0;
  closed_[closed_count_++] = index;
  const LearnedHeuristic& h = *h_;
  const auto here = h.at(from);
  states_.extend_to(here.dx, here.dy);
  const auto& cost = space.table().cost;
  std::uint64_t generated = 0;
  for (; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<std::uint8_t>(std::countr_zero(moves));
    const NodeId to = space.step(from, d);
    const Cost g = from_g + cost[d];
    const std::uint32_t home = states_.neighbour_home(from_home, d);
    const std::uint32_t place = states_.find(to, home);
    const Cost before = states_.g(place);
    if (g >= before) continue;
    LocalStates::Slot& slot = states_.slot(place);
    if (before == kInfiniteCost) {
      states_.add(to, home, place);
      const Cost initial = h.initial(here, to, d);
      slot.value = h.of(initial, to);
      raised_[slot.index] = static_cast<std::int32_t>(slot.value - initial);
    }
    states_.g(place) = g;
    LocalState& state = states_[slot.index];
    state.g = g;
    state.h = kReopens && least_f > g ? std::max(slot.value, least_f - g) : slot.value;
    state.parent = index;
    state.arrival = d;
    state.closed = false;
    open_.push(ShortQueue::entry(g, state.h, to, slot.index));
    ++generated;
  }
  work_.generated += generated;
}

BestFirstLookahead::OpenState BestFirstLookahead::least_raised(std::uint64_t& units) const {
  ++units;
  if (states_[best_.index].node == goal_ || raised_[best_.index] == 0) return best_;
  units += states_.size() - closed_count_ - 1;
  const std::int32_t* const raised = raised_.data();
  const std::uint32_t size = states_.size();
  std::int32_t least = kClosed;
  for (std::uint32_t i = 0; i < size; ++i) least = std::min(least, raised[i]);
  ShortQueue::Entry chosen = ShortQueue::kLast;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (raised[i] == least) chosen = std::min(chosen, entry_of(states_[i], i));
  }
  return state_of(chosen);
}

void BestFirstLookahead::trace_back(OpenState state, MoveList& path) const {
  path.clear();
  for (std::uint32_t i = state.index; i != 0; i = states_[i].parent) path.push_back(states_[i].arrival);
}

std::uint8_t BestFirstLookahead::first_move(OpenState state, std::uint64_t& units) const {
  std::uint8_t move = GridSpace::kNoArrival;
  for (std::uint32_t i = state.index; i != 0; i = states_[i].parent) {
    move = states_[i].arrival;
    ++units;
  }
  return move;
}

// The cheapest way out over one of the moves, as far as the neighbours' values are known. True if a neighbour that was
// asked may have a cheaper one through this state.
bool BestFirstLookahead::pull_value(const LocalState& state) {
  const unsigned illegal = ~unsigned{space_->table().legal[state.around]};
  const auto pull = [&](const auto& place_of) {
    // Over the moves from `first` to `first + 3`, which cost the same: the least of the neighbours' values, and the
    // largest of those that were asked. No branches: beyond an illegal move all bits are set, as in kNotAsked, and one
    // more wraps to the lowest number.
    const auto range = [&](unsigned first, Cost& least, std::int32_t& most) {
      for (unsigned d = first; d < first + 4; ++d) {
        const Cost value = states_.slot(place_of(d)).value | ((0u - ((illegal >> d) & 1u)) & kNotAsked);
        least = std::min(least, value);
        most = std::max(most, static_cast<std::int32_t>(value + 1));
      }
    };
    Cost low = kNotAsked;
    Cost low_diagonal = kNotAsked;
    std::int32_t high = 0;
    std::int32_t high_diagonal = 0;
    range(kNorth, low, high);
    range(kNorthEast, low_diagonal, high_diagonal);
    const Cost cardinal = weighted_[kNorth];
    const Cost diagonal = weighted_[kNorthEast];
    Cost value = std::min({low + cardinal, low_diagonal + diagonal, kNoWayOut});
    if (value != kNoWayOut) value = std::min(value, kMaxHeuristic);
    states_.slot(state.place).value = value;
    return std::int64_t{value} + cardinal + 1 < high || std::int64_t{value} + diagonal + 1 < high_diagonal;
  };
  if (states_.all_at_home()) return pull([&](unsigned d) { return states_.neighbour_home(state.home, d); });
  return pull([&](unsigned d) {
    return ((illegal >> d) & 1u) != 0 ? 0 : states_[neighbour(state, static_cast<std::uint8_t>(d))].place;
  });
}

void BestFirstLookahead::queue_learning(std::uint32_t index) {
  learning_.push_back((std::uint64_t{states_.slot(states_[index].place).value} << 32u) | index);
  std::push_heap(learning_.begin(), learning_.end(), std::greater<>());
}

void BestFirstLookahead::spread_value(std::uint32_t index) {
  const LocalState& from = states_[index];
  const Cost from_value = states_.slot(from.place).value;
  for (unsigned moves = (*fresh_moves_)[from.way_in][from.around]; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<std::uint8_t>(std::countr_zero(moves));
    const std::uint32_t to_index = neighbour(from, d);
    LocalState& to = states_[to_index];
    const Cost value = std::min(from_value + weighted_[d], kMaxHeuristic);
    if (value >= states_.slot(to.place).value || !to.closed) continue;
    states_.slot(to.place).value = value;
    to.way_in = d;
    queue_learning(to_index);
  }
}

void BestFirstLookahead::learn_cheapest_way_out(Work& work) {
  // Ways out mostly lead from states expanded early to those expanded late, so one pass backwards finds nearly all
  // values. Where it did not, Dijkstra's algorithm goes on: it settles each state once at most.
  learning_.clear();
  for (std::size_t i = closed_count_; i-- > 0;) {
    if (pull_value(states_[closed_[i]])) queue_learning(closed_[i]);
  }
  while (!learning_.empty()) {
    std::pop_heap(learning_.begin(), learning_.end(), std::greater<>());
    const std::uint64_t least = learning_.back();
    learning_.pop_back();
    const auto index = static_cast<std::uint32_t>(least);
    if (states_.slot(states_[index].place).value == least >> 32u) spread_value(index);
  }
  for (const std::uint32_t index : closed()) {
    const LocalState& state = states_[index];
    const Cost value = states_.slot(state.place).value;
    if (value != kNoWayOut) h_->raise(state.node, state.h, value, work);
  }
}

void BestFirstLookahead::learn_difference(Cost f, Work& work) {
  for (const std::uint32_t index : closed()) {
    const LocalState& state = states_[index];
    if (f > state.g) h_->raise(state.node, state.h, std::min(f - state.g, kMaxHeuristic), work);
  }
}

}  // namespace waymark
