// Benchmarks of the real-time agents: what an expansion costs them, and whether planning more on every move pays as it
// did in the papers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "lab/bench/bench.hpp"
#include "lab/run/large_maps.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

// --- Time per expansion ---

constexpr double kMostTimesAStar = 2;
// Enough of a walk to tell what an expansion costs, whatever the agent does on a move.
constexpr std::uint64_t kMaxSteps = 2'000;
constexpr std::uint64_t kMaxUnits = 200'000;

struct Walked {
  std::uint64_t steps = 0;
  std::uint64_t units = 0;
  std::uint64_t expanded = 0;
};

void walk_a_while(Agent& agent, const BenchProblem& problem, Walked& walked) {
  agent.reset(problem.start, problem.goal);
  std::uint64_t units = 0;
  std::uint64_t steps = 0;
  while (agent.status() == Status::kInProgress && steps < kMaxSteps && units < kMaxUnits) {
    units += agent.step().work;
    ++steps;
  }
  walked.steps += steps;
  walked.units += units;
  walked.expanded += agent.work().expanded;
}

// What agents are measured by: A* as it is, which generates each state about once, and the textbook's, which looks at
// all neighbours as searches that learn must.
constexpr std::array<const char*, 2> kYardsticks{"a-star", "a-star:successors=all"};

Result<bool> bench_expansions_of(const BenchOptions& options, const std::string& set,
                                 const std::vector<std::string>& agents) {
  // The yardsticks come after the agents.
  const std::size_t sides = agents.size() + kYardsticks.size();
  std::vector<SideTimes> times(sides, SideTimes(options.rounds));
  std::vector<Walked> walked(sides);
  {
    ProgressBar bar(set, static_cast<std::uint64_t>(options.problems));
    std::uint64_t done = 0;
    auto measured = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      std::vector<AgentPtr> made;
      std::vector<std::function<void()>> runs;
      Walked once;  // what the agents do in the measured rounds; not of interest
      for (const std::string& text : agents) {
        auto agent = parse_algorithm(text)->make_agent(bench_case.map);
        if (!agent) return agent.error();
        made.push_back(*std::move(agent));
        runs.emplace_back([&bench_case, &once, unit = made.back().get()] {
          for (const BenchProblem& problem : bench_case.problems) walk_a_while(*unit, problem, once);
        });
      }
      std::vector<PathFinderPtr> finders;
      for (const char* text : kYardsticks) {
        auto finder = parse_algorithm(text)->make(bench_case.map);
        if (!finder) return finder.error();
        finders.push_back(*std::move(finder));
        runs.emplace_back([&bench_case, search = finders.back().get()] {
          for (const BenchProblem& problem : bench_case.problems) search->solve(problem.start, problem.goal);
        });
      }
      measure_in_turn(runs, times, options.rounds);
      for (const BenchProblem& problem : bench_case.problems) {
        for (std::size_t i = 0; i < made.size(); ++i) walk_a_while(*made[i], problem, walked[i]);
        for (std::size_t i = 0; i < finders.size(); ++i) {
          finders[i]->solve(problem.start, problem.goal);
          walked[agents.size() + i].expanded += finders[i]->work().expanded;
          ++walked[agents.size() + i].steps;
        }
      }
      done += bench_case.problems.size();
      bar.update(done);
      return Done{};
    });
    if (!measured) return measured.error();
  }

  fmt::print("{}: {} problems, at most {} steps or {} work units each, {} rounds in turn, median (range)\n", set,
             walked.back().steps, format_count(kMaxSteps), format_count(kMaxUnits), options.rounds);
  const auto nanoseconds = [&](std::size_t side) {
    return times[side].median() / static_cast<double>(walked[side].expanded) * 1e9;
  };
  TextTable table({{"  algorithm", kLeft},
                   {"an expansion"},
                   {"times a-star's"},
                   {"with all successors"},
                   {"a step"},
                   {"expanded a step"},
                   {"units a step"}});
  int above = 0;
  int above_all = 0;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const double ratio = nanoseconds(i) / nanoseconds(agents.size());
    above += ratio > kMostTimesAStar ? 1 : 0;
    above_all += nanoseconds(i) / nanoseconds(agents.size() + 1) > kMostTimesAStar ? 1 : 0;
    const auto steps = static_cast<double>(walked[i].steps);
    table.add_row({"  " + agents[i], per_item(times[i], static_cast<double>(walked[i].expanded)),
                   format_decimal(ratio, 2) + (ratio > kMostTimesAStar ? " !" : "  "),
                   format_decimal(nanoseconds(i) / nanoseconds(agents.size() + 1), 2),
                   format_duration(times[i].median() / steps * 1e9),
                   format_decimal(static_cast<double>(walked[i].expanded) / steps, 1),
                   format_decimal(static_cast<double>(walked[i].units) / steps, 1)});
  }
  for (std::size_t i = 0; i < kYardsticks.size(); ++i) {
    const std::size_t side = agents.size() + i;
    table.add_row({fmt::format("  {}", kYardsticks[i]),
                   per_item(times[side], static_cast<double>(walked[side].expanded)),
                   format_decimal(nanoseconds(side) / nanoseconds(agents.size()), 2) + "  ",
                   format_decimal(nanoseconds(side) / nanoseconds(agents.size() + 1), 2), "", "", ""});
  }
  fmt::print("{}", table.to_string());
  fmt::print("  an expansion of every agent at most {} times that of {}: {}\n", kMostTimesAStar, kYardsticks[1],
             verdict(above_all == 0));
  fmt::print("  an expansion of every agent at most {} times a-star's: {}", kMostTimesAStar, verdict(above == 0));
  if (above != 0) fmt::print(" for {} of {}, marked !", above, agents.size());
  fmt::print("\n");
  return above == 0;
}

