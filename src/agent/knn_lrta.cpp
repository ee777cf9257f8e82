#include "waymark/agent/knn_lrta.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "agent/best_move.hpp"
#include "agent/grid_estimate.hpp"
#include "agent/knn_parameters.hpp"
#include "agent/learned_heuristic.hpp"
#include "agent/lent_agent.hpp"
#include "agent/rows.hpp"
#include "base/paged_object.hpp"
#include "base/thousandths.hpp"
#include "subgoals/climb_check.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/unit_memory.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kNoQuota = ~std::uint64_t{0};

// A query under way. Few records fit into a page with it; room for more is taken for it alone.
struct RoomyQuery {
  static constexpr std::uint32_t kRoom = 18;
  TripQuery query;
  std::array<FoundTrip, kRoom> room;
};

// LRTA* with a lookahead of one move, for the goal and for the states of a record.
struct LegLrta {
  explicit LegLrta(const Map& map) : h(GridEstimate(map), map.memory()), best_move(map, 1, 1) {}
  static constexpr std::uint64_t kUnits = 2;  // the expansion, the update
  LearnedValues<GridEstimate, Targets::kSubgoals> h;
  BestMove<SecondBest::kNo> best_move;
  std::uint64_t quota = kNoQuota;  // where no record fits: how far it may still go before the agent asks again
};

