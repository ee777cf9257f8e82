#include "problem_options.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "waymark/agent/auto.hpp"
#include "waymark/io/scenario_file.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kMaxProblems = 10'000'000;

}  // namespace

std::vector<std::string> ProblemArguments::inputs() const {
  std::vector<std::string> files = databases;
  files.insert(files.end(), {map, scenarios, edit_script});
  return files;
}

void add_map_option(CLI::App& command, std::string& map) {
  command.add_option("MAP", map, "Map file: MovingAI .map, or .png; - is standard input")->required()->type_name("");
}

void add_water_option(CLI::App& command, MapOptions& options) {
  command.add_flag("--water", options.water_passable, "Water (the letter W) can be walked on")->group("Rules");
}

void add_rule_options(CLI::App& command, RuleArguments& a) {
  constexpr std::array<std::pair<std::string_view, CostModel>, 2> kMetrics{
      {{"sqrt2", kSqrt2Costs}, {"1.4", kPaper14Costs}}};
  constexpr std::array<std::pair<std::string_view, DiagonalRule>, 4> kDiagonals{{{"both", DiagonalRule::kBothFree},
                                                                                 {"one", DiagonalRule::kOneFree},
                                                                                 {"always", DiagonalRule::kAlways},
                                                                                 {"never", DiagonalRule::kNever}}};
  add_choice(command, "--metric", a.rules.costs, kMetrics, "Cost of a diagonal step")
      ->default_str("sqrt2")
      ->group("Rules");
  add_choice(command, "--diagonal", a.rules.diagonal, kDiagonals,
             "Which of the two cells beside a diagonal step must be free")
      ->default_str("both")
      ->group("Rules");
  add_water_option(command, a.map);
}

void add_database_options(CLI::App& command, ProblemArguments& arguments) {
  command
      .add_option("--database", arguments.databases,
                  "For algorithms that need one; made by waymark build; once per kind")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  add_edit_options(command, arguments.edit_script, arguments.changes);
}

void add_problem_options(CLI::App& command, ProblemArguments& a) {
  const auto add = [&](const char* group, const char* name, auto& value, const char* type, const char* text) {
    return command.add_option(name, value, text)->type_name(type)->group(group);
  };
  const char* source = "Problems";
  CLI::Option* scenarios = add(source, "--scen", a.scenarios, "FILE", "Those of a MovingAI scenario file");
  add(source, "--limit", a.selection.limit, "N", "At most N of them [all]")->check(whole_number(1))->needs(scenarios);
  add(source, "--every", a.selection.every, "K", "Only rows 0, K, 2K... [1]")->check(whole_number(1))->needs(scenarios);
  CLI::Option* random = add(source, "--random", a.random.count, "N", "N random pairs of connected cells")
                            ->check(whole_number(1, kMaxProblems));
  add(source, "--seed", a.random.seed, "S", "Other pairs [1]")->check(whole_number(0))->needs(random);
  add(source, "--min-cost", a.random.min_cost, "C", "Pairs whose shortest path costs at least C [0]")
      ->check(cost_number())
      ->needs(random);
  add(source, "--max-cost", a.random.max_cost, "C", "Pairs whose shortest path costs at most C [any]")
      ->check(cost_number())
      ->needs(random);
  add(source, "--from", a.from, "X,Y", "One problem: its start")->check(is_cell());
  add(source, "--to", a.to, "X,Y", "and its goal")->check(is_cell());

  add_rule_options(command, a.rules);

  command
      .add_option_function<std::string>(
          "--chase", [&a](const std::string& text) { a.run.chase = made_or_fail(parse_chase(text)); },
          "The goal moves too, once the unit has: walk (to and fro on the way of the next problem), wander (from one "
          "random cell to the next) or flee (to the neighbour farthest from the unit), S moves of it for each step of "
          "the unit [0.5]; solved is: caught")
      ->type_name("walk[:S]|wander[:S]|flee[:S]")
      ->group("World");
  add("World", "--vision", a.run.vision, "R",
      "A unit knows of the map only what it has seen, R columns and rows around it, and takes the rest to be free")
      ->check(whole_number(1, Grid::kMaxSide));

  const char* limits = "Limits";
  add(limits, "--max-moves", a.run.max_moves, "N",
      "Give up after N moves [1000 times the distance on an empty map; with --edits, after the last edit]")
      ->check(whole_number(1));
  add(limits, "--budget", a.run.budget, "U", "Work units a move may spend [as the algorithm's parameters say]")
      ->check(whole_number(1));
  add(limits, "--jobs", a.run.jobs, "J", "Threads; the output is the same but for times")
      ->check(whole_number(1, kMaxThreads))
      ->capture_default_str();
  command.add_flag("--strict", a.strict, "Exit with 1 if a problem was unreachable or out of budget")->group(limits);
}