Result<bool> bench_expansions(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 30 : 81);
  std::vector<std::string> agents;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.real_time && info.database == DatabaseKind::kNone) agents.emplace_back(info.key);
  }
  bool holds = true;
  for (const std::string& set : bench_sets(options, {"wc3maps512"})) {
    const auto held = bench_expansions_of(options, set, agents);
    if (!held) return held.error();
    holds &= *held;
  }
  return holds;
}

// --- Planning per move against the length of the walk ---

// One algorithm with rising planning per move, in this order.
struct Rung {
  std::string text;
  std::uint64_t steps = 0;
  std::uint64_t units = 0;
  std::uint64_t expanded = 0;
  double nanoseconds = 0;
  std::vector<double> suboptimality = {};  // percent, of each problem; a lower bound of those not solved
  std::uint64_t unsolved = 0;

  [[nodiscard]] double per_step(double sum) const {
    return sum / static_cast<double>(std::max<std::uint64_t>(steps, 1));
  }
  [[nodiscard]] double units_per_step() const { return per_step(static_cast<double>(units)); }
  [[nodiscard]] double expanded_per_step() const { return per_step(static_cast<double>(expanded)); }
  [[nodiscard]] double mean() const {
    const double sum = std::accumulate(suboptimality.begin(), suboptimality.end(), 0.0);
    return sum / static_cast<double>(std::max<std::size_t>(suboptimality.size(), 1));
  }
};

struct LongProblem {
  NodeId start;
  NodeId goal;
  double optimal;  // in cardinal steps
};

Result<Done> climb(const Map& map, const std::vector<LongProblem>& problems, std::vector<Rung>& rungs) {
  Walk walked;
  for (Rung& rung : rungs) {
    const auto choice = parse_algorithm(rung.text);
    if (!choice) return choice.error();
    const auto agent = choice->make_agent(map);
    if (!agent) return agent.error();
    for (const LongProblem& problem : problems) {
      walk(**agent, map, problem.start, problem.goal, {}, walked);
      rung.steps += walked.step_ns.size();
      rung.units += walked.work;
      rung.expanded += (*agent)->work().expanded;
      for (const std::uint64_t step : walked.step_ns) rung.nanoseconds += static_cast<double>(step);
      if (walked.status != Status::kSolved) ++rung.unsolved;
      rung.suboptimality.push_back((path_length(map, walked.positions).value_or(0) / problem.optimal - 1) * 100);
    }
  }
  return Done{};
}

