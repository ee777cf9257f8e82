// How deep LRTA* must look, with a fresh heuristic, for its first move to be optimal (JAIR 2008, section 5): the tools
// that the builder of pattern databases computes capped optimal depths with.
//
// Legend: s the state that looks; a move of s is known by its number in the order of the space.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "agent/ply_search.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/concepts.hpp"

namespace waymark {

// Which moves of s begin an optimal path to a state: those that lead to it along optimal predecessors. A state's moves
// are found once and kept. The space can be walked back at the same costs.
template <Space S>
class OptimalFirstMoves {
 public:
  // Bit i: move i of s.
  using Moves = std::conditional_t<std::is_same_v<typename S::Arrival, std::uint8_t>, std::uint8_t, std::uint64_t>;
  static constexpr std::uint32_t kMostMoves = sizeof(Moves) * 8;

  explicit OptimalFirstMoves(S space) : space_(std::move(space)) {}

  // s has at most kMostMoves moves.
  void start(NodeId s) {
    s_ = s;
    moves_.assign(space_.id_bound(), 0);
    first_.clear();
    space_.for_each_successor(s, S::kNoArrival, [&](NodeId to, Cost edge, auto) { first_.push_back({to, edge}); });
  }

  // `distance` is the distance from s; `target` is another state that can be reached.
  template <class Distance>
  Moves to(NodeId target, const Distance& distance) {
    stack_.assign(1, target);
    while (!stack_.empty()) {
      const NodeId at = stack_.back();
      if (moves_[at] != 0) {
        stack_.pop_back();
        continue;
      }
      const Cost here = distance(at);
      Moves moves = here <= space_.max_edge_cost() ? single_moves(at, here) : Moves{0};
      bool ready = true;
      space_.for_each_successor(at, S::kNoArrival, [&](NodeId before, Cost edge, auto) {
        if (before == s_ || distance(before) + edge != here) return;
        moves |= moves_[before];
        if (moves_[before] != 0) return;
        stack_.push_back(before);
        ready = false;
      });
      if (ready) moves_[at] = moves;
    }
    return moves_[target];
  }

 private:
  struct FirstMove {
    NodeId to;
    Cost edge;
  };

  // Moves from s straight to a state `distance` away.
  [[nodiscard]] Moves single_moves(NodeId state, Cost distance) const {
    Moves moves = 0;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      if (first_[i].to == state && first_[i].edge == distance) moves |= static_cast<Moves>(Moves{1} << i);
    }
    return moves;
  }

  S space_;
  NodeId s_ = kNoNode;
  std::vector<Moves> moves_;  // by state; 0: not known yet
  std::vector<FirstMove> first_;
  std::vector<NodeId> stack_;
};

// The ply search of LRTA* with gamma = 1, ply by ply: after ply k its frontier is that of a lookahead of depth k, so
// that trying all depths costs no more than the deepest. `first_move` of a frontier state is a number of a move, f is
// in cost units.
template <Space S>
class GrowingLookahead {
 public:
  static constexpr std::uint32_t kMaxDepth = 60'000;

  explicit GrowingLookahead(const S& space) : search_(space, space.id_bound(), NoWeight{}) {}

  // `target` is not s; kNoNode: one that is farther away than the lookahead will reach.
  void start(NodeId s, NodeId target) { search_.start(s, target, 0); }

  template <class Heuristic>
  void grow(const Heuristic& h) {
    search_.grow();
    search_.step(std::numeric_limits<std::uint64_t>::max(), h);
  }

  // Of the last ply; until the next one.
  [[nodiscard]] std::span<const FrontierState> frontier() {
    frontier_.clear();
    search_.for_each_of_frontier([this](const FrontierState& state) { frontier_.push_back(state); });
    return frontier_;
  }
  // The least of them.
  [[nodiscard]] FrontierState best() const { return search_.best(); }
  // States looked at so far, s included.
  [[nodiscard]] std::uint64_t touched() const { return search_.touched(); }

 private:
  PlySearch<S, PagedStates, FirstNumber, std::uint16_t, NoWeight> search_;
  std::vector<FrontierState> frontier_;
};

// The shallowest depth whose first move is among `optimal`, or `cap` if none shallower is.
template <Space S, class Heuristic>
std::uint32_t capped_optimal_depth(GrowingLookahead<S>& lookahead, NodeId s, NodeId target, const Heuristic& h,
                                   std::uint64_t optimal, std::uint32_t cap) {
  lookahead.start(s, target);
  for (std::uint32_t depth = 1; depth < cap; ++depth) {
    lookahead.grow(h);
    if (((optimal >> lookahead.best().first_move) & 1u) != 0) return depth;
  }
  return cap;
}

// The same for many targets of one s, up to the ply that reaches the target: only from there on does the lookahead
// depend on it, for it does not look behind its target. Where h is consistent path-max changes nothing. Where it falls
// short of that by `slack` a move, path-max adds at most that much for each move, and a depth is only told if all
// states of the frontier that this may make the best agree.
template <Space S>
class FarDepths {
 public:
  FarDepths(S space, Cost slack) : slack_(slack), plies_(space.id_bound(), 0), lookahead_(std::move(space)) {}

  void start(NodeId s) {
    lookahead_.start(s, kNoNode);
    for (const auto& frontier : frontiers_) {
      for (const FrontierState& state : frontier) plies_[state.node] = 0;
    }
    frontiers_.clear();
  }

  // kNoDepth if that needs a lookahead of its own. The target can be reached.
  static constexpr std::uint32_t kNoDepth = 0;
  template <class Heuristic>
  std::uint32_t depth(NodeId target, const Heuristic& h, std::uint64_t optimal, std::uint32_t cap) {
    for (std::uint32_t depth = 1; depth < cap; ++depth) {
      if (frontiers_.size() < depth) grow(depth);
      const std::uint64_t moves = best_moves(frontiers_[depth - 1], h, std::uint64_t{slack_} * (depth - 1));
      if ((moves & ~optimal) == 0) return depth;
      if ((moves & optimal) != 0 || plies_[target] == depth) return kNoDepth;
    }
    return cap;
  }

 private:
  void grow(std::uint32_t depth) {
    lookahead_.grow([](NodeId) { return Cost{0}; });
    const auto frontier = lookahead_.frontier();
    frontiers_.emplace_back(frontier.begin(), frontier.end());
    for (const FrontierState& state : frontier) plies_[state.node] = static_cast<std::uint16_t>(depth);
  }

  // Bit i: move i leads to what may be the best.
  template <class Heuristic>
  std::uint64_t best_moves(std::span<const FrontierState> frontier, const Heuristic& h, std::uint64_t slack) {
    FrontierState best{~std::uint64_t{0}, 0, 0, kNoNode};
    f_.clear();
    for (FrontierState state : frontier) {
      state.f = std::uint64_t{state.g} + h(state.node);
      if (state < best) best = state;
      if (slack > 0) f_.push_back(state.f);
    }
    std::uint64_t moves = std::uint64_t{1} << best.first_move;
    for (std::size_t i = 0; i < f_.size(); ++i) {
      if (f_[i] <= best.f + slack) moves |= std::uint64_t{1} << frontier[i].first_move;
    }
    return moves;
  }

  Cost slack_;
  std::vector<std::uint16_t> plies_;  // by state: on which it is first reached; 0: none yet, or s
  GrowingLookahead<S> lookahead_;
  std::vector<std::vector<FrontierState>> frontiers_;  // by depth - 1
  std::vector<std::uint64_t> f_;                       // of a frontier
};

}  // namespace waymark
