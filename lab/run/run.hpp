// Runs one algorithm on problems and measures it: one row of figures for each.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/run/chase.hpp"
#include "lab/run/memory.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/smoothing.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/work.hpp"
#include "waymark/io/edit_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Of the trials of one problem.
struct TrialFigures {
  std::uint64_t count = 0;
  bool converged = false;  // the last trial solved the problem and learned nothing
  double travel = 0;       // of all trials, in cardinal steps
};

// Of a run in a world that changes (lab/run/living_walk.hpp).
struct LivingFigures {
  // Plans given up for another (Work::replans); of a whole-path search as its parameter `replan` says.
  std::uint64_t replans = 0;
  std::uint64_t blocked_steps = 0;               // on which it stood because there was no way to the goal
  std::optional<std::uint64_t> goal_moves = {};  // with a chase
  std::optional<std::uint64_t> discovered = {};  // cells that were not what a unit took them for, with a vision
};

// Of a search that tells more of its path than what it costs (PathFinder).
struct FoundFigures {
  std::uint32_t solutions = 0;  // of an anytime search: how many it found, the last of which was walked
  double bound = 0;             // and how many times the cheapest that one may cost, as proven
  std::uint64_t forgotten = 0;  // nodes that SMA* dropped to go on
};

// Every algorithm runs as an agent; a whole-path search plans on its first move and then walks. A step on which the
// agent stands still counts as a move in the figures per move.
//
// Times are in nanoseconds. Of an agent that plans as it goes: wall clock, of each step. Of a whole-path search: the
// processor time of its query, from setting out to the path in hand, all of it on the first move (with a budget: on the
// steps up to that); to walk a path that is there takes no time, so the other moves count 0, first_move_ns is the query
// and mean_move_ns the query divided by the steps.
struct RunRow {
  std::uint64_t problem = 0;  // Problem::index
  Cell start{};
  Cell goal{};
  Status status = Status::kInProgress;
  std::optional<double> cost = {};           // in cardinal steps; if solved
  double walked = 0;                         // the same however it ended; of a world that stands still
  std::optional<double> optimal = {};        // if there is a path
  std::optional<double> suboptimality = {};  // percent; if solved
  std::uint64_t moves = 0;
  Work work = {};
  std::uint64_t max_expanded_per_move = 0;
  std::uint64_t max_work_per_move = 0;
  double mean_move_ns = 0;
  std::uint64_t p99_move_ns = 0;  // nearest rank
  std::uint64_t max_move_ns = 0;
  std::uint64_t first_move_ns = 0;
  std::uint64_t distinct_states = 0;  // cells stood on
  // Walked, the start included; if asked for, and solved. In a world that changes however it ended, a cell for every
  // step, standing still included.
  std::vector<Cell> path = {};
  // If paths are asked for, in a world that stands still, and there is none: what a search keeps of its way then
  // (PathFinder::append_partial_path).
  std::vector<Cell> partial_path = {};
  std::vector<Cell> goal_path = {};         // with a chase: where the goal was then
  std::optional<GoalWalk> goal_walk = {};   // Problem::goal_walk
  std::uint64_t steps = 0;                  // moves, and steps on which the agent stood still
  std::vector<std::uint64_t> step_ns = {};  // rising, one per step; if asked for
  // If asked for; the figures above are those of the last trial then.
  std::optional<TrialFigures> trials = {};
  // If the world changes. Shortest paths are those of the map before the first edit then; with a chase there are none.
  std::optional<LivingFigures> living = {};
  // Of a whole-path search, in a world that stands still.
  std::optional<FoundFigures> found = {};
  // If databases were given and the algorithm uses one.
  std::optional<DatabaseFigures> database = {};
  std::optional<SmoothingFigures> smoothed = {};  // if asked for, and solved
  std::optional<Cell> nearest = {};               // Problem::nearest: what the other figures are of
  std::uint64_t online_bytes = 0;                 // Agent::most_bytes() of the walk
  // What did not hold, e.g. "the path costs 7, a shortest one 6"; empty if all is well.
  std::string fault = {};