// Mean over the problems by how much the second rung's suboptimality is lower, with the standard error of that mean.
std::string difference(const Rung& from, const Rung& to) {
  const std::size_t count = from.suboptimality.size();
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double fall = from.suboptimality[i] - to.suboptimality[i];
    sum += fall;
    squares += fall * fall;
  }
  const auto n = static_cast<double>(count);
  if (count < 2) return "";
  const double error = std::sqrt(std::max(squares - sum * sum / n, 0.0) / (n - 1) / n);
  return fmt::format("{:.1f} ± {:.1f}", sum / n, error);
}

template <class Figure>
bool print_trend(const std::vector<Rung>& rungs, std::string_view name, bool rises, Figure&& figure) {
  bool holds = true;
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    holds &= rises ? figure(rungs[i]) > figure(rungs[i - 1]) : figure(rungs[i]) < figure(rungs[i - 1]);
  }
  fmt::print("  {} {} from row to row: {}\n", name, rises ? "rises" : "falls", verdict(holds));
  return holds;
}

void print_unsolved(const std::vector<Rung>& rungs) {
  for (const Rung& rung : rungs) {
    if (rung.unsolved == 0) continue;
    fmt::print("  {}: {} of {} problems not solved within the move limit; their walks so far are in the mean\n",
               rung.text, rung.unsolved, rung.suboptimality.size());
  }
}

// --- TBA* ---

// JAIR 2010 (Bulitko, Bjornsson & Lawrence), Table 1; Counter-Strike maps of 9 to 13 million cells.
struct PublishedSlice {
  int slice;
  double microseconds;   // a move
  double suboptimality;  // percent
};
constexpr std::array<PublishedSlice, 4> kPublishedSlices{
    {{5, 14.31, 1504.54}, {10, 26.34, 666.50}, {50, 83.31, 131.12}, {100, 117.52, 64.66}}};
constexpr std::uint64_t kLargeMapCells = 9'000'000;
constexpr int kLargeMaps = 4;

Result<bool> bench_slices(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(96);
  const std::string set = options.maps.empty() ? "rts" : "sc1";
  std::vector<Rung> rungs;
  rungs.reserve(kPublishedSlices.size());
  for (const PublishedSlice& slice : kPublishedSlices) rungs.push_back({fmt::format("tba:R={}", slice.slice)});
  const int maps = std::min(kLargeMaps, options.problems);
  const auto grids = small_maps(options.maps, set, maps);
  if (!grids) return grids.error();
  std::uint64_t cells = 0;
  {
    ProgressBar bar("tba on " + set, static_cast<std::uint64_t>(maps));
    for (int i = 0; i < maps; ++i) {
      auto grid = enlarge_to_cells((*grids)[static_cast<std::size_t>(i)].grid, kLargeMapCells);
      if (!grid) return grid.error();
      const Map map(*std::move(grid));
      cells += static_cast<std::uint64_t>(map.grid().width()) * static_cast<std::uint64_t>(map.grid().height());
      const int share = (i + 1) * options.problems / maps - i * options.problems / maps;
      const auto drawn = random_problems(map, {static_cast<std::uint64_t>(share), 1, kLongCost});
      if (!drawn) return drawn.error();
      std::vector<LongProblem> problems;
      for (const Problem& problem : *drawn) {
        problems.push_back({map.grid().node(problem.start), map.grid().node(problem.goal), *problem.optimal});
      }
      if (auto done = climb(map, problems, rungs); !done) return done.error();
      bar.update(static_cast<std::uint64_t>(i) + 1);
    }
  }

  fmt::print("tba, {}: {} problems of cost {} and more on {} enlarged maps of {} cells on average\n", set,
             options.problems, kLongCost, maps, format_count(cells / static_cast<std::uint64_t>(maps)));
  TextTable table({{"  algorithm", kLeft},
                   {"suboptimality"},
                   {"published"},
                   {"time a move"},
                   {"published"},
                   {"expanded a move"},
                   {"units a move"}});
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    const Rung& rung = rungs[i];
    table.add_row({"  " + rung.text, format_decimal(rung.mean(), 2) + " %",
                   format_decimal(kPublishedSlices[i].suboptimality, 2) + " %",
                   format_duration(rung.per_step(rung.nanoseconds)),
                   format_decimal(kPublishedSlices[i].microseconds, 2) + " µs",
                   format_decimal(rung.expanded_per_step(), 2), format_decimal(rung.units_per_step(), 2)});
  }
  fmt::print("{}", table.to_string());
  fmt::print("  published: JAIR 2010, Table 1; Counter-Strike maps of 9 to 13 million cells, a machine of that time\n");
  print_unsolved(rungs);
  bool holds = print_trend(rungs, "suboptimality", false, [](const Rung& rung) { return rung.mean(); });
  holds &= print_trend(rungs, "expanded a move", true, [](const Rung& rung) { return rung.expanded_per_step(); });
  holds &= print_trend(rungs, "units a move", true, [](const Rung& rung) { return rung.units_per_step(); });
  return holds;
}

