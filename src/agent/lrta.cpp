// LRTA* and RTA*: the same lookahead and move, another value to remember.
#include "waymark/agent/lrta.hpp"

#include <algorithm>
#include <string>

#include "waymark/agent/learned_heuristic.hpp"
#include "waymark/agent/ply_lookahead.hpp"
#include "waymark/agent/rta.hpp"

namespace waymark {
namespace {

enum class Remember : std::uint8_t { kBest, kSecondBest };

template <Remember kRemember>
class LookaheadAgent final : public Agent {
 public:
  LookaheadAgent(const Map& map, std::uint32_t depth, std::uint32_t gamma_thousandths)
      : Agent(map), h_(map), lookahead_(map, depth, gamma_thousandths), bound_(PlyLookahead::bound(depth) + 1) {}

  [[nodiscard]] std::uint64_t bound() const override { return bound_; }

 private:
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, learning == Learning::kKeep); }

  Plan plan(const Budget&) override {
    const NodeId s = position();
    lookahead_.run(s, goal(), h_);
    const auto frontier = lookahead_.frontier();
    const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
    const std::uint64_t remembered = kRemember == Remember::kBest ? best.f : best_of_other_moves(best.first_move);
    h_.raise(s, static_cast<Cost>(std::min<std::uint64_t>(remembered / 1000, kMaxHeuristic)), work_);

    const std::uint64_t expanded = lookahead_.expanded().size();
    work_.expanded += expanded;
    work_.generated += lookahead_.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead_.touched() + h_.states());
    return {lookahead_.step(s, best.first_move), expanded + 1};
  }

  [[nodiscard]] std::uint64_t best_of_other_moves(std::uint8_t move) const {
    std::uint64_t best = std::uint64_t{1000} * kMaxHeuristic;
    for (const FrontierState& state : lookahead_.frontier()) {
      if (state.first_move != move) best = std::min(best, state.f);
    }
    return best;
  }

  LearnedHeuristic h_;
  PlyLookahead lookahead_;
  std::uint64_t bound_;
};

template <Remember kRemember>
Result<AgentPtr> make(const Map& map, std::uint32_t d, std::uint32_t gamma_thousandths) {
  if (!LearnedHeuristic::supports(map.rules())) {
    return Error{ErrorCode::kUnsupported, "real-time agents need a grid of 4 or 8 neighbours, not hexagons"};
  }
  if (d < 1 || d > PlyLookahead::kMaxDepth) {
    return Error{ErrorCode::kOutOfRange, "d must be 1 to " + std::to_string(PlyLookahead::kMaxDepth)};
  }
  if (gamma_thousandths < 1 || gamma_thousandths > 1000) {
    return Error{ErrorCode::kOutOfRange, "gamma must be above 0 and at most 1"};
  }
  return AgentPtr(std::make_unique<LookaheadAgent<kRemember>>(map, d, gamma_thousandths));
}

}  // namespace

Result<AgentPtr> make_lrta(const Map& map, const LrtaOptions& options) {
  return make<Remember::kBest>(map, options.d, options.gamma_thousandths);
}

Result<AgentPtr> make_rta(const Map& map, const RtaOptions& options) {
  return make<Remember::kSecondBest>(map, options.d, 1000);
}

}  // namespace waymark
