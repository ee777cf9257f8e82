#include "waymark/agent/lrta_oracle.hpp"

#include <algorithm>
#include <array>

#include "agent/learned_heuristic.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "agent/workspace.hpp"

namespace waymark {
namespace {

class LrtaOracle final : public Agent {
 public:
  LrtaOracle(const Map& map, const LrtaOracleOptions& options)
      : Agent(map), d_max_(options.d_max), counts_(options.counts), h_(map) {
    lookahead();
    bound_ = 1;
    for (std::uint32_t depth = 1; depth <= d_max_; ++depth) bound_ += PlyLookahead::bound(depth);
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + h_.heap_bytes(); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, learning == Learning::kKeep); }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override { h_.move_goal(goal(), short_way(old_goal, goal())); }

  void prepare_workspace() const override { lookahead(); }
  // This thread's, prepared for this agent.
  PlyLookahead& lookahead() const {
    auto& lent = this_thread_workspace().get<PlyLookahead>();
    lent.prepare(map(), d_max_, 1000);
    return lent;
  }

  Plan plan(const Budget&) override {
    const NodeId s = position();
    PlyLookahead& lookahead = this->lookahead();
    const Look deepest = look(lookahead, d_max_);
    Look chosen = deepest;
    std::uint64_t expanded = deepest.expanded;
    std::uint64_t generated = deepest.generated;
    for (std::uint32_t depth = 1; depth < d_max_; ++depth) {
      const Look shallow = look(lookahead, depth);
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
    return {map().space().step(s, chosen.best.first_move), expanded + 1};
  }

  struct Look {
    FrontierState best;
    std::uint64_t expanded;
    std::uint64_t generated;
  };
  Look look(PlyLookahead& lookahead, std::uint32_t depth) {
    lookahead.run(position(), goal(), h_, depth);
    work_.peak_states = std::max(work_.peak_states, lookahead.touched() + h_.states());
    const auto frontier = lookahead.frontier();
    return {*std::min_element(frontier.begin(), frontier.end()), lookahead.expansions(), lookahead.touched() - 1};
  }

  std::uint32_t d_max_;
  OracleCounts counts_;
  LearnedHeuristic h_;
  std::uint64_t bound_;
};

constexpr std::array<Choice<OracleCounts>, 2> kOracleCounts{
    {{"all", OracleCounts::kAll}, {"chosen", OracleCounts::kChosen}}};

constexpr std::tuple kLrtaOracleParameters{
    whole<&LrtaOracleOptions::d_max>("d_max", "d_max", "moves of the deepest lookahead", 1, kMaxLookaheadDepth),
    choice<&LrtaOracleOptions::counts, kOracleCounts>(
        "counts", "expansions to report: of every depth tried, or of the depth chosen")};

}  // namespace

Result<AgentPtr> make_lrta_oracle(const Map& map, const LrtaOracleOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kLrtaOracleParameters); !good) return good.error();
  return AgentPtr(std::make_unique<LrtaOracle>(map, options));
}

constinit const AlgorithmInfo rows::kLrtaOracle = agent_row<LrtaOracleOptions, kLrtaOracleParameters, make_lrta_oracle>(
    {.key = "lrta-oracle",
     .title = "LRTA* (ORACLE, G)",
     .family = kRealTime,
     .citation = "Bulitko et al. 2008",
     .summary = "LRTA* with the shallowest depth that moves as d_max does; a yardstick",
     .real_time = true});

}  // namespace waymark
