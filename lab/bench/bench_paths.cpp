// Path databases: what they cost to build and to hold, what a move costs by them, and how much longer their ways are,
// beside the other databases and the searches on the same problems.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lab/bench/database_bench.hpp"
#include "lab/bench/path_bench.hpp"
#include "lab/bench/path_walker.hpp"
#include "lab/run/optimal_length.hpp"
#include "lab/run/statistics.hpp"
#include "lab/run/wall_time.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/offline/path_delta.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

struct PathSide {
  std::string_view name;
  std::string_view algorithm;
  std::uint32_t delta = kAutoDelta;  // of `paths`
};
constexpr std::array<PathSide, 9> kPathSides{{{"paths, delta auto", "paths", kAutoDelta},
                                              {"paths, delta 16", "paths", 16},
                                              {"paths, delta 32", "paths", 32},
                                              {"paths, delta 64", "paths", 64},
                                              {"knn-lrta:fallback=tb-wa", "knn-lrta:fallback=tb-wa"},
                                              {"d-lrta:fallback=tb-wa", "d-lrta:fallback=tb-wa"},
                                              {"dba", "dba"},
                                              {"jps", "jps"},
                                              {"a-star", "a-star"}}};
constexpr std::uint64_t kPathBenchRecords = 2'000;  // of a case base
constexpr std::uint64_t kMostRegions = 1'500;       // of a pattern database, about: its level follows from that
constexpr std::size_t kColdWalks = 12;              // on a map

// What holds for the default delta, per set.
constexpr double kMostMean = 0.3;  // percent
constexpr double kMostP99 = 5;     // percent
constexpr double kMostWorst = 20;  // percent
constexpr double kMostVisits = 1.01;
constexpr double kMostHotNs = 60;
constexpr double kMostColdNs = 1'000;
constexpr double kMostFirstNs = 1'000;
constexpr double kMostBytes = 16;  // of a passable cell
constexpr double kSmallCells = 512.0 * 512;
constexpr double kMostSecondsSmall = 2;
constexpr double kMostSecondsLarge = 10;
constexpr double kStatesOfLarge = 800'000;
constexpr std::array<std::string_view, 5> kSetsOfFewBytes{"bg512", "dao", "wc3maps512", "street", "sc1"};

// The databases of a side on a map, and what they cost.
struct SideDatabases {
  std::optional<BuiltPaths> paths = {};
  std::optional<Built<CaseBase>> cases = {};
  std::optional<Built<PatternDatabase>> patterns = {};

  [[nodiscard]] Databases view() const {
    Databases databases;
    if (paths) databases.paths = &paths->database;
    if (cases) databases.cases = &cases->database;
    if (patterns) databases.patterns = &patterns->database;
    return databases;
  }
};

Result<Done> build_for_side(const PathSide& side, const AlgorithmChoice& choice, const Map& map, SideDatabases& built,
                            PathFigures& figures) {
  const std::string label(side.name);
  double seconds = 0;
  double bytes = 0;
  if (choice.database() == DatabaseKind::kPaths) {
    auto paths = build_paths(map, side.delta, label);
    if (!paths) return paths.error();
    built.paths = *std::move(paths);
    seconds = built.paths->seconds;
    bytes = static_cast<double>(built.paths->database.bytes());
    ++figures.deltas[built.paths->delta];
  } else if (choice.database() == DatabaseKind::kCases) {
    auto cases = build_in_memory<CaseBase>(make_case_build(map, {.records = kPathBenchRecords}), map, label);
    if (!cases) return cases.error();
    built.cases.emplace(*std::move(cases));
    seconds = built.cases->seconds;
    bytes = static_cast<double>(built.cases->database.bytes());
  } else if (choice.database() == DatabaseKind::kPatterns) {
    PatternBuildOptions options;
    double regions = static_cast<double>(map.grid().passable_cells()) / 40;
    while (regions > kMostRegions) {
      regions /= 3.5;
      ++options.level;
    }
    options.exit = choice.needs().exit;
    auto patterns = build_in_memory<PatternDatabase>(make_pattern_build(map, options), map, label);
    if (!patterns) return patterns.error();
    built.patterns.emplace(*std::move(patterns));
    seconds = built.patterns->seconds;
    bytes = static_cast<double>(built.patterns->database.bytes());
  }
  const auto cells = static_cast<double>(map.grid().passable_cells());
  figures.seconds += seconds;
  figures.bytes += bytes;
  figures.cells += cells;
  figures.worst_bytes_per_cell = std::max(figures.worst_bytes_per_cell, bytes / cells);
  if (static_cast<double>(map.grid().width()) * map.grid().height() <= kSmallCells) {
    figures.worst_small_seconds = std::max(figures.worst_small_seconds, seconds);
  } else {
    figures.worst_large_seconds =
        std::max(figures.worst_large_seconds, seconds * kStatesOfLarge / std::max(cells, kStatesOfLarge));
  }
  return Done{};
}

