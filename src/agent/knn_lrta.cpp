#include "waymark/agent/knn_lrta.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "agent/learned_heuristic.hpp"
#include "agent/rows.hpp"
#include "base/thousandths.hpp"
#include "subgoals/climb_check.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/agent/da_rtaa.hpp"
#include "waymark/agent/lrta.hpp"
#include "waymark/agent/tb_wa.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kNoQuota = ~std::uint64_t{0};

class KnnLrta final : public Agent {
 public:
  KnnLrta(const Map& map, const CaseBase& cases, const KnnLrtaOptions& options, AgentPtr fallback)
      : Agent(map),
        cases_(&cases),
        options_(options),
        quota_factor_(thousandths_of(options.quota)),
        climber_(map),
        distance_(octile_distance(map.rules())),
        fallback_(std::move(fallback)),
        fallback_budget_(fallback_->smallest_budget()) {
    const std::uint64_t records = cases.records();
    room_.resize(options.m == 0 ? records : std::min<std::uint64_t>(options.m, records));
    // The goal, two for each record, the first subgoal, the last.
    const std::uint64_t checks = 3 + 2 * room_.size();
    bound_ = (records + kTripsPerUnit - 1) / kTripsPerUnit + checks * ClimbCheck::units(options.cutoff) +
             std::max<std::uint64_t>(1, plan_bound_of(*fallback_));
  }

