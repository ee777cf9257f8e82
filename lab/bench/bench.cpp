#include "lab/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <numeric>

#include "base/hash.hpp"
#include "lab/run/large_maps.hpp"
#include "lab/run/processor_time.hpp"
#include "waymark/base/random.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark {
namespace {

namespace fs = std::filesystem;

constexpr std::array<Benchmark, 14> kBenchmarks{{
    {"boost", "a-star against boost::astar_search on the same grids", &bench_boost},
    {"jps", "jps against a-star", &bench_jps},
    {"expansion", "a-star against a bare loop over the same neighbours and queue operations", &bench_expansion},
    {"variants", "queues, stores and successors of a-star against its defaults", &bench_variants},
    {"agents", "real-time agents: an expansion against a-star's, and the published shapes of tba and lss-lrta",
     &bench_agents},
    {"databases", "building and using subgoal databases: case bases on large maps, pattern databases, pra",
     &bench_databases},
    {"edits", "edits of a large map against the same edits of a small one", &bench_edits},
    {"units", "what a unit holds in memory, and ten thousand of them", &bench_units},
    {"changing", "planning again on maps that change: searches that remember against a-star and jps from scratch",
     &bench_changing},
    {"repair", "an expansion of fringe, lpa and d-star-lite against a-star's, and edits far from d-star-lite's tree",
     &bench_repair},
    {"hierarchies", "hpa, dhpa, pra, mm, dba and sga against a-star and jps: queries, paths, and what they go by",
     &bench_hierarchies},
    {"thesis", "what the thesis says of fringe, me-ida, rtd and mt-adaptive-a, and what holds here", &bench_thesis},
    {"choosing", "every kind of algorithm on maps of every kind: time to build, memory, time of a path, quality",
     &bench_choosing},
    {"paths", "path databases: build, memory, moves and ways beside other databases and searches; with --edits healing",
     &bench_paths},
}};

// So many of them, evenly; 0: all.
std::vector<std::string> spread_over(const std::vector<std::string>& files, int count) {
  const auto most = static_cast<std::size_t>(count);
  if (most == 0 || most >= files.size()) return files;
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(files[(2 * i + 1) * files.size() / (2 * most)]);
  return chosen;
}

Result<Done> visit_published(const BenchOptions& options, const std::string& set,
                             const std::function<Result<Done>(const BenchCase&)>& visit) {
  const fs::path folder = fs::path(options.maps) / set;
  const auto found = map_files(folder);
  if (!found) return found.error();
  const std::vector<std::string> files = spread_over(*found, options.maps_per_set);
  for (std::size_t i = 0; i < files.size(); ++i) {
    // Whole numbers that add up to options.problems.
    const auto share = (i + 1) * static_cast<std::size_t>(options.problems) / files.size() -
                       i * static_cast<std::size_t>(options.problems) / files.size();
    if (share == 0) continue;
    auto loaded = read_map(files[i]);
    if (!loaded) return loaded.error();
    const auto scenarios = read_scenarios(files[i] + ".scen");
    if (!scenarios) return scenarios.error();
    if (auto fits = check_against(*scenarios, files[i] + ".scen", loaded->grid); !fits) return fits.error();
    const Map map(std::move(loaded->grid));
    BenchCase bench_case{fs::path(files[i]).stem().string(), map, {}};
    for (std::size_t j = 0; j < share; ++j) {
      const Scenario& row = scenarios->rows[(2 * j + 1) * scenarios->rows.size() / (2 * share)];
      bench_case.problems.push_back({map.grid().node(row.start), map.grid().node(row.goal)});
    }
    if (auto done = visit(bench_case); !done) return done.error();
  }
  return Done{};
}

Result<Done> visit_generated(const BenchOptions& options, const std::string& set,
                             const std::function<Result<Done>(const BenchCase&)>& visit) {
  const int maps = options.maps_per_set > 0 ? std::min(options.maps_per_set, 5) : 5;
  for (int i = 0; i < maps; ++i) {
    GenerateOptions generate;
    generate.seed = static_cast<std::uint64_t>(i) + 1;
    auto grid = generate_map(*map_kind_from_name(set), generate);
    if (!grid) return grid.error();
    const Map map(std::move(*grid));
    BenchCase bench_case{fmt::format("{} {}", set, i + 1), map, {}};
    Random random(Hash64().add(set).add(generate.seed).value());
    const int share = (i + 1) * options.problems / maps - i * options.problems / maps;
    while (bench_case.problems.size() < static_cast<std::size_t>(share)) {
      const auto draw = [&] {
        const int x = random.between(0, generate.width - 1);
        const int y = random.between(0, generate.height - 1);
        return map.grid().node(x, y);
      };
      const NodeId start = draw();
      const NodeId goal = draw();
      if (map.connected(start, goal)) bench_case.problems.push_back({start, goal});
    }
    if (auto done = visit(bench_case); !done) return done.error();
  }
  return Done{};
}

std::string_view verdict(bool holds, Machine machine) {
  if (machine == Machine::kIdle) return holds ? "holds" : "DOES NOT HOLD";
  return holds ? "holds, though the machine is busy" : "the machine is too busy to tell";
}

}  // namespace