Result<Done> measure_side(const BenchCase& bench_case, const PathSide& side,
                          const std::vector<std::optional<double>>& optimal, CacheFlood& flood, PathFigures& figures) {
  const Map map(Grid(bench_case.map.grid()), bench_case.map.rules());  // from which nothing is derived yet
  const auto choice = parse_algorithm(side.algorithm);
  if (!choice) return choice.error();
  SideDatabases built;
  if (auto done = build_for_side(side, *choice, map, built, figures); !done) return done.error();
  const auto agent = choice->make_agent(map, Agent::kUnbounded, built.view());
  if (!agent) return agent.error();
  ++figures.maps;
  PathWalker walker(map, **agent, figures);
  for (std::size_t i = 0; i < bench_case.problems.size(); ++i) walker.measure(bench_case.problems[i], optimal[i]);
  if (choice->database() != DatabaseKind::kPaths) return Done{};
  const std::size_t step = std::max<std::size_t>(1, bench_case.problems.size() / kColdWalks);
  for (std::size_t i = 0; i < bench_case.problems.size(); i += step) {
    walker.measure_cold(bench_case.problems[i], flood);
  }
  return Done{};
}

std::string text_of_deltas(const std::map<std::uint32_t, int>& deltas) {
  std::string text;
  for (const auto& [delta, maps] : deltas) text += fmt::format("{}{}", text.empty() ? "" : ", ", delta);
  return text.empty() ? "-" : text;
}

void print_figures(const std::vector<PathFigures>& all) {
  TextTable costs({{"  algorithm", kLeft},
                   {"delta"},
                   {"build s"},
                   {"B a cell"},
                   {"first ns"},
                   {"move ns"},
                   {"median"},
                   {"p99"},
                   {"max"},
                   {"cold"},
                   {"units"}});
  TextTable ways({{"  algorithm", kLeft},
                  {"solved"},
                  {"longer, mean"},
                  {"median"},
                  {"p99"},
                  {"worst"},
                  {"visits a state"},
                  {"most"}});
  const auto ns = [](double value) { return format_decimal(value, value < 100 ? 1 : 0); };
  for (std::size_t i = 0; i < kPathSides.size(); ++i) {
    const PathFigures& figures = all[i];
    const Summary steps = summarise(figures.step_ns);
    const Summary longer = summarise(figures.suboptimality);
    const std::string name = fmt::format("  {}", kPathSides[i].name);
    const auto percent = [](double value) { return format_decimal(value, 2) + " %"; };
    const auto per_map = [&](double sum) {
      return sum / static_cast<double>(std::max<std::uint64_t>(figures.maps, 1));
    };
    costs.add_row(
        {name, text_of_deltas(figures.deltas), figures.bytes > 0 ? format_decimal(per_map(figures.seconds), 2) : "-",
         figures.bytes > 0 ? format_decimal(figures.bytes / figures.cells, 2) : "-",
         ns(summarise(figures.first_ns).mean),
         ns(figures.hot_ns / static_cast<double>(std::max<std::uint64_t>(figures.steps, 1))), ns(steps.median),
         ns(steps.p99), ns(steps.max), figures.cold_ns.empty() ? "-" : ns(summarise(figures.cold_ns).mean),
         format_count(figures.most_units)});
    ways.add_row({name, fmt::format("{}/{}", figures.solved, figures.problems), percent(longer.mean),
                  percent(longer.median), percent(longer.p99), percent(longer.max),
                  format_decimal(figures.visits / static_cast<double>(std::max<std::uint64_t>(figures.solved, 1)), 3),
                  format_count(figures.most_visits)});
  }
  fmt::print("{}{}", costs.to_string(), ways.to_string());
}

