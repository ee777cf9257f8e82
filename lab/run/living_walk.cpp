#include "lab/run/living_walk.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "lab/run/chase.hpp"
#include "lab/run/map_changes.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/vision.hpp"
#include "lab/run/wall_time.hpp"

namespace waymark {
namespace {

struct UnitStep {
  Status status;
  NodeId position;
  std::uint64_t work = 0;
  std::uint64_t expanded = 0;
  std::uint64_t ns = 0;
};

// An agent, timed as RunRow says.
class Unit {
 public:
  Unit(AgentPtr agent, NodeId start, Timing timing) : agent_(std::move(agent)), start_(start), timing_(timing) {}

  UnitStep step(const Budget& budget, NodeId goal) {
    const auto now = timing_ == Timing::kSteps ? &wall_ns : &processor_ns;
    const std::uint64_t began = now();
    if (!has_set_out_) {
      agent_->reset(start_, goal);
    } else if (goal != agent_->goal()) {
      agent_->retarget(goal);
    }
    has_set_out_ = true;
    const AgentStep made = agent_->step(budget);
    // To walk a path that is there takes no time.
    const bool timed = timing_ == Timing::kSteps || made.work != 0;
    return {made.status, made.position, made.work, made.expanded, timed ? now() - began : 0};
  }
  [[nodiscard]] Work work() const { return has_set_out_ ? agent_->work() : Work{}; }
  [[nodiscard]] std::uint64_t bytes() const { return agent_->most_bytes(); }

 private:
  AgentPtr agent_;
  NodeId start_;
  Timing timing_;
  bool has_set_out_ = false;
};

// The edits of a script, step by step.
class ScriptReader {
 public:
  // Null: there is none.
  explicit ScriptReader(const EditScript* script) : script_(script) {}

  // Those of `step`, and of steps before it that were not asked for.
  std::span<const AreaEdit> take(std::uint64_t step) {
    changes_.clear();
    for (; !is_over() && script_->edits[next_].step <= step; ++next_) {
      changes_.push_back({script_->edits[next_].area, script_->edits[next_].passable});
    }
    return changes_;
  }
  [[nodiscard]] bool is_over() const { return script_ == nullptr || next_ == script_->edits.size(); }
  [[nodiscard]] std::uint64_t last_step() const {
    return script_ == nullptr || script_->edits.empty() ? 0 : script_->edits.back().step;
  }

 private:
  const EditScript* script_;
  std::size_t next_ = 0;
  std::vector<AreaEdit> changes_;
};

// Counts what a walk is made of, one step at a time.
class WalkRecord {
 public:
  WalkRecord(const Map& map, NodeId start) : map_(&map) { result_.walk.positions.push_back(start); }

  void add(const UnitStep& step) {
    Walk& walk = result_.walk;
    walk.step_ns.push_back(step.ns);
    walk.max_expanded = std::max(walk.max_expanded, step.expanded);
    walk.max_work = std::max(walk.max_work, step.work);
    walk.work += step.work;
    total_ns_ += step.ns;
    const NodeId before = walk.positions.back();
    walk.positions.push_back(step.position);
    if (step.position == before) return;
    if (result_.moves++ == 0) walk.first_move_ns = total_ns_;
    const Cost cost = map_->cost(before, step.position);
    result_.legal = result_.legal && cost != kInfiniteCost;
    // On hexagons, and where both cost the same, all moves count as straight.
    ++(cost != map_->rules().costs.cardinal ? diagonals_ : cardinals_);
  }
  [[nodiscard]] std::uint64_t steps() const { return result_.walk.step_ns.size(); }
  [[nodiscard]] NodeId position() const { return result_.walk.positions.back(); }
  void add_blocked_step() { ++result_.figures.blocked_steps; }

  LivingWalk finish(Status status, const Unit& unit) {
    result_.walk.status = status;
    result_.work = unit.work();
    result_.figures.replans = result_.work.replans;
    result_.length = map_->rules().costs.length(cardinals_, diagonals_);
    result_.bytes = unit.bytes();
    return std::move(result_);
  }

