#include "waymark/agent/pra.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "agent/check_abstraction.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/rows.hpp"
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

  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
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

  void edited(std::span<const Grid::Change>) override {
    ++work_.replans;
    begin(position(), goal(), Learning::kForget);
  }
  void retargeted(NodeId) override { begin(position(), goal(), Learning::kForget); }
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

constexpr std::array<Choice<PraCorridor>, 2> kCorridors{{{"wide", PraCorridor::kWide}, {"path", PraCorridor::kPath}}};

constexpr std::tuple kPraParameters{
    zero_or(whole<&PraOptions::k>("K", "K", "abstract states refined at a time, from 2; 0 = the whole path", 0,
                                  kMaxPraStates),
            2),
    choice<&PraOptions::corridor, kCorridors>(
        "corridor", "refine below the path's states and their neighbours, or below the path's own only")};

}  // namespace

Result<AgentPtr> make_pra(const Map& map, const PraOptions& options,
                          std::shared_ptr<const CliqueAbstraction> abstraction) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kPraParameters); !good) return good.error();
  if (abstraction != nullptr) {
    if (auto fits = check_abstraction(map, *abstraction); !fits) return fits.error();
  }
  return AgentPtr(std::make_unique<PraAgent>(map, options, std::move(abstraction)));
}

constinit const AlgorithmInfo rows::kPra =
    agent_row<PraOptions, kPraParameters,
              [](const Map& map, const PraOptions& options) { return make_pra(map, options); }>(
        {.key = "pra",
         .title = "PRA*",
         .family = kHierarchical,
         .citation = "Sturtevant & Buro 2005",
         .summary = "A* on an abstraction of the map, refined level by level inside the path's corridor"});

}  // namespace waymark
