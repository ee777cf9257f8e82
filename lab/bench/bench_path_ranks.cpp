// What a build of a path database takes by many processes: measured of its parts in this one, and what follows from
// that. Each rank chooses the centroids for itself; rows, those of the samples for delta too, are made by all; rank 0
// alone takes them in and writes the file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lab/bench/path_bench.hpp"
#include "lab/run/wall_time.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/offline/path_build.hpp"
#include "waymark/offline/path_delta.hpp"

namespace waymark {
namespace {

using enum TextTable::Align;

constexpr std::array<std::uint64_t, 4> kRanks{1, 2, 16, 64};

double seconds_since(std::uint64_t began) { return static_cast<double>(wall_ns() - began) / 1e9; }

// Seconds.
struct BuildParts {
  std::uint32_t delta = 0;
  std::uint64_t rows = 0;
  std::vector<std::uint64_t> samples;  // rows of each delta that was tried
  double choosing = 0;                 // centroids, of all deltas that were tried: each rank does it for itself
  double row = 0;                      // to make one
  double taking = 0;                   // one in, at rank 0
  double finishing = 0;                // the file

  // Rank 0 makes as many as the others, and takes all in.
  [[nodiscard]] double rows_by(std::uint64_t all, std::uint64_t ranks) const {
    const std::uint64_t own = (all + ranks - 1) / ranks;
    return static_cast<double>(own) * row + static_cast<double>(all) * taking;
  }
  [[nodiscard]] double by(std::uint64_t ranks) const {
    double seconds = choosing + rows_by(rows, ranks) + finishing;
    for (const std::uint64_t sample : samples) seconds += rows_by(sample, ranks);
    return seconds;
  }
};

Result<BuildParts> measure_parts(const Map& map) {
  BuildParts parts;
  const auto choice = choose_path_delta(map, {.threads = 1});
  if (!choice) return choice.error();
  parts.delta = choice->delta;
  std::uint64_t began = 0;
  for (const PathDeltaTry& tried : choice->tried) {
    began = wall_ns();
    const auto one = make_path_build(map, {.delta = tried.delta});
    if (one) parts.choosing += seconds_since(began);
    if (tried.bytes_per_cell) parts.samples.push_back(std::min(tried.rows, kPathDeltaSample));
  }
  const auto build = make_path_build(map, {.delta = parts.delta, .chosen = choice->centroids});
  if (!build) return build.error();
  parts.rows = (*build)->items();
  if (parts.rows == 0) return parts;
  const auto maker = (*build)->maker();
  const auto collector = (*build)->collector();
  double making = 0;
  double taking = 0;
  std::uint64_t made = 0;
  for (std::uint64_t row = 0; row < parts.rows; ++row) {
    began = wall_ns();
    std::string item = maker->make(row);
    making += seconds_since(began);
    ++made;
    began = wall_ns();
    collector->add(row, std::move(item));
    taking += seconds_since(began);
  }
  parts.row = making / static_cast<double>(made);
  parts.taking = taking / static_cast<double>(made);
  began = wall_ns();
  const auto bytes = collector->finish();
  if (!bytes) return bytes.error();
  parts.finishing = seconds_since(began);
  return parts;
}

}  // namespace

Result<bool> bench_path_ranks(const BenchOptions& given) {
  BenchOptions options = given;
  options.maps_per_set = 1;
  TextTable table({{"  map", kLeft},
                   {"passable"},
                   {"delta"},
                   {"rows"},
                   {"sampled"},
                   {"choosing s"},
                   {"a row ms"},
                   {"taking it in ms"},
                   {"file s"},
                   {"1 rank s"},
                   {"2"},
                   {"16"},
                   {"64"}});
  for (const std::string& set : path_bench_sets(options)) {
    auto done = for_each_case(options, set, [&](const BenchCase& bench_case) -> Result<Done> {
      const auto parts = measure_parts(bench_case.map);
      if (!parts) return parts.error();
      std::vector<std::string> row{
          fmt::format("  {}", bench_case.name),
          format_count(bench_case.map.grid().passable_cells()),
          std::to_string(parts->delta),
          format_count(parts->rows),
          format_count(std::accumulate(parts->samples.begin(), parts->samples.end(), std::uint64_t{0})),
          format_decimal(parts->choosing, 2),
          format_decimal(parts->row * 1e3, 2),
          format_decimal(parts->taking * 1e3, 3),
          format_decimal(parts->finishing, 2)};
      for (const std::uint64_t ranks : kRanks) row.push_back(format_decimal(parts->by(ranks), 2));
      table.add_row(row);
      return Done{};
    });
    if (!done) return done.error();
  }
  fmt::print("\nBuilds by many ranks of one thread each: parts measured in one, times for more from them\n{}",
             table.to_string());
  std::fflush(stdout);
  return true;
}

}  // namespace waymark