class KnnLrta final : public Agent {
 public:
  KnnLrta(const Map& map, const CaseBase& cases, const KnnLrtaOptions& options, const LentKind& fallback)
      : Agent(map),
        cases_(&cases),
        climber_(map),
        fallback_(&fallback),
        cutoff_(options.cutoff),
        quota_factor_(thousandths_of(options.quota)),
        index_(options.index),
        goal_check_(options.goal_check),
        skip_start_(options.skip_start),
        skip_end_(options.skip_end),
        walks_by_lrta_(options.legs == KnnLegs::kLrta),
        is_own_fallback_(walks_by_lrta_ && options.fallback == KnnFallback::kLrta) {
    const std::uint64_t records = cases.records();
    m_ = static_cast<std::uint32_t>(options.m == 0 ? records : std::min<std::uint64_t>(options.m, records));
    fallback.prepare();
    if (m_ > RoomyQuery::kRoom) room_ = std::make_unique<FoundTrip[]>(m_);
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    const std::uint64_t records = cases_->records();
    // The goal, two for each record, the first subgoal, the last.
    const std::uint64_t checks = 3 + 2 * std::uint64_t{m_};
    return (records + kTripsPerUnit - 1) / kTripsPerUnit + checks * ClimbCheck::units(cutoff_) +
           std::max(LegLrta::kUnits, fallback_.kind()->bound);
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override {
    return std::max(LegLrta::kUnits, fallback_.kind()->smallest);
  }
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + query_.bytes() + (room_ != nullptr ? m_ * sizeof(FoundTrip) : 0) + fallback_.bytes() +
           lrta_.bytes() + (lrta_.is_here() ? lrta_->h.heap_bytes() : 0);
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

  [[nodiscard]] Cost h_of(NodeId node) const override {
    if (fallback_.is_here()) return fallback_->heuristic(node);
    if (is_own_fallback_ && lrta_.is_here()) return lrta_->h.to_goal(node);
    return fallback_.kind()->learns ? GridEstimate(map()).between(node, goal()) : 0;
  }
  void begin(NodeId, NodeId goal, Learning learning) override {
    has_failed_ = false;
    asked_again_ = false;
    if (lrta_.is_here()) {
      if (learning == Learning::kKeep && is_own_fallback_) {
        lrta_->h.set_goal(goal, true);
      } else {
        lrta_.give_back();
      }
    }
    if (fallback_.is_here()) {
      if (learning == Learning::kKeep && fallback_.kind()->learns) {
        restart_fallback();
      } else {
        fallback_.dismiss();
      }
    }
    ask();
  }
  void prepare_workspace() const override { fallback_.kind()->prepare(); }
  void rest() override {
    query_.give_back();
    dismiss_unless_learned();
    if (!is_own_fallback_) lrta_.give_back();
  }
  void edited(std::span<const Grid::Change> changes) override {
    way_changed_ = true;
    if (lrta_.is_here()) learn_of_edits(lrta_->h, changes);
    if (fallback_.is_here()) tell_edits_to(*fallback_);
    if (is_checking() && !check_.can_go_on(map().grid())) ask();
  }
  // A record is followed to its next state; then a record for the new goal is asked for.
  void retargeted(NodeId old_goal) override {
    if (fallback_.is_here()) fallback_->retarget(goal());
    if (lrta_.is_here()) lrta_->h.move_goal(goal(), short_way(old_goal, goal()));
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

  Plan plan(const Budget& budget) override {
    if (stage_ == Stage::kLeg && position() != target_) {
      if (const Plan made = walk(); made.next != kNoNode) return made;
    }
    return think(budget);
  }

  // One move of a leg; kNoNode where it is given up.
  Plan walk() {
    if (walks_by_lrta_ && !way_changed_) return move_by_lrta(target_);
    const bool is_cut_off = walks_by_lrta_ && !map().connected(position(), target_);
    const std::uint8_t direction = climber_.best_direction(position(), at_, target_cell_);
    if (direction == kNoDirection || is_cut_off) {
      // Where the map is no longer what it was, another record may know better; asked in vain once is enough.
      if (way_changed_ && !asked_again_) {
        ++work_.replans;
        ask();
        asked_again_ = true;
        return {kNoNode};
      }
      if (!walks_by_lrta_ || is_cut_off) {
        fall_back(Quota::kNone);
        return {kNoNode};
      }
    }
    if (walks_by_lrta_) return move_by_lrta(target_);
    at_ = {at_.x + kDx[direction], at_.y + kDy[direction]};
    ++work_.expanded;
    return {climber_.step(position(), direction), 1};
  }

  // Figure 1, lines 4 to 7. There is a way.
  Plan move_by_lrta(NodeId target) {
    if (!lrta_.is_here() && !make_lrta()) return {position(), 1, Status::kOutOfRoom};
    auto& h = lrta_->h;
    h.set_target(target);
    const auto best = lrta_->best_move(position(), h);
    h.raise(position(), best.h, static_cast<Cost>(std::min<std::uint64_t>(best.f, kMaxHeuristic)), work_);
    ++work_.expanded;
    work_.generated += best.moves;
    work_.peak_states = std::max(work_.peak_states, 1 + best.moves + h.states());
    at_ = {at_.x + kDx[best.direction], at_.y + kDy[best.direction]};
    return {climber_.step(position(), best.direction), LegLrta::kUnits};
  }

  Plan think(const Budget& budget) {
    const std::uint64_t units = std::min(budget.units, plan_bound());
    std::uint64_t left = units;
    const auto stand = [&] { return Plan{position(), units - left}; };
    for (;;) {
      if (left == 0) return stand();
      switch (stage_) {
        case Stage::kSearch: {
          if (!query_.is_here() && !start_query()) return {position(), units - left + 1, Status::kOutOfRoom};
          TripQuery& query = query_->query;
          const std::uint64_t before = query.compared();
          const bool done = query.advance(left * kTripsPerUnit);
          left -= (query.compared() - before + kTripsPerUnit - 1) / kTripsPerUnit;
          if (!done) return stand();
          try_next_record();
          break;
        }
        case Stage::kLeg:
          if (position() != target_) {
            if (walks_by_lrta_ && left < LegLrta::kUnits) return stand();
            Plan made = walk();
            if (made.next == kNoNode) break;
            made.work += units - left;
            return made;
          }
          arrived();
          break;
        case Stage::kFallback: {
          if (!fallback_is_here()) {
            if (!call_fallback()) return {position(), units - left + 1, Status::kOutOfRoom};
            quota() = quota_from_here();
          }
          if (quota() == 0) {
            ask();
            break;
          }
          if (left < fallback_.kind()->smallest) return stand();
          Plan made = is_own_fallback_ ? move_by_lrta(goal()) : step_of_fallback({left, budget.deadline});
          made.work += units - left;
          if (std::uint64_t& far = quota(); far != kNoQuota && made.next != position()) {
            far -= std::min<std::uint64_t>(far, map().cost(position(), made.next));
          }
          return made;
        }
        default: {
          const Outcome outcome = check_.advance(climber_, left, work_.climb_steps);
          if (outcome != Outcome::kGoesOn) checked(outcome == Outcome::kArrives);
        }
      }
    }
  }

  // Figure 8, from its top.
  void ask() {
    way_changed_ = false;
    other_goal_ = false;
    if (!goal_check_) return search();
    check(Stage::kGoalCheck, position(), goal());
  }
  void search() {
    query_.give_back();
    stage_ = Stage::kSearch;
  }
  // False if there is no page for it.
  bool start_query() {
    if (!query_.make(map().memory())) return false;
    ++work_.database_queries;
    const Grid& grid = map().grid();
    const std::span<FoundTrip> room = room_ != nullptr ? std::span(room_.get(), m_) : std::span(query_->room).first(m_);
    query_->query.start(cases_->trips(), octile_distance(map().rules()),
                        trip_between(grid.cell(position()), grid.cell(goal())), room, index_);
    return true;
  }
  [[nodiscard]] bool is_checking() const {
    return stage_ != Stage::kSearch && stage_ != Stage::kLeg && stage_ != Stage::kFallback;
  }
  void check(Stage stage, NodeId from, NodeId to) {
    check_.start(from, to, cutoff_);
    stage_ = stage;
  }
  void try_next_record() {
    if (query_->query.empty()) return fail();
    record_ = query_->query.take().place;
    check(Stage::kStartCheck, position(), cases_->record(record_).front());
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
        if (!skip_start_) return head_for(0);
        return check(Stage::kFirstCheck, position(), record()[1]);
      case Stage::kFirstCheck: return head_for(arrives ? 1 : 0);
      case Stage::kLastCheck: return head_for(arrives ? kToGoal : record().size() - 1);
      default: WAYMARK_ASSERT(false);
    }
  }

  void head_for(std::uint32_t state) {
    query_.give_back();
    state_ = state;
    target_ = state == kToGoal ? goal() : cases_->record(record_)[state];
    if (!map().connected(position(), target_)) return fall_back(Quota::kNone);
    at_ = map().grid().cell(position());
    target_cell_ = map().grid().cell(target_);
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, 1 + kDirections);  // itself and its neighbours
    stage_ = Stage::kLeg;
    // Once it has moved, a search from here is of no use.
    if (fallback_.is_here() && position() != target_ &&
        (walks_by_lrta_ || climber_.best_direction(position(), at_, target_cell_) != kNoDirection)) {
      dismiss_unless_learned();
    }
  }
  void arrived() {
    asked_again_ = false;
    if (other_goal_) return ask();
    const std::uint32_t end = cases_->record(record_).size() - 1;
    if (state_ == end) return head_for(kToGoal);
    if (state_ + 1 == end && skip_end_) return check(Stage::kLastCheck, position(), goal());
    head_for(state_ + 1);
  }

