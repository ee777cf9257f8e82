#include "lab/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "lab/run/living_walk.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/verify.hpp"
#include "lab/run/wall_time.hpp"
#include "offline/parallel_items.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {
namespace {

bool same_length(double a, double b) { return std::abs(a - b) <= kLengthTolerance * std::max(1.0, std::max(a, b)); }

// One thread's means of running problems.
class Runner {
 public:
  Runner(const Map& map, AgentPtr agent, const AlgorithmChoice& algorithm, const RunOptions& options)
      : map_(&map),
        agent_(std::move(agent)),
        algorithm_(algorithm),
        info_(algorithm.info),
        options_(options),
        database_(database_figures(algorithm, options.databases, map)) {
    if (options.smooth) smoothing_.emplace(map, *options.smooth);
  }

  RunRow run(const Problem& problem) {
    const NodeId start = map_->grid().node(problem.start);
    const NodeId goal = map_->grid().node(problem.target());
    RunRow row;
    row.problem = problem.index;
    row.start = problem.start;
    row.goal = problem.goal;
    row.nearest = problem.nearest;
    if (options_.is_living()) {
      run_living(row, problem);
      return row;
    }
    walk(*agent_, *map_, start, goal, options_, walk_, Learning::kForget, timing());
    if (options_.trials > 0) row.trials = repeat(start, goal);
    measure(row);
    compare(row, problem, start, goal);
    return row;
  }

 private:
  // More trials after the first, which was just walked.
  TrialFigures repeat(NodeId start, NodeId goal) {
    TrialFigures trials;
    for (;;) {
      ++trials.count;
      trials.travel += path_length(*map_, walk_.positions).value_or(0);
      // Without an update the next trial would be the same.
      const bool settled = agent_->work().updates == 0;
      trials.converged = settled && walk_.status == Status::kSolved;
      if (settled || trials.count == options_.trials) return trials;
      walk(*agent_, *map_, start, goal, options_, walk_, Learning::kKeep, timing());
    }
  }

  void run_living(RunRow& row, const Problem& problem) {
    row.goal_walk = problem.goal_walk;
    LivingWalk made =
        walk_in_world(*map_, algorithm_, problem.start, problem.goal, options_.with(problem.goal_walk)).value();
    walk_ = std::move(made.walk);
    row.living = made.figures;
    row.work = made.work;
    row.online_bytes = made.bytes;
    row.moves = made.moves;
    measure_steps(row);
    if (options_.paths) {
      row.path = cells_of(walk_.positions);
      row.goal_path = cells_of(made.goals);
    }
    if (row.status == Status::kSolved) row.cost = made.length;
    if (!options_.chase) find_optimal(row, problem);
    if (row.cost && row.optimal) row.suboptimality = *row.optimal > 0 ? (*row.cost / *row.optimal - 1) * 100 : 0;
    if (options_.edits == nullptr && row.cost && row.optimal && *row.cost < *row.optimal &&
        !same_length(*row.cost, *row.optimal)) {
      row.fault = fmt::format("the path costs {}, a shortest one {}", *row.cost, *row.optimal);
    }
    if (!made.legal) row.fault = "a move was not legal on the map of its time";
    if (row.status == Status::kCostOverflow) row.fault = "the path costs more than exact costs can hold";
    // What it saw may have been edited since.
    const bool knows_enough = options_.vision == 0 || options_.edits == nullptr;
    if (row.status == Status::kUnreachable && made.has_way && knows_enough) {
      row.fault = "the goal is reported unreachable, but there is a path";
    }
    count_distinct_states(row);
  }

  void measure(RunRow& row) {
    row.work = agent_->work();
    row.online_bytes = agent_->most_bytes();
    if (const PathFinder* const finder = agent_->finder()) {
      row.found = {finder->solutions(), finder->bound(), finder->forgotten()};
    }
    row.moves = walk_.positions.size() - 1;
    measure_steps(row);
    if (row.status == Status::kSolved && options_.paths) row.path = cells_of(walk_.positions);
  }

  void measure_steps(RunRow& row) {
    row.status = walk_.status;
    row.database = database_;
    row.max_expanded_per_move = walk_.max_expanded;
    row.max_work_per_move = walk_.max_work;
    row.first_move_ns = walk_.first_move_ns;
    std::vector<std::uint64_t>& times = walk_.step_ns;
    row.steps = times.size();
    if (times.empty()) times.push_back(0);
    std::uint64_t sum = 0;
    for (const std::uint64_t time : times) sum += time;
    row.mean_move_ns = static_cast<double>(sum) / static_cast<double>(times.size());
    std::sort(times.begin(), times.end());
    if (options_.step_times && row.steps > 0) row.step_ns = times;
    row.max_move_ns = times.back();
    row.p99_move_ns = times[(times.size() * 99 + 99) / 100 - 1];
  }

