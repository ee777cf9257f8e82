#include "waymark/agent/lrta_dt.hpp"

#include <algorithm>
#include <memory>

#include "agent/depth_features.hpp"
#include "agent/depth_lookahead.hpp"
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
      : Agent(map),
        tree_(&tree),
        d_max_(tree.parameters().d_max),
        presearch_(tree.parameters().presearch),
        deep_(map, tree.parameters().shape, d_max_),
        h_(map) {
    prepare_workspace();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    return smallest_budget() + (d_max_ > presearch_ ? deep_.bound(d_max_) : 0);
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

  void prepare_workspace() const override {
    Workspace& lent = this_thread_workspace();
    deep_.prepare(lent.get<PlyLookahead>(), lent.get<BestFirstLookahead>(), presearch_);
  }

  Plan plan(const Budget& budget) override {
    prepare_workspace();
    auto& plies = this_thread_workspace().get<PlyLookahead>();
    auto& best_first = this_thread_workspace().get<BestFirstLookahead>();
    const NodeId s = position();
    DepthLook found = look_by_plies(plies, h_, s, goal(), presearch_);
    count(found);
    std::uint64_t work = found.units + DepthFeatures::kUnits + 1;
    // Without the past, where there was no page for it, the tree cannot be asked.
    const std::uint32_t wanted =
        features_.is_here() ? tree_->depth(features_->of(s, h_, plies.frontier(), found.best)) : presearch_;
    if (wanted == d_max_) ++work_.at_cap;
    const std::uint32_t depth = deepest_within(budget.units - work, wanted);
    if (depth > presearch_) {
      found = deep_.look(plies, best_first, h_, s, goal(), depth);
      count(found);
      work += found.units;
      if (found.status != Status::kInProgress) return {s, work, found.status};
    }

    const Cost before = h_(s);
    const auto value = rounded_up(found.best.f);
    h_.raise(s, before, value, work_);
    if (features_.is_here()) features_->moved(s, found.best.first_move, value > before ? value - before : 0);
    return {map().space().step(s, found.best.first_move), work};
  }

  // The largest depth up to `wanted` that never costs more than `units`; presearch_ if there is none above it.
  [[nodiscard]] std::uint32_t deepest_within(std::uint64_t units, std::uint32_t wanted) const {
    std::uint32_t depth = std::max(wanted, presearch_);
    while (depth > presearch_ && deep_.bound(depth) > units) --depth;
    return depth;
  }

  void count(const DepthLook& found) {
    work_.expanded += found.expanded;
    work_.generated += found.generated;
    work_.peak_states = std::max(work_.peak_states, found.states + h_.states());
  }

  const DepthTree* tree_;
  std::uint32_t d_max_;
  std::uint32_t presearch_;
  DepthLookahead deep_;
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
