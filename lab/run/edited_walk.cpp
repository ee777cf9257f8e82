#include "lab/run/edited_walk.hpp"

#include <algorithm>
#include <utility>

#include "lab/run/map_changes.hpp"
#include "lab/run/processor_time.hpp"
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
  Unit(AgentPtr agent, NodeId start, NodeId goal, Timing timing)
      : agent_(std::move(agent)), start_(start), goal_(goal), timing_(timing) {}

  UnitStep step(const Budget& budget) {
    const auto now = timing_ == Timing::kSteps ? &wall_ns : &processor_ns;
    const std::uint64_t began = now();
    if (!has_set_out_) agent_->reset(start_, goal_);
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
  NodeId goal_;
  Timing timing_;
  bool has_set_out_ = false;
};

// The edits of a script, step by step.
class ScriptReader {
 public:
  explicit ScriptReader(const EditScript& script) : script_(&script) {}

  // Those of `step`, and of steps before it that were not asked for.
  std::span<const AreaEdit> take(std::uint64_t step) {
    changes_.clear();
    for (; !is_over() && script_->edits[next_].step <= step; ++next_) {
      changes_.push_back({script_->edits[next_].area, script_->edits[next_].passable});
    }
    return changes_;
  }
  [[nodiscard]] bool is_over() const { return next_ == script_->edits.size(); }

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

  EditedWalk finish(Status status, const Unit& unit, NodeId goal) {
    result_.walk.status = status;
    result_.work = unit.work();
    result_.figures.replans = result_.work.replans;
    result_.length = map_->rules().costs.length(cardinals_, diagonals_);
    result_.bytes = unit.bytes();
    result_.has_way = map_->connected(position(), goal);
    return std::move(result_);
  }

 private:
  const Map* map_;
  EditedWalk result_;
  std::uint64_t cardinals_ = 0;
  std::uint64_t diagonals_ = 0;
  std::uint64_t total_ns_ = 0;
};

Status walk_on(Unit& unit, Map& map, NodeId goal, const EditScript& script, const RunOptions& options,
               WalkRecord& record) {
  const std::uint64_t last_edit = script.edits.empty() ? 0 : script.edits.back().step;
  const std::uint64_t limit =
      options.max_moves != 0 ? options.max_moves : last_edit + default_step_limit(map, record.position(), goal);
  const Budget budget{options.budget};
  ScriptReader reader(script);
  while (record.position() != goal) {
    if (record.steps() >= limit) return Status::kOutOfBudget;
    apply_changes(reader.take(record.steps() + 1), map);
    const UnitStep step = unit.step(budget);
    record.add(step);
    if (step.status == Status::kSolved || step.status == Status::kInProgress) continue;
    if (step.status != Status::kUnreachable && step.status != Status::kBlocked) return step.status;
    record.add_blocked_step();
    if (reader.is_over()) return Status::kUnreachable;
  }
  return Status::kSolved;
}

}  // namespace

Result<EditedWalk> walk_with_edits(const Map& map, const AlgorithmChoice& algorithm, Cell start, Cell goal,
                                   const EditScript& script, const RunOptions& options) {
  auto own = std::make_unique<Map>(Grid(map.grid()), map.rules());
  const NodeId from = own->grid().node(start);
  const NodeId to = own->grid().node(goal);
  auto agent = algorithm.make_agent(*own, options.budget, options.databases);
  if (!agent) return agent.error();
  Unit unit(*std::move(agent), from, to, timing_of(algorithm));
  WalkRecord record(*own, from);
  const Status status = walk_on(unit, *own, to, script, options, record);
  EditedWalk result = record.finish(status, unit, to);
  result.map = std::move(own);
  return result;
}

}  // namespace waymark
