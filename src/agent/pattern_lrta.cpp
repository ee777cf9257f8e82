#include "waymark/agent/pattern_lrta.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "agent/best_move.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/lent_agent.hpp"
#include "agent/lookahead_parameters.hpp"
#include "agent/pattern_exit.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "agent/subgoal_parameters.hpp"
#include "agent/workspace.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kLookUp = 1;
constexpr std::uint64_t kUpdate = 1;

class PatternLrta final : public Agent {
 public:
  // `fallback` goes on from a state visited too often; nullptr: LRTA* with depth `deep`, or as options.depths_to_goal
  // says.
  PatternLrta(const Map& map, const PatternDatabase& database, const PatternLrtaOptions& options, std::uint32_t deep,
              std::uint32_t deepest, const LentKind* fallback)
      : Agent(map),
        h_(map),
        database_(&database),
        depths_to_goal_(options.depths_to_goal),
        fallback_(fallback),
        fixed_depth_(static_cast<std::uint16_t>(options.depth == PatternDepth::kFixed ? options.d : 0)),
        deep_(static_cast<std::uint16_t>(deep)),
        deepest_(static_cast<std::uint16_t>(deepest)),
        grow_(static_cast<std::uint16_t>(options.grow)),
        limit_(static_cast<std::uint8_t>(
            options.goal != PatternGoal::kDatabase ? 0 : (options.reentrance ? 1 : SubgoalHeuristic::kMostVisits))),
        has_subgoals_(options.goal == PatternGoal::kDatabase),
        shuns_others_(options.ties == PatternTies::kRegion),
        stays_with_goal_(options.goal_region),
        holds_(options.subgoal == PatternSubgoal::kHeld) {
    lookahead();
    if (fallback != nullptr) fallback->prepare();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    const std::uint64_t own = most_units(deepest_);
    return fallback_.kind() == nullptr ? own : std::max(own, fallback_.kind()->bound);
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override {
    return fallback_.kind() == nullptr ? kShallowest : std::max(kShallowest, fallback_.kind()->smallest);
  }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + h_.heap_bytes() + fallback_.bytes(); }

 private:
  [[nodiscard]] Cost h_of(NodeId node) const override { return h_.to_goal(node); }
  void begin(NodeId, NodeId goal, Learning learning) override {
    h_.set_goal(goal, learning == Learning::kKeep);
    goal_region_ = database_->region(goal);
    forget_target();
    rest();
  }
  void rest() override {
    fallback_.dismiss();
    wants_fallback_ = false;
  }
  void edited(std::span<const Grid::Change> changes) override {
    learn_of_edits(h_, changes);
    if (fallback_.is_here()) tell_edits_to(*fallback_);
  }
  void retargeted(NodeId old_goal) override {
    h_.move_goal(goal(), short_way(old_goal, goal()));
    goal_region_ = database_->region(goal());
    forget_target();
    if (fallback_.is_here()) fallback_->retarget(goal());
  }

  void prepare_workspace() const override {
    lookahead();
    if (fallback_.kind() != nullptr) fallback_.kind()->prepare();
  }
  // This thread's, prepared for this agent.
  PlyLookahead& lookahead() const {
    auto& lent = this_thread_workspace().get<PlyLookahead>();
    lent.prepare(map(), deepest_, 1000);
    return lent;
  }

  Plan plan(const Budget& budget) override {
    if (wants_fallback_) return step_of_fallback(budget);
    const NodeId s = position();
    // Asked here, not when edits are told: a step may plan before it was told of the last of them.
    if (const auto epoch = static_cast<std::uint32_t>(map().grid().epoch()); epoch != target_epoch_) {
      target_epoch_ = epoch;
      if (target_ != goal() && !map().connected(s, target_)) forget_target();
    }
    look_up(s);
    NodeId target = target_;
    std::uint32_t depth = depth_;
    bool guided = guided_;
    std::uint32_t cap = database_->depth_cap();
    if (const std::uint32_t visits = limit_ != 0 ? h_.visit(s) : 0; limit_ != 0 && visits >= limit_) {
      work_.fell_back = 1;
      if (fallback_.kind() != nullptr) return step_of_fallback(budget);
      target = goal();
      guided = false;
      if (depths_to_goal_ != nullptr) {
        depth = depth_to_goal(s);
        cap = depths_to_goal_->depth_cap();
      } else if (grow_ == 0) {
        depth = deep_;
      } else {
        depth = std::min<std::uint32_t>(deep_, depth_ + grow_ * (visits - limit_ + 1));
      }
    }
    if (fixed_depth_ == 0 && depth >= cap) ++work_.at_cap;
    depth = deepest_within(budget.units, depth);
    h_.set_target(target);
    guided = guided && shuns_others_;
    return depth == 1 ? look_at_neighbours(s, guided) : look_ahead(s, depth, guided);
  }

