#include "waymark/agent/pr_lrta.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/graph_lookahead.hpp"
#include "agent/learned_abstract_heuristic.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/thousandths.hpp"
#include "search/paged_bucket_queue.hpp"
#include "search/paged_store.hpp"
#include "waymark/agent/pr_lrta_pdb.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/search/search.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

// Cells of one region or the other.
struct InRegions {
  const NodeId* region_of;
  NodeId a;
  NodeId b;
  bool operator()(NodeId node) const { return region_of[node] == a || region_of[node] == b; }
};

std::uint64_t lookahead_bound(std::uint32_t depth, std::uint64_t states) {
  std::uint64_t sum = 0;
  for (std::uint64_t ply = 1; ply <= depth; ++ply) sum += std::min((3 * ply - 2) * (3 * ply - 2), states);
  return sum;
}

// What the agent is controlled by; without a database both are fixed.
struct Control {
  const PatternDatabase* database = nullptr;
  bool depths = false;                              // taken from it
  bool subgoals = false;                            // taken from it
  const PatternDatabase* depths_to_goal = nullptr;  // for states visited again; without one the depth is the cap
};

// One level of an abstraction, and what an agent keeps for it.
struct AbstractLevel {
  AbstractLevel(std::shared_ptr<const CliqueAbstraction> made, const PrLrtaOptions& options)
      : abstraction(std::move(made)),
        level(std::min(static_cast<int>(options.level), abstraction->levels())),
        region_of(abstraction->regions(level)),
        h(*abstraction, level),
        lookahead(abstraction->graph(level), options.gamma_thousandths,
                  std::min<std::size_t>(abstraction->states(level), 9 * std::size_t{options.d} * options.d)) {}

  // States of the two largest regions side by side, or of the largest one.
  [[nodiscard]] std::uint64_t largest_corridor() const {
    std::uint64_t largest = 0;
    const Graph::Rows& rows = abstraction->graph(level).forward();
    for (NodeId state = 0; state < abstraction->states(level); ++state) {
      const std::uint64_t size = abstraction->size(state, level);
      largest = std::max(largest, size);
      for (std::uint64_t i = rows.first[state]; i < rows.first[state + 1]; ++i) {
        largest = std::max(largest, size + abstraction->size(rows.to[i], level));
      }
    }
    return largest;
  }

  // Without the abstraction.
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(region_of, h, lookahead); }

  std::shared_ptr<const CliqueAbstraction> abstraction;
  int level;
  std::vector<NodeId> region_of;
  LearnedAbstractHeuristic h;
  GraphLookahead lookahead;
};

class PrLrta final : public Agent {
 public:
  PrLrta(const Map& map, const PrLrtaOptions& options, const Control& control,
         std::shared_ptr<const CliqueAbstraction> abstraction, bool own_abstraction = false)
      : Agent(map),
        options_(options),
        control_(control),
        own_abstraction_(own_abstraction),
        store_(map.grid().id_bound()) {
    use(std::move(abstraction));
    known_epoch_ = map.grid().epoch();
    deep_ = options.d;
    if (control.depths && control.subgoals && control.depths_to_goal == nullptr) {
      deep_ = std::max(1u, control.database->depth_cap());
    }
    std::uint32_t deepest = std::max(options.d, deep_);
    if (control.depths) deepest = std::max(deepest, control.database->largest_depth());
    if (control.depths_to_goal != nullptr) deepest = std::max(deepest, control.depths_to_goal->largest_depth());
    const std::uint64_t corridor = level_ ? level_->largest_corridor() : 0;
    const std::uint64_t states = level_ ? level_->abstraction->states(level_->level) : 0;
    bound_ = (control.database != nullptr ? 1 : 0) + lookahead_bound(deepest, states) + 1 + corridor;
    path_.reserve(corridor);
    open_.start(GridSpace(map.grid(), map.table()).max_edge_cost());
  }

  [[nodiscard]] std::uint64_t bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t smallest_budget() const override { return 1; }
  [[nodiscard]] Cost heuristic(NodeId node) const override {
    return level_ && level_->region_of[node] != kNoNode ? level_->h.to_goal(level_->region_of[node]) : 0;
  }
  [[nodiscard]] std::uint64_t bytes() const override {
    std::uint64_t sum = sizeof(*this) + heap_bytes_of(store_, open_, path_);
    if (level_) sum += level_->heap_bytes();
    if (level_ && own_abstraction_) sum += sizeof(CliqueAbstraction) + level_->abstraction->heap_bytes();
    return sum;
  }

 private:
  enum class Phase : std::uint8_t { kLookingUp, kLookingAhead, kLearning, kRefining, kWalking };
  using Corridor = CorridorSpace<GridSpace, InRegions>;

