#include "waymark/agent/knn_lrta_2009.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "agent/lookahead_parameters.hpp"
#include "agent/ply_lookahead.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "base/fixed_table.hpp"
#include "subgoals/climb_check.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/agent/knn_lrta.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::size_t kForgottenPerUnit = 64;  // directories of learned values, 4,096 ids each
constexpr std::uint64_t kMostForgetting = 16;  // units a step in bound()

class KnnLrta2009 final : public Agent {
 public:
  KnnLrta2009(const Map& map, const CaseBase& cases, const KnnLrta2009Options& options)
      : Agent(map),
        cases_(&cases),
        m_(options.m),
        climber_(map),
        distance_(octile_distance(map.rules())),
        h_(map),
        lookahead_(map, options.d, 1000),
        move_units_(PlyLookahead::bound(options.d) + 1),
        room_(cases.records()),
        taboo_(std::max(1u, cases.records())) {
    const std::uint64_t records = cases.records();
    bound_ = (records + kTripsPerUnit - 1) / kTripsPerUnit + (1 + 2 * records) * ClimbCheck::units(m_) +
             kMostForgetting + move_units_;
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return std::max<std::uint64_t>(2, move_units_); }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(h_, lookahead_, room_, taboo_);
  }

 private:
  enum class Stage : std::uint8_t {
    kGoalCheck,   // line 3 of Figure 7
    kSearch,      // line 4
    kNext,        // line 6
    kStartCheck,  // line 5
    kGoalsCheck,
    kForget,  // what was learned for another subgoal
    kWalk,    // line 12
  };
  static constexpr std::uint32_t kSubgoal = 1;  // in a record

  void begin(NodeId start, NodeId goal, Learning /*the values are of subgoals*/) override {
    position_now_ = start;
    taboo_.clear();
    h_.set_goal(goal, false);
    ask();
  }
  void edited(std::span<const Grid::Change> changes) override {
    position_now_ = position();
    if (stage_ == Stage::kWalk) {
      learn_of_edits(h_, changes);
    } else if (is_checking() && !check_.can_go_on(map().grid())) {
      ask();
    }
  }
  // A subgoal is still worth reaching; what comes then is asked for the new goal.
  void retargeted(NodeId old_goal) override {
    position_now_ = position();
    const bool on_the_way = stage_ == Stage::kForget || stage_ == Stage::kWalk;
    if (!on_the_way || target_ == old_goal) ask();
  }

  Plan plan(const Budget& budget) override {
    position_now_ = position();
    const std::uint64_t units = std::min(budget.units, bound_);
    std::uint64_t left = units;
    const auto stand = [&] { return Plan{position_now_, units - left}; };
    for (;;) {
      if (left == 0) return stand();
      switch (stage_) {
        case Stage::kWalk: {
          if (position_now_ == target_ || is_cut_off()) {
            ask();
            break;
          }
          if (left < move_units_) return stand();
          Plan made = move();
          made.work += units - left;
          return made;
        }
        case Stage::kSearch: {
          const std::uint64_t before = query_.compared();
          const bool done = query_.advance(left * kTripsPerUnit);
          left -= (query_.compared() - before + kTripsPerUnit - 1) / kTripsPerUnit;
          if (!done) return stand();
          stage_ = Stage::kNext;
          break;
        }
        case Stage::kNext: try_next_record(left); break;
        case Stage::kForget:
          --left;
          if (h_.forget_some(kForgottenPerUnit)) {
            h_.set_goal(target_, true);
            stage_ = Stage::kWalk;
          }
          break;
        default: {
          const ClimbCheck::Outcome outcome = check_.advance(climber_, left);
          if (outcome != ClimbCheck::Outcome::kGoesOn) checked(outcome == ClimbCheck::Outcome::kArrives);
        }
      }
    }
  }

  // Asked on every step, for one may plan before it was told of the last edits.
  [[nodiscard]] bool is_cut_off() {
    if (const std::uint64_t last = std::exchange(walk_epoch_, map().grid().epoch()); last == walk_epoch_) return false;
    return !map().connected(position_now_, target_);
  }

  Plan move() {
    const NodeId s = position_now_;
    lookahead_.run(s, target_, h_);
    const auto frontier = lookahead_.frontier();
    const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
    h_.raise(s, rounded_up(best.f), work_);
    const std::uint64_t expanded = lookahead_.expansions();
    work_.expanded += expanded;
    work_.generated += lookahead_.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead_.touched() + h_.states() + taboo_.size());
    return {lookahead_.step(s, best.first_move), expanded + 1};
  }

  [[nodiscard]] bool is_checking() const {
    return stage_ == Stage::kGoalCheck || stage_ == Stage::kStartCheck || stage_ == Stage::kGoalsCheck;
  }
  void ask() { check(Stage::kGoalCheck, position_now_, goal()); }
  void check(Stage stage, NodeId from, NodeId to) {
    check_.start(from, to, m_);
    stage_ = stage;
  }
  void checked(bool arrives) {
    switch (stage_) {
      case Stage::kGoalCheck: {
        if (arrives) return head_for(goal());
        ++work_.database_queries;
        const Grid& grid = map().grid();
        query_.start(cases_->trips(), distance_, trip_between(grid.cell(position_now_), grid.cell(goal())), room_,
                     TripSearch::kScan, TripMeasure::kSum);
        stage_ = Stage::kSearch;
        return;
      }
      case Stage::kStartCheck:
        if (!arrives) break;
        return check(Stage::kGoalsCheck, goal(), cases_->record(record_).back());
      case Stage::kGoalsCheck: {
        if (!arrives) break;
        const NodeId subgoal = cases_->record(record_)[kSubgoal];
        taboo_.insert(subgoal, {});
        return head_for(subgoal);
      }
      default: WAYMARK_ASSERT(false);
    }
    stage_ = Stage::kNext;
  }
  // Lines 4 to 6. A record that is passed over costs a unit of those left.
  void try_next_record(std::uint64_t& left) {
    if (query_.empty()) {
      work_.fell_back = 1;
      return head_for(goal());
    }
    record_ = query_.take().place;
    const CaseBase::Record record = cases_->record(record_);
    if (taboo_.find(record[kSubgoal]) != nullptr || !map().connected(position_now_, record[kSubgoal])) {
      --left;
      return;
    }
    check(Stage::kStartCheck, position_now_, record.front());
  }
  void head_for(NodeId target) {
    target_ = target;
    stage_ = Stage::kForget;
  }

  struct Used {};

  const CaseBase* cases_;
  std::uint32_t m_;
  HillClimber climber_;
  OctileDistance distance_;
  LearnedHeuristic h_;
  PlyLookahead lookahead_;
  std::uint64_t move_units_;
  std::vector<FoundTrip> room_;
  FixedTable<Used> taboo_;  // subgoals used on this problem
  std::uint64_t bound_ = 0;

  NodeId position_now_ = kNoNode;
  Stage stage_ = Stage::kGoalCheck;
  NodeId target_ = kNoNode;
  std::uint64_t walk_epoch_ = 0;  // of the map, in which there is a way to the target
  std::uint32_t record_ = 0;
  TripQuery query_;
  ClimbCheck check_;
};