  [[nodiscard]] std::vector<Cell> cells_of(std::span<const NodeId> nodes) const {
    std::vector<Cell> cells;
    cells.reserve(nodes.size());
    for (const NodeId node : nodes) cells.push_back(map_->grid().cell(node));
    return cells;
  }

  // Of the map as it was given.
  void find_optimal(RunRow& row, const Problem& problem) {
    row.optimal = problem.optimal;
    const NodeId start = map_->grid().node(problem.start);
    const NodeId goal = map_->grid().node(problem.target());
    if (row.optimal || !map_->connected(start, goal)) return;
    if (reference_ == nullptr) {
      reference_ = std::make_unique<OptimalLengths>(*map_, info_->jumps ? Reference::kAStar : Reference::kFastest);
    }
    if (const auto shortest = reference_->find(start, goal)) {
      // Equal but for the rounding of the doubles.
      row.optimal =
          row.cost && same_length(*row.cost, shortest->length) && info_->optimal ? *row.cost : shortest->length;
    }
  }

  void compare(RunRow& row, const Problem& problem, NodeId start, NodeId goal) {
    if (row.status == Status::kSolved) {
      row.cost = path_length(*map_, walk_.positions);
      if (!row.cost || walk_.positions.front() != start || walk_.positions.back() != goal) {
        row.fault = "the path is not one of legal moves from start to goal";
      }
    }
    row.walked = row.cost ? *row.cost : path_length(*map_, walk_.positions).value_or(0);
    find_optimal(row, problem);
    if (row.cost && row.optimal) {
      row.suboptimality = *row.optimal > 0 ? (*row.cost / *row.optimal - 1) * 100 : 0;
      const bool equal = same_length(*row.cost, *row.optimal);
      if (row.fault.empty() && !equal && (info_->optimal || *row.cost < *row.optimal)) {
        row.fault = fmt::format("the path costs {}, a shortest one {}", *row.cost, *row.optimal);
      }
    }
    if (smoothing_ && row.cost && row.fault.empty()) smooth(row);
    if (row.status == Status::kCostOverflow) row.fault = "the path costs more than exact costs can hold";
    if (row.status == Status::kUnreachable && map_->connected(start, goal)) {
      row.fault = "the goal is reported unreachable, but there is a path";
    }
    if (row.status == Status::kUnreachable && options_.paths && info_->is_whole_path()) find_partial(row, start, goal);
    count_distinct_states(row);
  }

  void smooth(RunRow& row) {
    row.smoothed = smoothing_->smooth(walk_.positions, *row.cost, options_.paths, row.fault);
    if (!row.optimal || options_.smooth->kind == SmoothingKind::kSight) return;
    row.smoothed->suboptimality = *row.optimal > 0 ? (row.smoothed->cost / *row.optimal - 1) * 100 : 0;
    if (row.smoothed->cost < *row.optimal && !same_length(row.smoothed->cost, *row.optimal)) {
      row.fault = fmt::format("the smoothed path costs {}, a shortest one {}", row.smoothed->cost, *row.optimal);
    }
  }

  // An agent is told at once that its goal is out of reach and searches for nothing: the search is asked here.
  void find_partial(RunRow& row, NodeId start, NodeId goal) {
    if (finder_ == nullptr) finder_ = algorithm_.make(*map_, options_.databases).value();
    finder_->solve(start, goal);
    if (!finder_->has_partial_path()) return;
    std::vector<NodeId> nodes;
    finder_->append_partial_path(nodes);
    row.partial_path = cells_of(nodes);
    if (nodes.empty() || nodes.front() != start || !path_length(*map_, nodes)) {
      row.fault = "the partial path is not one of legal moves from the start";
    }
  }

  void count_distinct_states(RunRow& row) {
    std::vector<NodeId>& visited = walk_.positions;
    std::sort(visited.begin(), visited.end());
    row.distinct_states = static_cast<std::uint64_t>(std::unique(visited.begin(), visited.end()) - visited.begin());
  }

  [[nodiscard]] Timing timing() const { return timing_of(algorithm_); }

