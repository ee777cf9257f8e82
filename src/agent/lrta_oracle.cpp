#include "waymark/agent/lrta_oracle.hpp"

#include <algorithm>
#include <string>

#include "waymark/agent/learned_heuristic.hpp"
#include "waymark/agent/ply_lookahead.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class LrtaOracle final : public Agent {
 public:
  LrtaOracle(const Map& map, std::uint32_t d_max) : Agent(map), d_max_(d_max), h_(map), lookahead_(map, d_max, 1000) {
    bound_ = 1;
    for (std::uint32_t depth = 1; depth <= d_max; ++depth) bound_ += PlyLookahead::bound(depth);
  }

  [[nodiscard]] std::uint64_t bound() const override { return bound_; }
  [[nodiscard]] Cost heuristic(NodeId node) const override { return h_(node); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(h_, lookahead_); }

 private:
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, learning == Learning::kKeep); }

  Plan plan(const Budget&) override {
    const NodeId s = position();
    std::uint64_t work = 1;
    const FrontierState deepest = look(d_max_, work);
    FrontierState chosen = deepest;
    for (std::uint32_t depth = 1; depth < d_max_; ++depth) {
      const FrontierState best = look(depth, work);
      if (best.first_move != deepest.first_move) continue;
      chosen = best;
      break;
    }
    h_.raise(s, static_cast<Cost>(std::min<std::uint64_t>(chosen.f / 1000, kMaxHeuristic)), work_);
    return {lookahead_.step(s, chosen.first_move), work};
  }

  FrontierState look(std::uint32_t depth, std::uint64_t& work) {
    lookahead_.run(position(), goal(), h_, depth);
    work += lookahead_.expansions();
    work_.expanded += lookahead_.expansions();
    work_.generated += lookahead_.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead_.touched() + h_.states());
    const auto frontier = lookahead_.frontier();
    return *std::min_element(frontier.begin(), frontier.end());
  }

  std::uint32_t d_max_;
  LearnedHeuristic h_;
  PlyLookahead lookahead_;
  std::uint64_t bound_;
};

}  // namespace

Result<AgentPtr> make_lrta_oracle(const Map& map, const LrtaOracleOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (options.d_max < 1 || options.d_max > PlyLookahead::kMaxDepth) {
    return Error{ErrorCode::kOutOfRange, "d_max must be 1 to " + std::to_string(PlyLookahead::kMaxDepth)};
  }
  return AgentPtr(std::make_unique<LrtaOracle>(map, options.d_max));
}

}  // namespace waymark