  // Sixth enhancement: the first time, the fallback is interrupted after a while.
  void fail() { fall_back(std::exchange(has_failed_, true) || quota_factor_ == 0 ? Quota::kNone : Quota::kSome); }
  enum class Quota : bool { kNone, kSome };
  void fall_back(Quota quota) {
    query_.give_back();
    work_.fell_back = 1;
    has_quota_ = quota == Quota::kSome;
    stage_ = Stage::kFallback;
    if (!is_own_fallback_) lrta_.give_back();
    // If it was interrupted in vain it stands here, and goes on as if it had not been.
    if (fallback_.is_here() && fallback_->position() != position()) restart_fallback();
    if (fallback_is_here()) this->quota() = quota_from_here();  // or on a later step
  }
  [[nodiscard]] bool fallback_is_here() const { return is_own_fallback_ ? lrta_.is_here() : fallback_.is_here(); }
  // It is here.
  [[nodiscard]] std::uint64_t& quota() { return is_own_fallback_ ? lrta_->quota : fallback_.notes().quota; }
  // False if there is no page for it.
  bool call_fallback() {
    if (is_own_fallback_) return make_lrta();
    if (!fallback_.call(map())) return false;
    restart_fallback();
    return true;
  }
  bool make_lrta() {
    if (!lrta_.make(map().memory(), map())) return false;
    lrta_->h.set_goal(goal(), false);
    return true;
  }
  void restart_fallback() {
    fallback_->reset(position(), goal(), Learning::kKeep);
    fallback_.notes().counted = {};
  }
  [[nodiscard]] std::uint64_t quota_from_here() const {
    if (!has_quota_) return kNoQuota;
    const Cell from = map().grid().cell(position());
    const Cell to = map().grid().cell(goal());
    const OctileDistance distance = octile_distance(map().rules());
    const std::uint64_t way = distance.distance(std::abs(from.x - to.x), std::abs(from.y - to.y));
    return way * quota_factor_ / 1000;
  }
  void dismiss_unless_learned() {
    if (!fallback_.kind()->learns) fallback_.dismiss();
  }
  Plan step_of_fallback(const Budget& budget) {
    const AgentStep step = fallback_->step(budget);
    const Work& work = fallback_->work();
    Work& counted = fallback_.notes().counted;
    work_.expanded += work.expanded - counted.expanded;
    work_.generated += work.generated - counted.generated;
    work_.updates += work.updates - counted.updates;
    work_.update_volume += work.update_volume - counted.update_volume;
    work_.replans += work.replans - counted.replans;
    work_.peak_states = std::max(work_.peak_states, work.peak_states);
    counted = work;
    const bool goes_on = step.status == Status::kSolved || step.status == Status::kInProgress;
    return {step.position, step.work, goes_on ? Status::kInProgress : step.status};
  }

