// What the benchmarks of path databases share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/bench/bench.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

inline constexpr std::uint32_t kAutoDelta = 0;

struct BuiltPaths {
  PathDatabase database;
  std::uint32_t delta;
  double seconds;  // wall clock, by all threads; with the choice of delta
  [[nodiscard]] double bytes_per_cell(const Map& map) const {
    return static_cast<double>(database.bytes()) / static_cast<double>(map.grid().passable_cells());
  }
};
Result<BuiltPaths> build_paths(const Map& map, std::uint32_t delta, const std::string& label);

// The sets to measure, and as many maps of each as these benchmarks take.
std::vector<std::string> path_bench_sets(const BenchOptions& options);
BenchOptions path_bench_options(const BenchOptions& given);

// Prints "  WHAT  VALUE UNIT  (at most BAR: holds)". A bar of time is not judged on a busy machine.
bool print_limit(std::string_view what, double value, std::string_view unit, double bar,
                 Machine machine = Machine::kIdle);

// While the map is edited, and heals.
Result<bool> bench_path_edits(const BenchOptions& options);

// While the goal walks.
Result<bool> bench_path_chase(const BenchOptions& options);

// What a build takes by many processes.
Result<bool> bench_path_ranks(const BenchOptions& given);

}  // namespace waymark
