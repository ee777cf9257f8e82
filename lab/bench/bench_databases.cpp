// Benchmarks of the subgoal databases: what they cost to build against the searches they are made of, and what agents
// gain by them, beside what the papers published.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "lab/bench/bench.hpp"
#include "lab/bench/database_bench.hpp"
#include "lab/run/large_maps.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/search/one_to_all.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/transform.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

// --- Pattern databases of level 3 on maps of 512 x 512 cells ---

constexpr int kCorner = 128;  // cells a side

// Maps of our own have more regions; a corner of them shows the same in little time.
Result<std::vector<NamedGrid>> pattern_maps(const BenchOptions& options, int count) {
  auto grids = small_maps(options.maps, options.maps.empty() ? "rts" : "wc3maps512", count);
  if (!grids || !options.maps.empty()) return grids;
  for (NamedGrid& named : *grids) {
    auto corner = crop(named.grid, {0, 0, kCorner, kCorner});
    if (!corner) return corner.error();
    named.grid = *std::move(corner);
  }
  return grids;
}

Result<bool> bench_patterns(const BenchOptions& options) {
  const auto grids = pattern_maps(options, 1);
  if (!grids) return grids.error();
  const Map map(grids->front().grid);
  PatternBuildOptions patterns;
  patterns.content = PatternContent::kGoal;
  const auto build = make_pattern_build(map, patterns);
  if (!build) return build.error();
  const CliqueAbstraction abstraction(map, 3);
  const auto maker = (*build)->maker();
  OneToAll<CanonicalGridSpace> field(CanonicalGridSpace(map.grid(), map.table()), map.rules().costs.cardinal);
  const std::uint32_t regions = abstraction.states(3);
  const std::array<std::function<void()>, 2> sides{[&] {
                                                     for (std::uint32_t region = 0; region < regions; ++region)
                                                       field.compute(abstraction.representative(region, 3));
                                                   },
                                                   [&] {
                                                     for (std::uint64_t item = 0; item < (*build)->items(); ++item)
                                                       maker->make(item);
                                                   }};
  std::vector<SideTimes> times(2, SideTimes(options.rounds));
  measure_in_turn(sides, times, options.rounds);
  const auto built = build_in_memory<PatternDatabase>(make_pattern_build(map, patterns), map, "pdb");
  if (!built) return built.error();
  fmt::print(
      "pdb of level 3 with subgoals on {}: {} states, {} regions, {:.1f} s with all threads, {:.1f} MB; published 13 "
      "h\n",
      grids->front().name, format_count(map.grid().passable_cells()), format_count(regions), built->seconds,
      static_cast<double>(built->database.bytes()) / 1e6);
  return print_at_most("its time over one Dijkstra per region", times[1].median() / times[0].median(), 1.5,
                       machine_during(times));
}

// --- Quality on the maps of JAIR 2008 ---

Result<bool> bench_quality(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 30 : 900);
  const auto grids = pattern_maps(options, options.maps.empty() ? 1 : kAllMaps);
  if (!grids) return grids.error();
  const int maps = static_cast<int>(grids->size());
  constexpr std::array<const char*, 7> kAlgorithms{"lrta-pdb-pdb",
                                                   "pra",
                                                   "lrta-pdb-pdb:exit=last,ties=region,goal_region=on",
                                                   "lrta-pdb-pdb:fallback=tb-wa,exit=last,ties=region,goal_region=on",
                                                   "d-lrta:exit=last,ties=region,goal_region=on",
                                                   "d-lrta:fallback=da-rtaa,exit=last,ties=region,goal_region=on",
                                                   "d-lrta:fallback=tb-wa,exit=last,ties=region,goal_region=on"};
  const double shortest = options.maps.empty() ? 60 : 250;
  std::array<std::vector<double>, kAlgorithms.size()> suboptimality;
  std::array<std::uint64_t, kAlgorithms.size()> expanded{};
  std::array<std::uint64_t, kAlgorithms.size()> steps{};
  double seconds = 0;
  for (const NamedGrid& named : *grids) {
    const Map map(named.grid);
    const auto problems =
        random_problems(map, {static_cast<std::uint64_t>(std::max(options.problems / maps, 1)), 1, shortest});
    if (!problems) return problems.error();
    const auto first = build_in_memory<PatternDatabase>(make_pattern_build(map), map, named.name);
    if (!first) return first.error();
    seconds += first->seconds;
    const auto last =
        build_in_memory<PatternDatabase>(make_pattern_build(map, {.exit = PatternExit::kLast}), map, named.name);
    if (!last) return last.error();
    RunOptions run;
    for (std::size_t i = 0; i < kAlgorithms.size(); ++i) {
      const auto choice = parse_algorithm(kAlgorithms[i]);
      if (!choice) return choice.error();
      run.databases.patterns = choice->needs().exit == PatternExit::kFirst ? &first->database : &last->database;
      const auto ran = run_problems(map, *choice, *problems, run, [&, i](RunRow&& row) {
        if (row.suboptimality) suboptimality[i].push_back(*row.suboptimality);
        expanded[i] += row.work.expanded;
        steps[i] += row.steps;
        return true;
      });
      if (!ran) return ran.error();
    }
  }
  fmt::print("{}: {} maps, {} problems of cost {} and more each; pdb of level 3, cap 20, with depths: {:.1f} s a map\n",
             options.maps.empty() ? "rts" : "wc3maps512", maps, std::max(options.problems / maps, 1), shortest,
             seconds / maps);
  TextTable table({{"  algorithm", kLeft},
                   {"solved"},
                   {"subopt mean"},
                   {"median"},
                   {"p99"},
                   {"expanded a move"},
                   {"published", kLeft}});
  constexpr std::array<const char*, kAlgorithms.size()> kPublished{"5.8 %, 1.5 expanded", "0.1 %", "", "", "", "", ""};
  for (std::size_t i = 0; i < kAlgorithms.size(); ++i) {
    const Summary summary = summarise(suboptimality[i]);
    table.add_row({fmt::format("  {}", kAlgorithms[i]), format_count(summary.count),
                   format_decimal(summary.mean, 2) + " %", format_decimal(summary.median, 2) + " %",
                   format_decimal(summary.p99, 2) + " %",
                   format_decimal(static_cast<double>(expanded[i]) / static_cast<double>(steps[i]), 2), kPublished[i]});
  }
  fmt::print("{}", table.to_string());
  bool holds = print_bar("lrta-pdb-pdb within 7 % of optimal", summarise(suboptimality[0]).mean < 7);
  holds &= print_bar("lrta-pdb-pdb under 1.6 expansions a move",
                     static_cast<double>(expanded[0]) / static_cast<double>(steps[0]) < 1.6);
  holds &= print_bar("pra within 0.5 % of optimal", summarise(suboptimality[1]).mean < 0.5);
  return holds || options.maps.empty();
}

}  // namespace

Result<bool> bench_databases(const BenchOptions& options) {
  bool holds = true;
  for (const auto part : {&bench_patterns, &bench_quality, &bench_cases}) {
    const auto held = part(options);
    if (!held) return held.error();
    holds &= *held;
    std::fflush(stdout);
  }
  return holds;
}

}  // namespace waymark
