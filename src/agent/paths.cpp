#include "waymark/agent/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

#include "agent/learned_heuristic.hpp"
#include "agent/lent_agent.hpp"
#include "agent/move_plan.hpp"
#include "agent/path_ending.hpp"
#include "agent/paths_parameters.hpp"
#include "agent/row_rejoin.hpp"
#include "agent/sliced_ending.hpp"
#include "agent/window_search.hpp"
#include "agent/workspace.hpp"
#include "base/paged_object.hpp"
#include "subgoals/hill_climb.hpp"
#include "subgoals/living_paths.hpp"
#include "subgoals/row_cursor.hpp"
#include "subgoals/row_walk.hpp"
#include "waymark/base/inline.hpp"

namespace waymark {
namespace {

class Paths final : public Agent {
 public:
  Paths(const Map& map, const PathDatabase& database, const PathsOptions& options)
      : Agent(map),
        paths_(&map.derived<LivingPaths>({.database = &database})),
        climber_(map),
        fallback_(&lent_tb_wa()),
        r_(static_cast<std::uint16_t>(options.r)) {
    prepare_workspace();
  }

  [[nodiscard]] std::uint64_t plan_bound() const override {
    return std::max(RowRejoin::most_units(), most_to_end()) + std::max<std::uint64_t>(2, fallback_.kind()->bound);
  }
  [[nodiscard]] std::uint64_t smallest_plan() const override {
    return std::max<std::uint64_t>(1, fallback_.kind()->smallest);
  }
  [[nodiscard]] std::uint64_t bytes() const override {
    const bool ends = plan_.is_here() && plan_->ending.is_here();
    return sizeof(*this) + plan_.bytes() + fallback_.bytes() +
           (ends ? plan_->ending.bytes() + plan_->ending->held() : 0);
  }

 private:
  enum class Stage : std::uint8_t {
    kRow,    // along the row of the goal's centroid
    kPlan,   // along moves found beforehand: to the goal, or back to the row
    kSlice,  // along those of a plan that becomes one to the goal meanwhile
    kClimb,  // each move lowers the distance to the goal on an empty map
    kFallback,
  };
  // What a unit that fell back waits for.
  enum class Hope : std::uint8_t {
    kNone,     // the database does not know the way
    kRoot,     // another version, in which a row leads to where the goal can be reached
    kHealing,  // another version, in which the row is right
  };
  struct UnitPlan : MovePlan {
    PagedObject<SlicedEnding> ending;
  };

  static constexpr std::uint32_t kNearDeltas = 4;
  static constexpr std::uint32_t kMostNear = 256;       // cells
  static constexpr std::uint32_t kMostClimbed = 512;    // moves, of a straight way to the goal
  static constexpr std::uint32_t kLeastToShorten = 12;  // moves
  static constexpr std::uint32_t kMostToShorten = 192;
  static constexpr std::uint32_t kShareFollowed = 4;  // of a plan, of moves of the goal at which it may be made anew
  static constexpr std::uint32_t kStepsPerUnit = PathEnding::kStepsPerUnit;
  static constexpr std::uint64_t kClimbUnits = (kMostClimbed + kStepsPerUnit - 1) / kStepsPerUnit + 1;
  static constexpr std::uint64_t kLeastToEnd = 500;    // at once; with fewer the end is made in slices
  static constexpr std::uint64_t kLeastToRejoin = 60;  // with fewer the fallback walks

  // With the move after it.
  [[nodiscard]] std::uint64_t most_to_end() const {
    return kClimbUnits + PathEnding::kMostUnits + PathEnding::most_expanded(r_) + 1;
  }

