// Benchmarks of the subgoal databases: what they cost to build against the searches they are made of, and what agents
// gain by them, beside what the papers published.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "large_maps.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/lab/bench.hpp"
#include "waymark/lab/memory.hpp"
#include "waymark/lab/optimal_length.hpp"
#include "waymark/lab/problem.hpp"
#include "waymark/lab/progress.hpp"
#include "waymark/lab/run.hpp"
#include "waymark/lab/statistics.hpp"
#include "waymark/lab/text_table.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/one_to_all.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/transform.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

bool print_bar(std::string_view what, bool holds) {
  fmt::print("  {}: {}\n", what, holds ? "holds" : "DOES NOT HOLD");
  return holds;
}

// A database built by all threads, in memory; how long that took.
template <class T>
struct Built {
  T database;
  double seconds;
};

template <class T>
Result<Built<T>> build_in_memory(Result<std::unique_ptr<DatabaseBuild>> build, const Map& map,
                                 const std::string& label) {
  if (!build) return build.error();
  const auto began = Clock::now();
  std::optional<ProgressBar> bar;
  RunBuildOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (!bar) bar.emplace(label, total);
    bar->update(done);
  };
  auto bytes = run_build(**build, options);
  if (!bytes) return bytes.error();
  const double seconds = seconds_since(began);
  auto container = Container::parse(*std::move(bytes), label);
  if (!container) return container.error();
  auto opened = T::open(*std::move(container), map);
  if (!opened) return opened.error();
  return Built<T>{*std::move(opened), seconds};
}

std::vector<NodePair> pairs_of(const Map& map, std::span<const Problem> problems) {
  std::vector<NodePair> pairs;
  pairs.reserve(problems.size());
  for (const Problem& problem : problems) {
    pairs.emplace_back(map.grid().node(problem.start), map.grid().node(problem.goal));
  }
  return pairs;
}

// --- Case bases on maps of 9 to 13 million states ---

