#include "agent/ply_lookahead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agent/rounding.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {
namespace {

// All cells count: an edit may open those that are blocked.
std::uint64_t cells(const Map& map) {
  return static_cast<std::uint64_t>(map.grid().width()) * static_cast<std::uint64_t>(map.grid().height());
}
// Of the square with this side, on the map.
std::uint32_t cells_within(const Map& map, std::uint32_t side) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(square(side), cells(map)));
}

}  // namespace

static_assert(PlyLookahead::kDeepest == PatternDatabase::kMaxDepthCap);

template <Ways kWays>
void BasicPlyLookahead<kWays>::prepare(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths,
                                       PathMax path_max) {
  WAYMARK_DEBUG_ASSERT(depth >= 1 && depth <= kDeepest);
  gamma_ = gamma_thousandths;
  search_.prepare(map.space(), {gamma_thousandths}, path_max);
  const std::uint32_t states = cells_within(map, 2 * depth + 1);
  if (depth != depth_ || states != room_) take_room(depth, states, cells_within(map, 2 * depth - 1));
}

template <Ways kWays>
void BasicPlyLookahead<kWays>::take_room(std::uint32_t depth, std::uint32_t states, std::uint32_t expanded_on_ply) {
  depth_ = depth;
  room_ = states;
  search_.prepare_table(states);
  search_.reserve(expanded_on_ply, states, kWays == Ways::kKept ? bound(depth) : 0);
  frontier_.reserve(states);
}

template <Ways kWays>
std::uint64_t BasicPlyLookahead<kWays>::bound(const Map& map, std::uint32_t depth) {
  // A ply costs (2 ply - 1)^2 units, and no more than there are cells.
  const std::uint64_t all = cells(map);
  const auto side = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(all)));
  const std::uint32_t within = std::min(depth, (side + 1) / 2);
  return bound(within) + (depth - within) * all;
}

template <Ways kWays>
template <class Heuristic>
void BasicPlyLookahead<kWays>::run(NodeId s, NodeId goal, const Heuristic& h, std::uint32_t depth) {
  WAYMARK_DEBUG_ASSERT(depth >= 1 && depth <= depth_);
  frontier_.clear();
  one_ply_ = depth == 1;
  if (one_ply_) return run_one_ply(s, h);
  search_.start(s, goal, depth);
  search_.step(std::numeric_limits<std::uint64_t>::max(), h);
  search_.for_each_of_frontier([this](const FrontierState& state) { frontier_.push_back(state); });
}

template <Ways kWays>
template <class Heuristic>
void BasicPlyLookahead<kWays>::run_one_ply(NodeId s, const Heuristic& h) {
  s_ = s;
  const auto here = h.at(s);
  search_.space().for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
    frontier_.push_back({gamma_ * edge + std::uint64_t{1000} * h.of(here, to, direction), edge, direction, to});
  });
}

template class BasicPlyLookahead<Ways::kForgotten>;
template class BasicPlyLookahead<Ways::kKept>;
template void PlyLookahead::run(NodeId, NodeId, const LearnedHeuristic&, std::uint32_t);
template void PlyLookahead::run(NodeId, NodeId, const SubgoalHeuristic&, std::uint32_t);
template void TracedLookahead::run(NodeId, NodeId, const LearnedHeuristic&, std::uint32_t);

}  // namespace waymark