  void forget_target() {
    known_for_ = kNoRegionYet;
    is_held_ = false;
  }

  // Whether a step to `next` would lead into a region other than the agent's own and the target's.
  [[nodiscard]] bool strays(NodeId next) const {
    const NodeId region = database_->region(next);
    return region != known_for_ && region != target_region_;
  }

  // Line 3 of Figure 1. What the database says holds for the whole region, or until the subgoal is reached.
  void look_up(NodeId s) {
    const NodeId region = database_->region(s);
    const bool left_goal_region = region != known_for_ && known_for_ == goal_region_;
    const bool goes_on = is_held_ ? s != target_ : region == known_for_;
    known_for_ = region;
    if (goes_on) return;
    ++work_.database_queries;
    is_held_ = false;
    target_ = goal();
    const bool fixed = fixed_depth_ != 0;
    depth_ = fixed ? fixed_depth_ : std::uint16_t{1};
    guided_ = false;
    if (region == kNoNode || goal_region_ == kNoNode) return;
    if (has_subgoals_) {
      guided_ = region == goal_region_;
      is_held_ = holds_ && guided_;
      target_region_ = goal_region_;
      const NodeId subgoal = database_->subgoal(region, goal_region_);
      if (subgoal == kNoNode || !map().connected(s, subgoal)) return;
      target_region_ = database_->region(subgoal);
      guided_ = true;
      if (stays_with_goal_ && left_goal_region && target_region_ == goal_region_) return;
      is_held_ = holds_;
      target_ = subgoal;
    }
    if (!fixed) depth_ = static_cast<std::uint16_t>(std::max(1u, database_->depth(region, goal_region_)));
  }

  [[nodiscard]] std::uint32_t depth_to_goal(NodeId s) {
    ++work_.database_queries;
    const PatternDatabase& depths = *depths_to_goal_;
    const NodeId from = depths.region(s);
    const NodeId to = depths.region(goal());
    return from == kNoNode || to == kNoNode ? 1 : std::max(1u, depths.depth(from, to));
  }

  // Of a step.
  [[nodiscard]] std::uint64_t most_units(std::uint32_t depth) const {
    return kLookUp + PlyLookahead::bound(map(), depth) + kUpdate;
  }
  static constexpr std::uint64_t kShallowest = kLookUp + PlyLookahead::bound(1) + kUpdate;
  // The largest depth up to `wanted` that never costs more than `units`, which are enough for depth 1.
  [[nodiscard]] std::uint32_t deepest_within(std::uint64_t units, std::uint32_t wanted) const {
    if (wanted == 1 || most_units(wanted) <= units) return wanted;
    std::uint32_t fits = 1;
    for (std::uint32_t too_deep = wanted; too_deep - fits > 1;) {
      const std::uint32_t middle = fits + (too_deep - fits) / 2;
      (most_units(middle) <= units ? fits : too_deep) = middle;
    }
    return fits;
  }

  Plan look_at_neighbours(NodeId s, bool guided) {
    const BestMove<SecondBest::kNo> best_move(map(), 1, 1);
    const auto best = guided ? best_move(s, h_, [this](NodeId next) { return strays(next); }) : best_move(s, h_);
    h_.raise(s, best.h, static_cast<Cost>(std::min<std::uint64_t>(best.f, kMaxHeuristic)), work_);
    ++work_.expanded;
    work_.generated += best.moves;
    work_.peak_states = std::max(work_.peak_states, 1 + best.moves + h_.states());
    return {map().space().step(s, best.direction), kShallowest};
  }

