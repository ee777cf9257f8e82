// What solve and race share: the map, its problems, the rules of moving and the limits of a run.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/run.hpp"
#include "map_edits.hpp"
#include "option_values.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {

// Of everything that reads a map to search it.
struct RuleArguments {
  MoveRules rules;
  MapOptions map;
};

struct ProblemArguments {
  std::string map;
  RuleArguments rules;
  // Problems: from exactly one of these.
  std::string scenarios;
  ScenarioSelection selection;
  RandomSelection random{.count = 0};
  std::optional<Cell> from;
  std::optional<Cell> to;

  RunOptions run;  // jobs, max_moves and budget
  bool strict = false;
  std::vector<std::string> databases;
  std::string edit_script;
  std::vector<AreaEdit> changes;  // of the map as it is before the first step

  // Every file that is read.
  [[nodiscard]] std::vector<std::string> inputs() const;
};

// `arguments` must outlive the command.
void add_map_option(CLI::App& command, std::string& map);
void add_problem_options(CLI::App& command, ProblemArguments& arguments);
// --metric, --diagonal and --water; part of the problem options.
void add_rule_options(CLI::App& command, RuleArguments& arguments);
void add_water_option(CLI::App& command, MapOptions& options);
void add_database_options(CLI::App& command, ProblemArguments& arguments);

// Whether the problems come from one place, before any file is read.
void check_source(std::string_view command, const ProblemArguments& arguments);

// In this order: databases are of the map as it is in its file; problems of the map as --block and --free left it.
DatabaseSet load_databases(const ProblemArguments& arguments, const Map& map);
void apply_edits(const ProblemArguments& arguments, const Databases& databases, Map& map);
// The script of --edits; nothing if there is none.
std::optional<EditScript> load_script(const ProblemArguments& arguments, const Map& map);
// Bad usage if a database that the algorithm needs is not there; says how to make one.
void require_databases(const AlgorithmChoice& algorithm, const Databases& databases);
// Of `auto` the agent that it is on this map, so that rows and tables name that one; others as they are.
AlgorithmChoice resolved(const AlgorithmChoice& algorithm, const Map& map, const Databases& databases);
std::vector<Problem> load_problems(const ProblemArguments& arguments, const Map& map,
                                   GoalCell goal_cell = GoalCell::kPassable);

// What --strict asks: throws if a problem was not solved. `what` are "problems" or "runs".
void check_strict(const ProblemArguments& arguments, std::uint64_t unreachable, std::uint64_t out_of_budget,
                  std::uint64_t all, std::string_view what);

}  // namespace waymark::program