 private:
  const Map* map_;
  LivingWalk result_;
  std::uint64_t cardinals_ = 0;
  std::uint64_t diagonals_ = 0;
  std::uint64_t total_ns_ = 0;
};

// All that changes around a unit.
class World {
 public:
  World(const Map& map, NodeId start, NodeId goal, const RunOptions& options)
      : map_(std::make_unique<Map>(Grid(map.grid()), map.rules())), goal_(goal), script_(options.edits) {
    if (options.chase) {
      moving_.emplace(*map_, *options.chase, start, goal);
      goals_.push_back(goal);
    }
    if (options.vision == 0) return;
    vision_.emplace(*map_, options.vision);
    // Before anything is derived from what it knows.
    vision_->look(start);
  }

  // Before a step of the unit.
  void prepare(std::uint64_t step, NodeId unit) {
    apply_changes(script_.take(step), *map_);
    if (vision_) vision_->look(unit);
  }
  // After it.
  void respond(NodeId unit) {
    if (!moving_) return;
    moving_->move(unit);
    goal_ = moving_->position();
    goals_.push_back(goal_);
  }
  // No way will open to one who stands at `unit` and knows of none.
  [[nodiscard]] bool is_hopeless(NodeId unit) const {
    return script_.is_over() && !(moving_ && map_->connected(unit, goal_));
  }

  [[nodiscard]] const Map& map() const { return *map_; }
  // That the unit plans on.
  [[nodiscard]] const Map& known() const { return vision_ ? vision_->known() : *map_; }
  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] std::uint64_t last_edit() const { return script_.last_step(); }

  void finish(LivingWalk& result) {
    if (moving_) result.figures.goal_moves = moving_->moves();
    if (vision_) result.figures.discovered = vision_->discovered();
    result.goals = std::move(goals_);
    result.has_way = map_->connected(result.walk.positions.back(), goal_);
    result.map = std::move(map_);  // stays where it is
  }

 private:
  std::unique_ptr<Map> map_;
  NodeId goal_;
  ScriptReader script_;
  std::optional<MovingGoal> moving_;
  std::optional<Vision> vision_;
  std::vector<NodeId> goals_;
};

Status walk_on(Unit& unit, World& world, const RunOptions& options, WalkRecord& record) {
  const std::uint64_t limit =
      options.max_moves != 0 ? options.max_moves
                             : world.last_edit() + default_step_limit(world.map(), record.position(), world.goal());
  const Budget budget{options.budget};
  while (record.position() != world.goal()) {
    if (record.steps() >= limit) return Status::kOutOfBudget;
    world.prepare(record.steps() + 1, record.position());
    const UnitStep step = unit.step(budget, world.goal());
    record.add(step);
    const bool has_no_way = step.status == Status::kUnreachable || step.status == Status::kBlocked;
    if (has_no_way) record.add_blocked_step();
    world.respond(record.position());
    if (has_no_way && world.is_hopeless(record.position())) return Status::kUnreachable;
    if (!has_no_way && step.status != Status::kSolved && step.status != Status::kInProgress) return step.status;
  }
  return Status::kSolved;
}

}  // namespace

Result<LivingWalk> walk_in_world(const Map& map, const AlgorithmChoice& algorithm, Cell start, Cell goal,
                                 const RunOptions& options) {
  const NodeId from = map.grid().node(start);
  World world(map, from, map.grid().node(goal), options);
  auto agent = make_agent_for(world.known(), algorithm, options);
  if (!agent) return agent.error();
  Unit unit(*std::move(agent), from, timing_of(algorithm));
  WalkRecord record(world.map(), from);
  const Status status = walk_on(unit, world, options, record);
  LivingWalk result = record.finish(status, unit);
  world.finish(result);
  return result;
}

}  // namespace waymark