bool print_bars(const std::string& set, const PathFigures& figures) {
  const Machine machine = machine_during({&figures.hot, 1});
  const Summary longer = summarise(figures.suboptimality);
  fmt::print("  delta auto:\n");
  bool holds = print_bar("every problem solved", figures.solved == figures.problems);
  holds &= print_limit("longer than the shortest, mean", longer.mean, "%", kMostMean);
  holds &= print_limit("p99", longer.p99, "%", kMostP99);
  holds &= print_limit("worst", longer.max, "%", kMostWorst);
  holds &=
      print_limit("visits a state", figures.visits / static_cast<double>(std::max<std::uint64_t>(figures.solved, 1)),
                  "", kMostVisits);
  holds &= print_limit("visits of any cell", static_cast<double>(figures.most_visits), "", 2);
  if (std::find(kSetsOfFewBytes.begin(), kSetsOfFewBytes.end(), set) != kSetsOfFewBytes.end()) {
    holds &= print_limit("bytes a passable cell, most of a map", figures.worst_bytes_per_cell, "B", kMostBytes);
  }
  holds &= print_bar("no step above its bound of units", figures.within_bound);
  holds &= print_limit("a move, hot", figures.hot_ns / static_cast<double>(std::max<std::uint64_t>(figures.steps, 1)),
                       "ns", kMostHotNs, machine);
  holds &= print_limit("a move, cold", summarise(figures.cold_ns).mean, "ns", kMostColdNs, machine);
  holds &= print_limit("first move, mean", summarise(figures.first_ns).mean, "ns", kMostFirstNs, machine);
  if (figures.worst_small_seconds > 0) {
    holds &= print_limit("longest build of at most 512x512 cells", figures.worst_small_seconds, "s", kMostSecondsSmall,
                         machine);
  }
  if (figures.worst_large_seconds > 0) {
    holds &= print_limit("longest build of larger ones, as for 800,000 states", figures.worst_large_seconds, "s",
                         kMostSecondsLarge, machine);
  }
  return holds;
}

Result<bool> bench_set(const BenchOptions& options, const std::string& set) {
  std::vector<PathFigures> all(kPathSides.size());
  CacheFlood flood;
  auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
    OptimalLengths lengths(bench_case.map, Reference::kFastest);
    std::vector<std::optional<double>> optimal;
    for (const BenchProblem& problem : bench_case.problems) {
      const auto shortest = lengths.find(problem.start, problem.goal);
      optimal.push_back(shortest ? std::optional(shortest->length) : std::nullopt);
    }
    for (std::size_t i = 0; i < kPathSides.size(); ++i) {
      if (auto ran = measure_side(bench_case, kPathSides[i], optimal, flood, all[i]); !ran) return ran.error();
    }
    return Done{};
  });
  if (!done) return done.error();
  fmt::print("\n{}: {} maps, {} problems; times are the least of {} walks, without the clock's own\n", set, all[0].maps,
             all[0].problems, kHotWalks);
  print_figures(all);
  const bool holds = print_bars(set, all[0]);
  std::fflush(stdout);
  return holds;
}

// Moves on generated maps of all sizes: of caves, and of open ground with trees that has ten million passable cells,
// with the greatest delta, so that it is built soon.
struct SizedMap {
  MapKind kind;
  int side;
  std::uint32_t delta;
};
constexpr std::array<SizedMap, 4> kSizedMaps{{{MapKind::kCaves, 100, kAutoDelta},
                                              {MapKind::kCaves, 316, kAutoDelta},
                                              {MapKind::kCaves, 1000, kAutoDelta},
                                              {MapKind::kRts, 3750, PathDatabase::kMaxDelta}}};
constexpr SizedMap kLargeCaves{MapKind::kCaves, 4400, kAutoDelta};  // with --all
constexpr int kSizedProblems = 100;

std::string_view name_of(MapKind kind) {
  return std::find_if(kMapKinds.begin(), kMapKinds.end(), [&](const auto& info) { return info.kind == kind; })->name;
}

