#include "waymark/agent/mm_agent.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "agent/path_after_edits.hpp"
#include "base/parameters.hpp"
#include "hierarchy/mm_parameters.hpp"
#include "hierarchy/mm_planner.hpp"
#include "waymark/agent/path_agent.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/search/a_star.hpp"

namespace waymark {
namespace {

class MmAgent final : public Agent {
 public:
  MmAgent(const Map& map, const MmOptions& options) : Agent(map), planner_(map, options) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(planner_) + (without_ != nullptr ? without_->bytes() : 0);
  }

 private:
  // Cells of the path ahead below which the next part is refined.
  static constexpr std::size_t kAhead = 8;

  void begin(NodeId start, NodeId goal, Learning) override {
    if (start == goal) return;
    begin_plan();
  }
  void begin_plan() {
    if (!planner_.is_current()) return go_without();
    is_without_ = false;
    before_ = work_;
    next_ = 1;
    aim_ = goal();
    planner_.start(position(), goal());
  }
  void go_without() {
    // Its estimate is admissible on every map.
    if (without_ == nullptr) without_ = make_path_agent(map(), make_a_star(map()).value());
    is_without_ = true;
    before_ = work_;
    without_->reset(position(), goal());
  }
  void begin_again() {
    ++work_.replans;
    begin_plan();
  }

  void edited(std::span<const Grid::Change> changes) override {
    if (is_without_) return tell_edits_to(*without_);
    if (is_broken(map(), planner_.path(), next_ - 1, planner_.path().size())) return begin_again();
    if (planner_.status() != Status::kInProgress) return;
    bool goes_on = true;
    std::int64_t looks = 0;
    for (const Grid::Change& change : changes) {
      looks += std::min(cells_with_border(map().grid(), change.area), kMostLookedAt);
      const Rect all{0, 0, map().grid().width(), map().grid().height()};
      goes_on = goes_on && planner_.goes_on_after(looks <= kMostEditLooks ? change.area : all);
    }
    if (goes_on) return;
    // The path over regions was not found yet, and might never be if it began again with every edit.
    ++work_.replans;
    go_without();
  }
  void retargeted(NodeId /*old_goal*/) override {
    if (is_without_) {
      without_->retarget(goal());
    } else if (!serves(aim_)) {
      begin_again();
    }
  }

  Plan plan(const Budget& budget) override {
    if (!is_without_ && (position() == aim_ || !next_is_legal() || planner_.status() == Status::kStale)) begin_again();
    if (is_without_) return step_without(budget);
    Plan made{position()};
    if (planner_.status() == Status::kInProgress && planner_.path().size() < next_ + kAhead) {
      const std::uint64_t popped = planner_.popped();
      const Status status = planner_.step(budget, next_ + kAhead);
      work_ = before_;
      work_ += planner_.work();
      made.work = planner_.popped() - popped;
      if (status != Status::kSolved && status != Status::kInProgress && status != Status::kStale) {
        made.status = status;
        return made;
      }
    }
    if (next_ < planner_.path().size() && next_is_legal()) made.next = planner_.path()[next_++];
    return made;
  }
  // Or there is none yet.
  [[nodiscard]] bool next_is_legal() const {
    return next_ >= planner_.path().size() || map().cost(position(), planner_.path()[next_]) != kInfiniteCost;
  }
  Plan step_without(const Budget& budget) {
    const AgentStep step = without_->step(budget);
    work_ = before_;
    work_ += without_->work();
    const bool goes_on = step.status == Status::kSolved || step.status == Status::kInProgress;
    return {step.position, step.work, goes_on ? Status::kInProgress : step.status};
  }

  MmPlanner planner_;
  AgentPtr without_;         // made when it is first needed
  bool is_without_ = false;  // it walks
  Work before_;              // of earlier plans
  std::size_t next_ = 1;     // of the planner's path
  NodeId aim_ = kNoNode;     // of the plan: the goal, or where it was a little earlier
};

}  // namespace

Result<AgentPtr> make_mm_agent(const Map& map, const MmOptions& options) {
  if (auto fits = Sectors::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kMmParameters); !good) return good.error();
  return AgentPtr(std::make_unique<MmAgent>(map, options));
}

}  // namespace waymark
