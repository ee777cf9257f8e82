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
      learning_(expansions) {
  WAYMARK_ASSERT(expansions >= 1 && expansions <= kMaxExpansions);
  closed_.reserve(expansions);
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
  const auto offer = [&](std::uint64_t value, NodeId node) {
    learning_.push(static_cast<Cost>(std::min<std::uint64_t>(value, kMaxHeuristic)), 0, node);
  };
  learning_.start();
  for (const NodeId node : closed_) learning_.announce(node);
  for (const NodeId node : closed_) {
    std::uint64_t least = ~std::uint64_t{0};
    space_.for_each_successor(node, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t) {
      if (!learning_.awaits(to)) least = std::min(least, weighted(edge) + (*h_)(to));
    });
    if (least != ~std::uint64_t{0}) offer(least, node);
  }
  while (!learning_.empty()) {
    const auto value = static_cast<Cost>(learning_.best_f());
    const NodeId node = learning_.pop();
    h_->raise(node, value, work);
    space_.for_each_successor(node, GridSpace::kNoArrival, [&](NodeId from, Cost edge, std::uint8_t) {
      if (learning_.awaits(from)) offer(value + weighted(edge), from);
    });
  }
}

void BestFirstLookahead::learn_difference(Cost f, Work& work) {
  for (const NodeId node : closed_) {
    const Cost g = search_.g(node);
    if (f > g) h_->raise(node, std::min(f - g, kMaxHeuristic), work);
  }
}

}  // namespace waymark