  [[nodiscard]] std::uint64_t plan_bound() const override { return bound_; }
  [[nodiscard]] std::uint64_t smallest_plan() const override { return std::max<std::uint64_t>(2, fallback_budget_); }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(room_) + fallback_->bytes();
  }

 private:
  enum class Stage : std::uint8_t {
    kGoalCheck,   // first enhancement
    kSearch,      // line 1 of Figure 8
    kStartCheck,  // line 4
    kEndCheck,
    kFirstCheck,  // second enhancement
    kLeg,         // on the way to target_
    kLastCheck,   // third enhancement
    kFallback,
  };
  static constexpr std::uint32_t kToGoal = ~std::uint32_t{0};  // in place of a state of the record
  using Outcome = ClimbCheck::Outcome;

  [[nodiscard]] Cost h_of(NodeId node) const override { return fallback_->heuristic(node); }
  void begin(NodeId start, NodeId, Learning learning) override {
    position_now_ = start;
    failures_ = 0;
    asked_again_ = false;
    restart_fallback(learning);  // forgets now, so that no step has to
    ask();
  }
  void edited(std::span<const Grid::Change> /*changes*/) override {
    position_now_ = position();
    way_changed_ = true;
    tell_edits_to(*fallback_);
    if (is_checking() && !check_.can_go_on(map().grid())) ask();
  }
  // A record is followed to its next state; then a record for the new goal is asked for.
  void retargeted(NodeId /*old_goal*/) override {
    position_now_ = position();
    fallback_->retarget(goal());
    if (stage_ == Stage::kFallback) return;
    if (stage_ == Stage::kLeg && state_ != kToGoal) {
      other_goal_ = true;
    } else if (stage_ == Stage::kLeg) {
      way_changed_ = true;
      head_for(kToGoal);
    } else {
      ask();
    }
  }

  void prepare_workspace() const override { fallback_->prepare_thread(); }

  Plan plan(const Budget& budget) override {
    position_now_ = position();
    if (stage_ == Stage::kLeg && position_now_ != target_) {
      if (const Plan made = walk(); made.next != kNoNode) return made;
    }
    return think(budget);
  }

  // One move of a leg; kNoNode where the record lies.
  Plan walk() {
    const std::uint8_t direction = climber_.best_direction(position_now_, at_, target_cell_);
    if (direction == kNoDirection) {
      // Where the map is no longer what it was, another record may know better; asked in vain once is enough.
      if (way_changed_ && !asked_again_) {
        ++work_.replans;
        ask();
        asked_again_ = true;
      } else {
        fall_back(kNoQuota);
      }
      return {kNoNode};
    }
    at_ = {at_.x + kDx[direction], at_.y + kDy[direction]};
    ++work_.expanded;
    return {climber_.step(position_now_, direction), 1};
  }

  Plan think(const Budget& budget) {
    const std::uint64_t units = std::min(budget.units, bound_);
    std::uint64_t left = units;
    const auto stand = [&] { return Plan{position_now_, units - left}; };
    for (;;) {
      if (left == 0) return stand();
      switch (stage_) {
        case Stage::kSearch: {
          const std::uint64_t before = query_.compared();
          const bool done = query_.advance(left * kTripsPerUnit);
          left -= (query_.compared() - before + kTripsPerUnit - 1) / kTripsPerUnit;
          if (!done) return stand();
          try_next_record();
          break;
        }
        case Stage::kLeg:
          if (position_now_ != target_) {
            Plan made = walk();
            if (made.next == kNoNode) break;
            made.work += units - left;
            return made;
          }
          arrived();
          break;
        case Stage::kFallback: {
          if (travelled_ >= quota_) {
            ask();
            break;
          }
          if (left < fallback_budget_) return stand();
          Plan made = step_of_fallback({left, budget.deadline});
          made.work += units - left;
          return made;
        }
        default: {
          const Outcome outcome = check_.advance(climber_, left);
          if (outcome != Outcome::kGoesOn) checked(outcome == Outcome::kArrives);
        }
      }
    }
  }

  // Figure 8, from its top.
  void ask() {
    way_changed_ = false;
    other_goal_ = false;
    if (!options_.goal_check) return search();
    check(Stage::kGoalCheck, position_now_, goal());
  }
  void search() {
    ++work_.database_queries;
    const Grid& grid = map().grid();
    query_.start(cases_->trips(), distance_, trip_between(grid.cell(position_now_), grid.cell(goal())), room_,
                 options_.index);
    stage_ = Stage::kSearch;
  }
  [[nodiscard]] bool is_checking() const {
    return stage_ != Stage::kSearch && stage_ != Stage::kLeg && stage_ != Stage::kFallback;
  }
  void check(Stage stage, NodeId from, NodeId to) {
    check_.start(from, to, options_.cutoff);
    stage_ = stage;
  }
  void try_next_record() {
    if (query_.empty()) return fail();
    record_ = query_.take().place;
    check(Stage::kStartCheck, position_now_, cases_->record(record_).front());
  }
  void checked(bool arrives) {
    const auto record = [this] { return cases_->record(record_); };
    switch (stage_) {
      case Stage::kGoalCheck: return arrives ? head_for(kToGoal) : search();
      case Stage::kStartCheck:
        // The end may be blocked by now.
        if (!arrives || !map().connected(record().back(), goal())) return try_next_record();
        return check(Stage::kEndCheck, record().back(), goal());
      case Stage::kEndCheck:
        if (!arrives) return try_next_record();
        if (!options_.skip_start) return head_for(0);
        return check(Stage::kFirstCheck, position_now_, record()[1]);
      case Stage::kFirstCheck: return head_for(arrives ? 1 : 0);
      case Stage::kLastCheck: return head_for(arrives ? kToGoal : record().size() - 1);
      default: WAYMARK_ASSERT(false);
    }
  }

  void head_for(std::uint32_t state) {
    state_ = state;
    target_ = state == kToGoal ? goal() : cases_->record(record_)[state];
    if (!map().connected(position_now_, target_)) return fall_back(kNoQuota);
    at_ = map().grid().cell(position_now_);
    target_cell_ = map().grid().cell(target_);
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, 1 + kDirections);  // itself and its neighbours
    stage_ = Stage::kLeg;
  }
  void arrived() {
    asked_again_ = false;
    if (other_goal_) return ask();
    const std::uint32_t end = cases_->record(record_).size() - 1;
    if (state_ == end) return head_for(kToGoal);
    if (state_ + 1 == end && options_.skip_end) return check(Stage::kLastCheck, position_now_, goal());
    head_for(state_ + 1);
  }

  // Sixth enhancement.
  void fail() {
    if (++failures_ > 1 || quota_factor_ == 0) return fall_back(kNoQuota);
    const Cell from = map().grid().cell(position_now_);
    const Cell to = map().grid().cell(goal());
    const std::uint64_t way = distance_.distance(std::abs(from.x - to.x), std::abs(from.y - to.y));
    fall_back(way * quota_factor_ / 1000);
  }
  void fall_back(std::uint64_t quota) {
    work_.fell_back = 1;
    quota_ = quota;
    travelled_ = 0;
    // If it was interrupted in vain it stands here, and goes on as if it had not been.
    if (fallback_->position() != position_now_) restart_fallback(Learning::kKeep);
    stage_ = Stage::kFallback;
  }
  void restart_fallback(Learning learning) {
    fallback_->reset(position_now_, goal(), learning);
    counted_ = {};
  }
  Plan step_of_fallback(const Budget& budget) {
    const AgentStep step = fallback_->step(budget);
    const Work& work = fallback_->work();
    work_.expanded += work.expanded - counted_.expanded;
    work_.generated += work.generated - counted_.generated;
    work_.updates += work.updates - counted_.updates;
    work_.update_volume += work.update_volume - counted_.update_volume;
    work_.replans += work.replans - counted_.replans;
    work_.peak_states = std::max(work_.peak_states, work.peak_states);
    counted_ = work;
    if (quota_ != kNoQuota && step.position != position_now_) {
      travelled_ += map().cost(position_now_, step.position);
    }
    const bool goes_on = step.status == Status::kSolved || step.status == Status::kInProgress;
    return {step.position, step.work, goes_on ? Status::kInProgress : step.status};
  }

  const CaseBase* cases_;
  KnnLrtaOptions options_;
  std::uint64_t quota_factor_;  // in thousandths
  HillClimber climber_;
  OctileDistance distance_;
  AgentPtr fallback_;
  std::uint64_t fallback_budget_;
  std::uint64_t bound_ = 0;
  std::vector<FoundTrip> room_;

  NodeId position_now_ = kNoNode;
  Stage stage_ = Stage::kFallback;
  // Of a leg.
  NodeId target_ = kNoNode;
  Cell at_{};
  Cell target_cell_{};
  std::uint32_t record_ = 0;
  std::uint32_t state_ = kToGoal;  // of the record, to which the leg leads
  bool way_changed_ = false;       // since the agent last asked: the map was edited, or the goal moved
  bool asked_again_ = false;       // where a leg got stuck, since the last state of a record was reached
  bool other_goal_ = false;        // than that for which the record was found
  // Of a query.
  TripQuery query_;
  ClimbCheck check_;
  // Of the fallback.
  int failures_ = 0;  // queries without a record since the agent began
  std::uint64_t quota_ = kNoQuota;
  std::uint64_t travelled_ = 0;
  Work counted_;  // of the fallback's work
};

