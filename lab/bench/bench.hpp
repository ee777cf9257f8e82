// Measurements of this machine, as ratios of two sides run in turn in one process. Absolute times are shown, never
// judged.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

inline constexpr int kPathMapsPerSet = 3;  // of `paths`, if no other number is given

struct BenchOptions {
  std::string maps;  // folder of MovingAI sets (sc1, bg512, ...); empty: maps of our own generator
  int rounds = 5;    // how often each side runs
  int problems = 0;  // per set, spread over its maps; 0: as many as the benchmark thinks right
  // Of `changing`: a dynamic scenario to measure too, and where its page goes; both may be empty.
  std::string scenario = {};
  std::function<void(const std::string& page)> report = {};
  bool markdown = false;  // of `changing`: prints its tables as a page of the documentation has them
  // Of `paths`.
  std::vector<std::string> sets = {};  // instead of its own
  int maps_per_set = 0;                // spread over the set; 0: kPathMapsPerSet, or all with `all`
  bool all = false;                    // every map, and the largest generated one
  bool edits = false;                  // on maps that change
  bool chase = false;                  // to goals that walk
  bool ranks = false;                  // what a build takes by many processes
  bool sizes = false;                  // on generated maps of all sizes, and nothing else

  [[nodiscard]] BenchOptions with_problems(int fallback) const {
    BenchOptions options = *this;
    if (options.problems == 0) options.problems = fallback;
    return options;
  }
};

struct Benchmark {
  std::string_view name;
  std::string_view summary;
  // Prints to stdout. True if every bar that applies holds.
  Result<bool> (*run)(const BenchOptions& options);
};

std::span<const Benchmark> benchmarks();

// --- What the benchmarks are made of ---

struct BenchProblem {
  NodeId start;
  NodeId goal;
};

// A map with the problems to solve on it.
struct BenchCase {
  std::string name;
  const Map& map;
  std::vector<BenchProblem> problems;
};

// Calls `visit` with each map of a set in turn; only one is in memory at a time. `set` is a folder of options.maps, or,
// if that is empty, a kind of our generator.
Result<Done> for_each_case(const BenchOptions& options, const std::string& set,
                           const std::function<Result<Done>(const BenchCase&)>& visit);

// The sets a benchmark measures: those of MovingAI it names, or maps of our own. Sets that the folder lacks are left
// out, each with a line that says so; if it has none of them they all stay, and to read the first is the error.
std::vector<std::string> bench_sets(const BenchOptions& options, std::vector<std::string> published);

// Seconds of processor time per round, summed over the maps of a set, and of wall clock in all.
class SideTimes {
 public:
  explicit SideTimes(int rounds) : seconds_(static_cast<std::size_t>(rounds), 0.0) {}
  void add(int round, double seconds, double wall_seconds) {
    seconds_[static_cast<std::size_t>(round)] += seconds;
    wall_seconds_ += wall_seconds;
  }
  [[nodiscard]] double median() const;
  [[nodiscard]] double low() const;
  [[nodiscard]] double high() const;
  // Whether a bar can be judged by these times: this side had a processor nearly all the time, and its rounds took
  // about the same. Where other programs want the processors, or share their caches, one of the two fails.
  [[nodiscard]] bool is_steady() const;
  static constexpr double kLeastShare = 0.9;   // of processor time in wall clock
  static constexpr double kMostSpread = 1.25;  // of the slowest round over the fastest

 private:
  std::vector<double> seconds_;
  double wall_seconds_ = 0;
};

enum class Machine : std::uint8_t { kIdle, kBusy };
// Busy if any side is not steady.
Machine machine_during(std::span<const SideTimes> sides);

// Runs each side, in this thread, once to warm up, then all sides in turn, `rounds` times; adds to `times`, one per
// side.
void measure_in_turn(std::span<const std::function<void()>> sides, std::vector<SideTimes>& times, int rounds);

// "12.3 us (12.1 to 12.9)": the median and range of a side per item.
std::string per_item(const SideTimes& times, double items);

// What is said of a bar. On a busy machine one that is missed is not judged.
std::string_view verdict(bool holds, Machine machine = Machine::kIdle);

// Prints "NAME  RATIO times  (at least BAR: holds)"; returns whether the ratio is at least the bar (0: no bar). On a
// busy machine a bar that is missed is not judged: it says so, and returns true.
bool print_at_least(std::string_view name, double ratio, double bar, Machine machine = Machine::kIdle);
bool print_at_most(std::string_view name, double ratio, double bar, Machine machine = Machine::kIdle,
                   std::string_view unit = "times");

// The benchmarks, each in a source of its own.
Result<bool> bench_boost(const BenchOptions& options);
Result<bool> bench_jps(const BenchOptions& options);
Result<bool> bench_expansion(const BenchOptions& options);
Result<bool> bench_variants(const BenchOptions& options);
Result<bool> bench_agents(const BenchOptions& options);
Result<bool> bench_databases(const BenchOptions& options);
Result<bool> bench_edits(const BenchOptions& options);
Result<bool> bench_units(const BenchOptions& options);
Result<bool> bench_changing(const BenchOptions& options);
Result<bool> bench_repair(const BenchOptions& options);
Result<bool> bench_hierarchies(const BenchOptions& options);
Result<bool> bench_thesis(const BenchOptions& options);
Result<bool> bench_choosing(const BenchOptions& options);
Result<bool> bench_paths(const BenchOptions& options);

}  // namespace waymark
