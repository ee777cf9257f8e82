#include "waymark/agent/lrta_dt.hpp"

#include <algorithm>
#include <memory>

#include "agent/depth_features.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "agent/workspace.hpp"
#include "base/paged_object.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class LrtaDt final : public Agent {
 public:
  LrtaDt(const Map& map, const DepthTree& tree)
      : Agent(map), tree_(&tree), d_max_(tree.parameters().d_max), presearch_(tree.parameters().presearch), h_(map) {
    lookahead();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    return smallest_budget() + (d_max_ > presearch_ ? PlyLookahead::bound(d_max_) : 0);
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override {
    return PlyLookahead::bound(presearch_) + DepthFeatures::kUnits + 1;
  }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + h_.heap_bytes() + features_.bytes() + (features_.is_here() ? features_->heap_bytes() : 0);
  }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_(node); }
  void begin(NodeId, NodeId goal, Learning learning) override {
    h_.set_goal(goal, learning == Learning::kKeep);
    features_.make(map().memory(), map(), tree_->parameters().history, presearch_);
  }
  void rest() override { features_.give_back(); }
  void edited(std::span<const Grid::Change> changes) override { learn_of_edits(h_, changes); }
  void retargeted(NodeId old_goal) override { h_.move_goal(goal(), short_way(old_goal, goal())); }

  void prepare_workspace() const override { lookahead(); }
  // This thread's, prepared for this agent.
  PlyLookahead& lookahead() const {
    auto& lent = this_thread_workspace().get<PlyLookahead>();
    lent.prepare(map(), d_max_, 1000);
    return lent;
  }

  Plan plan(const Budget& budget) override {
    const NodeId s = position();
    std::uint64_t work = DepthFeatures::kUnits + 1;
    PlyLookahead& lookahead = this->lookahead();
    FrontierState best = look(lookahead, presearch_, work);
    // Without the past, where there was no page for it, the tree cannot be asked.
    const std::uint32_t wanted =
        features_.is_here() ? tree_->depth(features_->of(s, h_, lookahead.frontier(), best)) : presearch_;
    const std::uint32_t depth = deepest_within(budget.units - work, wanted);
    if (depth > presearch_) best = look(lookahead, depth, work);

    const Cost before = h_(s);
    const auto value = rounded_up(best.f);
    h_.raise(s, before, value, work_);
    if (features_.is_here()) features_->moved(s, best.first_move, value > before ? value - before : 0);
    return {map().space().step(s, best.first_move), work};
  }

  // The largest depth up to `wanted` that never costs more than `units`; presearch_ if there is none above it.
  [[nodiscard]] std::uint32_t deepest_within(std::uint64_t units, std::uint32_t wanted) const {
    std::uint32_t depth = std::max(wanted, presearch_);
    while (depth > presearch_ && PlyLookahead::bound(depth) > units) --depth;
    return depth;
  }

  FrontierState look(PlyLookahead& lookahead, std::uint32_t depth, std::uint64_t& work) {
    lookahead.run(position(), goal(), h_, depth);
    work += lookahead.expansions();
    work_.expanded += lookahead.expansions();
    work_.generated += lookahead.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead.touched() + h_.states());
    const auto frontier = lookahead.frontier();
    return *std::min_element(frontier.begin(), frontier.end());
  }

  const DepthTree* tree_;
  std::uint32_t d_max_;
  std::uint32_t presearch_;
  LearnedHeuristic h_;
  PagedObject<DepthFeatures> features_;  // of this trial
};

}  // namespace

static_assert(DepthTree::kMaxDepth == PlyLookahead::kMaxDepth);

Result<AgentPtr> make_lrta_dt(const Map& map, const DepthTree& tree) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  return AgentPtr(std::make_unique<LrtaDt>(map, tree));
}

constinit const AlgorithmInfo rows::kLrtaDt =
    agent_row<NoOptions, kNoParameters,
              [](const Map& map, const NoOptions&, const Databases& databases) {
                return make_lrta_dt(map, *databases.tree);
              },
              [](const NoOptions&) { return DatabaseNeeds{DatabaseKind::kTree}; }>(
        {.key = "lrta-dt-g",
         .title = "LRTA* (DT, G)",
         .family = kSubgoals,
         .citation = "Bulitko et al. 2008",
         .summary = "LRTA* that asks a decision tree how deep to look ahead",
         .real_time = true});

}  // namespace waymark
