// Path databases under units that hunt: what a step costs while the goal walks, beside searches on the same chases.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <string_view>
#include <vector>

#include "lab/bench/database_bench.hpp"
#include "lab/bench/path_bench.hpp"
#include "lab/run/chase.hpp"
#include "lab/run/processor_time.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

constexpr std::array<std::string_view, 3> kHunters{"paths", "jps", "mt-adaptive-a"};
constexpr std::uint32_t kGoalSpeed = 800;    // thousandths of a move for each step
constexpr std::size_t kMostHunted = 20'000;  // steps
constexpr int kHunts = 3;                    // of which the quickest counts

struct HuntFigures {
  std::uint64_t chases = 0;
  std::uint64_t caught = 0;
  std::uint64_t steps = 0;
  std::uint64_t units = 0;
  double ns = 0;
  std::vector<double> ns_of_chase = {};  // a step
};

// A chase of which the goal's way is known, so that its own planning takes no time.
class Hunt {
 public:
  Hunt(const Map& map, Agent& agent, const BenchProblem& problem, const BenchProblem& way)
      : agent_(&agent),
        problem_(problem),
        goal_(map, {ChaseKind::kWalk, kGoalSpeed, GoalWalk{map.grid().cell(way.start), map.grid().cell(way.goal)}},
              problem.start, problem.goal) {}

  void measure(HuntFigures& figures) {
    ++figures.chases;
    agent_->reset(problem_.start, problem_.goal);
    goals_.clear();
    std::uint64_t units = 0;
    while (agent_->status() == Status::kInProgress && goals_.size() < kMostHunted) {
      units += agent_->step().work;
      if (agent_->status() == Status::kInProgress) goal_.move(agent_->position());
      goals_.push_back(goal_.position());
      agent_->retarget(goals_.back());
    }
    if (agent_->status() != Status::kSolved) return;
    ++figures.caught;
    double least = std::numeric_limits<double>::max();
    for (int hunt = 0; hunt < kHunts; ++hunt) {
      const std::uint64_t began = processor_ns();
      agent_->reset(problem_.start, problem_.goal);
      for (const NodeId goal : goals_) {
        agent_->step();
        agent_->retarget(goal);
      }
      least = std::min(least, static_cast<double>(processor_ns() - began));
    }
    const auto steps = static_cast<double>(goals_.size());
    figures.steps += goals_.size();
    figures.units += units;
    figures.ns += least;
    figures.ns_of_chase.push_back(least / steps);
  }

 private:
  Agent* agent_;
  BenchProblem problem_;
  MovingGoal goal_;
  std::vector<NodeId> goals_;  // after each step
};

Result<Done> hunt_on(const BenchCase& bench_case, std::array<HuntFigures, kHunters.size()>& all) {
  const Map map(Grid(bench_case.map.grid()), bench_case.map.rules());
  auto built = build_paths(map, kAutoDelta, bench_case.name);
  if (!built) return built.error();
  for (std::size_t i = 0; i < kHunters.size(); ++i) {
    const auto agent = parse_algorithm(kHunters[i])->make_agent(map, Agent::kUnbounded, {.paths = &built->database});
    if (!agent) return agent.error();
    const std::vector<BenchProblem>& problems = bench_case.problems;
    for (std::size_t at = 0; at + 1 < problems.size(); ++at) {
      // The goal has a way of its own, where it can get to it.
      const BenchProblem& way = problems[at + 1];
      if (!map.connected(problems[at].goal, way.start) || problems[at].start == problems[at].goal) continue;
      Hunt(map, **agent, problems[at], way).measure(all[i]);
    }
  }
  return Done{};
}

}  // namespace

Result<bool> bench_path_chase(const BenchOptions& options) {
  bool holds = true;
  for (const std::string& set : path_bench_sets(options)) {
    std::array<HuntFigures, kHunters.size()> all;
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) { return hunt_on(bench_case, all); });
    if (!done) return done.error();
    fmt::print("\n{}: {} chases; the goal makes {} moves for each step\n", set, all[0].chases, kGoalSpeed / 1000.0);
    TextTable table(
        {{"  algorithm", kLeft}, {"caught"}, {"steps"}, {"ns a step"}, {"p99 of chases"}, {"units a step"}});
    for (std::size_t i = 0; i < kHunters.size(); ++i) {
      const HuntFigures& figures = all[i];
      const double steps = static_cast<double>(std::max<std::uint64_t>(figures.steps, 1));
      table.add_row({fmt::format("  {}", kHunters[i]), fmt::format("{}/{}", figures.caught, figures.chases),
                     format_count(figures.steps), format_decimal(figures.ns / steps, 0),
                     format_decimal(summarise(figures.ns_of_chase).p99, 0),
                     format_decimal(static_cast<double>(figures.units) / steps, 1)});
    }
    fmt::print("{}", table.to_string());
    holds &= print_bar("paths: every goal caught", all[0].caught == all[0].chases);
    std::fflush(stdout);
  }
  return holds;
}

}  // namespace waymark
