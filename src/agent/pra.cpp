#include "waymark/agent/pra.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "agent/learned_heuristic.hpp"
#include "base/paged_table.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class PraAgent final : public Agent {
 public:
  PraAgent(const Map& map, const PraOptions& options, std::shared_ptr<const CliqueAbstraction> abstraction)
      : Agent(map), k_(options.k), corridor_(options.corridor), begun_(options.k == 0 ? 0 : map.grid().id_bound()) {
    use(std::move(abstraction));
  }

  [[nodiscard]] std::uint64_t bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_budget() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override {
    const std::uint64_t own = own_abstraction_ ? sizeof(CliqueAbstraction) + planner_->abstraction()->heap_bytes() : 0;
    return sizeof(*this) + heap_bytes_of(*planner_, begun_) + own;
  }

 private:
  void use(std::shared_ptr<const CliqueAbstraction> abstraction) {
    if (abstraction == nullptr || abstraction->epoch() != map().grid().epoch()) {
      planner_.reset();  // first, so that two abstractions never live at once
      abstraction = std::make_shared<const CliqueAbstraction>(map());
      own_abstraction_ = true;
    }
    if (!planner_) planner_.emplace(map(), std::move(abstraction), corridor_);
  }

  void begin(NodeId start, NodeId goal, Learning) override {
    if (planner_->abstraction()->epoch() != map().grid().epoch()) use(nullptr);
    begun_.clear();
    if (start != goal) start_plan(start, goal);
  }

  void start_plan(NodeId start, NodeId goal) {
    before_ = work_;
    next_ = 1;
    if (k_ == 0) return planner_->start(start, goal);
    bool& begun = begun_.at(start);
    planner_->start(start, goal, begun ? PraStar::kWhole : k_);
    begun = true;
  }

  Plan plan(const Budget& budget) override {
    Plan made{position(), 0, Status::kInProgress};
    if (planner_->status() == Status::kSolved && next_ == planner_->path().size()) start_plan(position(), goal());
    if (planner_->status() == Status::kInProgress) {
      const std::uint64_t popped = planner_->popped();
      const Status status = planner_->step(budget);
      work_ = before_;
      work_ += planner_->work();
      made.work = planner_->popped() - popped;
      if (status == Status::kInProgress) return made;
      if (status != Status::kSolved) {
        made.status = status;
        return made;
      }
    }
    made.next = planner_->path()[next_++];
    return made;
  }

  std::uint32_t k_;
  PraCorridor corridor_;
  std::optional<PraStar> planner_;
  bool own_abstraction_ = false;  // not one that was given
  PagedTable<bool> begun_;        // whether a plan of this trial began here
  Work before_;                   // of earlier plans
  std::size_t next_ = 1;
};

}  // namespace

Result<AgentPtr> make_pra(const Map& map, const PraOptions& options,
                          std::shared_ptr<const CliqueAbstraction> abstraction) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (options.k == 1 || options.k > kMaxPraStates) {
    return Error{ErrorCode::kOutOfRange, "K must be 0 or 2 to " + std::to_string(kMaxPraStates)};
  }
  return AgentPtr(std::make_unique<PraAgent>(map, options, std::move(abstraction)));
}

}  // namespace waymark
