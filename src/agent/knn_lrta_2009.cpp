#include "waymark/agent/knn_lrta_2009.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "agent/knn_parameters.hpp"
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

// Cells up to kNearby columns and rows away, the nearest in a straight line first, then by rows.
constexpr int kNearby = 8;
struct Offset {
  std::int8_t x;
  std::int8_t y;
};
constexpr std::size_t kOffsets = (2 * kNearby + 1) * (2 * kNearby + 1);
constexpr std::array<Offset, kOffsets> kNearestFirst = [] {
  std::array<Offset, kOffsets> offsets{};
  std::size_t count = 0;
  for (int y = -kNearby; y <= kNearby; ++y) {
    for (int x = -kNearby; x <= kNearby; ++x) {
      offsets[count++] = {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
    }
  }
  std::sort(offsets.begin(), offsets.end(), [](Offset a, Offset b) {
    const int nearer = a.x * a.x + a.y * a.y - b.x * b.x - b.y * b.y;
    return nearer != 0 ? nearer < 0 : (a.y != b.y ? a.y < b.y : a.x < b.x);
  });
  return offsets;
}();
constexpr std::size_t kOffsetsPerUnit = 10;

// What several records recommend: the mean of their subgoals, by weight.
struct Combined {
  static constexpr std::uint64_t kUnit = 1u << 20u;  // the weight of a record that is like what is asked for
  std::uint64_t weights = 0;
  std::uint64_t x = 0;  // times the weights
  std::uint64_t y = 0;
  std::uint32_t records = 0;
  std::uint32_t looked_at = 0;  // of kNearestFirst, around the mean
  NodeId first = kNoNode;       // the subgoal of the most similar record

  void add(NodeId subgoal, Cell at, Cost unlike) {
    const std::uint64_t weight = kUnit / (1 + std::uint64_t{unlike});
    if (records++ == 0) first = subgoal;
    weights += weight;
    x += weight * static_cast<std::uint64_t>(at.x);
    y += weight * static_cast<std::uint64_t>(at.y);
  }
  [[nodiscard]] Cell mean() const { return {rounded(x), rounded(y)}; }

 private:
  [[nodiscard]] int rounded(std::uint64_t sum) const { return static_cast<int>((2 * sum + weights) / (2 * weights)); }
};

// A query under way, the check of one of its records, and those that passed.
struct Asking {
  static constexpr std::size_t kRoom = 156;
  TripQuery query;
  ClimbCheck check;
  Combined combined;
  std::uint32_t record = 0;  // that is being checked
  Cost unlike = 0;           // it
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
        d_(static_cast<std::uint8_t>(options.d)),
        k_(static_cast<std::uint8_t>(options.k)),
        may_climb_(options.legs == KnnLegs::kClimb) {
    lookahead();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    // All records rejected: compared as often as their room is full, and each checked twice.
    const std::uint64_t records = cases_->records();
    const std::uint64_t scans = records / Asking::kRoom + 1;
    return scans * ((records + kTripsPerUnit - 1) / kTripsPerUnit) + (1 + 2 * records) * ClimbCheck::units(m_) +
           (k_ > 1 ? (kOffsets + kOffsetsPerUnit - 1) / kOffsetsPerUnit : 0) + kForgetting + move_units();
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
    kCombine,  // with k above 1
    kForget,   // what was learned for another subgoal
    kWalk,     // line 12
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
        case Stage::kCombine: look_around_mean(left); break;
        case Stage::kForget:
          --left;
          h_.set_goal(target_, false);
          stage_ = Stage::kWalk;
          break;
        default: {
          const ClimbCheck::Outcome outcome = asking_->check.advance(HillClimber(map()), left, work_.climb_steps);
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
    if (is_climbing_) {
      const HillClimber climber(map());
      const std::uint8_t direction = climber.best_direction(s, map().grid().cell(s), map().grid().cell(target_));
      if (direction != kNoDirection) {
        ++work_.expanded;
        work_.peak_states = std::max<std::uint64_t>(work_.peak_states, 1 + kDirections + used_);
        return {climber.step(s, direction), 1};
      }
      is_climbing_ = false;
    }
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
        asking_->combined = {};
        asking_->query.start(cases_->trips(), octile_distance(map().rules()),
                             trip_between(grid.cell(position()), grid.cell(goal())), *asking_->room, TripSearch::kScan,
                             TripMeasure::kSum);
        stage_ = Stage::kSearch;
        return;
      }
      case Stage::kStartCheck:
        if (!arrives) break;
        return check(Stage::kGoalsCheck, goal(), cases_->record(asking_->record).back());
      case Stage::kGoalsCheck: {
        if (!arrives) break;
        const NodeId subgoal = cases_->record(asking_->record)[kSubgoal];
        if (k_ == 1) return use(subgoal, subgoal);
        Combined& combined = asking_->combined;
        combined.add(subgoal, map().grid().cell(subgoal), asking_->unlike / map().rules().costs.cardinal);
        if (combined.records < k_) break;
        stage_ = Stage::kCombine;
        return;
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
      if (asking_->combined.records > 0) {
        stage_ = Stage::kCombine;
        return;
      }
      work_.fell_back = 1;
      return head_for(goal());
    }
    const FoundTrip found = query.take();
    asking_->record = found.place;
    asking_->unlike = found.distance;
    const CaseBase::Record record = cases_->record(asking_->record);
    if (taboo_.get(record[kSubgoal]) || !map().connected(position(), record[kSubgoal])) {
      --left;
      return;
    }
    check(Stage::kStartCheck, position(), record.front());
  }
  // Deviation 5.
  void look_around_mean(std::uint64_t& left) {
    Combined& combined = asking_->combined;
    const Cell mean = combined.mean();
    const std::size_t begun = combined.looked_at;
    const std::size_t end =
        std::min<std::uint64_t>(kOffsets, begun + std::min<std::uint64_t>(left, kOffsets) * kOffsetsPerUnit);
    NodeId nearest = kNoNode;
    while (nearest == kNoNode && combined.looked_at < end) {
      const Offset offset = kNearestFirst[combined.looked_at++];
      const Cell cell{mean.x + offset.x, mean.y + offset.y};
      if (!map().grid().passable(cell.x, cell.y)) continue;
      const NodeId node = map().grid().node(cell);
      if (map().connected(position(), node)) nearest = node;
    }
    left -= (combined.looked_at - begun + kOffsetsPerUnit - 1) / kOffsetsPerUnit;
    if (nearest == kNoNode && combined.looked_at < kOffsets) return;
    use(combined.first, nearest != kNoNode && nearest != position() ? nearest : combined.first);
  }
  // Where there is no page to note that a subgoal was used, the agent does without one that it might come back to for
  // ever.
  void use(NodeId subgoal, NodeId target) {
    bool* const used = taboo_.at(subgoal);
    if (used == nullptr) return head_for(goal());
    *used = true;
    ++used_;
    head_for(target);
  }
  void head_for(NodeId target) {
    asking_.give_back();
    is_climbing_ = may_climb_;
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
  std::uint8_t k_;
  bool may_climb_;
  bool is_climbing_ = false;  // on this leg, so far
  Stage stage_ = Stage::kAsk;
  NodeId target_ = kNoNode;
  std::uint32_t walk_epoch_ = 0;  // of the map, in which there is a way to the target; its low bits
};

constexpr std::tuple kKnnLrta2009Parameters{
    whole<&KnnLrta2009Options::m>("m", "m", "steps of a reachability check", 1, kMaxCutoff),
    depth_parameter<&KnnLrta2009Options::d>(),
    whole<&KnnLrta2009Options::k>("k", "k", "similar records whose subgoals are combined", 1, kMostCombined),
    legs_parameter<&KnnLrta2009Options::legs>()};

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
