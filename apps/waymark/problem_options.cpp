#include "problem_options.hpp"

#include <limits>

#include "waymark/io/scenario_file.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxProblems = 10'000'000;
constexpr std::uint64_t kMaxJobs = 256;

}  // namespace

void add_map_option(CLI::App& command, ProblemArguments& arguments) {
  command.add_option("MAP", arguments.map, "Map file: MovingAI .map, or .png")->required()->type_name("");
}

void add_rule_options(CLI::App& command, ProblemArguments& a) {
  command.add_option("--metric", a.metric, "Cost of a diagonal step")
      ->type_name("sqrt2|1.4")
      ->group("Rules")
      ->capture_default_str();
  command.add_option("--diagonal", a.diagonal, "Which of the two cells beside a diagonal step must be free")
      ->type_name("both|one|always|never")
      ->group("Rules")
      ->capture_default_str();
}

void add_database_option(CLI::App& command, ProblemArguments& arguments) {
  command
      .add_option("--database", arguments.databases,
                  "For algorithms that need one; made by waymark build; once per kind")
      ->type_name("FILE")
      ->group("Options")
      ->expected(1)
      ->take_all();
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
      fmt::format("{} needs a {}database of kind {}: make one with `waymark build MAP --kind {}{}{} -o FILE`, "
                  "then give it with --database FILE{}",
                  algorithm.to_string(), kind == needs.second ? "second " : "", to_string(kind), to_string(kind),
                  !patterns         ? ""
                  : needs.base != 0 ? " --base L --level L2"
                                    : " --level L",
                  kind == DatabaseKind::kDepths ? " --content depth" : "", kind == needs.second ? " too" : ""));
}

void add_problem_options(CLI::App& command, ProblemArguments& a) {
  const auto add = [&](const char* name, std::string& value, const char* text, const char* type, const char* group) {
    return command.add_option(name, value, text)->type_name(type)->group(group);
  };
  const char* source = "Problems";
  add("--scen", a.scenarios, "Those of a MovingAI scenario file", "FILE", source);
  add("--limit", a.limit, "At most N of them [all]", "N", source);
  add("--every", a.every, "Only rows 0, K, 2K... [1]", "K", source);
  add("--random", a.random, "N random pairs of connected cells", "N", source);
  add("--seed", a.seed, "Other pairs [1]", "S", source);
  add("--min-cost", a.min_cost, "Pairs whose shortest path costs at least C [0]", "C", source);
  add("--max-cost", a.max_cost, "Pairs whose shortest path costs at most C [any]", "C", source);
  add("--from", a.from, "One problem: its start", "X,Y", source);
  add("--to", a.to, "and its goal", "X,Y", source);

  add_rule_options(command, a);

  const char* limits = "Limits";
  add("--max-moves", a.max_moves, "Give up after N moves [1000 times the distance on an empty map]", "N", limits);
  add("--budget", a.budget, "Work units a move may spend [as the algorithm's parameters say]", "U", limits);
  add("--jobs", a.jobs, "Threads; the output is the same but for times", "J", limits)->capture_default_str();
}

MoveRules parse_rules(const ProblemArguments& arguments) {
  constexpr std::array<std::pair<std::string_view, CostModel>, 2> kMetrics{
      {{"sqrt2", kSqrt2Costs}, {"1.4", kPaper14Costs}}};
  constexpr std::array<std::pair<std::string_view, DiagonalRule>, 4> kDiagonals{{{"both", DiagonalRule::kBothFree},
                                                                                 {"one", DiagonalRule::kOneFree},
                                                                                 {"always", DiagonalRule::kAlways},
                                                                                 {"never", DiagonalRule::kNever}}};
  MoveRules rules;
  rules.costs = parse_choice("--metric", arguments.metric, kMetrics);
  rules.diagonal = parse_choice("--diagonal", arguments.diagonal, kDiagonals);
  return rules;
}

RunOptions parse_run_options(const ProblemArguments& arguments) {
  RunOptions options;
  options.jobs = static_cast<int>(parse_whole("--jobs", arguments.jobs, 1, kMaxJobs));
  if (!arguments.max_moves.empty()) options.max_moves = parse_whole("--max-moves", arguments.max_moves, 1, kAnyNumber);
  if (!arguments.budget.empty()) options.budget = parse_whole("--budget", arguments.budget, 1, kAnyNumber);
  return options;
}

ProblemSource parse_source(std::string_view command, const ProblemArguments& arguments) {
  const bool has_single = !arguments.from.empty() || !arguments.to.empty();
  const int sources = (arguments.scenarios.empty() ? 0 : 1) + (arguments.random.empty() ? 0 : 1) + (has_single ? 1 : 0);
  if (sources != 1)
    fail_usage(fmt::format("{} wants its problems from exactly one of --scen, --random, or --from with --to", command));
  if (has_single && (arguments.from.empty() || arguments.to.empty())) fail_usage("--from and --to belong together");
  const auto only_with = [](const char* option, const std::string& given, const char* owner, bool owner_given) {
    if (!given.empty() && !owner_given) fail_usage(fmt::format("{} goes with {} only", option, owner));
  };
  only_with("--limit", arguments.limit, "--scen", !arguments.scenarios.empty());
  only_with("--every", arguments.every, "--scen", !arguments.scenarios.empty());
  only_with("--seed", arguments.seed, "--random", !arguments.random.empty());
  only_with("--min-cost", arguments.min_cost, "--random", !arguments.random.empty());
  only_with("--max-cost", arguments.max_cost, "--random", !arguments.random.empty());

  ProblemSource source;
  if (!arguments.scenarios.empty()) {
    source.kind = ProblemSource::Kind::kScenarios;
    if (!arguments.limit.empty()) source.scenarios.limit = parse_whole("--limit", arguments.limit, 1, kAnyNumber);
    if (!arguments.every.empty()) source.scenarios.every = parse_whole("--every", arguments.every, 1, kAnyNumber);
  } else if (!arguments.random.empty()) {
    source.kind = ProblemSource::Kind::kRandom;
    source.random.count = parse_whole("--random", arguments.random, 1, kMaxProblems);
    if (!arguments.seed.empty()) source.random.seed = parse_whole("--seed", arguments.seed, 0, kAnyNumber);
    if (!arguments.min_cost.empty()) source.random.min_cost = parse_cost("--min-cost", arguments.min_cost);
    if (!arguments.max_cost.empty()) source.random.max_cost = parse_cost("--max-cost", arguments.max_cost);
    if (source.random.min_cost > source.random.max_cost) fail_usage("--min-cost is above --max-cost");
  } else {
    source.start = parse_cell("--from", arguments.from);
    source.goal = parse_cell("--to", arguments.to);
  }
  return source;
}

std::vector<Problem> load_problems(const ProblemArguments& arguments, const ProblemSource& source, const Map& map) {
  switch (source.kind) {
    case ProblemSource::Kind::kScenarios: {
      const ScenarioFile file = value_or_fail(read_scenarios(arguments.scenarios));
      return value_or_fail(scenario_problems(map, file, arguments.scenarios, source.scenarios));
    }
    case ProblemSource::Kind::kRandom: {
      auto problems = random_problems(map, source.random);
      if (!problems) {
        Error error = problems.error();
        error.file = arguments.map;
        fail_data(error);
      }
      return *std::move(problems);
    }
    case ProblemSource::Kind::kSingle: break;
  }
  return {value_or_fail(single_problem(map, arguments.map, source.start, source.goal))};
}

}  // namespace waymark::program
