#include "agent/ply_lookahead.hpp"

#include <algorithm>

#include "agent/subgoal_heuristic.hpp"
#include "agent/thousandths.hpp"
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

PlyLookahead::PlyLookahead(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths, PathMax path_max,
                           Ways ways)
    : space_(map.grid(), map.table()),
      depth_(depth),
      gamma_(gamma_thousandths),
      path_max_(path_max),
      ways_(ways),
      states_(cells_within(map, 2 * depth + 1)) {
  WAYMARK_ASSERT(depth >= 1 && depth <= kDeepest);
  const std::size_t all = cells_within(map, 2 * depth + 1);
  layer_.reserve(cells_within(map, 2 * depth - 1));
  next_.reserve(all);
  reached_last_.reserve(all);
  frontier_.reserve(all);
  if (ways == Ways::kForgotten) return;
  expanded_.reserve(bound(depth));
  parents_.reserve(bound(depth));
}

std::uint64_t PlyLookahead::bound(std::uint32_t depth) {
  std::uint64_t sum = 0;
  for (std::uint32_t ply = 1; ply <= depth; ++ply) sum += square(2 * ply - 1);
  return sum;
}

std::uint64_t PlyLookahead::ply_bound(const Map& map, std::uint32_t ply) { return cells_within(map, 2 * ply - 1); }

template <class Heuristic>
void PlyLookahead::run(NodeId s, NodeId goal, const Heuristic& h, std::uint32_t depth) {
  WAYMARK_DEBUG_ASSERT(depth >= 1 && depth <= depth_);
  expansions_ = 0;
  expanded_.clear();
  frontier_.clear();
  if (depth == 1) return run_one_ply(s, h);
  states_.clear();
  parents_.clear();
  reached_last_.clear();
  next_.clear();
  states_.insert(s,
                 {0, 0, 0, kNoDirection, 0});  // the root takes no part in path-max: its own h is what is being judged
  next_.push_back(s);
  for (std::uint32_t ply = 1; ply <= depth && !next_.empty(); ++ply) {
    layer_.clear();
    for (const NodeId node : next_) layer_.push_back({node, *states_.find(node)});
    next_.clear();
    for (const Layered& layered : layer_) {
      const NodeId node = layered.node;
      const State& from = layered.state;
      const auto expansion = static_cast<std::uint32_t>(expansions_++);
      if (ways_ == Ways::kKept) {
        expanded_.push_back(node);
        parents_.push_back(from.parent);
      }
      const std::uint64_t least_f = path_max_ == PathMax::kOn ? from.f : 0;
      space_.for_each_successor(node, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
        const Cost g = from.g + edge;
        State* known = states_.find(to);
        if (known != nullptr && known->g <= g) return;
        const bool queued = known != nullptr && known->found_on == ply;
        const State state{g, expansion, std::max(least_f, gamma_ * g + std::uint64_t{1000} * h(to)),
                          from.first_move == kNoDirection ? direction : from.first_move,
                          static_cast<std::uint16_t>(ply)};
        if (known != nullptr) {
          *known = state;
        } else {
          states_.insert(to, state);
          if (ply == depth && to != goal) reached_last_.push_back(to);
        }
        if (to != goal && !queued) next_.push_back(to);
      });
    }
  }
  const auto add = [&](NodeId node) {
    const State& state = *states_.find(node);
    frontier_.push_back({state.f, state.g, state.first_move, node});
  };
  for (const NodeId node : reached_last_) add(node);
  if (states_.find(goal) != nullptr) add(goal);
  touched_ = states_.size();
}

template <class Heuristic>
void PlyLookahead::run_one_ply(NodeId s, const Heuristic& h) {
  expansions_ = 1;
  if (ways_ == Ways::kKept) expanded_.push_back(s);
  const auto here = h.at(s);
  space_.for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
    frontier_.push_back({gamma_ * edge + std::uint64_t{1000} * h.of(here, to, direction), edge, direction, to});
  });
  touched_ = 1 + frontier_.size();
}

template void PlyLookahead::run(NodeId, NodeId, const LearnedHeuristic&, std::uint32_t);
template void PlyLookahead::run(NodeId, NodeId, const SubgoalHeuristic&, std::uint32_t);

}  // namespace waymark
