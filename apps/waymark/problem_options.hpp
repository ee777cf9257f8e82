// What solve and race share: the map, its problems, the rules of moving and the limits of a run.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {

// As given; empty = not given.
struct ProblemArguments {
  std::string map;
  std::string scenarios;
  std::string limit;
  std::string every;
  std::string random;
  std::string seed;
  std::string min_cost;
  std::string max_cost;
  std::string from;
  std::string to;
  std::string metric = "sqrt2";
  std::string diagonal = "both";
  std::string max_moves;
  std::string budget;
  std::string jobs = "1";
  std::vector<std::string> databases;
};

// `arguments` must outlive the command.
void add_map_option(CLI::App& command, ProblemArguments& arguments);
void add_problem_options(CLI::App& command, ProblemArguments& arguments);
// --metric and --diagonal alone; part of the problem options.
void add_rule_options(CLI::App& command, ProblemArguments& arguments);
void add_database_option(CLI::App& command, ProblemArguments& arguments);

// Where the problems come from, parsed before any file is read.
struct ProblemSource {
  enum class Kind : std::uint8_t { kScenarios, kRandom, kSingle };
  Kind kind = Kind::kSingle;
  ScenarioSelection scenarios;
  RandomSelection random;
  Cell start{};
  Cell goal{};
};
ProblemSource parse_source(std::string_view command, const ProblemArguments& arguments);
MoveRules parse_rules(const ProblemArguments& arguments);
// jobs, max_moves and budget.
RunOptions parse_run_options(const ProblemArguments& arguments);

DatabaseSet load_databases(const ProblemArguments& arguments, const Map& map);
// Bad usage if a database that the algorithm needs is not there; says how to make one.
void require_databases(const AlgorithmChoice& algorithm, const Databases& databases);
std::vector<Problem> load_problems(const ProblemArguments& arguments, const ProblemSource& source, const Map& map);

template <class T, std::size_t kCount>
T parse_choice(std::string_view option, const std::string& text,
               const std::array<std::pair<std::string_view, T>, kCount>& choices) {
  std::string all;
  for (const auto& [name, value] : choices) {
    if (name == text) return value;
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  fail_usage(fmt::format("{} wants one of {}, not '{}'", option, all, text));
}

// An algorithm that does not go with the map's rules is bad usage.
template <class T>
T made_or_fail(Result<T> result) {
  if (!result) fail_usage(result.error().to_string());
  return *std::move(result);
}

}  // namespace waymark::program
