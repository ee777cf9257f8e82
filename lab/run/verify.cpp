#include "lab/run/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include "lab/run/optimal_length.hpp"
#include "offline/parallel_items.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/map_file.hpp"
#include "waymark/io/scenario_file.hpp"

namespace waymark {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMaxComplaints = 20;

struct FileOutcome {
  VerifiedSet counts;
  std::vector<std::string> complaints;
};

Result<FileOutcome> verify_file(const std::string& scenario_path, const VerifyOptions& options) {
  const std::string map_path = scenario_path.substr(0, scenario_path.size() - std::string_view(".scen").size());
  auto loaded = read_map(map_path);
  if (!loaded) return loaded.error();
  const auto scenarios = read_scenarios(scenario_path);
  if (!scenarios) return scenarios.error();
  if (auto fits = check_against(*scenarios, scenario_path, loaded->grid); !fits) return fits.error();

  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < scenarios->rows.size(); i += static_cast<std::size_t>(options.every)) chosen.push_back(i);
  if (const auto limit = static_cast<std::size_t>(options.limit_per_file); limit > 0 && chosen.size() > limit) {
    std::vector<std::size_t> spread;
    for (std::size_t i = 0; i < limit; ++i) spread.push_back(chosen[(i + 1) * chosen.size() / limit - 1]);
    chosen = std::move(spread);
  }

  FileOutcome outcome;
  outcome.counts.files = 1;
  outcome.counts.problems = chosen.size();
  const Map map(std::move(loaded->grid));
  std::vector<NodeId> path;
  for (const std::string& text : options.algorithms) {
    const auto choice = parse_algorithm(text);
    if (!choice) return choice.error();
    auto finder = choice->make(map);
    if (!finder) return finder.error();
    std::uint64_t mismatches = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (const std::size_t i : chosen) {
      const Scenario& problem = scenarios->rows[i];
      const Status status = (*finder)->solve(map.grid().node(problem.start), map.grid().node(problem.goal));
      path.clear();
      (*finder)->append_path(path);
      const double length = status == Status::kSolved ? path_length(map, path).value_or(-1) : -1;
      if (status == Status::kSolved &&
          std::abs(length - problem.optimal) <= kLengthTolerance * std::max(1.0, problem.optimal))
        continue;
      ++mismatches;
      if (outcome.complaints.size() < kMaxComplaints) {
        outcome.complaints.push_back(fmt::format("{}:{}: {} gives {} {:.8f}, the file says {:.8f}", scenario_path,
                                                 scenarios->lines[i], text, to_string(status), length,
                                                 problem.optimal));
      }
    }
    outcome.counts.mismatches.push_back(mismatches);
    outcome.counts.seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return outcome;
}

Result<std::vector<std::string>> scenario_files(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path& path = it->path();
    if (path.extension() != ".scen" || !it->is_regular_file(error)) continue;
    if (fs::exists(path.parent_path() / path.stem(), error)) files.push_back(path.string());
  }
  if (error) return Error{ErrorCode::kIo, error.message(), folder};
  if (files.empty())
    return Error{ErrorCode::kNotFound, "no scenario file (NAME.map.scen beside NAME.map) in this folder", folder};
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::uint64_t VerifyReport::problems() const {
  std::uint64_t sum = 0;
  for (const VerifiedSet& set : sets) sum += set.problems;
  return sum;
}

std::uint64_t VerifyReport::mismatches() const {
  std::uint64_t sum = 0;
  for (const VerifiedSet& set : sets) {
    for (const std::uint64_t count : set.mismatches) sum += count;
  }
  return sum;
}

Result<VerifyReport> verify_scenarios(const std::string& folder, const VerifyOptions& options,
                                      const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const auto files = scenario_files(folder);
  if (!files) return files.error();

  std::vector<FileOutcome> outcomes;
  outcomes.reserve(files->size());
  std::optional<Error> failure;
  for_each_item<Result<FileOutcome>>(
      files->size(), {.threads = options.jobs},
      [&]() -> std::function<Result<FileOutcome>(std::size_t)> {
        return [&](std::size_t i) { return verify_file((*files)[i], options); };
      },
      [&](std::size_t, Result<FileOutcome>&& outcome) {
        if (!outcome) {
          failure = outcome.error();
          return false;
        }
        outcomes.push_back(*std::move(outcome));
        if (progress) progress(outcomes.size(), files->size());
        return true;
      });
  if (failure) return *failure;

  // Summed in the order of the files, so that the report does not depend on the threads.
  VerifyReport report;
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < files->size(); ++i) {
    const std::string name = fs::path((*files)[i]).parent_path().filename().string();
    const auto [found, added] = index.emplace(name, report.sets.size());
    if (added) {
      report.sets.push_back({name, 0, 0, std::vector<std::uint64_t>(options.algorithms.size(), 0),
                             std::vector<double>(options.algorithms.size(), 0)});
    }
    VerifiedSet& set = report.sets[found->second];
    const FileOutcome& outcome = outcomes[i];
    set.files += 1;
    set.problems += outcome.counts.problems;
    for (std::size_t a = 0; a < options.algorithms.size(); ++a) {
      set.mismatches[a] += outcome.counts.mismatches[a];
      set.seconds[a] += outcome.counts.seconds[a];
    }
    for (const std::string& complaint : outcome.complaints) {
      if (report.complaints.size() < kMaxComplaints) report.complaints.push_back(complaint);
    }
  }
  return report;
}

}  // namespace waymark
