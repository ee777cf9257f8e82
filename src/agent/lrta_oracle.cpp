#include "waymark/agent/lrta_oracle.hpp"

#include <algorithm>
#include <array>

#include "agent/depth_lookahead.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "agent/workspace.hpp"

namespace waymark {
namespace {

class LrtaOracle final : public Agent {
 public:
  LrtaOracle(const Map& map, const LrtaOracleOptions& options)
      : Agent(map),
        d_max_(options.d_max),
        depth_(options.depth),
        counts_(options.counts),
        lookahead_(map, options.shape, options.d_max),
        h_(map) {
    prepare_workspace();
    bound_ = 1;
    for (std::uint32_t depth = 1; depth <= d_max_; ++depth) bound_ += lookahead_.bound(depth);
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + h_.heap_bytes(); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override { h_.set_goal(goal, learning == Learning::kKeep); }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override { h_.move_goal(goal(), short_way(old_goal, goal())); }

  void prepare_workspace() const override {
    Workspace& lent = this_thread_workspace();
    lookahead_.prepare(lent.get<PlyLookahead>(), lent.get<BestFirstLookahead>(), 1);
  }

  Plan plan(const Budget&) override {
    prepare_workspace();
    const NodeId s = position();
    std::uint64_t units = 1;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    const auto look = [&](std::uint32_t depth) {
      Workspace& lent = this_thread_workspace();
      const DepthLook found =
          lookahead_.look(lent.get<PlyLookahead>(), lent.get<BestFirstLookahead>(), h_, s, goal(), depth);
      units += found.units;
      expanded += found.expanded;
      generated += found.generated;
      work_.peak_states = std::max(work_.peak_states, found.states + h_.states());
      return found;
    };
    const DepthLook deepest = look(d_max_);
    if (deepest.status != Status::kInProgress) return {s, units, deepest.status};
    DepthLook chosen = deepest;
    // Whether a depth moves as d_max does.
    const auto agrees = [&](std::uint32_t depth) {
      const DepthLook shallow = look(depth);
      if (shallow.status != Status::kInProgress || shallow.best.first_move != deepest.best.first_move) return false;
      chosen = shallow;
      return true;
    };
    std::uint32_t depth = d_max_;
    if (depth_ == OracleDepth::kAgreeing) {
      while (depth > 1 && agrees(depth - 1)) --depth;
    } else {
      depth = 1;
      while (depth < d_max_ && !agrees(depth)) ++depth;
    }
    if (depth == d_max_) ++work_.at_cap;
    const bool all = counts_ == OracleCounts::kAll;
    work_.expanded += all ? expanded : chosen.expanded;
    work_.generated += all ? generated : chosen.generated;
    h_.raise(s, rounded_up(chosen.best.f), work_);
    return {map().space().step(s, chosen.best.first_move), units};
  }

  std::uint32_t d_max_;
  OracleDepth depth_;
  OracleCounts counts_;
  DepthLookahead lookahead_;
  LearnedHeuristic h_;
  std::uint64_t bound_;
};

constexpr std::array<Choice<OracleDepth>, 2> kOracleDepths{
    {{"agreeing", OracleDepth::kAgreeing}, {"least", OracleDepth::kLeast}}};
constexpr std::array<Choice<OracleCounts>, 2> kOracleCounts{
    {{"all", OracleCounts::kAll}, {"chosen", OracleCounts::kChosen}}};

constexpr std::array<Choice<LookaheadShape>, 2> kLookaheadShapes{
    {{"plies", LookaheadShape::kPlies}, {"best-first", LookaheadShape::kBestFirst}}};

constexpr std::tuple kLrtaOracleParameters{
    whole<&LrtaOracleOptions::d_max>("d_max", "d_max", "moves of the deepest lookahead", 1, kMaxLookaheadDepth),
    choice<&LrtaOracleOptions::depth, kOracleDepths>(
        "depth", "the least from which all depths move as d_max does, or the least that does"),
    choice<&LrtaOracleOptions::shape, kLookaheadShapes>(
        "shape", "all states up to a depth, or those of A* with as many expansions as they take on an empty map"),
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
     .summary = "LRTA* with a decision tree that is never wrong; a yardstick",
     .real_time = true});

}  // namespace waymark