  void prepare_workspace() const override {
    this_thread_workspace().get<WindowSearch>().prepare();
    this_thread_workspace().get<PathEnding>().prepare();
    fallback_.kind()->prepare();
  }
  void begin(NodeId, NodeId, Learning) override {
    fallback_.dismiss();
    walked_ = 0;
    goal_moves_ = false;
    start_anew();
  }
  void rest() override {
    plan_.give_back();
    fallback_.dismiss();
  }
  void edited(std::span<const Grid::Change> /*changes*/) override {
    if (fallback_.is_here()) tell_edits_to(*fallback_);
    if (cursor_.row() != RowCursor::kNoRow) paths_->want(cursor_.row());
  }
  void retargeted(NodeId old_goal) override {
    goal_moves_ = true;
    if (stage_ == Stage::kFallback && fallback_.is_here()) fallback_->retarget(goal());
    if (still_serves(old_goal)) return;
    const bool was_near = moves_to(old_goal) <= near();
    const std::uint32_t to_check = stage_ == Stage::kRow ? to_check_ : 0;
    start_anew();
    to_check_ = was_near ? to_check : std::min(to_check, moves_to_near());
  }
  // What it does, for where the goal is now.
  bool still_serves(NodeId old_goal) {
    switch (stage_) {
      case Stage::kRow: return false;
      case Stage::kPlan:
        if (!plan_.is_here()) return false;  // it has arrived
        if (aim_ == kNoNode) return is_of_same_row();
        return serves(aim_) || (aim_ == old_goal && follow(old_goal));
      case Stage::kSlice: return serves(aim_);
      case Stage::kClimb: return true;  // by_climb looks at each move
      case Stage::kFallback: return fallback_.is_here() && is_of_same_row() && !may_go_by_row();
    }
    return false;
  }
  [[nodiscard]] bool is_of_same_row() const {
    return cursor_.row() != RowCursor::kNoRow && paths_->row_for(map(), goal()) == cursor_.row();
  }
  // The goal went on by a move, and so does the plan; unless it has become a detour, and was not made a short time ago.
  bool follow(NodeId old_goal) {
    const std::uint8_t direction = map().direction(old_goal, goal());
    if (direction == kNoDirection) return false;
    if (!plan_->is_done() && map().direction(goal(), old_goal) == plan_->last()) {
      plan_->drop_last();
      if (shape_.after_corner > 0) --shape_.after_corner;
    } else if (plan_->append(direction)) {
      ++shape_.after_corner;
    } else {
      return false;
    }
    take_from_least(direction);
    aim_ = goal();
    ++followed_;
    const std::uint32_t away = moves_to_goal();
    return kShareFollowed * followed_ <= plan_->left() || plan_->left() <= away + away / kShareFollowed;
  }

  void start_anew() {
    plan_.give_back();
    circle_.start(position());
    to_check_ = 0;
    stage_ = Stage::kRow;
    choose_row();
    if (stage_ != Stage::kFallback) fallback_.dismiss();
  }
  void choose_row() {
    const RowCursor::Row row = paths_->row_for(map(), goal());
    ++work_.database_queries;
    if (row == paths_->rows()) {
      cursor_.open(RowCursor::kNoRow);
      return fall_back(Hope::kRoot);
    }
    if (row != cursor_.row()) cursor_.open(row);
    paths_->want(row);
  }
  // Of a unit whose row failed.
  [[nodiscard]] Hope hope() const { return paths_->is_right(map(), cursor_.row()) ? Hope::kNone : Hope::kHealing; }
  WAYMARK_NEVER_INLINE void fall_back(Hope hope) {
    work_.fell_back = 1;
    plan_.give_back();
    stage_ = Stage::kFallback;
    hope_ = hope;
    version_ = paths_->version();
  }
  [[nodiscard]] bool may_go_by_row() const {
    switch (hope_) {
      case Hope::kNone: return false;
      case Hope::kRoot: return version_ != paths_->version();
      case Hope::kHealing: return version_ != paths_->version() && paths_->is_right(map(), cursor_.row());
    }
    return false;
  }

  // In moves, at least, on any map.
  [[nodiscard]] std::uint32_t moves_to_goal() const { return moves_to(goal()); }
  [[nodiscard]] std::uint32_t moves_to(NodeId node) const {
    const Cell at = map().grid().cell(position());
    const Cell to = map().grid().cell(node);
    return static_cast<std::uint32_t>(std::max(std::abs(at.x - to.x), std::abs(at.y - to.y)));
  }
  [[nodiscard]] std::uint32_t near() const { return std::min(kNearDeltas * paths_->database().delta(), kMostNear); }
  [[nodiscard]] std::uint32_t moves_to_near() const {
    const std::uint32_t away = moves_to_goal();
    return away > near() ? away - near() : 1;
  }

  [[nodiscard]] NodeId root() const { return cursor_.root(*paths_); }