  Plan look_ahead(NodeId s, std::uint32_t depth, bool guided) {
    PlyLookahead& lookahead = this->lookahead();
    lookahead.run(s, h_.target(), h_, depth);
    const FrontierState best = best_of_frontier(lookahead.frontier(), s, guided);
    h_.raise(s, rounded_up(best.f), work_);
    const std::uint64_t expanded = lookahead.expansions();
    work_.expanded += expanded;
    work_.generated += lookahead.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead.touched() + h_.states());
    return {map().space().step(s, best.first_move), kLookUp + expanded + kUpdate};
  }

  [[nodiscard]] FrontierState best_of_frontier(std::span<const FrontierState> frontier, NodeId s, bool guided) const {
    if (!guided) return *std::min_element(frontier.begin(), frontier.end());
    std::array<bool, kDirections> astray{};
    unsigned moves = map().table().legal[map().grid().neighbourhood(s)];
    for (; moves != 0; moves &= moves - 1) {
      const auto move = static_cast<std::uint8_t>(std::countr_zero(moves));
      astray[move] = strays(map().space().step(s, move));
    }
    return *std::min_element(frontier.begin(), frontier.end(), [&](const FrontierState& a, const FrontierState& b) {
      if (a.f != b.f || astray[a.first_move] == astray[b.first_move]) return a < b;
      return astray[b.first_move];
    });
  }

  Plan step_of_fallback(const Budget& budget) {
    wants_fallback_ = true;
    if (!fallback_.is_here()) {
      if (!fallback_.call(map())) return {position(), 1, Status::kOutOfRoom};
      fallback_.notes().before = work_;
      fallback_->reset(position(), goal());
    }
    const AgentStep step = fallback_->step(budget);
    work_ = fallback_.notes().before;
    work_ += fallback_->work();
    return {step.position, step.work, step.status == Status::kSolved ? Status::kInProgress : step.status};
  }

  static constexpr NodeId kNoRegionYet = kNoNode - 1;

  struct FallbackNotes {
    Work before;  // this agent's own, when it left the rest to the other
  };

  SubgoalHeuristic h_;
  const PatternDatabase* database_;
  const PatternDatabase* depths_to_goal_;
  LentAgent<FallbackNotes> fallback_;

  NodeId goal_region_ = kNoNode;
  NodeId known_for_ = kNoRegionYet;  // the agent's region; target_ and depth_ are for it, unless they are held
  NodeId target_ = kNoNode;
  std::uint32_t target_epoch_ = 0;  // of the map, in which there is a way to the target; its low bits
  NodeId target_region_ = kNoNode;  // if guided
  std::uint16_t fixed_depth_;       // 0: the database says
  std::uint16_t deep_;              // c
  std::uint16_t deepest_;
  std::uint16_t grow_;  // plies on each visit beyond the limit; 0: deep_ on the first
  std::uint16_t depth_ = 1;
  std::uint8_t limit_;  // steps from one state that may head for a subgoal; 0: no limit
  // A unit is to stay small.
  bool has_subgoals_ : 1;
  bool shuns_others_ : 1;            // regions other than the target's
  bool stays_with_goal_ : 1;         // where the database would send it back into the goal's region
  bool holds_ : 1;                   // subgoals
  bool is_held_ : 1 = false;         // target_, until it is reached
  bool guided_ : 1 = false;          // the target is a subgoal, or the goal in its own region
  bool wants_fallback_ : 1 = false;  // for the rest of the way
};

// nullptr: this agent itself goes on.
const LentKind* lent_kind_of(PatternFallback fallback) {
  switch (fallback) {
    case PatternFallback::kLrta:
    case PatternFallback::kLrtaPdbG: break;
    case PatternFallback::kDaRtaa: return &lent_da_rtaa();
    case PatternFallback::kTbWa: return &lent_tb_wa();
  }
  return nullptr;
}

constexpr std::array<Choice<PatternFallback>, 4> kPatternFallbacks{{{"lrta", PatternFallback::kLrta},
                                                                    {"da-rtaa", PatternFallback::kDaRtaa},
                                                                    {"tb-wa", PatternFallback::kTbWa},
                                                                    {"lrta-pdb-g", PatternFallback::kLrtaPdbG}}};

constexpr std::tuple kLrtaPdbPdbParameters{
    choice<&PatternLrtaOptions::reentrance, kOnOff>("reentrance", "a state visited again heads for the global goal"),
    choice<&PatternLrtaOptions::fallback, kPatternFallbacks>(
        "fallback", "who goes on from a state visited again: LRTA* for a step, or another for the rest of the way"),
    subgoal_parameter<&PatternLrtaOptions::subgoal>(),
    exit_parameter<&PatternLrtaOptions::exit>(),
    ties_parameter<&PatternLrtaOptions::ties>(),
    goal_region_parameter<&PatternLrtaOptions::goal_region>(),
    whole<&PatternLrtaOptions::grow>("grow", "",
                                     "plies by which that LRTA* looks deeper on each further visit; 0: the cap at once",
                                     0, kMaxLookaheadDepth)};
constexpr std::tuple kDLrtaParameters =
    std::tuple_cat(std::tuple{depth_parameter<&PatternLrtaOptions::d>()}, kLrtaPdbPdbParameters);

Result<Done> check_base(const Map& map, const PatternDatabase& database) {
  if (database.base() != 0) {
    return database.bad("its paths are those of level " + std::to_string(database.base()) +
                        "; this agent needs base 0");
  }
  if (!database.fits(map)) return database.bad("built for another map");
  return Done{};
}

Result<Done> check_depths_to_goal(const PatternDatabase& database) {
  if (database.content() == PatternContent::kDepth) return Done{};
  return database.bad("holds no depths for global goals; build it with content depth");
}