// JAIR 2010 (Bulitko, Bjornsson & Lawrence), Tables 1 to 3; means of four Counter-Strike maps.
struct PublishedCases {
  std::uint64_t records;
  double suboptimality;  // percent, mean
  double hours;          // to build
  double megabytes;
};
constexpr std::array<PublishedCases, 4> kPublishedCases{{{10'000, 6851.62, 13.10, 0.25},
                                                         {40'000, 620.63, 51.89, 1.00},
                                                         {60'000, 12.77, 77.30, 1.51},
                                                         {80'000, 11.96, 103.09, 2.01}}};
constexpr std::size_t kJudged = 2;  // 60,000 records
constexpr std::uint64_t kLargeStates = 11'000'000;
// Maps of our own are a tenth as large and get a tenth of the records, so that they need no maps and little time; the
// bars are for the large ones.
constexpr std::uint64_t kSmaller = 10;
constexpr std::uint64_t kMostMoves = 100'000;  // timed of a problem: one that scrubs shows no more in a million
constexpr double kLongCost = 1'000;            // cardinal steps
constexpr int kCorner = 128;                   // cells a side
constexpr std::uint32_t kPatternStates = 300;  // regions of the pattern database, as D LRTA*(9) had

// What agents did with one database, over all maps.
struct CaseRung {
  std::vector<double> suboptimality;
  std::uint64_t fell_back = 0;
  std::uint64_t unsolved = 0;
  double seconds = 0;  // to build
  double megabytes = 0;
  double states = 0;  // stored
  double online_states = 0;
  std::uint64_t max_work = 0;
  std::uint64_t bound = 0;
};

// Times of whole walks, in turn, and the moves they took.
struct WalkSides {
  std::vector<SideTimes> times;
  std::vector<std::uint64_t> moves;
  explicit WalkSides(std::size_t sides, int rounds) : times(sides, SideTimes(rounds)), moves(sides, 0) {}
  [[nodiscard]] double nanoseconds(std::size_t side) const {
    return times[side].median() / static_cast<double>(std::max<std::uint64_t>(moves[side], 1)) * 1e9;
  }
};

struct CaseBench {
  BenchOptions options;
  std::uint64_t smaller;            // how many times, states and records
  std::vector<SideTimes> building;  // A* searches, records
  std::uint64_t paths = 0;
  std::array<CaseRung, kPublishedCases.size()> rungs;
  std::array<CaseRung, 3> fallbacks;
  WalkSides walks;  // A*, kNN LRTA*, D LRTA*
  CaseRung patterns;
  double maps = 0;
  double states = 0;

  explicit CaseBench(const BenchOptions& given)
      : options(given),
        smaller(given.maps.empty() ? kSmaller : 1),
        building(2, SideTimes(given.rounds)),
        walks(3, given.rounds) {}
};
constexpr std::array<const char*, 3> kFallbacks{"knn-lrta", "knn-lrta:fallback=da-rtaa", "knn-lrta:fallback=tb-wa"};

Result<Done> run_rung(const Map& map, const std::string& text, const Databases& databases,
                      std::span<const Problem> problems, CaseRung& rung) {
  const auto choice = parse_algorithm(text);
  if (!choice) return choice.error();
  const auto agent = choice->make_agent(map, Agent::kUnbounded, databases);
  if (!agent) return agent.error();
  rung.bound = std::max(rung.bound, (*agent)->bound());
  RunOptions options;
  options.databases = databases;
  return run_problems(map, *choice, problems, options, [&rung](RunRow&& row) {
    if (row.status != Status::kSolved) ++rung.unsolved;
    if (row.suboptimality) rung.suboptimality.push_back(*row.suboptimality);
    rung.fell_back += row.work.fell_back;
    rung.max_work = std::max(rung.max_work, row.max_work_per_move);
    rung.online_states += static_cast<double>(row.work.peak_states);
    return true;
  });
}

// The records of some trips against the A* searches of the same trips, both by one thread.
Result<Done> time_building(const Map& map, std::span<const NodePair> pairs, CaseBench& bench) {
  CaseBuildOptions options;
  options.pairs = pairs;
  const auto build = make_case_build(map, options);
  if (!build) return build.error();
  const auto maker = (*build)->maker();
  const PathFinderPtr search = *make_a_star(map);
  const std::array<std::function<void()>, 2> sides{[&] {
                                                     for (const auto& [start, goal] : pairs) search->solve(start, goal);
                                                   },
                                                   [&] {
                                                     for (std::uint64_t item = 0; item < (*build)->items(); ++item)
                                                       maker->make(item);
                                                   }};
  measure_in_turn(sides, bench.building, bench.options.rounds);
  bench.paths += pairs.size();
  return Done{};
}

Result<Done> time_walks(const Map& map, std::span<const NodePair> pairs, const Databases& databases, CaseBench& bench) {
  std::vector<AgentPtr> agents;
  std::vector<std::function<void()>> sides;
  agents.reserve(3);
  for (const char* text : {"a-star", "knn-lrta", "d-lrta"}) {
    auto agent = parse_algorithm(text)->make_agent(map, Agent::kUnbounded, databases);
    if (!agent) return agent.error();
    agents.push_back(*std::move(agent));
  }
  const auto walk_all = [&](Agent& agent) {
    std::uint64_t moves = 0;
    for (const auto& [start, goal] : pairs) {
      agent.reset(start, goal);
      for (std::uint64_t i = 0; i < kMostMoves && agent.status() == Status::kInProgress; ++i, ++moves) agent.step();
    }
    return moves;
  };
  sides.reserve(agents.size());
  for (const AgentPtr& agent : agents) sides.emplace_back([&walk_all, &agent] { walk_all(*agent); });
  measure_in_turn(sides, bench.walks.times, bench.options.rounds);
  for (std::size_t i = 0; i < agents.size(); ++i) bench.walks.moves[i] += walk_all(*agents[i]);
  return Done{};
}

// The lowest level with at most so many regions.
int level_of(const Map& map, std::uint32_t regions) {
  const CliqueAbstraction abstraction(map);
  int level = 1;
  while (level < abstraction.levels() && abstraction.states(level) > regions) ++level;
  return level;
}

Result<Done> run_large_map(const NamedGrid& small, std::uint64_t problems, CaseBench& bench) {
  auto grid = enlarge_to_states(small.grid, kLargeStates / bench.smaller);
  if (!grid) return grid.error();
  const Map map(*std::move(grid));
  bench.maps += 1;
  bench.states += static_cast<double>(map.grid().passable_cells());
  const auto drawn = random_problems(map, {problems, 1, kLongCost / static_cast<double>(bench.smaller)});
  if (!drawn) return drawn.error();
  const std::vector<NodePair> pairs = pairs_of(map, *drawn);
  const std::span<const NodePair> few(pairs.data(), std::min<std::size_t>(pairs.size(), 24));
  if (auto timed = time_building(map, few, bench); !timed) return timed;

  PatternBuildOptions patterns;
  patterns.level = static_cast<std::uint32_t>(level_of(map, kPatternStates));
  patterns.content = PatternContent::kGoal;
  const auto pattern_database = build_in_memory<PatternDatabase>(make_pattern_build(map, patterns), map, small.name);
  if (!pattern_database) return pattern_database.error();
  Databases databases;
  databases.patterns = &pattern_database->database;
  bench.patterns.seconds += pattern_database->seconds;
  bench.patterns.megabytes += static_cast<double>(pattern_database->database.bytes()) / 1e6;
  if (auto ran = run_rung(map, "d-lrta", databases, *drawn, bench.patterns); !ran) return ran;

  for (std::size_t i = 0; i < kPublishedCases.size(); ++i) {
    CaseBuildOptions options;
    options.records = kPublishedCases[i].records / bench.smaller;
    const auto cases = build_in_memory<CaseBase>(make_case_build(map, options), map, small.name);
    if (!cases) return cases.error();
    databases.cases = &cases->database;
    CaseRung& rung = bench.rungs[i];
    rung.seconds += cases->seconds;
    rung.megabytes += static_cast<double>(cases->database.bytes()) / 1e6;
    rung.states += static_cast<double>(cases->database.states_stored());
    if (auto ran = run_rung(map, kFallbacks[0], databases, *drawn, rung); !ran) return ran;
    if (i == 0) {
      for (std::size_t j = 0; j < kFallbacks.size(); ++j) {
        if (auto ran = run_rung(map, kFallbacks[j], databases, *drawn, bench.fallbacks[j]); !ran) return ran;
      }
    }
    if (i == kJudged) {
      if (auto timed = time_walks(map, few, databases, bench); !timed) return timed;
    }
  }
  return Done{};
}

std::vector<std::string> quality_columns(const CaseRung& rung) {
  const Summary summary = summarise(rung.suboptimality);
  return {format_decimal(summary.mean, 2) + " %", format_decimal(summary.median, 2) + " %",
          format_decimal(summary.p99, 1) + " %",
          format_share(rung.fell_back, rung.suboptimality.size() + rung.unsolved), format_count(rung.unsolved)};
}

bool print_cases(const CaseBench& bench) {
  const double maps = bench.maps;
  TextTable table({{"  records", kLeft},
                   {"built in"},
                   {"published"},
                   {"file"},
                   {"published"},
                   {"subopt mean"},
                   {"median"},
                   {"p99"},
                   {"fell back"},
                   {"unsolved"},
                   {"published mean"}});
  bool fewer = true;
  for (std::size_t i = 0; i < bench.rungs.size(); ++i) {
    const CaseRung& rung = bench.rungs[i];
    std::vector<std::string> row{
        "  " + format_count(kPublishedCases[i].records / bench.smaller), format_decimal(rung.seconds / maps, 1) + " s",
        format_decimal(kPublishedCases[i].hours, 2) + " h", format_decimal(rung.megabytes / maps, 2) + " MB",
        format_decimal(kPublishedCases[i].megabytes, 2) + " MB"};
    for (std::string& text : quality_columns(rung)) row.push_back(std::move(text));
    row.push_back(format_decimal(kPublishedCases[i].suboptimality, 2) + " %");
    table.add_row(std::move(row));
    if (i > 0) fewer &= rung.fell_back < bench.rungs[i - 1].fell_back;
  }
  fmt::print("{}", table.to_string());
  fmt::print("  published: JAIR 2010, Tables 1 to 3, means of four Counter-Strike maps of 9 to 13 million states\n");
  const CaseRung& judged = bench.rungs[kJudged];
  bool holds = print_bar("fewer problems fall back with every step up", fewer);
  holds &= print_bar("median suboptimality with 60,000 records under 8 %", summarise(judged.suboptimality).median < 8);
  holds &= print_bar("60,000 records in less than 2.5 MB", judged.megabytes / maps < 2.5);
  holds &= print_at_most("a record's time over that of its A* search",
                         bench.building[1].median() / bench.building[0].median(), 1.0 / 8);

  fmt::print("  fallbacks, with {} records:\n", format_count(kPublishedCases[0].records / bench.smaller));
  TextTable fallbacks({{"    algorithm", kLeft},
                       {"subopt mean"},
                       {"median"},
                       {"p99"},
                       {"fell back"},
                       {"unsolved"},
                       {"most units a move"},
                       {"bound"}});
  for (std::size_t i = 0; i < kFallbacks.size(); ++i) {
    std::vector<std::string> row{fmt::format("    {}", kFallbacks[i])};
    for (std::string& text : quality_columns(bench.fallbacks[i])) row.push_back(std::move(text));
    row.push_back(format_count(bench.fallbacks[i].max_work));
    row.push_back(format_count(bench.fallbacks[i].bound));
    fallbacks.add_row(std::move(row));
  }
  fmt::print("{}", fallbacks.to_string());
  const Summary d_lrta = summarise(bench.patterns.suboptimality);
  fmt::print(
      "  d-lrta, about {} regions: built in {:.1f} s, {:.1f} MB; suboptimality {:.1f} % mean, {:.2f} % median, {} "
      "unsolved\n",
      kPatternStates, bench.patterns.seconds / maps, bench.patterns.megabytes / maps, d_lrta.mean, d_lrta.median,
      bench.patterns.unsolved);

  const double a_star = bench.walks.nanoseconds(0);
  const double knn = bench.walks.nanoseconds(1);
  const double d = bench.walks.nanoseconds(2);
  fmt::print("  a move: a-star {:.0f} ns, knn-lrta {:.1f} ns, d-lrta {:.1f} ns; published 208.03, 6.40 and 3.94 µs\n",
             a_star, knn, d);
  holds &= print_at_least("a-star's time a move over knn-lrta's", a_star / knn, 60);
  holds &= print_at_most("knn-lrta's time a move over d-lrta's", knn / d, 1.6);
  fmt::print("  no move of knn-lrta with 60,000 records spends more than {} work units; the most seen: {}\n",
             format_count(judged.bound), format_count(judged.max_work));
  if (bench.smaller > 1) fmt::print("  the bars are for the large maps of --maps DIR; these say little\n");
  return holds || bench.smaller > 1;
}

Result<bool> bench_cases(const BenchOptions& given) {
  BenchOptions options = given.with_problems(1'000);
  CaseBench bench(options);
  struct Part {
    std::string set;
    int maps;
  };
  const std::vector<Part> parts =
      options.maps.empty() ? std::vector<Part>{{"city", 1}} : std::vector<Part>{{"sc1", 3}, {"iron", 1}};
  int total = 0;
  for (const Part& part : parts) total += part.maps;
  std::string names;
  for (const Part& part : parts) {
    const auto grids = small_maps(options, part.set, part.maps);
    if (!grids) return grids.error();
    for (const NamedGrid& small : *grids) {
      names += (names.empty() ? "" : ", ") + small.name;
      if (auto ran = run_large_map(small, static_cast<std::uint64_t>(std::max(options.problems / total, 1)), bench);
          !ran) {
        return ran.error();
      }
    }
  }
  fmt::print("knn-lrta: {} problems of cost {} and more a map; enlarged to {:.1f} million states on average: {}\n",
             std::max(options.problems / total, 1), kLongCost / static_cast<double>(bench.smaller),
             bench.states / bench.maps / 1e6, names);
  return print_cases(bench);
}

// --- Pattern databases of level 3 on maps of 512 x 512 cells ---

// Maps of our own have more regions; a corner of them shows the same in little time.
Result<std::vector<NamedGrid>> pattern_maps(const BenchOptions& options, int count) {
  auto grids = small_maps(options, options.maps.empty() ? "rts" : "wc3maps512", count);
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
  return print_at_most("its time over one Dijkstra per region", times[1].median() / times[0].median(), 1.5);
}

// --- Quality on the maps of JAIR 2008 ---

Result<bool> bench_quality(const BenchOptions& given) {
  const BenchOptions options = given.with_problems(given.maps.empty() ? 30 : 900);
  const auto grids = pattern_maps(options, options.maps.empty() ? 1 : kAllMaps);
  if (!grids) return grids.error();
  const int maps = static_cast<int>(grids->size());
  constexpr std::array<const char*, 6> kAlgorithms{
      "lrta-pdb-pdb",         "pra", "lrta-pdb-pdb:fallback=tb-wa", "d-lrta", "d-lrta:fallback=da-rtaa",
      "d-lrta:fallback=tb-wa"};
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
    const auto built = build_in_memory<PatternDatabase>(make_pattern_build(map), map, named.name);
    if (!built) return built.error();
    seconds += built->seconds;
    RunOptions run;
    run.databases.patterns = &built->database;
    for (std::size_t i = 0; i < kAlgorithms.size(); ++i) {
      const auto choice = parse_algorithm(kAlgorithms[i]);
      if (!choice) return choice.error();
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
  constexpr std::array<const char*, kAlgorithms.size()> kPublished{"5.8 %, 1.5 expanded", "0.1 %", "", "", "", ""};
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
