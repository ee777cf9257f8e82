// waymark solve MAP --algorithm KEY ...
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "lab/run/run.hpp"
#include "lab/view/picture.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/row_format.hpp"
#include "lab/view/text_table.hpp"
#include "lab/view/trace.hpp"
#include "problem_options.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/io/file.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kMaxTrials = 1'000'000'000;
constexpr std::size_t kMaxTableRows = 20;  // more problems are summed up

// As given; empty = not given.
struct SolveArguments {
  ProblemArguments problems;
  std::string algorithm;
  std::string format = "table";
  bool paths = false;
  std::string trace;
  std::string trials;
};

enum class Format : std::uint8_t { kTable, kJsonLines, kCsv };

// "path of problem 3: 1,1 2,2 3,2"
std::string path_line(const RunRow& row) {
  std::string line = fmt::format("path of problem {}:", row.problem);
  for (const Cell cell : row.path) line += fmt::format(" {},{}", cell.x, cell.y);
  return line + "\n";
}

// Once more, outside of all measurements.
void write_trace(const std::string& path, const Map& map, const AlgorithmChoice& algorithm, const RunOptions& options,
                 const RunRow& row) {
  const NodeId start = map.grid().node(row.start);
  const NodeId goal = map.grid().node(row.goal);
  const Trace trace = made_or_fail(make_trace(map, algorithm, start, goal, options));
  if (is_png_name(path)) {
    value_or_fail(write_png(path, draw_trace(map, trace.colours, trace.path, start, goal)));
    return;
  }
  const std::string outcome = row.cost ? "cost " + format_decimal(*row.cost, 2) : std::string(to_string(row.status));
  const std::string caption =
      fmt::format("{}  ·  {}  ·  {} states expanded", algorithm.to_string(), outcome, format_count(row.work.expanded));
  const bool is_agent = algorithm.info->make_finder == nullptr;
  const std::string svg =
      draw_trace_svg(map, trace.colours, trace.path, start, goal, caption, trace_colours(!is_agent, is_agent));
  value_or_fail(write_file_atomically(path, svg));
}

int run_solve(const SolveArguments& arguments) {
  constexpr std::array<std::pair<std::string_view, Format>, 3> kFormats{
      {{"table", Format::kTable}, {"jsonl", Format::kJsonLines}, {"csv", Format::kCsv}}};
  const Format format = parse_choice("--format", arguments.format, kFormats);
  const ProblemSource source = parse_source("solve", arguments.problems);
  const MoveRules rules = parse_rules(arguments.problems);
  const AlgorithmChoice algorithm = made_or_fail(parse_algorithm(arguments.algorithm));
  RunOptions options = parse_run_options(arguments.problems);
  options.paths = arguments.paths;
  if (!arguments.trace.empty() && !is_png_name(arguments.trace) && !arguments.trace.ends_with(".svg")) {
    fail_usage(fmt::format("--trace {}: draws .svg or .png", arguments.trace));
  }
  if (!arguments.trials.empty() && !arguments.trace.empty()) fail_usage("--trace draws one trial; leave out --trials");
  if (!arguments.trials.empty()) options.trials = parse_whole("--trials", arguments.trials, 1, kMaxTrials);

  const Map map(load_map(arguments.problems.map).grid, rules);
  const DatabaseSet databases = load_databases(arguments.problems, map);
  options.databases = databases.view();
  require_databases(algorithm, options.databases);
  const std::vector<Problem> problems = load_problems(arguments.problems, source, map);
  if (!arguments.trace.empty() && problems.size() != 1) {
    fail_usage(fmt::format(
        "--trace draws one problem, not {}; choose one with --from and --to, --random 1, or --scen and --limit 1",
        problems.size()));
  }

  std::vector<RunRow> rows;  // for tables and traces
  std::string first_fault;
  std::size_t faults = 0;
  std::size_t done = 0;
  if (format == Format::kCsv)
    print(csv_heading(options.paths, options.trials > 0, algorithm.database() != DatabaseKind::kNone) + "\n");
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
    print(fmt::format("{} on {}\n\n", algorithm.to_string(), arguments.problems.map));
    print(rows.size() <= kMaxTableRows ? to_table(rows) : to_summary(rows));
    for (const RunRow& row : rows) {
      if (!row.path.empty()) print(path_line(row));
    }
  }
  if (!arguments.trace.empty()) write_trace(arguments.trace, map, algorithm, options, rows.front());
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
  add_map_option(*command, a.problems);
  command->add_option("-a,--algorithm", a.algorithm, "Which; waymark algorithms lists them")
      ->required()
      ->type_name("KEY[:name=value,...]");
  add_database_option(*command, a.problems);
  add_problem_options(*command, a.problems);
  command
      ->add_option("--trials", a.trials,
                   "Walk each problem again, keeping what was learned, until nothing is, at most N times; rows are of "
                   "the last trial, with trials, converged and travel of all")
      ->type_name("N")
      ->group("Limits");

  const auto add = [&](const char* name, std::string& value, const char* text, const char* type) {
    return command->add_option(name, value, text)->type_name(type)->group("Output");
  };
  add("--format", a.format, "A table to read, or a row a problem to process", "table|jsonl|csv")->capture_default_str();
  command->add_flag("--paths", a.paths, "Print the paths too")->group("Output");
  add("--trace", a.trace,
      "Draw the map with the path and the states touched, or how often an agent stood where (one problem; .svg or "
      ".png)",
      "FILE.svg");
  command->footer(
      "Examples:\n"
      "  waymark solve arena.map --algorithm a-star --scen arena.map.scen\n"
      "  waymark solve arena.map --algorithm weighted-a-star:w=2 --from 1,11 --to 40,3 --trace arena.svg\n"
      "  waymark solve arena.map --algorithm jps --random 1000 --format jsonl");
  command->callback([arguments, &exit_code] { exit_code = run_solve(*arguments); });
}

}  // namespace waymark::program
