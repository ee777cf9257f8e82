#include "waymark/agent/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>

#include "agent/lent_agent.hpp"
#include "agent/move_plan.hpp"
#include "agent/path_ending.hpp"
#include "agent/row_cursor.hpp"
#include "agent/rows.hpp"
#include "agent/window_search.hpp"
#include "agent/workspace.hpp"
#include "base/paged_object.hpp"
#include "subgoals/hill_climb.hpp"
#include "subgoals/living_paths.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

class Paths final : public Agent {
 public:
  Paths(const Map& map, const PathDatabase& database, const PathsOptions& options)
      : Agent(map),
        paths_(&map.derived<LivingPaths>({.database = &database})),
        tiles_(map.grid().width(), map.grid().height()),
        climber_(map),
        fallback_(&lent_tb_wa()),
        r_(options.r) {
    prepare_workspace();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    return std::max(most_to_rejoin(), most_to_end()) + std::max<std::uint64_t>(2, fallback_.kind()->bound);
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override {
    return std::max<std::uint64_t>(1, fallback_.kind()->smallest);
  }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + plan_.bytes() + fallback_.bytes(); }

 private:
  enum class Stage : std::uint8_t { kRow, kPlan, kClimb, kFallback };
  // What a unit that fell back waits for.
  enum class Hope : std::uint8_t {
    kNone,     // the database does not know the way
    kHealing,  // another version, in which the row is right
  };

  static constexpr std::uint32_t kNearDeltas = 4;
  static constexpr std::uint32_t kMostNear = 256;    // cells
  static constexpr std::uint32_t kMostClimbed = 512;
  static constexpr std::uint32_t kRejoin = 1000;     // expansions
  static constexpr std::uint32_t kFollowed = 20'000;  // moves of rows, for all of a search for one
  static constexpr std::uint32_t kLookUps = 4;       // units

  [[nodiscard]] std::uint64_t most_to_end() const { return 60 + PathEnding::kMostUnits + r_; }
  [[nodiscard]] static std::uint64_t most_to_rejoin() { return kRejoin + kFollowed / PathEnding::kStepsPerUnit + 1; }

  void prepare_workspace() const override {
    this_thread_workspace().get<WindowSearch>().prepare();
    this_thread_workspace().get<PathEnding>().prepare();
    fallback_.kind()->prepare();
  }
  void begin(NodeId, NodeId, Learning) override {
    fallback_.dismiss();
    start_anew();
  }
  void rest() override {
    plan_.give_back();
    fallback_.dismiss();
  }
  void edited(std::span<const Grid::Change> /*changes*/) override {
    if (fallback_.is_here()) tell_edits_to(*fallback_);
    if (stage_ != Stage::kClimb && cursor_.row() != RowCursor::kNoRow) paths_->want(cursor_.row());
  }
  void retargeted(NodeId /*old_goal*/) override {
    start_anew();
  }

  void start_anew() {
    plan_.give_back();
    walked_ = 0;
    tortoise_ = kNoNode;
    lap_ = 1;
    power_ = 1;
    choose_row();
    if (stage_ != Stage::kFallback) fallback_.dismiss();
  }
  void choose_row() {
    const PathDatabase& database = paths_->database();
    const LivingPaths::Row row = database.row_for(map().grid().cell(goal()));
    ++work_.database_queries;
    stage_ = Stage::kRow;
    to_check_ = 1;
    if (row >= database.rows()) return fall_back(Hope::kNone);
    cursor_.open(row);
    paths_->want(row);
    const NodeId root = paths_->root(row);
    if (root == kNoNode || !map().connected(root, goal())) {
      return fall_back(paths_->is_right(map(), row) ? Hope::kNone : Hope::kHealing);
    }
    set_check();
  }
  void fall_back(Hope hope) {
    work_.fell_back = 1;
    stage_ = Stage::kFallback;
    hope_ = hope;
    version_ = paths_->version();
    plan_.give_back();
  }
  [[nodiscard]] std::uint32_t near() const {
    return std::min(tuning.near_factor * paths_->database().delta(), kMostNear);
  }
  // Moves until the goal may be near.
  void set_check() {
    const Cell at = map().grid().cell(position());
    const Cell to = map().grid().cell(goal());
    const auto away = static_cast<std::uint32_t>(std::max(std::abs(at.x - to.x), std::abs(at.y - to.y)));
    to_check_ = away > kMostClimbed ? away - kMostClimbed : 1;
  }