  Plan plan(const Budget& budget) override {
    const std::uint8_t direction = next_move();
    return direction != kNoDirection ? walk(direction, 0) : plan_more(budget);
  }
  // Of a step that is a move and nothing else, as most are; what that needs lies together, for who has it in no cache.
  [[nodiscard]] std::uint8_t next_move() {
    switch (stage_) {
      case Stage::kRow:
        if (to_check_ == 0 || position() == root()) return kNoDirection;
        return cursor_.move(map(), *paths_, tiles(), position());
      case Stage::kPlan:
        if (plan_->is_done() || is_to_improve() || plan_->left() == to_check_) return kNoDirection;
        return is_legal(plan_->next()) ? plan_->next() : kNoDirection;
      case Stage::kClimb: return by_climb();
      case Stage::kSlice:
      case Stage::kFallback: break;
    }
    return kNoDirection;
  }
  WAYMARK_NEVER_INLINE Plan plan_more(const Budget& budget) {
    const std::uint64_t units = std::min(budget.units, plan_bound());
    std::uint64_t spent = 0;
    for (;;) {
      std::uint8_t direction = kNoDirection;
      switch (stage_) {
        case Stage::kRow: direction = by_row(units, spent); break;
        case Stage::kPlan: direction = by_plan(units, spent); break;
        case Stage::kSlice: direction = by_slice(units, spent); break;
        case Stage::kClimb: direction = by_climb(); break;
        case Stage::kFallback:
          if (!may_go_by_row()) return by_fallback({units - spent, budget.deadline}, spent);
          walked_ = 0;
          start_anew();
          break;
      }
      if (direction != kNoDirection && spent < units) return walk(direction, spent);
      if (direction != kNoDirection || spent == units) return {position(), spent};
      if (must_wait_) {  // on the next step
        must_wait_ = false;
        return {position(), spent};
      }
    }
  }
  WAYMARK_ALWAYS_INLINE Plan walk(std::uint8_t direction, std::uint64_t spent) {
    ++work_.expanded;
    const NodeId next = map().space().step(position(), direction);
    walked_ = saturating_add(walked_, map().table().cost[direction]);
    if (stage_ == Stage::kPlan || stage_ == Stage::kSlice) {
      plan_->advance();
      take_from_least(direction);
    }
    if (stage_ == Stage::kRow) {
      --to_check_;
      // Where rows healed meanwhile it may well turn back.
      if (version_ != paths_->version()) {
        version_ = paths_->version();
        circle_.start(next);
      } else if (circle_.is_closed_by(next)) {
        fall_back(hope());
      }
    }
    return {next, spent + 1};
  }
  // The four say the Direction of the next move; kNoDirection if the stage is another now.
  std::uint8_t by_row(std::uint64_t units, std::uint64_t& spent) {
    const bool is_whole = spent == 0;  // else what is too much for the rest of a step is done on the next one
    if (to_check_ == 0 || position() == root()) {
      if (units < kLeastToEnd) {
        end_in_slices(spent, units);
      } else if (is_whole || units - spent >= most_to_end()) {
        end(spent, units);
      } else {
        must_wait_ = true;
      }
      return kNoDirection;
    }
    const std::uint8_t direction = cursor_.move(map(), *paths_, tiles(), position());
    if (direction != kNoDirection) return direction;
    if (units - spent >= (is_whole ? kLeastToRejoin : RowRejoin::most_units())) {
      rejoin(spent, units);
    } else if (is_whole) {
      fall_back(hope());
    } else {
      must_wait_ = true;
    }
    return kNoDirection;
  }
  std::uint8_t by_plan(std::uint64_t units, std::uint64_t& spent) {
    // A way found on this step is improved on the next.
    if (!plan_->is_done() && (is_to_improve() || plan_->left() == to_check_) && spent == 0 && units >= kLeastToEnd) {
      shorten(spent, units);
      if (stage_ != Stage::kPlan) return kNoDirection;
    }
    if (!plan_->is_done() && is_legal(plan_->next())) return plan_->next();
    leave_for_row();
    return kNoDirection;
  }
  std::uint8_t by_slice(std::uint64_t units, std::uint64_t& spent) {
    if (units - spent > 1) {  // the last is for the move
      SlicedEnding& ending = *plan_->ending;
      note_bytes();
      const SlicedEnding::Outcome outcome = ending.go_on(slice_task(), *plan_, units - spent - 1);
      spent += ending.units();
      work_.expanded += ending.expanded();
      work_.peak_states = std::max<std::uint64_t>(work_.peak_states, ending.expanded());
      if (outcome == SlicedEnding::Outcome::kCircle ||
          (outcome == SlicedEnding::Outcome::kBroken && position() == root())) {
        fall_back(hope());
        return kNoDirection;
      }
      if (outcome == SlicedEnding::Outcome::kBroken) aim_ = kNoNode;
      if (outcome != SlicedEnding::Outcome::kGoesOn) {
        shape_ = {0, static_cast<std::uint16_t>(ending.after_corner()), aim_ != kNoNode && units >= kLeastToEnd};
        plan_->ending.give_back();
        stage_ = Stage::kPlan;
      }
    }
    if (plan_->is_done() && stage_ == Stage::kSlice) {
      must_wait_ = true;
    } else if (!plan_->is_done() && is_legal(plan_->next())) {
      return plan_->next();
    } else {
      leave_for_row();
    }
    return kNoDirection;
  }
  [[nodiscard]] SlicedEnding::Task slice_task() { return {map(), *paths_, tiles(), cursor_, walked_, 2 * near(), r_}; }
  [[nodiscard]] bool is_to_improve() const {
    return shape_.is_rough && (!goal_moves_ || plan_->left() <= shape_.after_corner + PathEnding::kCornerSide);
  }
  // From a way that is over or broken; to another row if the goal went on since.
  void leave_for_row() {
    if (aim_ != kNoNode && aim_ != goal()) return start_anew();
    plan_.give_back();
    stage_ = Stage::kRow;
    to_check_ = aim_ == kNoNode ? 1 : 0;
  }
  [[nodiscard]] bool is_legal(std::uint8_t direction) const {
    return ((map().table().legal[map().grid().neighbourhood(position())] >> direction) & 1u) != 0;
  }
  std::uint8_t by_climb() {
    const Cell at = map().grid().cell(position());
    const Cell to = map().grid().cell(goal());
    const std::uint8_t direction = climber_.best_direction(position(), at, to);
    // All of the way was looked at; where the goal went since, each move is.
    const bool is_straight =
        direction != kNoDirection && (aim_ == goal() || climber_.detour_of(at, direction, to) == 0);
    if (is_straight) return direction;
    leave_for_row();
    return kNoDirection;
  }

