#include "waymark/agent/best_first_lookahead.hpp"

#include <algorithm>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

constexpr std::uint32_t kStoreHeadroom = 128;  // more than the store keeps free

std::uint32_t max_states(std::uint32_t expansions) {
  return expansions + static_cast<std::uint32_t>(BestFirstLookahead::max_open(expansions));
}

}  // namespace

BestFirstLookahead::BestFirstLookahead(const Map& map, LearnedHeuristic& h, std::uint32_t expansions)
    : space_(map.grid(), map.table()),
      h_(&h),
      estimate_{&h},
      store_(max_states(expansions) + kStoreHeadroom),
      open_(max_states(expansions)),
      index_of_(expansions),
      learning_(expansions) {
  WAYMARK_ASSERT(expansions >= 1 && expansions <= kMaxExpansions);
  closed_.reserve(expansions);
  neighbours_.resize(expansions);
}

Status BestFirstLookahead::run(NodeId s, NodeId goal, std::uint32_t expansions) {
  goal_ = goal;
  closed_.clear();
  Record record;
  record.closed = &closed_;
  search_.start(space_, estimate_, store_, open_, s, goal, record);
  const Status status = search_.step({expansions});
  return status == Status::kInProgress && open_.empty() ? Status::kUnreachable : status;
}

BestFirstLookahead::OpenState BestFirstLookahead::best() const {
  if (search_.status() == Status::kSolved) return {goal_, search_.g(goal_)};
  return {open_.best().node, static_cast<Cost>(open_.best_f())};
}

BestFirstLookahead::OpenState BestFirstLookahead::least_raised(std::uint64_t& units) const {
  const OpenState first = best();
  const auto raised = [this](NodeId node) { return (*h_)(node)-h_->initial(node); };
  ++units;
  if (first.node == goal_ || raised(first.node) == 0) return first;
  units += open_.size() - 1;
  const auto* chosen = &open_.best();
  Cost least = raised(first.node);
  for (std::size_t i = 1; i < open_.size(); ++i) {
    const auto& entry = open_.entry(i);
    const Cost by = raised(entry.node);
    if (by > least || (by == least && !(entry < *chosen))) continue;
    chosen = &entry;
    least = by;
  }
  return {chosen->node, static_cast<Cost>(chosen->f())};
}

void BestFirstLookahead::trace_back(NodeId node, std::vector<std::uint8_t>& path) const {
  path.clear();
  for (;;) {
    const std::uint8_t by = search_.arrival(node);
    if (by == GridSpace::kNoArrival) return;
    path.push_back(by);
    node = space_.predecessor(node, by);
  }
}

void BestFirstLookahead::learn_cheapest_way_out(std::uint32_t weight_thousandths, Work& work) {
  const auto weighted = [&](Cost edge) { return std::uint64_t{edge} * weight_thousandths / 1000; };
  const auto offer = [&](std::uint64_t value, std::uint32_t index) {
    learning_.push(static_cast<Cost>(std::min<std::uint64_t>(value, kMaxHeuristic)), 0, index);
  };
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const auto count = static_cast<std::uint32_t>(closed_.size());
  learning_.start();
  index_of_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    index_of_.insert(closed_[i], i);
    learning_.announce(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const NodeId node = closed_[i];
    const auto here = h_->at(node);
    std::uint64_t least = kNone;
    auto* neighbour = neighbours_[i].data();
    space_.for_each_successor(node, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
      if (const std::uint32_t* index = index_of_.find(to)) {
        *neighbour++ = {*index, static_cast<Cost>(weighted(edge))};
      } else {
        least = std::min(least, weighted(edge) + h_->of(here, to, direction));
      }
    });
    if (neighbour != neighbours_[i].data() + kDirections) neighbour->index = kNoNode;
    if (least != kNone) offer(least, i);
  }
  while (!learning_.empty()) {
    const std::uint64_t value = learning_.best_f();
    const std::uint32_t i = learning_.pop();
    h_->raise(closed_[i], static_cast<Cost>(value), work);
    for (const ClosedNeighbour& neighbour : neighbours_[i]) {
      if (neighbour.index == kNoNode) break;
      if (learning_.awaits(neighbour.index)) offer(value + neighbour.edge, neighbour.index);
    }
  }
}

void BestFirstLookahead::learn_difference(Cost f, Work& work) {
  for (const NodeId node : closed_) {
    const Cost g = search_.g(node);
    if (f > g) h_->raise(node, std::min(f - g, kMaxHeuristic), work);
  }
}

}  // namespace waymark