  const Map* map_;
  AgentPtr agent_;
  std::unique_ptr<OptimalLengths> reference_;
  PathFinderPtr finder_;  // for partial paths
  AlgorithmChoice algorithm_;
  const AlgorithmInfo* info_;
  RunOptions options_;
  std::optional<DatabaseFigures> database_;
  std::optional<PathSmoothing> smoothing_;
  Walk walk_;
};

}  // namespace

Result<AgentPtr> make_agent_for(const Map& map, const AlgorithmChoice& algorithm, const RunOptions& options) {
  if (options.vision > 0 && algorithm.database() != DatabaseKind::kNone) {
    return Error{
        ErrorCode::kUnsupported,
        algorithm.to_string() + " has a database, which is of a map that is known: it cannot be run with a vision"};
  }
  return algorithm.make_agent(map, options.budget, options.databases);
}

std::uint64_t default_step_limit(const Map& map, NodeId start, NodeId goal) {
  const OctileDistance empty_map = octile_distance(map.rules());
  const Cost distance = GridHeuristic<OctileDistance>(map.grid(), goal, empty_map)(start);
  return std::uint64_t{1000} * (distance / map.rules().costs.cardinal + 1);
}

void walk(Agent& agent, const Map& map, NodeId start, NodeId goal, const RunOptions& options, Walk& result,
          Learning learning, Timing timing) {
  const std::uint64_t limit = options.max_moves != 0 ? options.max_moves : default_step_limit(map, start, goal);
  result.positions.assign(1, start);
  result.step_ns.clear();
  result.first_move_ns = 0;
  result.max_expanded = 0;
  result.max_work = 0;
  result.work = 0;
  const Budget budget{options.budget};
  const auto now = timing == Timing::kSteps ? &wall_ns : &processor_ns;
  const std::uint64_t reset_began = now();
  agent.reset(start, goal, learning);
  // Setting out belongs to the first step: some agents begin their search there.
  std::uint64_t extra = now() - reset_began;
  std::uint64_t total_ns = 0;
  for (;;) {
    if (agent.status() == Status::kSolved) break;
    if (result.step_ns.size() >= limit) {
      result.status = Status::kOutOfBudget;
      return;
    }
    const bool timed = timing == Timing::kSteps || result.positions.size() == 1;
    const std::uint64_t began = timed ? now() : 0;
    const AgentStep step = agent.step(budget);
    const std::uint64_t ns = timed ? now() - began + extra : 0;
    extra = 0;
    total_ns += ns;
    result.step_ns.push_back(ns);
    result.max_expanded = std::max(result.max_expanded, step.expanded);
    result.max_work = std::max(result.max_work, step.work);
    result.work += step.work;
    if (step.position != result.positions.back()) {
      if (result.positions.size() == 1) result.first_move_ns = total_ns;
      result.positions.push_back(step.position);
    }
    if (step.status != Status::kInProgress) break;
  }
  // A problem that begins on a blocked cell has no path.
  result.status = agent.status() == Status::kBlocked ? Status::kUnreachable : agent.status();
}

Result<Done> run_problems(const Map& map, const AlgorithmChoice& algorithm, std::span<const Problem> problems,
                          const RunOptions& options, const RowSink& sink) {
  // The first agent is made here, so that an algorithm that does not go with the map is an error and not a crash.
  auto first = make_agent_for(map, algorithm, options);
  if (!first) return first.error();
  std::mutex mutex;
  AgentPtr ready = *std::move(first);
  const auto take_agent = [&] {
    if (options.is_living()) return AgentPtr();  // each problem has one on a map of its own
    const std::lock_guard lock(mutex);
    return ready != nullptr ? std::move(ready) : make_agent_for(map, algorithm, options).value();
  };
  for_each_item<RunRow>(
      problems.size(), {.threads = std::max(options.jobs, 1)},
      [&]() -> std::function<RunRow(std::size_t)> {
        auto runner = std::make_shared<Runner>(map, take_agent(), algorithm, options);
        return [&problems, runner](std::size_t i) { return runner->run(problems[i]); };
      },
      [&sink](std::size_t, RunRow&& row) { return sink(std::move(row)); });
  return Done{};
}

Result<std::vector<RunRow>> run_problems(const Map& map, const AlgorithmChoice& algorithm,
                                         std::span<const Problem> problems, const RunOptions& options) {
  std::vector<RunRow> rows;
  rows.reserve(problems.size());
  const auto done = run_problems(map, algorithm, problems, options, [&rows](RunRow&& row) {
    rows.push_back(std::move(row));
    return true;
  });
  if (!done) return done.error();
  return rows;
}

}  // namespace waymark
