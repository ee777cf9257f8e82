#include "waymark/agent/rtd.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "agent/grid_estimate.hpp"
#include "agent/rows.hpp"
#include "base/thousandths.hpp"
#include "repair/changed_cells.hpp"
#include "repair/living_grid.hpp"
#include "repair/repair_search.hpp"
#include "waymark/agent/lss_lrta.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kUnitsOfLookahead = 4;  // for each of its expansions

class Rtd final : public Agent {
 public:
  Rtd(const Map& map, std::uint32_t r, std::uint32_t local_thousandths, AgentPtr local)
      : Agent(map),
        r_(r),
        local_thousandths_(local_thousandths),
        local_(std::move(local)),
        tree_(map.memory(), LivingGrid(map), GridEstimate(map)) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return r_; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return local_->smallest_budget(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + local_->bytes() + heap_bytes_of(tree_); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return local_->heuristic(node); }
  void prepare_workspace() const override { local_->prepare_thread(); }

  void begin(NodeId start, NodeId goal, Learning learning) override {
    local_->reset(start, goal, learning);
    local_work_ = {};
    no_room_for_ = kNoNode;
    if (learning == Learning::kForget) tree_.clear();
  }
  void edited(std::span<const Grid::Change> /*changes*/) override { tell_edits_to(*local_); }
  void retargeted(NodeId /*old_goal*/) override { local_->retarget(goal()); }
  void rest() override {
    note_bytes();
    tree_.clear();
  }

  Plan plan(const Budget& budget) override {
    const std::uint64_t units = std::min<std::uint64_t>(budget.units, r_);
    const std::uint64_t kept = std::max(units * local_thousandths_ / 1000, local_->smallest_budget());
    Plan made{position()};
    if (grow_tree(units - kept, made.work)) {
      made.next = tree_.towards_root(position());
      ++made.work;
      return made;
    }
    if (local_->position() != position()) restart_local();
    const AgentStep step = local_->step({kept, budget.deadline});
    count_work_of_local();
    made.next = step.position;
    made.work += step.work;
    if (step.status != Status::kSolved) made.status = step.status;
    return made;
  }

  // Within so many units; whether the way from here is known.
  bool grow_tree(std::uint64_t units, std::uint64_t& spent) {
    const Grid& grid = map().grid();
    if (no_room_for_ == goal()) return false;
    if (tree_.root() != goal() || !changes_.is_whole(grid) ||
        (tree_.target() != position() && !tree_.move_target(position(), estimate_to(position())))) {
      begin_tree();
    }
    for (; spent < units && is_growing(); ++spent) {
      if (!changes_.any(grid)) {
        tree_.step();
      } else if (take_changes(grid, changes_, tree_) == Effect::kVoid) {
        begin_tree();
      }
    }
    work_ += std::exchange(tree_.work(), {});
    work_.peak_states = std::max(work_.peak_states, tree_.states());
    if (tree_.full()) {  // what it had serves the lookahead
      no_room_for_ = goal();
      tree_.clear();
    }
    return no_room_for_ != goal() && !is_growing() && tree_.cost() != kInfiniteCost;
  }
  [[nodiscard]] bool is_growing() const { return !tree_.full() && (changes_.any(map().grid()) || !tree_.is_done()); }
  void begin_tree() {
    changes_.forget(map().grid());
    tree_.begin(goal(), position(), estimate_to(position()));
  }
  [[nodiscard]] GridEstimate estimate_to(NodeId target) const {
    GridEstimate estimate(map());
    estimate.set_target(target);
    return estimate;
  }

  void restart_local() {
    local_->reset(position(), goal(), Learning::kKeep);
    local_work_ = {};
  }
  void count_work_of_local() {
    const Work now = local_->work();
    work_.expanded += now.expanded - local_work_.expanded;
    work_.generated += now.generated - local_work_.generated;
    work_.updates += now.updates - local_work_.updates;
    work_.update_volume += now.update_volume - local_work_.update_volume;
    work_.peak_states = std::max(work_.peak_states, now.peak_states);
    local_work_ = now;
  }

  std::uint32_t r_;
  std::uint32_t local_thousandths_;
  AgentPtr local_;   // LSS-LRTA*
  Work local_work_;  // of its, as counted
  RepairSearch<LivingGrid, GridEstimate, RepairKind::kDStarLite> tree_;
  ChangedCells changes_;
  NodeId no_room_for_ = kNoNode;  // a tree from this goal
};

constexpr std::tuple kRtdParameters{
    whole<&RtdOptions::r>("R", "R", "units of a move", 8, 1'000'000),
    number<&RtdOptions::local>("local", "local", "share of R for the lookahead around the unit", 0, 1)};

}  // namespace

Result<AgentPtr> make_rtd(const Map& map, const RtdOptions& options) {
  if (auto good = check_options(options, kRtdParameters); !good) return good.error();
  const std::uint32_t local = thousandths_of(options.local);
  const std::uint64_t expansions = std::uint64_t{options.r} * local / 1000 / kUnitsOfLookahead;
  constexpr std::uint64_t kMostExpansions = 10'000;
  auto lookahead =
      make_lss_lrta(map, {.n = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(expansions, 1, kMostExpansions))});
  if (!lookahead) return lookahead.error();
  return AgentPtr(std::make_unique<Rtd>(map, options.r, local, *std::move(lookahead)));
}

constinit const AlgorithmInfo rows::kRtd =
    agent_row<RtdOptions, kRtdParameters, make_rtd>({.key = "rtd",
                                                     .title = "RTD*",
                                                     .family = kRealTime,
                                                     .citation = "Bond, Widger, Ruml & Sun 2010",
                                                     .summary = "D* Lite in slices, and LSS-LRTA* until it has a way",
                                                     .real_time = true});

}  // namespace waymark