constexpr std::tuple kKnnLrta2009Parameters{
    whole<&KnnLrta2009Options::m>("m", "m", "steps of a reachability check", 1, kMaxCutoff),
    depth_parameter<&KnnLrta2009Options::d>()};

}  // namespace

Result<AgentPtr> make_knn_lrta_2009(const Map& map, const CaseBase& cases, const KnnLrta2009Options& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (cases.kind() != DatabaseKind::kCases2009 || !cases.fits(map)) {
    return Error{ErrorCode::kUnsupported, "the database is not of kind knn-2009, or not for this map"};
  }
  if (auto good = check_options(options, kKnnLrta2009Parameters); !good) return good.error();
  return AgentPtr(std::make_unique<KnnLrta2009>(map, cases, options));
}

constinit const AlgorithmInfo rows::kKnnLrta2009 =
    agent_row<KnnLrta2009Options, kKnnLrta2009Parameters,
              [](const Map& map, const KnnLrta2009Options& options, const Databases& databases) {
                return make_knn_lrta_2009(map, *databases.cases_2009, options);
              },
              [](const KnnLrta2009Options&) { return DatabaseNeeds{DatabaseKind::kCases2009}; }>(
        {.key = "knn-lrta-2009",
         .title = "kNN LRTA* (2009)",
         .family = kSubgoals,
         .citation = "Bulitko & Bjornsson 2009",
         .summary = "LRTA* to the subgoal of the most similar record, one after the other",
         .real_time = true});

}  // namespace waymark
