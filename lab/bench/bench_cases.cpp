// Benchmarks of case bases on maps of 9 to 13 million states: what they cost to build against the searches they are
// made of, and what kNN LRTA* gains by them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "lab/bench/bench.hpp"
#include "lab/bench/database_bench.hpp"
#include "lab/run/large_maps.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "lab/run/statistics.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/random.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/offline/case_build.hpp"
#include "waymark/offline/pattern_build.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

std::vector<NodePair> pairs_of(const Map& map, std::span<const Problem> problems) {
  std::vector<NodePair> pairs;
  pairs.reserve(problems.size());
  for (const Problem& problem : problems) {
    pairs.emplace_back(map.grid().node(problem.start), map.grid().node(problem.goal));
  }
  return pairs;
}

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
constexpr std::size_t kJudged = 2;                                           // 60,000 records
constexpr const char* kPatternAgent = "d-lrta:reentrance=off,subgoal=held";  // as that paper has it
constexpr std::uint64_t kLargeStates = 11'000'000;
// Maps of our own are a tenth as large and get a tenth of the records, so that they need no maps and little time; the
// bars are for the large ones.
constexpr std::uint64_t kSmaller = 10;
constexpr std::uint64_t kMostMoves = 100'000;  // timed of a problem: one that scrubs shows no more in a million
constexpr std::uint64_t kFarTrips = 20'000;    // a map, to count how many fall back
constexpr std::uint32_t kPatternStates = 300;  // regions of the pattern database, as D LRTA*(9) had

// What agents did with one database, over all maps.
struct CaseRung {
  std::vector<double> suboptimality;
  std::uint64_t fell_back = 0;
  std::uint64_t unsolved = 0;
  std::uint64_t far_fell_back = 0;  // of the trips of far_trips
  double seconds = 0;               // to build
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
  std::uint64_t far_trips = 0;
  double maps = 0;
  double states = 0;

  explicit CaseBench(const BenchOptions& given)
      : options(given),
        smaller(given.maps.empty() ? kSmaller : 1),
        building(2, SideTimes(given.rounds)),
        walks(3, given.rounds) {}
};
constexpr std::array<const char*, 3> kFallbacks{"knn-lrta:legs=climb", "knn-lrta:fallback=da-rtaa,legs=climb",
                                                "knn-lrta:fallback=tb-wa,legs=climb"};

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

// Connected pairs that lie far apart, without their shortest paths: so many can be walked that rare events show.
std::vector<NodePair> far_trips(const Map& map, double distance, int count) {
  const Grid& grid = map.grid();
  Random random(1);
  const auto draw = [&] {
    const int x = random.between(0, grid.width() - 1);
    const int y = random.between(0, grid.height() - 1);
    return Cell{x, y};
  };
  const auto apart = static_cast<Cost>(distance * map.rules().costs.cardinal);
  const OctileDistance octile = octile_distance(map.rules());
  std::vector<NodePair> trips;
  for (int tries = 0; trips.size() < static_cast<std::size_t>(count) && tries < 1000 * count; ++tries) {
    const Cell from = draw();
    const Cell to = draw();
    const NodeId start = grid.node(from);
    const NodeId goal = grid.node(to);
    if (!grid.passable(start) || !grid.passable(goal)) continue;
    if (octile.distance(std::abs(from.x - to.x), std::abs(from.y - to.y)) < apart) continue;
    if (map.connected(start, goal)) trips.emplace_back(start, goal);
  }
  return trips;
}

