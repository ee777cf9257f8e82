#include "agent/depth_features.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "waymark/search/heuristic.hpp"

namespace waymark {

DepthFeatures::DepthFeatures(const Map& map, std::uint32_t history, std::uint32_t presearch)
    : space_(&map.space()),
      distance_(octile_distance(map.rules())),
      history_(history),
      steps_(map.memory(), history),
      visits_(map.memory(), map.grid().id_bound()) {
  const bool diagonals = map.table().cost[kNorthEast] != 0;
  expected_ = (diagonals ? 8 : 4) * presearch;
}

void DepthFeatures::begin() {
  walked_ = 0;
  distinct_ = 0;
  risen_ = 0;
  last_move_ = kNoDirection;
  steps_.clear();
  visits_.clear();
}

std::int32_t DepthFeatures::thousandths(std::uint64_t cost) const {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(std::min(kMost, cost * 1000 / distance_.cardinal));
}

DepthFeatureValues DepthFeatures::of(NodeId s, const LearnedHeuristic& h, std::span<const FrontierState> frontier,
                                     const FrontierState& best) const {
  NodeId long_ago = s;
  if (walked_ >= history_) {
    long_ago = steps_.find(static_cast<NodeId>(walked_ % history_))->state;
  } else if (walked_ > 0) {
    long_ago = steps_.find(0)->state;
  }
  const Cell here = space_->cell(s);
  const Cell there = space_->cell(long_ago);
  const NodeId successor = space_->step(s, best.first_move);
  const std::uint64_t h_here = h(s);
  const std::uint64_t h_successor = h(successor);
  const auto raised = static_cast<std::uint64_t>(std::count_if(
      frontier.begin(), frontier.end(), [&](const FrontierState& state) { return h.raised(state.node); }));
  const std::uint64_t visit = visits_.get(s);
  const std::uint64_t ratio = h_successor == 0 ? kMaxRatio : h_here * 1000 / h_successor;
  return {
      thousandths(h.initial(s)),
      thousandths(distance_.distance(std::abs(here.x - there.x), std::abs(here.y - there.y))),
      static_cast<std::int32_t>(distinct_),
      thousandths(risen_),
      static_cast<std::int32_t>(frontier.size() * 1000 / expected_),
      static_cast<std::int32_t>(raised * 1000 / frontier.size()),
      visit != 0 && (visit & ((1u << kMoveBits) - 1)) == best.first_move ? 1 : 0,
      best.first_move == last_move_ ? 1 : 0,
      static_cast<std::int32_t>(std::min<std::uint64_t>(ratio, kMaxRatio)),
      h.raised(successor) ? 1 : 0,
      h_here > h_successor ? 1 : 0,
  };
}

void DepthFeatures::moved(NodeId s, std::uint8_t move, Cost rise) {
  const std::uint64_t n = history_;
  Step* const place = steps_.at(static_cast<NodeId>(walked_ % n));
  if (place == nullptr) return;
  Step& step = *place;
  if (walked_ >= n) {  // the oldest goes; it was the move with the number walked_ - n + 1
    risen_ -= step.rise;
    if (visits_.get(step.state) >> kMoveBits == walked_ - n + 1) --distinct_;
  }
  ++walked_;
  // Where the memory is at its cap the state does not count.
  if (std::uint64_t* const visit = visits_.at(s); visit != nullptr) {
    // Counted already if it was left on one of the n - 1 moves before this one.
    if (*visit == 0 || (*visit >> kMoveBits) + n <= walked_) ++distinct_;
    *visit = packed(walked_, move);
  }
  step = {s, rise};
  risen_ += rise;
  last_move_ = move;
}

}  // namespace waymark