  void use(std::shared_ptr<const CliqueAbstraction> abstraction) {
    if (abstraction == nullptr || abstraction->epoch() != map().grid().epoch()) {
      level_.reset();  // first, so that two abstractions never live at once
      abstraction = std::make_shared<const CliqueAbstraction>(map(), static_cast<int>(options_.level));
      own_abstraction_ = true;
    }
    if (abstraction->levels() > 0) level_.emplace(std::move(abstraction), options_);
  }

  void begin(NodeId start, NodeId goal, Learning learning) override {
    if (!level_ || level_->abstraction->epoch() != map().grid().epoch()) {
      use(nullptr);
      learning = Learning::kForget;
    }
    level_->h.start(level_->region_of[goal], learning == Learning::kKeep);
    store_.clear();
    if (start != goal) start_round(start);
  }

  void start_round(NodeId s) {
    const NodeId here = level_->region_of[s];
    const NodeId goal_region = level_->region_of[goal()];
    if (here == goal_region) return start_refining(s, here);
    if (control_.database != nullptr) {
      phase_ = Phase::kLookingUp;
    } else {
      start_lookahead(here, goal_region, options_.d);
    }
  }

  void start_lookahead(NodeId here, NodeId target, std::uint32_t depth) {
    level_->h.set_target(target);
    level_->lookahead.start(here, target, depth);
    phase_ = Phase::kLookingAhead;
  }

  // Line 3 of JAIR 2008, Figure 1. The ids in the database are those of the abstraction before any edit.
  void look_up(NodeId s) {
    const NodeId here = level_->region_of[s];
    const bool again = control_.subgoals && level_->h.visit(here);
    const bool second = again && control_.depths_to_goal != nullptr;
    const PatternDatabase& database = second ? *control_.depths_to_goal : *control_.database;
    const NodeId from = database.region(s);
    const NodeId to = database.region(goal());
    const bool known = known_epoch_ == map().grid().epoch() && from != kNoNode && to != kNoNode;
    NodeId target = level_->h.goal();
    std::uint32_t depth = options_.d;
    if (second) {
      const std::uint32_t stored = known ? database.depth(from, to) : 0;
      if (stored != 0) depth = stored;
    } else if (again) {
      depth = deep_;
    } else if (known) {
      const NodeId subgoal = control_.subgoals ? control_.database->subgoal(from, to) : kNoNode;
      const bool usable = is_usable(subgoal, here);
      if (usable) target = subgoal;
      const std::uint32_t stored =
          control_.depths && usable == control_.subgoals ? control_.database->depth(from, to) : 0;
      if (stored != 0) depth = stored;
    }
    start_lookahead(here, target, depth);
  }
  [[nodiscard]] bool is_usable(NodeId subgoal, NodeId here) const {
    return subgoal < level_->abstraction->states(level_->level) && subgoal != here &&
           map().connected(level_->abstraction->representative(subgoal, level_->level), position());
  }

  // The way from s to the region `next`.
  void start_refining(NodeId s, NodeId next) {
    to_goal_ = next == level_->region_of[goal()];
    next_region_ = next;
    const NodeId target = to_goal_ ? goal() : level_->abstraction->representative(next, level_->level);
    space_.emplace(GridSpace(map().grid(), map().table()),
                   InRegions{level_->region_of.data(), level_->region_of[s], next});
    heuristic_.emplace(map().grid(), target, octile_distance(map().rules()));
    search_.start(*space_, *heuristic_, store_, open_, s, target);
    phase_ = Phase::kRefining;
  }

  // Spends at most `units`; the phase is kWalking once the path is there.
  std::uint64_t refine(std::uint64_t units) {
    const std::uint64_t popped = search_.popped();
    const auto spent = [&] { return search_.popped() - popped; };
    const Work before = search_.work();
    NodeId end = kNoNode;
    if (to_goal_) {
      if (search_.step({units}) == Status::kSolved) end = goal();
    } else {
      while (spent() < units) {
        const NodeId next = search_.next_open(units - spent());
        if (next == kNoNode || spent() == units) break;
        if (level_->region_of[next] == next_region_) {
          end = next;
          break;
        }
        search_.step({1});
      }
    }
    work_.expanded += search_.work().expanded - before.expanded;
    work_.generated += search_.work().generated - before.generated;
    work_.peak_states = std::max(work_.peak_states, search_.work().peak_states + level_->h.states());
    if (end != kNoNode) {
      path_.clear();
      search_.trace_back(end, path_);
      path_.pop_back();  // where the agent stands
      phase_ = Phase::kWalking;
    }
    return spent();
  }