  // Of all steps, in nanoseconds.
  [[nodiscard]] double total_ns() const { return mean_move_ns * static_cast<double>(steps); }
  // How often the agent came to a cell it came to at all, mean: from 1, more where it scrubs.
  [[nodiscard]] double visits_per_state() const {
    return static_cast<double>(moves + 1) / static_cast<double>(distinct_states);
  }
};

struct RunOptions {
  int jobs = 1;             // threads, from 1
  bool paths = false;       // keep the paths in the rows
  bool step_times = false;  // and the times of the steps
  // A run of more steps ends as out_of_budget. 0: a thousand times the distance on an empty map.
  std::uint64_t max_moves = 0;
  std::uint64_t budget = Agent::kUnbounded;  // work units a step
  // Above 0: each problem is walked again, with what was learned, until a trial learns nothing, at most so often.
  std::uint64_t trials = 0;
  Databases databases = {};  // for the algorithms that need one; alive during the run
  // Made on a copy of the map under each walking unit, from the first step of each problem on; alive during the run.
  const EditScript* edits = nullptr;
  std::optional<ChaseRule> chase = {};  // how the goal moves; nothing: it stays
  // Above 0: a unit knows of the map only what it has seen, so many columns and rows around it (lab/run/vision.hpp).
  int vision = 0;
  // Of whole-path searches, in worlds that stay.
  std::optional<Smoothing> smooth = {};

  // The same for a problem whose goal walks a way of its own.
  [[nodiscard]] RunOptions with(const std::optional<GoalWalk>& goal_walk) const {
    RunOptions options = *this;
    if (options.chase) options.chase->way = goal_walk;
    return options;
  }
  // Whether the world changes under way. Not with trials.
  [[nodiscard]] bool is_living() const { return edits != nullptr || chase || vision > 0; }
};

// The algorithm as an agent on a map, or on what is known of it. Fails too where a database would know more.
Result<AgentPtr> make_agent_for(const Map& map, const AlgorithmChoice& algorithm, const RunOptions& options);

// A thousand times the distance on an empty map, in steps.
std::uint64_t default_step_limit(const Map& map, NodeId start, NodeId goal);

// What is measured of a walk.
enum class Timing : std::uint8_t {
  kSteps,  // the wall clock of each step
  kQuery,  // the processor time until the first move; 0 for the steps after it, unless it plans again
};
inline Timing timing_of(const AlgorithmChoice& algorithm) {
  return algorithm.info->is_whole_path() ? Timing::kQuery : Timing::kSteps;
}

// Walks `agent` from start to goal: what a row is made of.
struct Walk {
  Status status;
  std::vector<NodeId> positions;       // one per move, the start first
  std::vector<std::uint64_t> step_ns;  // one per step
  std::uint64_t first_move_ns = 0;     // until the agent first moved
  std::uint64_t max_expanded = 0;      // on one step
  std::uint64_t max_work = 0;
  std::uint64_t work = 0;  // units of all steps
};
void walk(Agent& agent, const Map& map, NodeId start, NodeId goal, const RunOptions& options, Walk& result,
          Learning learning = Learning::kForget, Timing timing = Timing::kSteps);

// Takes the rows one at a time, in the order of the problems, on the caller's thread. Returning false ends the run.
using RowSink = std::function<bool(RunRow&& row)>;

// Rows do not depend on the number of threads, but for times and online_bytes. Fails if the algorithm cannot be made
// for this map. Lengths of shortest paths that the problems lack are computed outside the measured time.
Result<Done> run_problems(const Map& map, const AlgorithmChoice& algorithm, std::span<const Problem> problems,
                          const RunOptions& options, const RowSink& sink);

// The same, all rows at once.
Result<std::vector<RunRow>> run_problems(const Map& map, const AlgorithmChoice& algorithm,
                                         std::span<const Problem> problems, const RunOptions& options = {});

}  // namespace waymark