std::span<const Benchmark> benchmarks() { return kBenchmarks; }

std::vector<std::string> bench_sets(const BenchOptions& options, std::vector<std::string> published) {
  if (options.maps.empty()) return {"rts", "caves", "fortress"};
  std::vector<std::string> present;
  std::vector<std::string> missing;
  std::error_code ignored;
  for (const std::string& set : published) {
    (fs::is_directory(fs::path(options.maps) / set, ignored) ? present : missing).push_back(set);
  }
  if (present.empty()) return published;
  for (const std::string& set : missing) fmt::print("{}: skipped, for {} has no such folder\n", set, options.maps);
  return present;
}

Result<Done> for_each_case(const BenchOptions& options, const std::string& set,
                           const std::function<Result<Done>(const BenchCase&)>& visit) {
  return options.maps.empty() ? visit_generated(options, set, visit) : visit_published(options, set, visit);
}

double SideTimes::median() const {
  std::vector<double> sorted = seconds_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 2];
}
double SideTimes::low() const { return *std::min_element(seconds_.begin(), seconds_.end()); }
double SideTimes::high() const { return *std::max_element(seconds_.begin(), seconds_.end()); }
bool SideTimes::is_steady() const {
  const double all = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
  return all >= kLeastShare * wall_seconds_ && high() <= kMostSpread * low();
}

Machine machine_during(std::span<const SideTimes> sides) {
  const bool steady = std::all_of(sides.begin(), sides.end(), [](const SideTimes& side) { return side.is_steady(); });
  return steady ? Machine::kIdle : Machine::kBusy;
}

void measure_in_turn(std::span<const std::function<void()>> sides, std::vector<SideTimes>& times, int rounds) {
  for (const auto& side : sides) side();
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const auto wall_began = std::chrono::steady_clock::now();
      const std::uint64_t began = processor_ns();
      sides[i]();
      const std::uint64_t ended = processor_ns();
      const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_began;
      times[i].add(round, static_cast<double>(ended - began) * 1e-9, wall.count());
    }
  }
}

std::string per_item(const SideTimes& times, double items) {
  const double unit = times.median() / items < 1e-6 ? 1e9 : 1e6;
  return fmt::format("{:.1f} {} ({:.1f} to {:.1f})", times.median() / items * unit, unit == 1e9 ? "ns" : "us",
                     times.low() / items * unit, times.high() / items * unit);
}

bool print_at_least(std::string_view name, double ratio, double bar, Machine machine) {
  fmt::print("  {:<44} {:8.2f} times", name, ratio);
  if (bar > 0) fmt::print("   (at least {}: {})", bar, verdict(ratio >= bar, machine));
  fmt::print("\n");
  return ratio >= bar || machine == Machine::kBusy;
}

bool print_at_most(std::string_view name, double ratio, double bar, Machine machine) {
  fmt::print("  {:<44} {:8.2f} times   (at most {}: {})\n", name, ratio, bar, verdict(ratio <= bar, machine));
  return ratio <= bar || machine == Machine::kBusy;
}

}  // namespace waymark
