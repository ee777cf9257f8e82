#include "waymark/agent/pra.hpp"

#include <algorithm>
#include <array>

#include "agent/learned_heuristic.hpp"
#include "agent/path_after_edits.hpp"
#include "agent/rows.hpp"
#include "base/paged_table.hpp"
#include "search/concern_search.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

class PraAgent final : public Agent {
 public:
  PraAgent(const Map& map, const PraOptions& options)
      : Agent(map),
        k_(options.k),
        planner_(map, options.corridor, options.first),
        begun_(map.memory(), map.grid().id_bound()) {}

  [[nodiscard]] std::uint64_t plan_bound() const override { return kUnbounded; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(planner_, begun_); }

 private:
  void begin(NodeId start, NodeId goal, Learning) override {
    begun_.clear();
    if (start != goal) start_plan(start, goal);
  }

  void begin_again() {
    ++work_.replans;
    begin(position(), goal(), Learning::kForget);
  }

  // A plan that has not been near goes on, and so does a walk along a path that is not broken.
  void edited(std::span<const Grid::Change> changes) override {
    if (cannot_go_on()) return;
    bool again = planner_.status() != Status::kSolved;
    if (planner_.status() == Status::kInProgress) {
      again = concern_search(map().grid(), changes, [&](const Rect& area) { return planner_.stays_right(area); });
    } else if (planner_.status() == Status::kSolved) {
      again = is_broken(map(), planner_.path(), next_ - 1, planner_.path().size());
    }
    if (again) begin_again();
  }
  void retargeted(NodeId /*old_goal*/) override {
    if (!serves(aim_)) begin_again();
  }

  void start_plan(NodeId start, NodeId goal) {
    before_ = work_;
    next_ = 1;
    aim_ = goal;
    path_epoch_ = map().grid().epoch();
    if (k_ == 0) return planner_.start(start, goal);
    // Where the memory is at its cap, and so nothing is known of earlier plans, the whole path is refined.
    bool* const begun = begun_.at(start);
    planner_.start(start, goal, begun == nullptr || *begun ? PraStar::kWhole : k_);
    if (begun != nullptr) *begun = true;
  }
  // Whether the map got a new abstraction while the plan was made. The next is made without one: with edits in every
  // frame, and a plan that takes many, there might be no end to it.
  [[nodiscard]] bool cannot_go_on() const { return planner_.status() == Status::kInProgress && planner_.outdated(); }
  // Whether there is no next move, or none that can be made.
  [[nodiscard]] bool path_is_over() const {
    if (planner_.status() != Status::kSolved || next_ == planner_.path().size() || position() == aim_) return true;
    return path_epoch_ != map().grid().epoch() && map().cost(position(), planner_.path()[next_]) == kInfiniteCost;
  }

  Plan plan(const Budget& budget) override {
    Plan made{position(), 0, Status::kInProgress};
    if (cannot_go_on()) {
      before_ = work_;
      path_epoch_ = map().grid().epoch();
      planner_.start_on_grid(position(), goal());
    } else if (planner_.status() != Status::kInProgress && path_is_over()) {
      start_plan(position(), goal());
    }
    if (planner_.status() == Status::kInProgress) {
      const std::uint64_t popped = planner_.popped();
      const Status status = planner_.step(budget);
      work_ = before_;
      work_ += planner_.work();
      made.work = planner_.popped() - popped;
      if (status == Status::kInProgress) return made;
      if (status != Status::kSolved) {
        made.status = status;
        return made;
      }
      // The step may have planned before it was told of the last edits.
      if (path_is_over()) {
        begin_again();
        return made;
      }
    }
    if (planner_.status() != Status::kSolved) {
      made.status = planner_.status();
      return made;
    }
    made.next = planner_.path()[next_++];
    return made;
  }

  std::uint32_t k_;
  PraStar planner_;
  PagedTable<bool> begun_;  // whether a plan of this trial, or since the path was last broken, began here
  Work before_;             // of earlier plans
  std::size_t next_ = 1;
  std::uint64_t path_epoch_ = 0;  // of the map when the search for the path began
  NodeId aim_ = kNoNode;          // of the plan: the goal, or where it was a little earlier
};

constexpr std::array<Choice<PraCorridor>, 2> kCorridors{{{"wide", PraCorridor::kWide}, {"path", PraCorridor::kPath}}};

constexpr std::array<Choice<PraFirst>, 2> kFirstLevels{{{"large", PraFirst::kLarge}, {"half", PraFirst::kHalf}}};

constexpr std::tuple kPraParameters{
    zero_or(whole<&PraOptions::k>("K", "K", "steps of an abstract path refined at a time, from 2; 0 = the whole path",
                                  0, kMaxPraStates),
            2),
    choice<&PraOptions::corridor, kCorridors>(
        "corridor", "refine below the path's states and their neighbours, or below the path's own only"),
    choice<&PraOptions::first, kFirstLevels>(
        "first", "the first search is half way up, but where levels are still large, or half way up always")};

}  // namespace

Result<AgentPtr> make_pra(const Map& map, const PraOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto good = check_options(options, kPraParameters); !good) return good.error();
  return AgentPtr(std::make_unique<PraAgent>(map, options));
}

constinit const AlgorithmInfo rows::kPra = agent_row<PraOptions, kPraParameters, make_pra>(
    {.key = "pra",
     .title = "PRA*",
     .family = kHierarchical,
     .citation = "Sturtevant & Buro 2005",
     .summary = "A* on an abstraction of the map, refined level by level inside the path's corridor"});

}  // namespace waymark