// Whether a move costs the same on maps of any size.
Result<bool> bench_sizes(const BenchOptions& options) {
  std::vector<SizedMap> maps(kSizedMaps.begin(), kSizedMaps.end());
  if (options.all) maps.push_back(kLargeCaves);
  TextTable table({{"  map", kLeft},
                   {"passable"},
                   {"delta"},
                   {"rows"},
                   {"build s"},
                   {"B a cell"},
                   {"units a move"},
                   {"move ns"},
                   {"cold"}});
  CacheFlood flood;
  double least = std::numeric_limits<double>::max();
  double most = 0;
  double coldest = 0;
  Machine machine = Machine::kIdle;
  for (const SizedMap& sized : maps) {
    const std::string name = fmt::format("{0} {1}x{1}", name_of(sized.kind), sized.side);
    auto grid = generate_map(sized.kind, {.width = sized.side, .height = sized.side, .seed = 7});
    if (!grid) return grid.error();
    const Map map(*std::move(grid));
    auto built = build_paths(map, sized.delta, name);
    if (!built) return built.error();
    Databases databases;
    databases.paths = &built->database;
    const auto agent = parse_algorithm("paths")->make_agent(map, Agent::kUnbounded, databases);
    if (!agent) return agent.error();
    PathFigures figures;
    PathWalker walker(map, **agent, figures);
    Random random(5);
    while (figures.problems < kSizedProblems) {
      const auto draw = [&] {
        return map.grid().node(random.between(0, sized.side - 1), random.between(0, sized.side - 1));
      };
      const BenchProblem problem{draw(), draw()};
      if (problem.start == problem.goal || !map.connected(problem.start, problem.goal)) continue;
      walker.measure(problem, std::nullopt);
      if (figures.problems % 5 == 0) walker.measure_cold(problem, flood);
    }
    const double ns = figures.hot_ns / static_cast<double>(std::max<std::uint64_t>(figures.steps, 1));
    const double cold = summarise(figures.cold_ns).mean;
    least = std::min(least, ns);
    most = std::max(most, ns);
    coldest = std::max(coldest, cold);
    if (machine_during({&figures.hot, 1}) == Machine::kBusy) machine = Machine::kBusy;
    table.add_row({fmt::format("  {}", name), format_count(map.grid().passable_cells()), std::to_string(built->delta),
                   format_count(built->database.rows()), format_decimal(built->seconds, 2),
                   format_decimal(built->bytes_per_cell(map), 2),
                   format_decimal(static_cast<double>(figures.units) / static_cast<double>(figures.counted_steps), 2),
                   format_decimal(ns, 1), format_decimal(cold, 0)});
  }
  fmt::print("\nMoves on maps of all sizes, {} problems each\n{}", kSizedProblems, table.to_string());
  bool holds = print_limit("the dearest hot move over the cheapest", most / least, "", 2, machine);
  holds &= print_limit("the dearest hot move", most, "ns", kMostHotNs, machine);
  holds &= print_limit("the dearest cold move", coldest, "ns", kMostColdNs, machine);
  return holds;
}

void print_forward_databases() {
  fmt::print(
      "\nForward databases elsewhere (Zhao et al. 2020 and before): 122 to 1,995 s of processor time, 5 to 93 MB a "
      "map\n");
}

}  // namespace

Result<BuiltPaths> build_paths(const Map& map, std::uint32_t delta, const std::string& label) {
  const std::uint64_t wall = wall_ns();
  PathBuildOptions options{.delta = delta};
  Result<PathDeltaChoice> choice = PathDeltaChoice{};
  if (delta == kAutoDelta) {
    choice = choose_path_delta(map);
    if (!choice) return choice.error();
    options.delta = choice->delta;
    options.chosen = choice->centroids;
  }
  auto built = build_in_memory<PathDatabase>(make_path_build(map, options), map, label);
  if (!built) return built.error();
  return BuiltPaths{std::move(built->database), options.delta, static_cast<double>(wall_ns() - wall) / 1e9};
}

std::vector<std::string> path_bench_sets(const BenchOptions& options) {
  if (!options.sets.empty()) return options.sets;
  return bench_sets(options, {"bgmaps", "bg512", "dao", "wc3maps512", "street", "sc1", "mazes", "rooms", "random"});
}

BenchOptions path_bench_options(const BenchOptions& given) {
  constexpr int kProblemsOfMap = 60;
  BenchOptions options = given;
  if (options.maps_per_set == 0 && !options.all) options.maps_per_set = kPathMapsPerSet;
  if (options.problems == 0) options.problems = options.all ? 6'000 : kPathMapsPerSet * kProblemsOfMap;
  return options;
}

bool print_limit(std::string_view what, double value, std::string_view unit, double bar, Machine machine) {
  const bool holds = value <= bar;
  const std::string_view space = unit.empty() ? "" : " ";
  fmt::print("  {}: {}{}{} (at most {:g}: {})\n", what, format_decimal(value, value < 10 ? 3 : 1), space, unit, bar,
             verdict(holds, machine));
  return holds || machine == Machine::kBusy;
}

Result<bool> bench_paths(const BenchOptions& given) {
  const BenchOptions options = path_bench_options(given);
  if (options.chase) return bench_path_chase(options);
  if (options.ranks) return bench_path_ranks(options);
  if (options.sizes) return bench_sizes(options);
  if (options.edits) {
    auto held = bench_path_edits(options);
    print_forward_databases();
    return held;
  }
  bool holds = true;
  for (const std::string& set : path_bench_sets(options)) {
    const auto held = bench_set(options, set);
    if (!held) return held.error();
    holds &= *held;
  }
  print_forward_databases();
  if (!options.sets.empty()) return holds;
  const auto flat = bench_sizes(options);
  if (!flat) return flat.error();
  return holds && *flat;
}

}  // namespace waymark
