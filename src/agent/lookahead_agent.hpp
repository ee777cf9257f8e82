// LRTA* and RTA*: the same lookahead and move, another value to remember. daLRTA*: another move.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>

#include "agent/best_move.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/rounding.hpp"
#include "agent/workspace.hpp"
#include "waymark/agent/agent.hpp"

namespace waymark {

enum class Remember : std::uint8_t { kBest, kSecondBest };

// What a second-best move costs tells where not to go back to on this trial, and would lead astray on the next.
template <Remember kRemember>
bool keeps(Learning learning) {
  return kRemember == Remember::kBest && learning == Learning::kKeep;
}

// `extent`: of the lookahead, in its own measure.
template <Remember kRemember, class Lookahead>
class LookaheadAgent final : public Agent {
 public:
  LookaheadAgent(const Map& map, std::uint32_t extent, std::uint32_t gamma_thousandths)
      : Agent(map), h_(map), extent_(extent), gamma_(gamma_thousandths) {
    lookahead();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return Lookahead::bound(extent_) + 1; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + h_.heap_bytes(); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, keeps<kRemember>(learning)); }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override { h_.move_goal(goal(), short_way(old_goal, goal())); }

  void prepare_workspace() const override { lookahead(); }
  // This thread's, prepared for this agent.
  Lookahead& lookahead() const {
    auto& lent = this_thread_workspace().get<Lookahead>();
    lent.prepare(map(), extent_, gamma_);
    return lent;
  }

  Plan plan(const Budget&) override {
    const NodeId s = position();
    Lookahead& lookahead = this->lookahead();
    lookahead.run(s, goal(), h_);
    const auto frontier = lookahead.frontier();
    const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
    const std::uint64_t remembered = kRemember == Remember::kBest ? best.f : best_of_other_moves(frontier, best);
    h_.raise(s, rounded_up(remembered), work_);

    const std::uint64_t expanded = lookahead.expansions();
    work_.expanded += expanded;
    work_.generated += lookahead.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead.touched() + h_.states());
    return {map().space().step(s, best.first_move), expanded + 1};
  }

  [[nodiscard]] std::uint64_t best_of_other_moves(std::span<const FrontierState> frontier,
                                                  const FrontierState& chosen) const {
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    std::uint64_t best = kNone;
    for (const FrontierState& state : frontier) {
      if (state.first_move != chosen.first_move) best = std::min(best, state.f);
    }
    if (best != kNone) return best;
    const unsigned moves = map().table().legal[map().grid().neighbourhood(position())];
    return std::has_single_bit(moves) ? std::uint64_t{1000} * kMaxHeuristic : chosen.f;
  }

  LearnedHeuristic h_;
  std::uint32_t extent_;
  std::uint32_t gamma_;  // in thousandths
};

// The same with d = 1, where the neighbours are the frontier. Choose: what chooses the move.
template <Remember kRemember,
          class Choose = BestMove<kRemember == Remember::kBest ? SecondBest::kNo : SecondBest::kYes>>
class NeighbourAgent final : public Agent {
 public:
  NeighbourAgent(const Map& map, std::uint32_t gamma_thousandths)
      : Agent(map), h_(map), choose_(map, gamma_thousandths, 1000) {}

  static constexpr std::uint64_t kUnits = 2;
  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnits; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + h_.heap_bytes(); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, keeps<kRemember>(learning)); }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override { h_.move_goal(goal(), short_way(old_goal, goal())); }

  Plan plan(const Budget&) override {
    const NodeId s = position();
    const auto chosen = choose_(s, h_);
    if constexpr (kRemember == Remember::kBest) {
      h_.raise(s, chosen.h, rounded_up(chosen.f), work_);
    } else {
      h_.raise(s, chosen.h, rounded_up(chosen.second_f), work_);
    }
    ++work_.expanded;
    work_.generated += chosen.moves;
    work_.peak_states = std::max(work_.peak_states, 1 + chosen.moves + h_.states());
    return {choose_.space().step(s, chosen.direction), plan_bound()};
  }

  LearnedHeuristic h_;
  Choose choose_;
};

// d moves deep.
template <Remember kRemember>
AgentPtr make_lookahead_agent(const Map& map, std::uint32_t d, std::uint32_t gamma_thousandths) {
  if (d == 1) return std::make_unique<NeighbourAgent<kRemember>>(map, gamma_thousandths);
  return std::make_unique<LookaheadAgent<kRemember, PlyLookahead>>(map, d, gamma_thousandths);
}

}  // namespace waymark