  struct FallbackNotes {
    Work counted;                    // of its work
    std::uint64_t quota = kNoQuota;  // as LegLrta has it
  };

  const CaseBase* cases_;
  HillClimber climber_;
  LentAgent<FallbackNotes> fallback_;
  PagedObject<LegLrta> lrta_;          // from its first move on
  PagedObject<RoomyQuery> query_;      // only while there is a query
  std::unique_ptr<FoundTrip[]> room_;  // if that of the page is too small
  std::uint32_t m_ = 0;                // records that are checked
  std::uint32_t cutoff_;
  std::uint32_t quota_factor_;  // in thousandths
  // Of a leg.
  NodeId target_ = kNoNode;
  std::uint32_t record_ = 0;
  std::uint32_t state_ = kToGoal;  // of the record, to which the leg leads
  Cell at_{};
  Cell target_cell_{};
  ClimbCheck check_;
  Stage stage_ = Stage::kFallback;
  bool way_changed_ = false;  // since the agent last asked: the map was edited, or the goal moved
  bool has_quota_ = false;    // the fallback is to be interrupted
  bool asked_again_ = false;  // where a leg got stuck, since the last state of a record was reached
  bool has_failed_ = false;   // a query without a record, since the agent began
  bool other_goal_ = false;   // than that for which the record was found
  TripSearch index_;
  bool goal_check_;
  bool skip_start_;
  bool skip_end_;
  bool walks_by_lrta_;    // on legs
  bool is_own_fallback_;  // and where no record fits, with the same table for the goal
};

const LentKind& lent_kind_of(KnnFallback fallback) {
  switch (fallback) {
    case KnnFallback::kLrta: break;
    case KnnFallback::kDaRtaa: return lent_da_rtaa();
    case KnnFallback::kTbWa: return lent_tb_wa();
  }
  return lent_lrta();
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
    choice<&KnnLrtaOptions::fallback, kKnnFallbacks>("fallback", "what walks where no record fits"),
    legs_parameter<&KnnLrtaOptions::legs>()};

}  // namespace

Result<AgentPtr> make_knn_lrta(const Map& map, const CaseBase& cases, const KnnLrtaOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (cases.kind() != DatabaseKind::kCases || !cases.fits(map)) {
    return Error{ErrorCode::kUnsupported, "the database is not of kind knn, or not for this map"};
  }
  if (auto good = check_options(options, kKnnLrtaParameters); !good) return good.error();
  return AgentPtr(std::make_unique<KnnLrta>(map, cases, options, lent_kind_of(options.fallback)));
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
         .recommended = "fallback=tb-wa,legs=climb"});

}  // namespace waymark