Result<AgentPtr> make_fallback(const Map& map, KnnFallback fallback) {
  switch (fallback) {
    case KnnFallback::kLrta: return make_lrta(map);
    case KnnFallback::kDaRtaa: return make_da_rtaa(map);
    case KnnFallback::kTbWa: return make_tb_wa(map);
  }
  return Error{ErrorCode::kOutOfRange, "there is no such fallback"};
}

constexpr std::array<Choice<TripSearch>, 2> kTripSearches{{{"tree", TripSearch::kTree}, {"scan", TripSearch::kScan}}};
constexpr std::array<Choice<KnnFallback>, 3> kKnnFallbacks{
    {{"lrta", KnnFallback::kLrta}, {"da-rtaa", KnnFallback::kDaRtaa}, {"tb-wa", KnnFallback::kTbWa}}};

constexpr std::tuple kKnnLrtaParameters{
    whole<&KnnLrtaOptions::m>("M", "M", "most similar records to check; 0 = all", 0, kMaxCheckedRecords),
    whole<&KnnLrtaOptions::cutoff>("cutoff", "", "steps of a reachability check", 1, kMaxCutoff),
    choice<&KnnLrtaOptions::goal_check, kOnOff>("goal_check", "first ask whether the goal is within reach"),
    choice<&KnnLrtaOptions::skip_start, kOnOff>("skip_start",
                                                "go to a record's first subgoal at once where it is within reach"),
    choice<&KnnLrtaOptions::skip_end, kOnOff>("skip_end",
                                              "go from a record's last subgoal to the goal where it is within reach"),
    choice<&KnnLrtaOptions::index, kTripSearches>(
        "index", "find similar records by a tree or by a linear scan; both find the same"),
    zero_or(number<&KnnLrtaOptions::quota>(
                "quota", "", "ask again after so many times the estimated way without a record; 0 = never", 0, 1000),
            1),
    choice<&KnnLrtaOptions::fallback, kKnnFallbacks>("fallback", "what walks where no record fits")};

}  // namespace

Result<AgentPtr> make_knn_lrta(const Map& map, const CaseBase& cases, const KnnLrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (cases.kind() != DatabaseKind::kCases || !cases.fits(map)) {
    return Error{ErrorCode::kUnsupported, "the database is not of kind knn, or not for this map"};
  }
  if (auto good = check_options(options, kKnnLrtaParameters); !good) return good.error();
  auto fallback = make_fallback(map, options.fallback);
  if (!fallback) return fallback.error();
  return AgentPtr(std::make_unique<KnnLrta>(map, cases, options, *std::move(fallback)));
}

constinit const AlgorithmInfo rows::kKnnLrta =
    agent_row<KnnLrtaOptions, kKnnLrtaParameters,
              [](const Map& map, const KnnLrtaOptions& options, const Databases& databases) {
                return make_knn_lrta(map, *databases.cases, options);
              },
              [](const KnnLrtaOptions&) { return DatabaseNeeds{DatabaseKind::kCases}; }>(
        {.key = "knn-lrta",
         .title = "kNN LRTA*",
         .family = kSubgoals,
         .citation = "Bulitko, Bjornsson & Lawrence 2010",
         .summary = "follows the most similar of many paths found beforehand",
         .real_time = true,
         .recommended = "fallback=tb-wa"});

}  // namespace waymark
