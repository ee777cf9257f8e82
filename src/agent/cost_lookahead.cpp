#include "agent/cost_lookahead.hpp"

#include <algorithm>
#include <functional>

#include "agent/rounding.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

// No state further away than this many moves is expanded.
std::uint32_t radius(std::uint32_t g_max_thousandths) { return g_max_thousandths / 1000 - 1; }

Cost cheapest_move(const Map& map) {
  const bool diagonals = map.table().cost[kNorthEast] != 0;
  return diagonals ? std::min(map.rules().costs.cardinal, map.table().cost[kNorthEast]) : map.rules().costs.cardinal;
}

}  // namespace

void CostLookahead::prepare(const Map& map, std::uint32_t g_max_thousandths, std::uint32_t gamma_thousandths) {
  WAYMARK_DEBUG_ASSERT(g_max_thousandths >= 1000 && g_max_thousandths <= kMaxThousandths);
  space_ = map.space();
  cheapest_ = cheapest_move(map);
  g_max_ = static_cast<Cost>(std::uint64_t{g_max_thousandths} * cheapest_ / 1000);
  gamma_ = gamma_thousandths;
  if (g_max_thousandths != room_for_) take_room(g_max_thousandths);
}

void CostLookahead::take_room(std::uint32_t g_max_thousandths) {
  room_for_ = g_max_thousandths;
  const std::uint32_t all = square(2 * radius(g_max_thousandths) + 3);
  states_.prepare(all);
  open_.reserve(bound(g_max_thousandths) * kDirections);
  reached_.reserve(all);
  frontier_.reserve(all);
}

std::uint64_t CostLookahead::bound(std::uint32_t g_max_thousandths) {
  return square(2 * radius(g_max_thousandths) + 1);
}

void CostLookahead::run(NodeId s, NodeId goal, const LearnedHeuristic& h) {
  states_.clear();
  open_.clear();
  expansions_ = 0;
  reached_.clear();
  frontier_.clear();
  states_.insert(s, {0, 0, kNoDirection});  // the root takes no part in path-max: its own h is what is being judged
  open_.emplace_back(0, s);
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    const auto [g, node] = open_.back();
    open_.pop_back();
    const State from = *states_.find(node);
    if (from.g != g) continue;  // a cheaper way was found meanwhile
    ++expansions_;
    space_->for_each_successor(node, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
      const Cost further = from.g + edge;
      const auto [known, fresh] = states_.find_or_insert(to);
      if (!fresh && known->g <= further) return;
      *known = {further, std::max(from.f, gamma_ * further + std::uint64_t{1000} * h(to)),
                from.first_move == kNoDirection ? direction : from.first_move};
      if (fresh) reached_.push_back(to);
      if (to == goal || further + cheapest_ > g_max_) return;
      open_.emplace_back(further, to);
      std::push_heap(open_.begin(), open_.end(), std::greater<>());
    });
  }
  for (const NodeId node : reached_) {
    const State& state = *states_.find(node);
    if (node != goal && state.g + cheapest_ <= g_max_) continue;
    frontier_.push_back({state.f, state.g, state.first_move, node});
  }
}

}  // namespace waymark
