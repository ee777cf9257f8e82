#include "agent/ply_lookahead.hpp"

#include <algorithm>
#include <limits>

#include "agent/rounding.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {
namespace {

// Of the square with this side, on the map. All cells count: an edit may open those that are blocked.
std::uint32_t cells_within(const Map& map, std::uint32_t side) {
  const std::uint64_t all =
      static_cast<std::uint64_t>(map.grid().width()) * static_cast<std::uint64_t>(map.grid().height());
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(square(side), all));
}

}  // namespace

static_assert(PlyLookahead::kDeepest == PatternDatabase::kMaxDepthCap);

template <Ways kWays>
BasicPlyLookahead<kWays>::BasicPlyLookahead(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths,
                                            PathMax path_max)
    : depth_(depth),
      gamma_(gamma_thousandths),
      search_(GridSpace(map.grid(), map.table()), cells_within(map, 2 * depth + 1), {gamma_thousandths}, path_max) {
  WAYMARK_ASSERT(depth >= 1 && depth <= kDeepest);
  const std::size_t all = cells_within(map, 2 * depth + 1);
  search_.reserve(cells_within(map, 2 * depth - 1), all, kWays == Ways::kKept ? bound(depth) : 0);
  frontier_.reserve(all);
}

template <Ways kWays>
std::uint64_t BasicPlyLookahead<kWays>::bound(std::uint32_t depth) {
  std::uint64_t sum = 0;
  for (std::uint32_t ply = 1; ply <= depth; ++ply) sum += square(2 * ply - 1);
  return sum;
}

template <Ways kWays>
std::uint64_t BasicPlyLookahead<kWays>::ply_bound(const Map& map, std::uint32_t ply) {
  return cells_within(map, 2 * ply - 1);
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