Result<std::uint64_t> count_fallen_back(const Map& map, const Databases& databases, std::span<const NodePair> trips) {
  const auto agent = parse_algorithm("knn-lrta:legs=climb")->make_agent(map, Agent::kUnbounded, databases);
  if (!agent) return agent.error();
  std::uint64_t fallen = 0;
  for (const auto& [start, goal] : trips) {
    (*agent)->reset(start, goal);
    while ((*agent)->status() == Status::kInProgress && (*agent)->work().fell_back == 0) (*agent)->step();
    fallen += (*agent)->work().fell_back;
  }
  return fallen;
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
  for (const char* text : {"a-star", "knn-lrta:legs=climb", kPatternAgent}) {
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

  const std::vector<NodePair> far =
      far_trips(map, kLongCost / static_cast<double>(bench.smaller), static_cast<int>(kFarTrips / bench.smaller));
  bench.far_trips += far.size();

  PatternBuildOptions patterns;
  patterns.level = static_cast<std::uint32_t>(level_of(map, kPatternStates));
  patterns.content = PatternContent::kGoal;
  const auto pattern_database = build_in_memory<PatternDatabase>(make_pattern_build(map, patterns), map, small.name);
  if (!pattern_database) return pattern_database.error();
  Databases databases;
  databases.patterns = &pattern_database->database;
  bench.patterns.seconds += pattern_database->seconds;
  bench.patterns.megabytes += static_cast<double>(pattern_database->database.bytes()) / 1e6;
  if (auto ran = run_rung(map, kPatternAgent, databases, *drawn, bench.patterns); !ran) return ran;

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
    const auto fallen = count_fallen_back(map, databases, far);
    if (!fallen) return fallen.error();
    rung.far_fell_back += *fallen;
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
                   {"published mean"},
                   {"far trips fell back"}});
  bool fewer = true;
  for (std::size_t i = 0; i < bench.rungs.size(); ++i) {
    const CaseRung& rung = bench.rungs[i];
    std::vector<std::string> row{
        "  " + format_count(kPublishedCases[i].records / bench.smaller), format_decimal(rung.seconds / maps, 1) + " s",
        format_decimal(kPublishedCases[i].hours, 2) + " h", format_decimal(rung.megabytes / maps, 2) + " MB",
        format_decimal(kPublishedCases[i].megabytes, 2) + " MB"};
    for (std::string& text : quality_columns(rung)) row.push_back(std::move(text));
    row.push_back(format_decimal(kPublishedCases[i].suboptimality, 2) + " %");
    row.push_back(format_count(rung.far_fell_back));
    table.add_row(std::move(row));
    if (i > 0) fewer &= rung.far_fell_back < bench.rungs[i - 1].far_fell_back;
  }
  fmt::print("{}", table.to_string());
  fmt::print("  published: JAIR 2010, Tables 1 to 3, means of four Counter-Strike maps of 9 to 13 million states\n");
  const CaseRung& judged = bench.rungs[kJudged];
  fmt::print("  far trips: {} pairs of cells {} and more apart\n", format_count(bench.far_trips),
             kLongCost / static_cast<double>(bench.smaller));
  bool holds = print_bar("fewer trips fall back with every step up", fewer);
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
  fmt::print(
      "  a move: a-star {:.0f} ns, knn-lrta:legs=climb {:.1f} ns, d-lrta {:.1f} ns; published 208.03, 6.40 and 3.94 "
      "µs\n",
      a_star, knn, d);
  holds &= print_at_least("a-star's time a move over knn-lrta's", a_star / knn, 60);
  holds &= print_at_most("knn-lrta's time a move over d-lrta's", knn / d, 1.6);
  fmt::print("  no move of knn-lrta with 60,000 records spends more than {} work units; the most seen: {}\n",
             format_count(judged.bound), format_count(judged.max_work));
  if (bench.smaller > 1) fmt::print("  the bars are for the large maps of --maps DIR; these say little\n");
  return holds || bench.smaller > 1;
}

}  // namespace

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
  const int each = std::max(options.problems / std::max(total, 1), 1);
  std::string names;
  for (const Part& part : parts) {
    const auto grids = small_maps(options.maps, part.set, part.maps);
    if (!grids) return grids.error();
    for (const NamedGrid& small : *grids) {
      names += (names.empty() ? "" : ", ") + small.name;
      if (auto ran = run_large_map(small, static_cast<std::uint64_t>(each), bench); !ran) return ran.error();
    }
  }
  fmt::print("knn-lrta: {} problems of cost {} and more a map; enlarged to {:.1f} million states on average: {}\n",
             each, kLongCost / static_cast<double>(bench.smaller), bench.states / bench.maps / 1e6, names);
  return print_cases(bench);
}

}  // namespace waymark
