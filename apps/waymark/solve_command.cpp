// waymark solve MAP --algorithm KEY ...
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/file.hpp"
#include "waymark/lab/picture.hpp"
#include "waymark/lab/problem.hpp"
#include "waymark/lab/progress.hpp"
#include "waymark/lab/row_format.hpp"
#include "waymark/lab/run.hpp"
#include "waymark/lab/text_table.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxProblems = 10'000'000;
constexpr std::uint64_t kMaxJobs = 256;
constexpr std::size_t kMaxTableRows = 20;  // more problems are summed up

// As given; empty = not given.
struct SolveArguments {
  std::string map;
  std::string algorithm;
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
  std::string format = "table";
  bool paths = false;
  std::string trace;
  std::string jobs = "1";
};

enum class Format : std::uint8_t { kTable, kJsonLines, kCsv };

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

MoveRules parse_rules(const SolveArguments& arguments) {
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

// Where the problems come from, parsed before any file is read.
struct Source {
  enum class Kind : std::uint8_t { kScenarios, kRandom, kSingle };
  Kind kind = Kind::kSingle;
  ScenarioSelection scenarios;
  RandomSelection random;
  Cell start{};
  Cell goal{};
};

Source parse_source(const SolveArguments& arguments) {
  const bool has_single = !arguments.from.empty() || !arguments.to.empty();
  const int sources = (arguments.scenarios.empty() ? 0 : 1) + (arguments.random.empty() ? 0 : 1) + (has_single ? 1 : 0);
  if (sources != 1) fail_usage("solve wants its problems from exactly one of --scen, --random, or --from with --to");
  if (has_single && (arguments.from.empty() || arguments.to.empty())) fail_usage("--from and --to belong together");
  const auto only_with = [](const char* option, const std::string& given, const char* owner, bool owner_given) {
    if (!given.empty() && !owner_given) fail_usage(fmt::format("{} goes with {} only", option, owner));
  };
  only_with("--limit", arguments.limit, "--scen", !arguments.scenarios.empty());
  only_with("--every", arguments.every, "--scen", !arguments.scenarios.empty());
  only_with("--seed", arguments.seed, "--random", !arguments.random.empty());
  only_with("--min-cost", arguments.min_cost, "--random", !arguments.random.empty());
  only_with("--max-cost", arguments.max_cost, "--random", !arguments.random.empty());

  Source source;
  if (!arguments.scenarios.empty()) {
    source.kind = Source::Kind::kScenarios;
    if (!arguments.limit.empty()) source.scenarios.limit = parse_whole("--limit", arguments.limit, 1, kAnyNumber);
    if (!arguments.every.empty()) source.scenarios.every = parse_whole("--every", arguments.every, 1, kAnyNumber);
  } else if (!arguments.random.empty()) {
    source.kind = Source::Kind::kRandom;
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

std::vector<Problem> load_problems(const SolveArguments& arguments, const Source& source, const Map& map) {
  switch (source.kind) {
    case Source::Kind::kScenarios: {
      const ScenarioFile file = value_or_fail(read_scenarios(arguments.scenarios));
      return value_or_fail(scenario_problems(map, file, arguments.scenarios, source.scenarios));
    }
    case Source::Kind::kRandom: {
      auto problems = random_problems(map, source.random);
      if (!problems) {
        Error error = problems.error();
        error.file = arguments.map;
        fail_data(error);
      }
      return *std::move(problems);
    }
    case Source::Kind::kSingle: break;
  }
  return {value_or_fail(single_problem(map, arguments.map, source.start, source.goal))};
}

// An algorithm that does not go with the map's rules is bad usage.
template <class T>
T made_or_fail(Result<T> result) {
  if (!result) fail_usage(result.error().to_string());
  return *std::move(result);
}

// "path of problem 3: 1,1 2,2 3,2"
std::string path_line(const RunRow& row) {
  std::string line = fmt::format("path of problem {}:", row.problem);
  for (const Cell cell : row.path) line += fmt::format(" {},{}", cell.x, cell.y);
  return line + "\n";
}

// Once more, outside of all measurements.
void write_trace(const std::string& path, const Map& map, const AlgorithmChoice& algorithm, const RunRow& row) {
  const PathFinderPtr finder = made_or_fail(algorithm.make(map));
  const NodeId start = map.grid().node(row.start);
  const NodeId goal = map.grid().node(row.goal);
  finder->solve(start, goal);
  std::vector<NodeId> cells;
  finder->append_path(cells);
  if (is_png_name(path)) {
    const Image image = draw_trace(map, *finder, cells, start, goal);
    value_or_fail(write_png(path, image));
    return;
  }
  const std::string outcome = row.cost ? "cost " + format_decimal(*row.cost, 2) : std::string(to_string(row.status));
  const std::string caption =
      fmt::format("{}  ·  {}  ·  {} states expanded", algorithm.to_string(), outcome, format_count(row.work.expanded));
  value_or_fail(write_file_atomically(path, draw_trace_svg(map, *finder, cells, start, goal, caption)));
}

int run_solve(const SolveArguments& arguments) {
  constexpr std::array<std::pair<std::string_view, Format>, 3> kFormats{
      {{"table", Format::kTable}, {"jsonl", Format::kJsonLines}, {"csv", Format::kCsv}}};
  const Format format = parse_choice("--format", arguments.format, kFormats);
  const Source source = parse_source(arguments);
  const MoveRules rules = parse_rules(arguments);
  const AlgorithmChoice algorithm = made_or_fail(parse_algorithm(arguments.algorithm));
  RunOptions options;
  options.jobs = static_cast<int>(parse_whole("--jobs", arguments.jobs, 1, kMaxJobs));
  options.paths = arguments.paths;

  const Map map(load_map(arguments.map).grid, rules);
  const std::vector<Problem> problems = load_problems(arguments, source, map);
  if (!arguments.trace.empty() && problems.size() != 1) {
    fail_usage(fmt::format(
        "--trace draws one problem, not {}; choose one with --from and --to, --random 1, or --scen and --limit 1",
        problems.size()));
  }

  std::vector<RunRow> rows;  // for tables and traces
  std::string first_fault;
  std::size_t faults = 0;
  std::size_t done = 0;
  if (format == Format::kCsv) print(csv_heading(options.paths) + "\n");
  {
    // Rows on a terminal show how far it is by themselves.
    ProgressBar bar("solving", problems.size(), format == Format::kTable || ::isatty(STDOUT_FILENO) == 0);
    made_or_fail(run_problems(map, algorithm, problems, options, [&](RunRow&& row) {
      if (!row.fault.empty() && ++faults == 1) first_fault = fmt::format("problem {}: {}", row.problem, row.fault);
      if (format == Format::kJsonLines) print(to_json(row, options.paths) + "\n");
      if (format == Format::kCsv) print(to_csv(row, options.paths) + "\n");
      if (format == Format::kTable || !arguments.trace.empty()) rows.push_back(std::move(row));
      bar.update(++done);
      return true;
    }));
  }
  if (format == Format::kTable) {
    print(fmt::format("{} on {}\n\n", algorithm.to_string(), arguments.map));
    print(rows.size() <= kMaxTableRows ? to_table(rows) : to_summary(rows));
    for (const RunRow& row : rows) {
      if (!row.path.empty()) print(path_line(row));
    }
  }
  if (!arguments.trace.empty()) write_trace(arguments.trace, map, algorithm, rows.front());
  if (faults > 0) {
    throw Failure{kExitDoesNotHold,
                  fmt::format("{} of {} problems went wrong; {}", faults, problems.size(), first_fault)};
  }
  return kExitOk;
}

}  // namespace

void add_solve_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<SolveArguments>();
  SolveArguments& a = *arguments;
  CLI::App* command = app.add_subcommand("solve", "Run an algorithm on problems of a map and print what it cost.");
  command->add_option("MAP", a.map, "Map file: MovingAI .map, or .png")->required()->type_name("");
  command->add_option("-a,--algorithm", a.algorithm, "Which; waymark algorithms lists them")
      ->required()
      ->type_name("KEY[:name=value,...]");

  const char* source = "Problems";
  const auto add = [&](const char* name, std::string& value, const char* text, const char* type, const char* group) {
    return command->add_option(name, value, text)->type_name(type)->group(group);
  };
  add("--scen", a.scenarios, "Those of a MovingAI scenario file", "FILE", source);
  add("--limit", a.limit, "At most N of them [all]", "N", source);
  add("--every", a.every, "Only rows 0, K, 2K... [1]", "K", source);
  add("--random", a.random, "N random pairs of connected cells", "N", source);
  add("--seed", a.seed, "Other pairs [1]", "S", source);
  add("--min-cost", a.min_cost, "Pairs whose shortest path costs at least C [0]", "C", source);
  add("--max-cost", a.max_cost, "Pairs whose shortest path costs at most C [any]", "C", source);
  add("--from", a.from, "One problem: its start", "X,Y", source);
  add("--to", a.to, "and its goal", "X,Y", source);

  add("--metric", a.metric, "Cost of a diagonal step", "sqrt2|1.4", "Rules")->capture_default_str();
  add("--diagonal", a.diagonal, "Which of the two cells beside a diagonal step must be free", "both|one|always|never",
      "Rules")
      ->capture_default_str();

  const char* output = "Output";
  add("--format", a.format, "A table to read, or a row a problem to process", "table|jsonl|csv", output)
      ->capture_default_str();
  command->add_flag("--paths", a.paths, "Print the paths too")->group(output);
  add("--trace", a.trace, "Draw the map, the path and the states touched (one problem; .svg or .png)", "FILE.svg",
      output);
  add("--jobs", a.jobs, "Threads; the output is the same but for times", "J", output)->capture_default_str();
  command->footer(
      "Examples:\n"
      "  waymark solve arena.map --algorithm a-star --scen arena.map.scen\n"
      "  waymark solve arena.map --algorithm weighted-a-star:w=2 --from 1,11 --to 40,3 --trace arena.svg\n"
      "  waymark solve arena.map --algorithm jps --random 1000 --format jsonl");
  command->callback([arguments, &exit_code] { exit_code = run_solve(*arguments); });
}

}  // namespace waymark::program