template <PatternDepth kDepth>
Result<AgentPtr> make_subgoaling(const Map& map, PatternLrtaOptions options, const Databases& databases) {
  options.depth = kDepth;
  options.goal = PatternGoal::kDatabase;
  options.depths_to_goal = databases.depths;
  return make_pattern_lrta(map, *databases.patterns, options);
}
constexpr DatabaseNeeds subgoaling_needs(const PatternLrtaOptions& options) {
  const bool led_on = options.fallback == PatternFallback::kLrtaPdbG;
  return {.first = DatabaseKind::kPatterns,
          .second = led_on ? DatabaseKind::kDepths : DatabaseKind::kNone,
          .exit = options.exit};
}

}  // namespace

Result<AgentPtr> make_pattern_lrta(const Map& map, const PatternDatabase& database, const PatternLrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto fits = check_base(map, database); !fits) return fits.error();
  if (auto good = check_options(options, kDLrtaParameters); !good) return good.error();
  const bool goals = options.goal == PatternGoal::kDatabase;
  const bool depths = options.depth == PatternDepth::kDatabase;
  if (goals && !database.has_subgoals()) return database.bad("holds no subgoals; build it with content goal or both");
  if (goals && depths && !database.has_depths()) return database.bad("holds no depths; build it with content both");
  if (goals) {
    if (auto fits = check_exit(database, options.exit); !fits) return fits.error();
  } else if (auto fits = check_depths_to_goal(database); !fits) {
    return fits.error();
  }
  if (options.grow > 0 && (!goals || options.fallback != PatternFallback::kLrta)) {
    return Error{ErrorCode::kUnsupported, "grow is for the fallback lrta, from subgoals"};
  }
  PatternLrtaOptions used = options;
  if (!goals) used.fallback = PatternFallback::kLrta;
  if (used.fallback != PatternFallback::kLrtaPdbG) {
    used.depths_to_goal = nullptr;
  } else if (used.depths_to_goal == nullptr) {
    return Error{ErrorCode::kUnsupported,
                 "the fallback LRTA* (PDB, G) needs a database of depths for global goals in depths_to_goal"};
  } else {
    if (auto fits = check_base(map, *used.depths_to_goal); !fits) return fits.error();
    if (auto fits = check_depths_to_goal(*used.depths_to_goal); !fits) return fits.error();
  }
  const LentKind* const fallback = lent_kind_of(used.fallback);
  const std::uint32_t steady = depths ? std::max(1u, database.largest_depth()) : options.d;
  std::uint32_t deep = steady;  // from a state visited again
  if (used.depths_to_goal != nullptr) {
    deep = used.depths_to_goal->largest_depth();
  } else if (depths && goals && fallback == nullptr) {
    deep = database.depth_cap();
  } else if (options.grow > 0) {
    deep = kMaxLookaheadDepth;
  }
  return AgentPtr(std::make_unique<PatternLrta>(map, database, used, deep, std::max(steady, deep), fallback));
}

constinit const AlgorithmInfo rows::kDLrta =
    agent_row<PatternLrtaOptions, kDLrtaParameters, make_subgoaling<PatternDepth::kFixed>, subgoaling_needs>(
        {.key = "d-lrta",
         .title = "D LRTA*: LRTA* (F, PDB)",
         .family = kSubgoals,
         .citation = "Bulitko et al. 2008",
         .summary = "LRTA* that heads for where an optimal path enters the next region",
         .real_time = true,
         .recommended = "fallback=tb-wa,exit=last,ties=region,goal_region=on"});

constinit const AlgorithmInfo rows::kLrtaPdbG =
    agent_row<NoOptions, kNoParameters,
              [](const Map& map, const NoOptions&, const Databases& databases) {
                return make_pattern_lrta(map, *databases.depths,
                                         {.depth = PatternDepth::kDatabase, .goal = PatternGoal::kGlobal});
              },
              [](const NoOptions&) { return DatabaseNeeds{DatabaseKind::kDepths}; }>(
        {.key = "lrta-pdb-g",
         .title = "LRTA* (PDB, G)",
         .family = kSubgoals,
         .citation = "Bulitko et al. 2008",
         .summary = "LRTA* that looks as deep as its pair of regions needs",
         .real_time = true});

constinit const AlgorithmInfo rows::kLrtaPdbPdb =
    agent_row<PatternLrtaOptions, kLrtaPdbPdbParameters, make_subgoaling<PatternDepth::kDatabase>, subgoaling_needs>(
        {.key = "lrta-pdb-pdb",
         .title = "LRTA* (PDB, PDB)",
         .family = kSubgoals,
         .citation = "Bulitko et al. 2008",
         .summary = "D LRTA* that looks as deep as its subgoal needs",
         .real_time = true,
         .recommended = "fallback=tb-wa,exit=last,ties=region,goal_region=on"});

}  // namespace waymark