  Plan plan(const Budget& budget) override {
    std::uint64_t spent = 0;
    const std::uint64_t units = std::min(budget.units, plan_bound());
    for (;;) {
      switch (stage_) {
        case Stage::kRow: {
          if (--to_check_ == 0) {
            if (units - spent < most_to_end() + 1) {
              to_check_ = 1;
              if (spent > 0) return {position(), spent};
              fall_back(Hope::kNone);
              break;
            }
            end(spent);
            break;
          }
          const std::uint8_t direction = cursor_.move(map(), *paths_, tiles_, position());
          if (direction == kNoDirection || is_round()) {
            lost(spent, units);
            break;
          }
          return walk(direction, spent);
        }
        case Stage::kPlan: {
          if (plan_->is_done()) {
            plan_.give_back();
            stage_ = Stage::kRow;
            to_check_ = 1;
            break;
          }
          const std::uint8_t direction = plan_->next();
          if (!is_legal(direction)) {
            plan_.give_back();
            stage_ = Stage::kRow;
            to_check_ = 1;
            break;
          }
          if (plan_->left() == again_ && spent + 1 < units && units - spent > most_to_end()) {
            look_again(spent);
            break;
          }
          if (spent == units) return {position(), spent};
          plan_->advance();
          return walk(direction, spent);
        }
        case Stage::kClimb: {
          const std::uint8_t direction =
              climber_.best_direction(position(), map().grid().cell(position()), map().grid().cell(goal()));
          if (direction == kNoDirection) {
            stage_ = Stage::kRow;
            to_check_ = 1;
            break;
          }
          if (spent == units) return {position(), spent};
          return walk(direction, spent);
        }
        case Stage::kFallback: {
          if (hope_ == Hope::kHealing && version_ != paths_->version() && paths_->is_right(map(), cursor_.row())) {
            fallback_.dismiss();
            start_anew();
            break;
          }
          if (!fallback_.is_here() && !call_fallback()) return {position(), spent + 1, Status::kOutOfRoom};
          if (units - spent < fallback_.kind()->smallest) return {position(), spent};
          Plan made = step_of_fallback({units - spent, budget.deadline});
          made.work += spent;
          return made;
        }
      }
    }
  }
  [[nodiscard]] bool is_legal(std::uint8_t direction) const {
    return ((map().table().legal[map().grid().neighbourhood(position())] >> direction) & 1u) != 0;
  }
  Plan walk(std::uint8_t direction, std::uint64_t spent) {
    ++work_.expanded;
    walked_ = saturating_add(walked_, map().table().cost[direction]);
    return {map().space().step(position(), direction), spent + 1};
  }
  // Brent's: whether the row has led back to a cell.
  bool is_round() {
    if (position() == tortoise_) return true;
    if (--lap_ == 0) {
      tortoise_ = position();
      power_ *= 2;
      lap_ = power_;
    }
    return false;
  }