// --- LSS-LRTA* ---

// JAIR 2008 (Bulitko, Lustrek, Schaeffer, Bjornsson & Sigmundarson), section 7.1, K LRTA* of Figures 10 and 15: curves
// over these numbers of expansions. No value of a point is printed.
constexpr std::array<int, 8> kPublishedExpansions{10, 20, 30, 40, 100, 250, 500, 1000};

Result<bool> bench_lookaheads(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 200 : 540);
  const std::string set = options.maps.empty() ? "rts" : "wc3maps512";
  std::vector<Rung> rungs;
  rungs.reserve(kPublishedExpansions.size());
  for (const int n : kPublishedExpansions) rungs.push_back({fmt::format("lss-lrta:N={},moves=one", n)});
  {
    ProgressBar bar("lss-lrta on " + set, static_cast<std::uint64_t>(options.problems));
    std::uint64_t done = 0;
    const auto climbed = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      OptimalLengths optimal(bench_case.map);
      std::vector<LongProblem> problems;
      for (const BenchProblem& problem : bench_case.problems) {
        const auto path = optimal.find(problem.start, problem.goal);
        if (path && path->cost > 0) problems.push_back({problem.start, problem.goal, path->length});
      }
      if (auto ran = climb(bench_case.map, problems, rungs); !ran) return ran.error();
      done += bench_case.problems.size();
      bar.update(done);
      return Done{};
    });
    if (!climbed) return climbed.error();
  }

  fmt::print("lss-lrta, {}: {} problems, one move a search\n", set, rungs.front().suboptimality.size());
  TextTable table({{"  algorithm", kLeft},
                   {"suboptimality"},
                   {"less than above"},
                   {"time a move"},
                   {"expanded a move"},
                   {"units a move"}});
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    const Rung& rung = rungs[i];
    table.add_row({"  " + rung.text, format_decimal(rung.mean(), 1) + " %",
                   i == 0 ? std::string() : difference(rungs[i - 1], rung),
                   format_duration(rung.per_step(rung.nanoseconds)), format_decimal(rung.expanded_per_step(), 1),
                   format_decimal(rung.units_per_step(), 1)});
  }
  fmt::print("{}", table.to_string());
  fmt::print(
      "  published: JAIR 2008, Figures 10 and 15 (K LRTA*), curves without printed values. The text says of its\n"
      "  algorithms with a global goal, K LRTA* among them: about 50 % with 100 expansions a move on maps of 161 to "
      "193\n"
      "  cells a side; between 300 and 1700 % with at most 1000 on the same maps enlarged to 512 cells a side\n");
  print_unsolved(rungs);
  return print_trend(rungs, "suboptimality", false, [](const Rung& rung) { return rung.mean(); });
}

}  // namespace

Result<bool> bench_agents(const BenchOptions& options) {
  bool holds = true;
  for (const auto part : {&bench_expansions, &bench_slices, &bench_lookaheads}) {
    const auto held = part(options);
    if (!held) return held.error();
    holds &= *held;
    std::fflush(stdout);  // a part takes a minute
  }
  return holds;
}

}  // namespace waymark
