#include "agent/inner_values.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "waymark/space/grid_space.hpp"

namespace waymark {

std::uint64_t InnerValues::run(const Map& map, const TracedLookahead& lookahead, std::uint32_t gamma_thousandths,
                               LearnedHeuristic& h, Work& work) {
  constexpr std::uint64_t kUnsettled = std::numeric_limits<std::uint64_t>::max();
  const GridSpace& space = map.space();
  const std::uint64_t gamma = gamma_thousandths;
  values_.clear();
  heap_.clear();
  for (const NodeId node : lookahead.expanded()) {
    if (const auto [value, fresh] = values_.find_or_insert(node); fresh) *value = {kUnsettled, true};
  }
  for (const FrontierState& state : lookahead.frontier()) {
    const std::uint64_t value = std::uint64_t{1000} * h(state.node);
    values_.insert(state.node, {value, false});
    push(value, state.node);
  }
  std::uint64_t settled = 0;
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const auto [value, node] = heap_.back();
    heap_.pop_back();
    const Value* known = values_.find(node);
    if (known->value != value) continue;  // a cheaper way was found meanwhile
    ++settled;
    if (known->inner) h.raise(node, rounded_up(value), work);
    space.for_each_successor(node, GridSpace::kNoArrival, [&, through = value](NodeId to, Cost edge, std::uint8_t) {
      Value* next = values_.find(to);
      const std::uint64_t dearer = through + gamma * edge;
      if (next == nullptr || !next->inner || next->value <= dearer) return;
      next->value = dearer;
      push(dearer, to);
    });
  }
  return settled;
}

}  // namespace waymark
