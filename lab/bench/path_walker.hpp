// Walks of one agent on one map, timed step by step and as a whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "lab/bench/bench.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/wall_time.hpp"
#include "waymark/agent/agent.hpp"

namespace waymark {

inline constexpr int kHotWalks = 3;  // of which the quickest counts, step by step

// Sums over the maps of a set.
struct PathFigures {
  std::uint64_t maps = 0;
  double seconds = 0;
  double worst_small_seconds = 0;
  double worst_large_seconds = 0;  // as for 800,000 states
  double bytes = 0;
  double worst_bytes_per_cell = 0;
  double cells = 0;
  std::map<std::uint32_t, int> deltas = {};
  std::uint64_t problems = 0;
  std::uint64_t solved = 0;
  double hot_ns = 0;  // of each problem's quickest walk
  SideTimes hot{kHotWalks};
  std::uint64_t steps = 0;
  std::vector<double> step_ns = {};
  std::vector<double> first_ns = {};
  std::vector<double> cold_ns = {};
  std::vector<double> suboptimality = {};
  double visits = 0;  // per state, of solved problems
  std::uint64_t most_visits = 0;
  std::uint64_t most_units = 0;
  std::uint64_t units = 0;  // of the first walk of each problem, and its steps
  std::uint64_t counted_steps = 0;
  bool within_bound = true;
};

// Reads more than the caches hold.
class CacheFlood {
 public:
  CacheFlood() : bytes_(kColdBytes, 1) {}
  void run() {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < bytes_.size(); i += 64) sum += ++bytes_[i];
    sink_ = sum;
  }

 private:
  static constexpr std::size_t kColdBytes = std::size_t{64} << 20u;

  std::vector<unsigned char> bytes_;
  volatile std::uint64_t sink_ = 0;
};

// What two looks at the clock take.
inline double clock_ns() {
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t began = wall_ns();
    least = std::min(least, wall_ns() - began);
  }
  return static_cast<double>(least);
}

// One agent on one map.
class PathWalker {
 public:
  PathWalker(const Map& map, Agent& agent, PathFigures& figures)
      : map_(&map), agent_(&agent), figures_(&figures), clock_ns_(clock_ns()) {}

  void measure(const BenchProblem& problem, std::optional<double> optimal) {
    ++figures_->problems;
    if (!walk_once(problem)) return;
    ++figures_->solved;
    note_path(optimal);
    time_steps(problem);
    time_whole(problem);
  }
  // A step in the middle of the way, after others had the caches.
  void measure_cold(const BenchProblem& problem, CacheFlood& flood) {
    if (!walk_once(problem) || positions_.size() < 3) return;
    double least = std::numeric_limits<double>::max();
    for (int walk = 0; walk < kHotWalks; ++walk) {
      agent_->reset(problem.start, problem.goal);
      for (std::size_t i = 0; i < positions_.size() / 2; ++i) agent_->step();
      flood.run();
      const std::uint64_t began = wall_ns();
      agent_->step();
      least = std::min(least, static_cast<double>(wall_ns() - began));
    }
    figures_->cold_ns.push_back(std::max(0.0, least - clock_ns_));
  }

 private:
  static constexpr std::size_t kMostSteps = 100'000;  // of a walk; a longer one counts as unsolved

  bool walk_once(const BenchProblem& problem) {
    positions_.assign(1, problem.start);
    agent_->reset(problem.start, problem.goal);
    const std::uint64_t bound = agent_->bound();
    steps_ = 0;
    while (agent_->status() != Status::kSolved) {
      if (++steps_ > kMostSteps) return false;
      const AgentStep step = agent_->step();
      figures_->most_units = std::max(figures_->most_units, step.work);
      figures_->units += step.work;
      ++figures_->counted_steps;
      figures_->within_bound &= step.work <= bound;
      if (step.position != positions_.back()) positions_.push_back(step.position);
      if (step.status != Status::kInProgress && step.status != Status::kSolved) return false;
    }
    return true;
  }
  void note_path(std::optional<double> optimal) {
    const std::optional<double> length = path_length(*map_, positions_);
    if (length && optimal) figures_->suboptimality.push_back(*optimal > 0 ? (*length / *optimal - 1) * 100 : 0);
    std::vector<NodeId> sorted = positions_;
    std::sort(sorted.begin(), sorted.end());
    std::uint64_t states = 0;
    for (std::size_t i = 0; i < sorted.size(); ++states) {
      std::size_t end = i;
      while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
      figures_->most_visits = std::max<std::uint64_t>(figures_->most_visits, end - i);
      i = end;
    }
    figures_->visits += static_cast<double>(sorted.size()) / static_cast<double>(states);
  }
  void time_steps(const BenchProblem& problem) {
    if (steps_ == 0) return;
    times_.assign(steps_, std::numeric_limits<double>::max());
    double first = std::numeric_limits<double>::max();
    for (int walk = 0; walk < kHotWalks; ++walk) {
      std::uint64_t began = wall_ns();
      agent_->reset(problem.start, problem.goal);
      const std::uint64_t reset = wall_ns();
      for (double& time : times_) {
        const std::uint64_t before = wall_ns();
        agent_->step();
        time = std::min(time, static_cast<double>(wall_ns() - before));
        if (began != 0) first = std::min(first, static_cast<double>(wall_ns() - before + reset - began));
        began = 0;
      }
    }
    for (const double time : times_) figures_->step_ns.push_back(std::max(0.0, time - clock_ns_));
    figures_->first_ns.push_back(std::max(0.0, first - 2 * clock_ns_));
  }
  void time_whole(const BenchProblem& problem) {
    double least = std::numeric_limits<double>::max();
    for (int walk = 0; walk < kHotWalks; ++walk) {
      const std::uint64_t wall = wall_ns();
      const std::uint64_t began = processor_ns();
      agent_->reset(problem.start, problem.goal);
      for (std::size_t i = 0; i < steps_; ++i) agent_->step();
      const auto took = static_cast<double>(processor_ns() - began);
      least = std::min(least, took);
      figures_->hot.add(walk, took * 1e-9, static_cast<double>(wall_ns() - wall) * 1e-9);
    }
    figures_->hot_ns += least;
    figures_->steps += steps_;
  }

  const Map* map_;
  Agent* agent_;
  PathFigures* figures_;
  double clock_ns_;
  std::size_t steps_ = 0;
  std::vector<NodeId> positions_;
  std::vector<double> times_;
};

}  // namespace waymark