  Plan plan(const Budget& budget) override {
    const std::uint64_t units = std::min(budget.units, bound_);
    Plan made{position(), 0, Status::kInProgress};
    if (phase_ == Phase::kWalking && path_.empty()) start_round(position());
    if (phase_ == Phase::kLookingUp) {
      look_up(position());
      ++made.work;
    }
    if (phase_ == Phase::kLookingAhead) {
      const std::uint64_t expanded = level_->lookahead.step(units - made.work, level_->h);
      made.work += expanded;
      work_.expanded += expanded;
      if (level_->lookahead.done()) phase_ = Phase::kLearning;
    }
    if (phase_ == Phase::kLearning && made.work < units) {
      const GraphFrontierState best = level_->lookahead.best();
      const NodeId here = level_->region_of[position()];
      level_->h.raise(here, rounded_up(best.f), work_);
      ++made.work;
      work_.generated += level_->lookahead.touched() - 1;
      work_.peak_states = std::max(work_.peak_states, level_->lookahead.touched() + level_->h.states());
      start_refining(position(), best.first);
    }
    if (phase_ == Phase::kRefining && made.work < units) made.work += refine(units - made.work);
    if (phase_ == Phase::kWalking) {
      made.next = path_.back();
      path_.pop_back();
    }
    return made;
  }

  PrLrtaOptions options_;
  Control control_;
  std::uint32_t deep_ = 1;         // for states visited again
  std::uint64_t known_epoch_ = 0;  // of the map that the database is for
  std::uint64_t bound_ = 0;
  std::optional<AbstractLevel> level_;  // none on a map without passable cells
  bool own_abstraction_ = false;        // not one that was given
  PagedStore<GridSpace::Arrival> store_;
  PagedBucketQueue<PlainOrder> open_;
  std::optional<Corridor> space_;
  std::optional<GridHeuristic<OctileDistance>> heuristic_;
  Search<Corridor, GridHeuristic<OctileDistance>, PagedStore<GridSpace::Arrival>, PagedBucketQueue<PlainOrder>> search_;
  Phase phase_ = Phase::kWalking;
  bool to_goal_ = false;  // the path being refined ends on the goal
  NodeId next_region_ = kNoNode;
  std::vector<NodeId> path_;  // what is left of it, the next state last
};

Result<Done> check(const Map& map, const PrLrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (options.level < 1 || options.level > kMaxPrLrtaLevel) {
    return Error{ErrorCode::kOutOfRange, "level must be 1 to " + std::to_string(kMaxPrLrtaLevel)};
  }
  if (options.d < 1 || options.d > kMaxPrLrtaDepth) {
    return Error{ErrorCode::kOutOfRange, "d must be 1 to " + std::to_string(kMaxPrLrtaDepth)};
  }
  if (options.gamma_thousandths < 1 || options.gamma_thousandths > 1000) {
    return Error{ErrorCode::kOutOfRange, "gamma must be above 0 and at most 1"};
  }
  return Done{};
}

}  // namespace

Result<AgentPtr> make_pr_lrta(const Map& map, const PrLrtaOptions& options,
                              std::shared_ptr<const CliqueAbstraction> abstraction) {
  if (auto fits = check(map, options); !fits) return fits.error();
  return AgentPtr(std::make_unique<PrLrta>(map, options, Control{}, std::move(abstraction)));
}

Result<AgentPtr> make_pr_lrta_pdb(const Map& map, const PatternDatabase& database, const PrLrtaPdbOptions& options,
                                  std::shared_ptr<const CliqueAbstraction> abstraction) {
  const PrLrtaOptions plain{database.base(), options.d, options.gamma_thousandths};
  const bool goals = options.goal == PatternGoal::kDatabase;
  const bool depths = options.depth == PatternDepth::kDatabase;
  if (!goals && !depths) {
    return Error{ErrorCode::kUnsupported, "nothing is to be taken from the database; use pr-lrta"};
  }
  if (database.base() == 0) return database.bad("built on the grid; PR LRTA* needs a base from level 1");
  if (goals && !database.has_subgoals()) return database.bad("holds no subgoals; build it with content goal or both");
  if (goals && depths && !database.has_depths()) return database.bad("holds no depths; build it with content both");
  if (!goals && database.content() != PatternContent::kDepth) {
    return database.bad("holds no depths for global goals; build it with content depth");
  }
  const PatternDatabase* depths_to_goal = goals ? options.depths_to_goal : nullptr;
  if (depths_to_goal != nullptr &&
      (depths_to_goal->base() != database.base() || depths_to_goal->base_states() != database.base_states())) {
    return depths_to_goal->bad("built for another map or base than the database of subgoals");
  }
  if (depths_to_goal != nullptr && depths_to_goal->content() != PatternContent::kDepth) {
    return depths_to_goal->bad("holds no depths for global goals; build it with content depth");
  }
  if (auto fits = check(map, plain); !fits) return fits.error();
  const bool given = abstraction != nullptr && abstraction->epoch() == map.grid().epoch();
  if (!given) abstraction = std::make_shared<const CliqueAbstraction>(map, static_cast<int>(plain.level));
  const auto level = static_cast<int>(plain.level);
  if (abstraction->levels() < level || abstraction->states(level) != database.base_states()) {
    return database.bad("built for another map");
  }
  return AgentPtr(std::make_unique<PrLrta>(map, plain, Control{&database, depths, goals, depths_to_goal},
                                           std::move(abstraction), !given));
}

}  // namespace waymark
