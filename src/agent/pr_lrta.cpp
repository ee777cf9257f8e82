#include "waymark/agent/pr_lrta.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "agent/abstract_estimate.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/ply_search.hpp"
#include "agent/pr_lrta_agent.hpp"
#include "agent/rounding.hpp"
#include "base/paged_table.hpp"
#include "base/thousandths.hpp"
#include "search/concern_search.hpp"
#include "search/is_untouched.hpp"
#include "search/paged_bucket_queue.hpp"
#include "search/paged_store.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/hierarchy/map_abstraction.hpp"
#include "waymark/search/search.hpp"
#include "waymark/space/graph.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {
namespace {

// Cells of one region or the other; without regions all cells.
struct InRegions {
  const NodeId* region_of;
  NodeId a;
  NodeId b;
  bool operator()(NodeId node) const { return region_of == nullptr || region_of[node] == a || region_of[node] == b; }
};

std::uint64_t lookahead_bound(std::uint32_t depth, std::uint64_t states) {
  std::uint64_t sum = 0;
  for (std::uint64_t ply = 1; ply <= depth; ++ply) sum += std::min((3 * ply - 2) * (3 * ply - 2), states);
  return sum;
}

// The level of the map's abstraction, and what an agent keeps for it.
struct AbstractLevel {
  // There is one.
  AbstractLevel(const Map& map, const MapAbstraction& shared, const PrLrtaOptions& options)
      : abstraction(&shared.get()),
        level(abstraction->levels()),
        region_of(shared.highest_regions().data()),
        h(AbstractEstimate(*abstraction, level), map.memory()),
        lookahead(GraphSpace(abstraction->graph(level)), abstraction->states(level), {thousandths_of(options.gamma)}) {
    const auto room = std::min<std::size_t>(abstraction->states(level), 9 * std::size_t{options.d} * options.d);
    lookahead.reserve(room, room, 0);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(h, lookahead); }

