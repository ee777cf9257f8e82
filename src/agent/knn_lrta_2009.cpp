#include "waymark/agent/knn_lrta_2009.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "agent/learned_heuristic.hpp"
#include "agent/lookahead_parameters.hpp"
#include "agent/rounding.hpp"
#include "agent/rows.hpp"
#include "agent/workspace.hpp"
#include "base/paged_object.hpp"
#include "base/paged_table.hpp"
#include "subgoals/climb_check.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/agent/knn_lrta.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kForgetting = 1;  // units

// A query under way, and the check of one of its records.
struct Asking {
  static constexpr std::size_t kRoom = 156;
  TripQuery query;
  ClimbCheck check;
  PagedObject<std::array<FoundTrip, kRoom>> room;
};

class KnnLrta2009 final : public Agent {
 public:
  KnnLrta2009(const Map& map, const CaseBase& cases, const KnnLrta2009Options& options)
      : Agent(map),
        cases_(&cases),
        h_(map),
        taboo_(map.memory(), map.grid().id_bound()),
        m_(options.m),
        d_(static_cast<std::uint8_t>(options.d)) {
    lookahead();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    // All records rejected: compared as often as their room is full, and each checked twice.
    const std::uint64_t records = cases_->records();
    const std::uint64_t scans = records / Asking::kRoom + 1;
    return scans * ((records + kTripsPerUnit - 1) / kTripsPerUnit) + (1 + 2 * records) * ClimbCheck::units(m_) +
           kForgetting + move_units();
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return std::max<std::uint64_t>(2, move_units()); }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + h_.heap_bytes() + taboo_.heap_bytes() + asking_.bytes() +
           (asking_.is_here() ? asking_->room.bytes() : 0);
  }

 private:
  enum class Stage : std::uint8_t {
    kAsk,
    kGoalCheck,   // line 3 of Figure 7
    kSearch,      // line 4
    kNext,        // line 6
    kStartCheck,  // line 5
    kGoalsCheck,
    kForget,  // what was learned for another subgoal
    kWalk,    // line 12
  };
  static constexpr std::uint32_t kSubgoal = 1;  // in a record

  void begin(NodeId, NodeId goal, Learning /*the values are of subgoals*/) override {
    rest();
    h_.set_goal(goal, false);
    ask();
  }
  void rest() override {
    asking_.give_back();
    taboo_.clear();
    used_ = 0;
  }
  void edited(std::span<const Grid::Change> changes) override {
    if (stage_ == Stage::kWalk) {
      learn_of_edits(h_, changes);
    } else if (is_checking() && !asking_->check.can_go_on(map().grid())) {
      ask();
    }
  }
  // A subgoal is still worth reaching; what comes then is asked for the new goal.
  void retargeted(NodeId old_goal) override {
    const bool on_the_way = stage_ == Stage::kForget || stage_ == Stage::kWalk;
    if (!on_the_way || target_ == old_goal) ask();
  }

  void prepare_workspace() const override { lookahead(); }
  // This thread's, prepared for this agent.
  PlyLookahead& lookahead() const {
    auto& lent = this_thread_workspace().get<PlyLookahead>();
    lent.prepare(map(), d_, 1000);
    return lent;
  }

  Plan plan(const Budget& budget) override {
    const std::uint64_t units = std::min(budget.units, plan_bound());
    std::uint64_t left = units;
    const auto stand = [&] { return Plan{position(), units - left}; };
    for (;;) {
      if (left == 0) return stand();
      switch (stage_) {
        case Stage::kAsk:
          if (!asking_.make(map().memory()) || !asking_->room.make(map().memory())) {
            asking_.give_back();
            return {position(), units - left + 1, Status::kOutOfRoom};
          }
          check(Stage::kGoalCheck, position(), goal());
          break;
        case Stage::kWalk: {
          if (position() == target_ || is_cut_off()) {
            ask();
            break;
          }
          if (left < move_units()) return stand();
          Plan made = move();
          made.work += units - left;
          return made;
        }
        case Stage::kSearch: {
          TripQuery& query = asking_->query;
          const std::uint64_t before = query.compared();
          const bool done = query.advance(left * kTripsPerUnit);
          left -= (query.compared() - before + kTripsPerUnit - 1) / kTripsPerUnit;
          if (!done) return stand();
          stage_ = Stage::kNext;
          break;
        }
        case Stage::kNext: try_next_record(left); break;
        case Stage::kForget:
          --left;
          h_.set_goal(target_, false);
          stage_ = Stage::kWalk;
          break;
        default: {
          const ClimbCheck::Outcome outcome = asking_->check.advance(HillClimber(map()), left);
          if (outcome != ClimbCheck::Outcome::kGoesOn) checked(outcome == ClimbCheck::Outcome::kArrives);
        }
      }
    }
  }

  // Asked on every step, for one may plan before it was told of the last edits.
  [[nodiscard]] bool is_cut_off() {
    const auto epoch = static_cast<std::uint32_t>(map().grid().epoch());
    return std::exchange(walk_epoch_, epoch) != epoch && !map().connected(position(), target_);
  }

  Plan move() {
    const NodeId s = position();
    PlyLookahead& lookahead = this->lookahead();
    lookahead.run(s, target_, h_);
    const auto frontier = lookahead.frontier();
    const FrontierState best = *std::min_element(frontier.begin(), frontier.end());
    h_.raise(s, rounded_up(best.f), work_);
    const std::uint64_t expanded = lookahead.expansions();
    work_.expanded += expanded;
    work_.generated += lookahead.touched() - 1;
    work_.peak_states = std::max(work_.peak_states, lookahead.touched() + h_.states() + used_);
    return {map().space().step(s, best.first_move), expanded + 1};
  }

  [[nodiscard]] bool is_checking() const {
    return stage_ == Stage::kGoalCheck || stage_ == Stage::kStartCheck || stage_ == Stage::kGoalsCheck;
  }
  void ask() { stage_ = Stage::kAsk; }
  [[nodiscard]] std::uint64_t move_units() const { return PlyLookahead::bound(d_) + 1; }
  void check(Stage stage, NodeId from, NodeId to) {
    asking_->check.start(from, to, m_);
    stage_ = stage;
  }
  void checked(bool arrives) {
    switch (stage_) {
      case Stage::kGoalCheck: {
        if (arrives) return head_for(goal());
        ++work_.database_queries;
        const Grid& grid = map().grid();
        asking_->query.start(cases_->trips(), octile_distance(map().rules()),
                             trip_between(grid.cell(position()), grid.cell(goal())), *asking_->room, TripSearch::kScan,
                             TripMeasure::kSum);
        stage_ = Stage::kSearch;
        return;
      }
      case Stage::kStartCheck:
        if (!arrives) break;
        return check(Stage::kGoalsCheck, goal(), cases_->record(record_).back());
      case Stage::kGoalsCheck: {
        if (!arrives) break;
        const NodeId subgoal = cases_->record(record_)[kSubgoal];
        // Where there is no page to note it, the agent does without a subgoal that it might come back to for ever.
        bool* const used = taboo_.at(subgoal);
        if (used == nullptr) return head_for(goal());
        *used = true;
        ++used_;
        return head_for(subgoal);
      }
      default: WAYMARK_ASSERT(false);
    }
    stage_ = Stage::kNext;
  }
  // Lines 4 to 6. A record that is passed over costs a unit of those left.
  void try_next_record(std::uint64_t& left) {
    TripQuery& query = asking_->query;
    if (query.empty()) {
      if (query.go_on()) {
        stage_ = Stage::kSearch;
        return;
      }
      work_.fell_back = 1;
      return head_for(goal());
    }
    record_ = query.take().place;
    const CaseBase::Record record = cases_->record(record_);
    if (taboo_.get(record[kSubgoal]) || !map().connected(position(), record[kSubgoal])) {
      --left;
      return;
    }
    check(Stage::kStartCheck, position(), record.front());
  }
  void head_for(NodeId target) {
    asking_.give_back();
    target_ = target;
    stage_ = Stage::kForget;
  }

  const CaseBase* cases_;
  LearnedHeuristic h_;
  PagedTable<bool> taboo_;  // subgoals used on this problem
  PagedObject<Asking> asking_;
  std::uint32_t used_ = 0;  // how many these are
  std::uint32_t m_;
  std::uint8_t d_;
  Stage stage_ = Stage::kAsk;
  NodeId target_ = kNoNode;
  std::uint32_t record_ = 0;
  std::uint32_t walk_epoch_ = 0;  // of the map, in which there is a way to the target; its low bits
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
