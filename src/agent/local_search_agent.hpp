// LSS-LRTA*, RTAA*, their depression-avoiding forms and weighted updates: one lookahead, three ways to learn, two ways
// to choose where to go.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "agent/best_first_lookahead.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/move_list.hpp"
#include "agent/weighted_moves.hpp"
#include "agent/workspace.hpp"
#include "base/parameters.hpp"
#include "waymark/agent/agent.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

template <auto kMember>
constexpr auto expansions_parameter() {
  return whole<kMember>("N", "N", "expansions of a lookahead", 1, BestFirstLookahead::kMaxExpansions);
}

inline constexpr std::array<Choice<MovesPerSearch>, 2> kMovesPerSearch{
    {{"one", MovesPerSearch::kOne}, {"frontier", MovesPerSearch::kToFrontier}}};
template <auto kMember>
constexpr auto moves_parameter() {
  return choice<kMember, kMovesPerSearch>("moves", "one move per search, or the whole way to the frontier");
}

enum class Learn : std::uint8_t { kCheapestWayOut, kDifference, kStart };
enum class Target : std::uint8_t { kBest, kLeastRaised };

template <Learn kLearn, Target kTarget>
class LocalSearchAgent final : public Agent {
 public:
  LocalSearchAgent(const Map& map, std::uint32_t n, MovesPerSearch moves, std::uint32_t weight_thousandths = 1000)
      : Agent(map),
        h_(map),
        weighted_moves_(&map.derived<WeightedMoves>({weight_thousandths})),
        n_(n),
        moves_(moves),
        path_(n) {
    lookahead();
  }

  // The most units a plan with n expansions spends: looks ahead, chooses, traces back, learns.
  static constexpr std::uint64_t cost_of(std::uint64_t n) {
    const std::uint64_t choosing = kTarget == Target::kLeastRaised ? BestFirstLookahead::max_open(n) : 0;
    return n + choosing + n + learning_units(n);
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return cost_of(n_); }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return cost_of(1); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(h_, path_); }

 private:
  // Of a lookahead that closed so many states.
  static constexpr std::uint64_t learning_units(std::uint64_t closed) {
    if (kLearn == Learn::kStart) return 1;
    return kLearn == Learn::kCheapestWayOut ? 2 * closed : closed;
  }
  // The most expansions that surely fit.
  [[nodiscard]] std::uint32_t expansions_for(std::uint64_t units) const {
    const std::uint64_t once = cost_of(0);
    const std::uint64_t each = cost_of(1) - once;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(n_, (units - once) / each));
  }

  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override {
    h_.set_goal(goal, learning == Learning::kKeep);
    path_.clear();
  }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override {
    // Values up to the weight times the way may have been learned for the old goal.
    const std::uint64_t way =
        std::uint64_t{short_way(old_goal, goal())} * weighted_moves_->options().weight_thousandths / 1000 + 1;
    h_.move_goal(goal(), static_cast<Cost>(std::min<std::uint64_t>(way, kInfiniteCost)));
  }

  Plan plan(const Budget& budget) override {
    Plan made{position()};
    if (!path_.empty() && !is_legal(path_.back())) path_.clear();  // an edit blocked it
    if (path_.empty()) {
      made.status = search(expansions_for(budget.units), made.work);
      if (made.status != Status::kInProgress) return made;
    }
    made.next = map().space().step(position(), path_.back());
    path_.pop_back();
    if (moves_ == MovesPerSearch::kOne) path_.clear();
    return made;
  }

  [[nodiscard]] bool is_legal(std::uint8_t move) const {
    return ((map().table().legal[map().grid().neighbourhood(position())] >> move) & 1u) != 0;
  }

  void prepare_workspace() const override { lookahead(); }
  // This thread's, prepared for this agent.
  BestFirstLookahead& lookahead() const {
    auto& lent = this_thread_workspace().get<BestFirstLookahead>();
    lent.prepare(n_);
    return lent;
  }

  // Learns, and sets the path to the chosen open state.
  Status search(std::uint32_t expansions, std::uint64_t& units) {
    BestFirstLookahead& lookahead = this->lookahead();
    lookahead.use(map(), h_, *weighted_moves_);
    // Where states learn one at a time, h is not consistent.
    const Status status = kLearn == Learn::kStart ? lookahead.run_reopening(position(), goal(), expansions)
                                                  : lookahead.run(position(), goal(), expansions);
    const Work& seen = lookahead.work();
    work_.expanded += seen.expanded;
    work_.generated += seen.generated;
    units += seen.expanded + (seen.expanded < expansions ? 1 : 0);
    if (status != Status::kInProgress && status != Status::kSolved) return status;

    const auto best = lookahead.best();
    const auto target = kTarget == Target::kBest ? best : lookahead.least_raised(units);
    lookahead.trace_back(target, path_);
    units += path_.size();

    if constexpr (kLearn == Learn::kCheapestWayOut) {
      lookahead.learn_cheapest_way_out(work_);
    } else if constexpr (kLearn == Learn::kDifference) {
      lookahead.learn_difference(best.f, work_);
    } else {
      h_.raise(position(), std::min(best.f, kMaxHeuristic), work_);
    }
    units += learning_units(lookahead.closed_count());
    work_.peak_states = std::max(work_.peak_states, seen.peak_states + h_.states());
    lookahead.clear();
    return Status::kInProgress;
  }

  LearnedHeuristic h_;
  const WeightedMoves* weighted_moves_;
  std::uint32_t n_;
  MovesPerSearch moves_;
  MoveList path_;
};

// With options that are in their ranges.
template <Learn kLearn, Target kTarget>
Result<AgentPtr> make_local_search_agent(const Map& map, std::uint32_t n, MovesPerSearch moves,
                                         std::uint32_t weight_thousandths = 1000) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  return AgentPtr(std::make_unique<LocalSearchAgent<kLearn, kTarget>>(map, n, moves, weight_thousandths));
}

}  // namespace waymark