  const CliqueAbstraction* abstraction;
  int level;
  const NodeId* region_of;
  LearnedAbstractHeuristic h;
  PlySearch<GraphSpace, DenseStates, FirstState, std::uint32_t> lookahead;
};

class PrLrta final : public Agent {
 public:
  PrLrta(const Map& map, const PrLrtaOptions& options, const PrLrtaControl& control)
      : Agent(map),
        options_(options),
        control_(control),
        shared_(&map.derived<MapAbstraction>({.levels = static_cast<int>(options.level)})),
        store_(map.memory(), map.grid()),
        open_(map.memory()),
        left_(map.memory(), map.grid().id_bound()) {
    take_over();
    if (!is_stale()) known_version_ = shared_->version();
    deep_ = options.d;
    if (control.depths && control.subgoals && control.depths_to_goal == nullptr) {
      deep_ = std::max(1u, control.database->depth_cap());
    }
    std::uint32_t deepest = std::max(options.d, deep_);
    if (control.depths) deepest = std::max(deepest, control.database->largest_depth());
    if (control.depths_to_goal != nullptr) deepest = std::max(deepest, control.depths_to_goal->largest_depth());
    const std::uint64_t corridor = level_ ? level_->abstraction->largest_pair(level_->level) : 0;
    const std::uint64_t states = level_ ? level_->abstraction->states(level_->level) : 0;
    bound_ = (control.database != nullptr ? 1 : 0) + lookahead_bound(deepest, states) + 1 + corridor;
    path_.reserve(corridor);
    open_.start(GridSpace(map.grid(), map.table()).max_edge_cost());
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override {
    std::uint64_t sum = sizeof(*this) + heap_bytes_of(store_, open_, path_, left_);
    if (level_) sum += level_->heap_bytes();
    return sum;
  }

 private:
  static constexpr std::uint32_t kMostReturns = 3;  // to a region of a stale abstraction
  enum class Phase : std::uint8_t { kLookingUp, kLookingAhead, kLearning, kRefining, kWalking };
  using Corridor = CorridorSpace<GridSpace, InRegions>;

  // Takes the map's abstraction as it is now; whether that is another one.
  bool take_over() {
    if (!is_outdated()) return false;
    version_ = shared_->version();
    level_.reset();  // first, so that two tables never live at once
    if (shared_->get().levels() > 0) level_.emplace(map(), *shared_, options_);
    return true;
  }
  [[nodiscard]] bool is_outdated() const { return version_ != shared_->version(); }
  [[nodiscard]] bool is_stale() const { return shared_->epoch() != map().grid().epoch(); }
  // kNoNode if the abstraction knows of none.
  [[nodiscard]] NodeId region(NodeId node) const { return level_ ? level_->region_of[node] : kNoNode; }

  [[nodiscard]] Cost h_of(NodeId node) const override {
    const NodeId here = is_outdated() ? kNoNode : region(node);
    return here != kNoNode ? level_->h.to_goal(here) : 0;
  }
  void begin(NodeId start, NodeId goal, Learning learning) override {
    if (take_over()) learning = Learning::kForget;
    if (const NodeId there = region(goal); there != kNoNode) level_->h.set_goal(there, learning == Learning::kKeep);
    store_.clear();
    path_.clear();
    left_.clear();
    lost_ = false;
    forget_target();
    if (start != goal) start_round(start);
  }

  void rest() override {
    store_.clear();
    open_.clear();
    path_.clear();
    phase_ = Phase::kWalking;
  }

  // What is planned on the abstraction goes on, and so does A* that has not been near. Moves are looked at when they
  // are made.
  void edited(std::span<const Grid::Change> changes) override {
    if (phase_ != Phase::kRefining || is_outdated()) return;
    const Grid& grid = map().grid();
    const auto stays_right = [&](const Rect& area) {
      return is_untouched(grid, area, [&](NodeId node) { return search_.g(node) != kInfiniteCost; });
    };
    if (!concern_search(grid, changes, stays_right)) return;
    ++work_.replans;
    start_round(position());
  }
  // On its way to the next region the agent goes on.
  void retargeted(NodeId old_goal) override {
    const NodeId from = is_outdated() ? kNoNode : region(old_goal);
    const NodeId to = is_outdated() ? kNoNode : region(goal());
    if (from == kNoNode || to == kNoNode) {
      ++work_.replans;
      return begin(position(), goal(), Learning::kForget);
    }
    if (from != to) level_->h.move_goal(to, cost_between(from, to));
    forget_target();
    if ((phase_ == Phase::kWalking || phase_ == Phase::kRefining) && !to_goal_) return;
    ++work_.replans;
    start_round(position());
  }
  // Of neighbours; kInfiniteCost of others.
  [[nodiscard]] Cost cost_between(NodeId from, NodeId to) const {
    Cost cost = kInfiniteCost;
    GraphSpace(level_->abstraction->graph(level_->level)).for_each_edge(from, [&](NodeId next, Cost edge) {
      if (next == to) cost = edge;
    });
    return cost;
  }

  void start_round(NodeId s) {
    const NodeId here = region(s);
    const NodeId goal_region = region(goal());
    if (here == kNoNode || goal_region == kNoNode) return search_grid(s);
    // On a stale abstraction LRTA* may head for a goal that its graph has no way to.
    if (is_stale() && !control_.subgoals && level_->h.visit(here) >= kMostReturns) return search_grid(s);
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

  struct Aim {
    NodeId state = kNoNode;  // abstract; kNoNode: none
    std::uint32_t depth = 1;
  };
  void forget_target() {
    known_for_ = kNoNode;
    held_ = {};
    stays_ = false;
  }

  // Line 3 of JAIR 2008, Figure 1. The ids in the database are those of the abstraction before it was made anew.
  void look_up(NodeId s) {
    const NodeId here = level_->region_of[s];
    const std::uint32_t visits = control_.subgoals ? level_->h.visit(here) : 0;
    if (is_stale() && visits >= kMostReturns) return search_grid(s);
    const bool again = watches_cells() ? lost_ || left_.get(s) : visits > 0;
    const NodeId from = control_.database->region(s);
    const NodeId to = control_.database->region(goal());
    guided_ = false;
    Aim aim{level_->h.goal(), options_.d};
    if (known_version_ == version_ && from != kNoNode && to != kNoNode) aim = aim_of(from, to, here);
    if (again) {
      work_.fell_back = 1;
      guided_ = false;
      aim = {level_->h.goal(), depth_again(s)};
    }
    start_lookahead(here, aim.state, aim.depth);
  }
  [[nodiscard]] bool watches_cells() const { return control_.subgoals && control_.detector == PrLrtaDetector::kCells; }
  [[nodiscard]] std::uint32_t depth_again(NodeId s) const {
    if (control_.depths_to_goal == nullptr) return deep_;
    const NodeId from = control_.depths_to_goal->region(s);
    const NodeId to = control_.depths_to_goal->region(goal());
    const bool known = known_version_ == version_ && from != kNoNode && to != kNoNode;
    const std::uint32_t stored = known ? control_.depths_to_goal->depth(from, to) : 0;
    return stored != 0 ? stored : options_.d;
  }
  // Of the database's regions; what is held goes on.
  Aim aim_of(NodeId from, NodeId to, NodeId here) {
    const PatternDatabase& database = *control_.database;
    const auto depth = [&] {
      const std::uint32_t stored = control_.depths ? database.depth(from, to) : 0;
      return stored != 0 ? stored : options_.d;
    };
    Aim aim{level_->h.goal(), options_.d};
    if (!control_.subgoals) return {aim.state, depth()};
    if (from != known_for_) stays_ = control_.goal_region && known_for_ == to;
    known_for_ = from;
    guided_ = true;
    if (held_.state != kNoNode && is_usable(held_.state, here)) return held_;
    held_ = {};
    target_region_ = to;
    if (from != to) {
      const NodeId subgoal = database.subgoal(from, to);
      guided_ = is_usable(subgoal, here);
      if (!guided_) return aim;
      target_region_ = region_of_state(subgoal);
      if (stays_ && target_region_ == to) return aim;
      aim = {subgoal, depth()};
    }
    if (control_.subgoal == PatternSubgoal::kHeld) held_ = aim;
    return aim;
  }
  // The database's.
  [[nodiscard]] NodeId region_of_state(NodeId state) const {
    return control_.database->region(level_->abstraction->representative(state, level_->level));
  }
  [[nodiscard]] auto best_of_lookahead() const {
    if (!guided_ || control_.ties == PatternTies::kPlain) return level_->lookahead.best();
    const auto strays = [this](NodeId first) {
      const NodeId region = region_of_state(first);
      return region != known_for_ && region != target_region_;
    };
    return level_->lookahead.best([&](const auto& a, const auto& b) {
      if (a.f != b.f || strays(a.first_move) == strays(b.first_move)) return a < b;
      return strays(b.first_move);
    });
  }
  [[nodiscard]] bool is_usable(NodeId subgoal, NodeId here) const {
    return subgoal < level_->abstraction->states(level_->level) && subgoal != here &&
           map().connected(level_->abstraction->representative(subgoal, level_->level), position());
  }

  // The way from s to the region `next`.
  void start_refining(NodeId s, NodeId next) {
    const bool to_goal = next == level_->region_of[goal()];
    next_region_ = next;
    start_search(s, to_goal ? goal() : level_->abstraction->representative(next, level_->level), to_goal,
                 {level_->region_of, level_->region_of[s], next});
  }
  // The way to the goal, without the abstraction.
  void search_grid(NodeId s) { start_search(s, goal(), true, {nullptr, 0, 0}); }
  void start_search(NodeId s, NodeId target, bool to_goal, const InRegions& corridor) {
    to_goal_ = to_goal;
    path_epoch_ = map().grid().epoch();
    space_.emplace(GridSpace(map().grid(), map().table()), corridor);
    heuristic_.emplace(map().grid(), target, octile_distance(map().rules()));
    search_.start(*space_, *heuristic_, store_, open_, s, target);
    phase_ = Phase::kRefining;
  }

  // Spends at most `units`; the phase is kWalking once the path is there. Where a stale abstraction's regions hold no
  // way the grid itself is searched.
  std::uint64_t refine(std::uint64_t units) {
    const std::uint64_t popped = search_.popped();
    const auto spent = [&] { return search_.popped() - popped; };
    const Work before = search_.work();
    NodeId end = kNoNode;
    bool cut = false;
    if (to_goal_ || options_.refine == PrLrtaRefine::kRepresentative) {
      const Status found = search_.step({units});
      if (found == Status::kSolved) end = search_.goal();
      cut = found == Status::kUnreachable || found == Status::kBadId;  // or the representative is blocked now
    } else {
      while (spent() < units) {
        const NodeId next = search_.next_open(units - spent());
        cut = next == kNoNode && spent() < units;
        if (next == kNoNode || spent() == units) break;
        if (level_->region_of[next] == next_region_) {
          end = next;
          break;
        }
        search_.step({1});
        if (store_.full() || open_.failed()) break;
      }
    }
    work_.expanded += search_.work().expanded - before.expanded;
    work_.generated += search_.work().generated - before.generated;
    const std::uint64_t learned = level_ ? level_->h.states() : 0;
    work_.peak_states = std::max(work_.peak_states, search_.work().peak_states + learned);
    if (end != kNoNode) {
      path_.clear();
      search_.trace_back(end, path_);
      path_.pop_back();  // where the agent stands
      phase_ = Phase::kWalking;
    }
    const std::uint64_t all = spent();
    if (cut) search_grid(position());
    return all;
  }
  [[nodiscard]] bool path_is_over() const {
    return path_.empty() ||
           (path_epoch_ != map().grid().epoch() && map().cost(position(), path_.back()) == kInfiniteCost);
  }

  void note_left(NodeId cell) {
    bool* const left = left_.at(cell);
    if (left != nullptr) *left = true;
    lost_ = lost_ || left == nullptr;
  }

  Plan plan(const Budget& budget) override {
    const std::uint64_t units = std::min(budget.units, bound_);
    Plan made{position(), 0, Status::kInProgress};
    if (is_outdated()) {
      begin(position(), goal(), Learning::kForget);
    } else if (phase_ == Phase::kWalking && path_is_over()) {
      start_round(position());
    }
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
    if (phase_ == Phase::kLearning && !level_->lookahead.has_best()) {
      search_grid(position());  // a stale abstraction has no way out of here
    } else if (phase_ == Phase::kLearning && made.work < units) {
      const auto best = best_of_lookahead();
      const NodeId here = level_->region_of[position()];
      level_->h.raise(here, rounded_up(best.f), work_);
      ++made.work;
      work_.generated += level_->lookahead.touched() - 1;
      work_.peak_states = std::max(work_.peak_states, level_->lookahead.touched() + level_->h.states());
      start_refining(position(), best.first_move);
    }
    if (phase_ == Phase::kRefining && made.work < units) made.work += refine(units - made.work);
    if (store_.full() || open_.failed()) {  // others may go on with what it held
      ++work_.replans;
      rest();
      made.status = Status::kOutOfRoom;
      return made;
    }
    if (phase_ == Phase::kWalking && !path_is_over()) {
      if (watches_cells()) note_left(position());
      made.next = path_.back();
      path_.pop_back();
    }
    return made;
  }

  PrLrtaOptions options_;
  PrLrtaControl control_;
  std::uint32_t deep_ = 1;                           // for states visited again
  std::uint64_t known_version_ = ~std::uint64_t{0};  // of the abstraction whose states the database knows
  std::uint64_t bound_ = 0;
  const MapAbstraction* shared_;
  std::uint64_t version_ = 0;           // of the one that level_ is of; 0: none yet
  std::optional<AbstractLevel> level_;  // none on a map without passable cells
  PagedStore<GridSpace::Arrival> store_;
  PagedBucketQueue<PlainOrder> open_;
  std::optional<Corridor> space_;
  std::optional<GridHeuristic<OctileDistance>> heuristic_;
  Search<Corridor, GridHeuristic<OctileDistance>, PagedStore<GridSpace::Arrival>, PagedBucketQueue<PlainOrder>> search_;
  Phase phase_ = Phase::kWalking;
  bool to_goal_ = false;  // the path being refined ends on the goal
  NodeId next_region_ = kNoNode;
  PagedTable<bool> left_;           // cells, on this trial, if they are watched
  bool lost_ = false;               // there was no room for one of them
  bool guided_ = false;             // this round heads for a subgoal, or for the goal in its own region
  bool stays_ = false;              // the agent came from the goal's region into known_for_, with goal_region
  NodeId known_for_ = kNoNode;      // the database's region of the round
  NodeId target_region_ = kNoNode;  // if guided
  Aim held_;                        // until it is reached
  std::vector<NodeId> path_;        // what is left of it, the next state last
  std::uint64_t path_epoch_ = 0;    // of the map when the search for it began
};

}  // namespace

Result<Done> check_pr_lrta(const Map& map, const PrLrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  return check_options(options, kPrLrtaParameters);
}

AgentPtr make_pr_lrta_agent(const Map& map, const PrLrtaOptions& options, const PrLrtaControl& control) {
  return std::make_unique<PrLrta>(map, options, control);
}

Result<AgentPtr> make_pr_lrta(const Map& map, const PrLrtaOptions& options) {
  if (auto fits = check_pr_lrta(map, options); !fits) return fits.error();
  return make_pr_lrta_agent(map, options, {});
}

}  // namespace waymark