void check_source(std::string_view command, const ProblemArguments& a) {
  const bool has_single = a.from || a.to;
  const int sources = (a.scenarios.empty() ? 0 : 1) + (a.random.count > 0 ? 1 : 0) + (has_single ? 1 : 0);
  if (sources != 1)
    fail_usage(fmt::format("{} wants its problems from exactly one of --scen, --random, or --from with --to", command));
  if (has_single && !(a.from && a.to)) fail_usage("--from and --to belong together");
  if (a.random.min_cost > a.random.max_cost) fail_usage("--min-cost is above --max-cost");
}

DatabaseSet load_databases(const ProblemArguments& arguments, const Map& map) {
  DatabaseSet set;
  for (const std::string& path : arguments.databases) value_or_fail(set.add(path, map));
  return set;
}

void require_databases(const AlgorithmChoice& algorithm, const Databases& databases) {
  const DatabaseKind kind = algorithm.missing(databases);
  if (kind == DatabaseKind::kNone) return;
  const DatabaseNeeds needs = algorithm.needs();
  const bool patterns = kind == DatabaseKind::kPatterns || kind == DatabaseKind::kDepths;
  fail_usage(
      fmt::format("{} needs a {}database of kind {}: make one with `waymark build MAP --kind {}{}{}{} -o FILE`, "
                  "then give it with --database FILE{}",
                  algorithm.to_string(), kind == needs.second ? "second " : "", to_string(kind), to_string(kind),
                  !patterns         ? ""
                  : needs.base != 0 ? " --base L --level L2"
                                    : " --level L",
                  kind == DatabaseKind::kDepths ? " --content depth" : "",
                  kind != DatabaseKind::kPatterns || needs.exit == PatternExit::kFirst ? ""
                  : needs.exit == PatternExit::kLast                                   ? " --exit last"
                                                                                       : " --exit centroid",
                  kind == needs.second ? " too" : ""));
}

AlgorithmChoice resolved(const AlgorithmChoice& algorithm, const Map& map, const Databases& databases) {
  return algorithm.info->key == "auto" ? value_or_fail(parse_algorithm(best_agent(map, databases))) : algorithm;
}

void apply_edits(const ProblemArguments& arguments, const Databases& databases, Map& map) {
  if (arguments.edit_script.empty() && arguments.changes.empty()) return;
  for (const PatternDatabase* patterns : {databases.patterns, databases.depths}) {
    // Numbers of its states are those of an abstraction that an edit makes anew.
    if (patterns != nullptr && patterns->base() != 0) {
      fail_usage("a database of --base above 0 is for the map as it is in its file; leave out edits");
    }
  }
  for (const AreaEdit& change : arguments.changes) apply_edit(change, arguments.map, map);
}

std::optional<EditScript> load_script(const ProblemArguments& arguments, const Map& map) {
  if (arguments.edit_script.empty()) return std::nullopt;
  return load_edit_script(arguments.edit_script, map);
}

std::vector<Problem> load_problems(const ProblemArguments& arguments, const Map& map, GoalCell goal_cell) {
  if (!arguments.scenarios.empty()) {
    const ScenarioFile file = value_or_fail(read_scenarios(readable_path(arguments.scenarios)));
    auto problems = value_or_fail(scenario_problems(map, file, arguments.scenarios, arguments.selection));
    // The lengths in the file are those of the map in its file, with water blocked.
    const bool is_other_map = arguments.rules.map.water_passable || !arguments.changes.empty();
    for (Problem& problem : problems) {
      if (is_other_map) problem.optimal.reset();
    }
    return problems;
  }
  if (arguments.random.count > 0) {
    auto problems = arguments.run.chase ? random_chases(map, arguments.random) : random_problems(map, arguments.random);
    if (!problems) {
      Error error = problems.error();
      error.file = arguments.map;
      fail_data(error);
    }
    return *std::move(problems);
  }
  return {value_or_fail(single_problem(map, arguments.map, *arguments.from, *arguments.to, goal_cell))};
}

void check_strict(const ProblemArguments& arguments, std::uint64_t unreachable, std::uint64_t out_of_budget,
                  std::uint64_t all, std::string_view what) {
  if (!arguments.strict || unreachable + out_of_budget == 0) return;
  throw Failure{kExitDoesNotHold, fmt::format("{} of {} {} not solved: {} unreachable, {} out of budget",
                                              unreachable + out_of_budget, all, what, unreachable, out_of_budget)};
}

}  // namespace waymark::program