  // Straight to the goal if there is such a way, which is then a shortest one; near the goal by its own way. Else the
  // row goes on.
  void end(std::uint64_t& spent, std::uint64_t units) {
    const bool is_at_root = position() == root();
    if (goes_straight(spent, kMostClimbed) || !(is_at_root || moves_to_goal() <= near())) return;
    auto& ending = this_thread_workspace().get<PathEnding>();
    const std::uint32_t trail = std::min(PathEnding::kMostTrail, 2 * near());
    const PathEnding::Outcome outcome = ending.make(task(trail, units - spent - 1));
    charge(ending, spent);
    if (outcome == PathEnding::Outcome::kFound) return take(ending);
    if (is_at_root) return fall_back(hope());
    to_check_ = outcome == PathEnding::Outcome::kFar ? trail - near() : near() / 8;
  }
  // The same for who has less to spend.
  void end_in_slices(std::uint64_t& spent, std::uint64_t units) {
    const std::uint64_t left = units - spent;
    const auto most =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(kMostClimbed, left > 2 ? (left - 2) * kStepsPerUnit : 0));
    if (goes_straight(spent, most) || !(position() == root() || moves_to_goal() <= near())) return;
    if (!plan_.make(map().memory()) || !plan_->ending.make(map().memory(), slice_task(), position(), goal())) {
      return fall_back(Hope::kNone);
    }
    stage_ = Stage::kSlice;
    aim_ = goal();
    shape_ = {};
    followed_ = 0;
    to_check_ = 0;
  }
  // Looks for a straight way of at most so many moves, and says when to look again.
  bool goes_straight(std::uint64_t& spent, std::uint32_t most) {
    const std::uint32_t away = moves_to_goal();
    to_check_ =
        away > most ? std::min(away - most, moves_to_near()) : std::min(moves_to_near(), std::max(away / 4, 1u));
    if (away > most) return false;
    const HillClimber::Climb climb = climber_.climb_straight(position(), goal(), most);
    spent += climb.steps / kStepsPerUnit + 1;
    work_.climb_steps += climb.steps;
    if (!climb.arrived) return false;
    stage_ = Stage::kClimb;
    aim_ = goal();
    return true;
  }
  [[nodiscard]] PathEnding::Task task(std::uint32_t trail, std::uint64_t units) const {
    return {map(), *paths_, tiles(), climber_, cursor_, position(), goal(), trail, walked_, r_, units, goal_moves_};
  }
  [[nodiscard]] PathTiles tiles() const { return {map().grid().width(), 0}; }
  void charge(const PathEnding& ending, std::uint64_t& spent) {
    spent += ending.units();
    work_.expanded += ending.expanded();
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, 1 + kDirections + ending.expanded());
  }

