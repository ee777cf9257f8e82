// A lookahead whose depth is chosen anew for every move, in the shape that is wanted: all states up to d moves away, as
// LRTA*'s; or best first, the shape of A*, with as many expansions as the plies make on an empty map, (2d - 1)^2. What
// LRTA* (DT, G), LRTA* (ORACLE, G) and the training of trees share.
//
// Best first is what JAIR 2008 tried in its new algorithms and found inferior for deeper searches (section 7.1,
// footnote 4). It does not tell what depth meant there: that a depth costs the same in both shapes is our choice.
// Best first has path-max, as plies have, and expands a state again when a cheaper way to it is found, for what was
// learned makes h inconsistent. So f of the best state is no more than a shortest way costs, if no h is more; and where
// it does not raise the agent's h, the next state has a lower one. So every loop raises some h, and the agent arrives.
// Charge: by plies one unit per expansion; best first one per expansion, one if the goal's turn comes, and one per move
// back from the best open state.
// Memory: the tables of one of the two lookaheads, which are borrowed (workspace.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "agent/best_first_lookahead.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/weighted_moves.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/subgoals/depth_tree.hpp"

namespace waymark {

// What a look found: the best state of the frontier, of which best first tells f, g and the first move.
struct DepthLook {
  Status status = Status::kInProgress;  // otherwise there is no best
  FrontierState best{};
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::uint64_t states = 0;  // in memory at the peak
  std::uint64_t units = 0;
};

inline DepthLook look_by_plies(PlyLookahead& lookahead, const LearnedHeuristic& h, NodeId s, NodeId goal,
                               std::uint32_t depth) {
  lookahead.run(s, goal, h, depth);
  const auto frontier = lookahead.frontier();
  const std::uint64_t expanded = lookahead.expansions();
  return {Status::kInProgress,
          *std::min_element(frontier.begin(), frontier.end()),
          expanded,
          lookahead.touched() - 1,
          lookahead.touched(),
          expanded};
}

class DepthLookahead {
 public:
  DepthLookahead(const Map& map, LookaheadShape shape, std::uint32_t d_max)
      : map_(&map),
        moves_(shape == LookaheadShape::kBestFirst ? &map.derived<WeightedMoves>({}) : nullptr),
        d_max_(d_max) {}

  // The most units that a depth costs.
  [[nodiscard]] std::uint64_t bound(std::uint32_t depth) const {
    return moves_ == nullptr ? PlyLookahead::bound(depth) : std::uint64_t{2} * expansions(depth);
  }

  // Takes memory for all depths. `plies` is prepared for `pre_search` at least.
  void prepare(PlyLookahead& plies, BestFirstLookahead& best_first, std::uint32_t pre_search) const {
    plies.prepare(*map_, moves_ == nullptr ? d_max_ : pre_search, 1000);
    if (moves_ != nullptr) best_first.prepare(expansions(d_max_));
  }

  // From `s`, which is not the goal; with tools that are prepared.
  DepthLook look(PlyLookahead& plies, BestFirstLookahead& best_first, LearnedHeuristic& h, NodeId s, NodeId goal,
                 std::uint32_t depth) const {
    if (moves_ == nullptr) return look_by_plies(plies, h, s, goal, depth);
    DepthLook found;
    best_first.use(*map_, h, *moves_);
    found.status = best_first.run_reopening(s, goal, expansions(depth));
    const Work& work = best_first.work();
    found.expanded = work.expanded;
    found.generated = work.generated;
    found.states = work.peak_states;
    found.units = work.expanded + (work.expanded < expansions(depth) ? 1 : 0);
    if (found.status == Status::kSolved) found.status = Status::kInProgress;
    if (found.status != Status::kInProgress) return found;
    const auto best = best_first.best();
    found.best.f = std::uint64_t{best.f} * 1000;
    found.best.first_move = best_first.first_move(best, found.units);
    best_first.clear();
    return found;
  }

 private:
  static constexpr std::uint32_t expansions(std::uint32_t depth) { return (2 * depth - 1) * (2 * depth - 1); }
  static_assert((2 * kMaxLookaheadDepth - 1) * (2 * kMaxLookaheadDepth - 1) <= BestFirstLookahead::kMaxExpansions);

  const Map* map_;
  const WeightedMoves* moves_;  // nullptr: by plies
  std::uint32_t d_max_;
};

}  // namespace waymark
