#include "waymark/agent/lrta_oracle.hpp"

#include <algorithm>
#include <string>

#include "agent/learned_heuristic.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/thousandths.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class LrtaOracle final : public Agent {
 public:
  LrtaOracle(const Map& map, const LrtaOracleOptions& options)
      : Agent(map), d_max_(options.d_max), counts_(options.counts), h_(map), lookahead_(map, options.d_max, 1000) {
    bound_ = 1;
    for (std::uint32_t depth = 1; depth <= d_max_; ++depth) bound_ += PlyLookahead::bound(depth);
  }

  [[nodiscard]] std::uint64_t bound() const override { return bound_; }
  [[nodiscard]] Cost heuristic(NodeId node) const override { return h_(node); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(h_, lookahead_); }

 private:
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, learning == Learning::kKeep); }

  Plan plan(const Budget&) override {
    const NodeId s = position();
    const Look deepest = look(d_max_);
    Look chosen = deepest;
    std::uint64_t expanded = deepest.expanded;
    std::uint64_t generated = deepest.generated;
    for (std::uint32_t depth = 1; depth < d_max_; ++depth) {
      const Look shallow = look(depth);
      expanded += shallow.expanded;
      generated += shallow.generated;
      if (shallow.best.first_move != deepest.best.first_move) continue;
      chosen = shallow;
      break;
    }
    const bool all = counts_ == OracleCounts::kAll;
    work_.expanded += all ? expanded : chosen.expanded;
    work_.generated += all ? generated : chosen.generated;
    h_.raise(s, rounded_up(chosen.best.f), work_);
    return {lookahead_.step(s, chosen.best.first_move), expanded + 1};
  }

  struct Look {
    FrontierState best;
    std::uint64_t expanded;
    std::uint64_t generated;
  };
  Look look(std::uint32_t depth) {
    lookahead_.run(position(), goal(), h_, depth);
    work_.peak_states = std::max(work_.peak_states, lookahead_.touched() + h_.states());
    const auto frontier = lookahead_.frontier();
    return {*std::min_element(frontier.begin(), frontier.end()), lookahead_.expansions(), lookahead_.touched() - 1};
  }

  std::uint32_t d_max_;
  OracleCounts counts_;
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
  return AgentPtr(std::make_unique<LrtaOracle>(map, options));
}

}  // namespace waymark