  void take(const PathEnding& ending) {
    take(ending.way(), goal(), ending.may_improve());
    shape_ = ending.shape();
    if (shape_.is_rough) to_check_ = 0;
  }
  // By a move of its own or of the goal no way gets shorter by more than that.
  void take_from_least(std::uint8_t direction) {
    shape_.least -= std::min(shape_.least, Cost{map().table().cost[direction]});
  }
  // Moves that lead to `aim`: the goal, or kNoNode, a cell of the row.
  void take(std::span<const NodeId> way, NodeId aim, bool may_improve) {
    if (!plan_.make(map().memory())) return fall_back(Hope::kNone);
    NodeId at = position();
    for (const NodeId node : way) {
      plan_->add(map().direction(at, node));
      at = node;
    }
    aim_ = aim;
    shape_ = {};
    followed_ = 0;
    stage_ = Stage::kPlan;
    set_to_shorten(may_improve);
  }
  // After two fifths of it, but not far away.
  void set_to_shorten(bool may_improve) {
    to_check_ = may_improve ? std::min(plan_->left() * 3 / 5, kMostToShorten) : 0;
    if (to_check_ < kLeastToShorten) to_check_ = 0;
  }
  void shorten(std::uint64_t& spent, std::uint64_t units) {
    to_check_ = 0;
    const bool is_rough = std::exchange(shape_.is_rough, false);
    if (aim_ != goal()) return;
    auto& ending = this_thread_workspace().get<PathEnding>();
    const PathEnding::Task now = task(std::min(PathEnding::kMostTrail, 2 * near()), units - spent - 1);
    const bool shorter = is_rough ? ending.improve(now, *plan_, shape_) : ending.shorten(now, *plan_);
    charge(ending, spent);
    if (shorter) return take(ending);
    set_to_shorten(ending.may_improve());
  }

  // The row is broken here: to the nearest cell from where it leads on.
  void rejoin(std::uint64_t& spent, std::uint64_t units) {
    auto& window = this_thread_workspace().get<WindowSearch>();
    RowRejoin search(map(), *paths_, cursor_, goal());
    const auto way = search.find(window, position(), units - spent);
    ++work_.replans;
    work_.expanded += window.expanded();
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, window.expanded());
    spent += search.units();
    if (way.empty() || way.size() >= MovePlan::kMostMoves) return fall_back(hope());
    take(way, kNoNode, false);
  }

  Plan by_fallback(const Budget& budget, std::uint64_t spent) {
    if (!fallback_.is_here()) {
      if (!fallback_.call(map())) return {position(), spent + 1, Status::kOutOfRoom};
      fallback_->reset(position(), goal());
    }
    if (budget.units < fallback_.kind()->smallest) return {position(), spent};
    const AgentStep step = fallback_->step(budget);
    count_work_of(fallback_, work_);
    const bool goes_on = step.status == Status::kSolved || step.status == Status::kInProgress;
    return {step.position, spent + step.work, goes_on ? Status::kInProgress : step.status};
  }

  const LivingPaths* paths_;
  HillClimber climber_;
  LentAgent<Work> fallback_;  // of its work, what is counted
  PagedObject<UnitPlan> plan_;
  RowCursor cursor_;
  NodeId aim_ = kNoNode;        // of the plan, or where the goal was when all of the way straight there was looked at
  std::uint32_t to_check_ = 1;  // moves until it looks for another way; of a plan, those left then
  Cost walked_ = 0;
  RowCircle circle_;
  std::uint32_t version_ = 0;   // when it fell back, or at the last move by a row
  std::uint32_t followed_ = 0;  // moves of the goal since the plan was made
  PathEnding::Shape shape_{};   // of the plan
  std::uint16_t r_;
  Stage stage_ = Stage::kRow;
  Hope hope_ = Hope::kNone;
  bool must_wait_ = false;
  bool goal_moves_ = false;  // or did
};
static_assert(sizeof(Paths) <= 256);

}  // namespace

Result<AgentPtr> make_paths(const Map& map, const PathDatabase& paths, const PathsOptions& options) {
  if (auto fits = LearnedHeuristic::check(map.rules()); !fits) return fits.error();
  if (auto fits = paths.check(map); !fits) return fits.error();
  if (auto good = check_options(options, kPathsParameters); !good) return good.error();
  return AgentPtr(std::make_unique<Paths>(map, paths, options));
}

}  // namespace waymark