  void end(std::uint64_t& spent) {
    const Cell at = map().grid().cell(position());
    const Cell to = map().grid().cell(goal());
    const auto away = static_cast<std::uint32_t>(std::max(std::abs(at.x - to.x), std::abs(at.y - to.y)));
    to_check_ = 2;
    spent += 1;
    const bool is_at_root = position() == paths_->root(cursor_.row());
    if (!is_at_root) {
      const HillClimber::Climb climb = climber_.climb_along(position(), goal(), kMostClimbed, 0);
      spent += climb.steps / 10;
      work_.climb_steps += climb.steps;
      if (climb.arrived) {
        stage_ = Stage::kClimb;
        tuning.climbed++;
        return;
      }
      if (away > near()) {
        to_check_ = std::min(away - near(), std::max(away / 4, 1u)) + 1;
        return;
      }
    }
    auto& ending = this_thread_workspace().get<PathEnding>();
    const std::uint32_t trail = std::min(PathEnding::kMostTrail, 2 * near());
    const PathEnding::Outcome outcome =
        ending.make({map(), *paths_, tiles_, climber_, cursor_, position(), goal(), trail, walked_, r_});
    spent += ending.units();
    work_.expanded += ending.expanded();
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, ending.expanded());
    if (outcome == PathEnding::Outcome::kFound) return take(ending.way(), ending.may_improve());
    if (is_at_root) return fall_back(paths_->is_right(map(), cursor_.row()) ? Hope::kNone : Hope::kHealing);
    to_check_ = outcome == PathEnding::Outcome::kFar ? trail - near() + 1 : 8 + 1;
  }
  void take(std::span<const NodeId> way, bool look_again) {
    if (!plan_.make(map().memory())) return fall_back(Hope::kNone);
    NodeId at = position();
    for (const NodeId node : way) {
      plan_->add(direction_of(at, node));
      at = node;
    }
    again_ = 0;
    if (look_again) set_again();
    stage_ = Stage::kPlan;
  }
  void set_again() {
    const std::uint32_t left = plan_->left();
    again_ = left > 3 * 96 ? 96 * 2 : left * tuning.again / 100;
    if (again_ < 8) again_ = 0;
  }
  void look_again(std::uint64_t& spent) {
    tuning.agains++;
    auto& ending = this_thread_workspace().get<PathEnding>();
    rest_.clear();
    NodeId at = position();
    rest_.push_back(at);
    for (std::uint32_t i = 0; i < plan_->left(); ++i) {
      at = map().space().step(at, plan_->ahead(i));
      rest_.push_back(at);
    }
    if (at != goal()) return;
    for (std::size_t i = 1; i < rest_.size(); ++i) if (map().cost(rest_[i-1], rest_[i]) == kInfiniteCost) { again_ = 0; return; }
    const bool shorter = ending.shorten({map(), *paths_, tiles_, climber_, cursor_, position(), goal(), 2 * near(), walked_, r_}, rest_);
    spent += ending.units();
    work_.expanded += ending.expanded();
    if (shorter) return take(ending.way(), ending.may_improve());
    if (ending.may_improve()) set_again(); else again_ = 0;
  }
  std::vector<NodeId> rest_;
  std::uint32_t again_ = 0;
  [[nodiscard]] std::uint8_t direction_of(NodeId from, NodeId to) const {
    std::uint8_t direction = 0;
    while (map().space().step(from, direction) != to) ++direction;
    return direction;
  }

  void lost(std::uint64_t& spent, std::uint64_t units) {
    (void)units;
    (void)spent;
    fall_back(paths_->is_right(map(), cursor_.row()) ? Hope::kNone : Hope::kHealing);
  }

  bool call_fallback() {
    if (!fallback_.call(map())) return false;
    fallback_->reset(position(), goal());
    return true;
  }
  Plan step_of_fallback(const Budget& budget) {
    const AgentStep step = fallback_->step(budget);
    const Work& work = fallback_->work();
    Work& counted = fallback_.notes();
    work_.expanded += work.expanded - counted.expanded;
    work_.generated += work.generated - counted.generated;
    work_.replans += work.replans - counted.replans;
    work_.peak_states = std::max(work_.peak_states, work.peak_states);
    counted = work;
    const bool goes_on = step.status == Status::kSolved || step.status == Status::kInProgress;
    return {step.position, step.work, goes_on ? Status::kInProgress : step.status};
  }

  const LivingPaths* paths_;
  PathTiles tiles_;
  HillClimber climber_;
  LentAgent<Work> fallback_;  // of its work, what is counted
  PagedObject<MovePlan> plan_;
  RowCursor cursor_;
  std::uint32_t r_;
  std::uint32_t to_check_ = 1;  // moves until it looks whether the goal is near
  Cost walked_ = 0;
  NodeId tortoise_ = kNoNode;
  std::uint32_t lap_ = 1;
  std::uint32_t power_ = 1;
  std::uint32_t version_ = 0;  // when it fell back
  Stage stage_ = Stage::kRow;
  Hope hope_ = Hope::kNone;
};

}  // namespace

Result<AgentPtr> make_paths(const Map& map, const PathDatabase& paths, const PathsOptions& options) {
  return AgentPtr(std::make_unique<Paths>(map, paths, options));
}

}  // namespace waymark
