#include "lab/run/edited_walk.hpp"

#include <algorithm>
#include <utility>

#include "lab/run/map_changes.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/wall_time.hpp"
#include "waymark/base/heap_bytes.hpp"

namespace waymark {
namespace {

struct UnitStep {
  Status status;
  NodeId position;
  std::uint64_t work = 0;
  std::uint64_t expanded = 0;
  std::uint64_t ns = 0;
};

// What walks: an agent, or a search with the path it found.
class Unit {
 public:
  virtual ~Unit() = default;
  // `edited`: the map was, since the step before.
  virtual UnitStep step(const Budget& budget, bool edited) = 0;
  [[nodiscard]] virtual Work work() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // Plans made anew because the map had changed.
  [[nodiscard]] virtual std::uint64_t replans() const = 0;
};

class AgentUnit final : public Unit {
 public:
  AgentUnit(AgentPtr agent, NodeId start, NodeId goal) : agent_(std::move(agent)), start_(start), goal_(goal) {}

  UnitStep step(const Budget& budget, bool /*edited: it sees for itself*/) override {
    const std::uint64_t began = wall_ns();
    if (!has_set_out_) agent_->reset(start_, goal_);
    has_set_out_ = true;
    const AgentStep made = agent_->step(budget);
    return {made.status, made.position, made.work, made.expanded, wall_ns() - began};
  }
  [[nodiscard]] Work work() const override { return has_set_out_ ? agent_->work() : Work{}; }
  [[nodiscard]] std::uint64_t bytes() const override { return agent_->most_bytes(); }
  [[nodiscard]] std::uint64_t replans() const override { return work().replans; }

 private:
  AgentPtr agent_;
  NodeId start_;
  NodeId goal_;
  bool has_set_out_ = false;
};

class PathUnit final : public Unit {
 public:
  PathUnit(const Map& map, PathFinderPtr finder, NodeId start, NodeId goal)
      : map_(&map), finder_(std::move(finder)), position_(start), goal_(goal) {}

  UnitStep step(const Budget& budget, bool edited) override {
    // A query must not go on over an edit of its map.
    if (edited && (state_ == State::kSearches || (state_ == State::kWalks && !path_holds()))) end_plan();
    UnitStep made{Status::kInProgress, position_};
    if (state_ == State::kStands && !map_->connected(position_, goal_)) {
      made.status = Status::kUnreachable;
      return made;
    }
    if (state_ != State::kWalks) {
      const std::uint64_t began = processor_ns();
      made.status = search(budget, made);
      made.ns = processor_ns() - began;
      if (state_ != State::kWalks) return made;
    }
    position_ = path_[next_++];
    made.position = position_;
    made.status = position_ == goal_ ? Status::kSolved : Status::kInProgress;
    return made;
  }
  [[nodiscard]] Work work() const override {
    Work all = before_;
    if (state_ != State::kStands) all += finder_->work();
    return all;
  }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + finder_->bytes() + heap_bytes_of(path_); }
  [[nodiscard]] std::uint64_t replans() const override { return plans_ > 0 ? plans_ - 1 : 0; }

 private:
  enum class State : std::uint8_t { kStands, kSearches, kWalks };

  [[nodiscard]] bool path_holds() const {
    for (std::size_t i = next_; i < path_.size(); ++i) {
      if (map_->cost(path_[i - 1], path_[i]) == kInfiniteCost) return false;
    }
    return true;
  }

  void end_plan() {
    before_ += finder_->work();
    state_ = State::kStands;
  }

  Status search(const Budget& budget, UnitStep& made) {
    if (state_ == State::kStands) {
      ++plans_;
      finder_->start(position_, goal_);
      state_ = State::kSearches;
    }
    const std::uint64_t popped = finder_->popped();
    const std::uint64_t expanded = finder_->work().expanded;
    const Status status = finder_->step(budget);
    made.work = finder_->popped() - popped;
    made.expanded = finder_->work().expanded - expanded;
    if (status == Status::kInProgress) return status;
    if (status != Status::kSolved) {
      end_plan();
      return status;
    }
    path_.clear();
    finder_->append_path(path_);
    next_ = 1;
    state_ = State::kWalks;
    return status;
  }

  const Map* map_;
  PathFinderPtr finder_;
  NodeId position_;
  NodeId goal_;
  State state_ = State::kStands;
  std::uint64_t plans_ = 0;
  Work before_;  // of the plans before this one
  std::vector<NodeId> path_;
  std::size_t next_ = 1;
};

Result<std::unique_ptr<Unit>> make_unit(const Map& map, const AlgorithmChoice& algorithm, NodeId start, NodeId goal,
                                        const RunOptions& options) {
  if (algorithm.info->make_finder != nullptr) {
    auto finder = algorithm.make(map);
    if (!finder) return finder.error();
    return std::unique_ptr<Unit>(std::make_unique<PathUnit>(map, *std::move(finder), start, goal));
  }
  auto agent = algorithm.make_agent(map, options.budget, options.databases);
  if (!agent) return agent.error();
  return std::unique_ptr<Unit>(std::make_unique<AgentUnit>(*std::move(agent), start, goal));
}

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
    result_.figures.replans = unit.replans();
    result_.length = map_->rules().costs.length(cardinals_, diagonals_);
    result_.work = unit.work();
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
    const std::uint64_t epoch = map.grid().epoch();
    apply_changes(reader.take(record.steps() + 1), map);
    const UnitStep step = unit.step(budget, map.grid().epoch() != epoch);
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
  const auto unit = make_unit(*own, algorithm, from, to, options);
  if (!unit) return unit.error();
  WalkRecord record(*own, from);
  const Status status = walk_on(**unit, *own, to, script, options, record);
  EditedWalk result = record.finish(status, **unit, to);
  result.map = std::move(own);
  return result;
}

}  // namespace waymark
