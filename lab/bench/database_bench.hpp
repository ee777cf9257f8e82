// What the benchmarks of databases share.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lab/bench/bench.hpp"
#include "lab/view/progress.hpp"
#include "waymark/base/result.hpp"
#include "waymark/offline/build.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"

namespace waymark {

inline bool print_bar(std::string_view what, bool holds) {
  fmt::print("  {}: {}\n", what, verdict(holds));
  return holds;
}

// A database built by all threads, in memory; how long that took.
template <class T>
struct Built {
  T database;
  double seconds;
};

template <class T>
Result<Built<T>> build_in_memory(Result<std::unique_ptr<ItemBuild>> build, const Map& map, const std::string& label) {
  if (!build) return build.error();
  const auto began = std::chrono::steady_clock::now();
  std::optional<ProgressBar> bar;
  RunBuildOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (!bar) bar.emplace(label, total);
    bar->update(done);
  };
  auto bytes = run_build(**build, options);
  if (!bytes) return bytes.error();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  auto container = Container::parse(*std::move(bytes), label);
  if (!container) return container.error();
  auto opened = T::open(*std::move(container), map);
  if (!opened) return opened.error();
  return Built<T>{*std::move(opened), seconds};
}

// Case bases on large maps.
Result<bool> bench_cases(const BenchOptions& given);

}  // namespace waymark
