// waymark solve MAP --algorithm KEY ...
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "lab/run/run.hpp"
#include "lab/run/smoothing.hpp"
#include "lab/view/picture.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/row_format.hpp"
#include "lab/view/text_table.hpp"
#include "lab/view/trace.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "problem_options.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/smooth.hpp"

namespace waymark::program {
namespace {

constexpr std::uint64_t kMaxTrials = 1'000'000'000;
constexpr std::size_t kMaxTableRows = 20;  // more problems are summed up

struct SolveArguments {
  ProblemArguments problems;
  AlgorithmChoice algorithm;
  Format format = Format::kTable;
  std::string trace;  // empty: none
  bool nearest = false;
  std::optional<SmoothingKind> smooth;
  std::optional<std::uint32_t> box;
};

constexpr std::array<std::pair<std::string_view, std::optional<SmoothingKind>>, 3> kSmoothings{
    {{"rays", SmoothingKind::kRays}, {"box", SmoothingKind::kBox}, {"sight", SmoothingKind::kSight}}};

// "path of problem 3: 1,1 2,2 3,2", or "partial path of problem ..."; empty if there is neither.
std::string path_line(const RunRow& row) {
  const bool is_partial = !row.partial_path.empty();
  const bool is_smoothed = row.smoothed && !row.smoothed->path.empty();
  const std::vector<Cell>& path = is_partial ? row.partial_path : is_smoothed ? row.smoothed->path : row.path;
  if (path.empty()) return "";
  std::string line = fmt::format("{}path of problem {}:", is_partial ? "partial " : "", row.problem);
  for (const Cell cell : path) line += fmt::format(" {},{}", cell.x, cell.y);
  return line + "\n";
}

// Once more, outside of all measurements.
void write_trace(const Output& output, bool as_png, const Map& map, const AlgorithmChoice& algorithm,
                 const RunOptions& options, const RunRow& row) {
  const NodeId start = map.grid().node(row.start);
  const NodeId goal = map.grid().node(row.nearest.value_or(row.goal));
  const bool is_repair = traces_repair(algorithm, options);
  Trace trace = made_or_fail(is_repair ? make_repair_trace(map, algorithm, start, goal, *options.edits)
                                       : make_trace(map, algorithm, start, goal, options.with(row.goal_walk)));
  if (options.smooth && !trace.path.empty()) {
    std::string fault;
    const SmoothingFigures smoothed =
        PathSmoothing(map, *options.smooth).smooth(trace.path, row.cost.value_or(0), true, fault);
    trace.path.clear();
    for (const Cell cell : smoothed.path) trace.path.push_back(map.grid().node(cell));
  }
  const Map& shown = trace.edited != nullptr ? *trace.edited : map;
  if (as_png) return output.write(draw_trace(shown, trace.colours, trace.path, start, goal));
  std::string outcome = row.cost ? "cost " + format_decimal(*row.cost, 2) : std::string(to_string(row.status));
  if (row.smoothed) outcome += ", smoothed " + format_decimal(row.smoothed->cost, 2);
  const std::string caption =
      fmt::format("{}  ·  {}  ·  {} states expanded", algorithm.to_string(), outcome, format_count(row.work.expanded));
  const bool is_walk = !is_repair && traces_walk(algorithm, options);
  output.write(draw_trace_svg(shown, trace.colours, trace.path, start, goal, caption,
                              trace_colours(!is_walk, is_walk, is_repair)));
}

// Whether the way is planned as one, by a search or not: that of paths follows one row to the end, and pra with K=0
// refines all that it planned.
bool has_whole_path(const AlgorithmChoice& algorithm) {
  return algorithm.info->make_finder != nullptr ||
         (algorithm.info->key == "pra" && algorithm.info->parameters[0].name == "K" && algorithm.values[0] == 0);
}

// What --smooth asks for; before any file is read.
void take_smoothing(const SolveArguments& arguments, RunOptions& options) {
  if (arguments.box && arguments.smooth != SmoothingKind::kBox) fail_usage("--box is the size of --smooth box");
  if (!arguments.smooth) return;
  if (!has_whole_path(arguments.algorithm)) {
    fail_usage(fmt::format("--smooth is for searches that find a whole path; {} plans as it goes",
                           arguments.algorithm.to_string()));
  }
  if (options.trials > 0 || options.is_living() || !arguments.problems.edit_script.empty()) {
    fail_usage("--smooth wants a path that is found once; leave out --edits, --chase, --vision and --trials");
  }
  if (*arguments.smooth == SmoothingKind::kSight) made_or_fail(check_sight(arguments.problems.rules.rules));
  options.smooth = {.kind = *arguments.smooth};
  if (arguments.box) options.smooth->box = *arguments.box;
}

int run_solve(const SolveArguments& arguments) {
  const Format format = arguments.format;
  AlgorithmChoice algorithm = arguments.algorithm;
  check_source("solve", arguments.problems);
  RunOptions options = arguments.problems.run;
  if (options.trials > 0 && !arguments.problems.edit_script.empty()) {
    fail_usage("--trials learns on a map that stays; leave out --edits");
  }
  if (options.trials > 0 && options.chase) fail_usage("--trials learns the way to one goal; leave out --chase");
  if (options.trials > 0 && options.vision > 0)
    fail_usage("--trials learns on a map that is known; leave out --vision");
  take_smoothing(arguments, options);
  if (arguments.nearest && (options.is_living() || !arguments.problems.edit_script.empty())) {
    fail_usage("--nearest is of a map and a goal that stay; leave out --edits, --chase and --vision");
  }
  std::optional<Output> trace;
  const bool as_png = is_png_name(arguments.trace);
  if (!arguments.trace.empty()) {
    if (!as_png && !arguments.trace.ends_with(".svg")) {
      fail_usage(fmt::format("--trace {}: draws .svg or .png", arguments.trace));
    }
    if (options.trials > 0) fail_usage("--trace draws one trial; leave out --trials");
    trace.emplace("--trace", arguments.trace, arguments.problems.inputs());
  }

  Map map(load_map(arguments.problems.map, arguments.problems.rules.map).grid, arguments.problems.rules.rules);
  const DatabaseSet databases = load_databases(arguments.problems, map);
  options.databases = databases.view();
  require_databases(algorithm, options.databases);
  algorithm = resolved(algorithm, map, options.databases);
  apply_edits(arguments.problems, options.databases, map);
  const std::optional<EditScript> script = load_script(arguments.problems, map);
  if (script) options.edits = &*script;
  const GoalCell goal_cell = arguments.nearest ? GoalCell::kAny : GoalCell::kPassable;
  std::vector<Problem> problems = load_problems(arguments.problems, map, goal_cell);
  if (arguments.nearest) send_to_nearest(map, problems);
  if (trace && problems.size() != 1) {
    fail_usage(fmt::format(
        "--trace draws one problem, not {}; choose one with --from and --to, --random 1, or --scen and --limit 1",
        problems.size()));
  }

  const RowContext context{arguments.problems.map, algorithm.to_string()};
  RowColumns columns{.paths = options.paths,
                     .trials = options.trials > 0,
                     .living = options.is_living(),
                     .chase = options.chase.has_value(),
                     .vision = options.vision > 0,
                     .smoothed = options.smooth.has_value(),
                     .nearest = arguments.nearest};
  add_columns_of(algorithm, options, columns);
  std::vector<RunRow> rows;  // for tables and traces
  std::string first_fault;
  std::size_t faults = 0;
  std::size_t done = 0;
  std::uint64_t unreachable = 0;
  std::uint64_t out_of_budget = 0;
  if (format == Format::kCsv) print(csv_heading(columns) + "\n");
  {
    // Rows on a terminal show how far it is by themselves.
    ProgressBar bar("solving", problems.size(), format == Format::kTable || ::isatty(STDOUT_FILENO) == 0);
    made_or_fail(run_problems(map, algorithm, problems, options, [&](RunRow&& row) {
      if (!row.fault.empty() && ++faults == 1) first_fault = fmt::format("problem {}: {}", row.problem, row.fault);
      if (row.status == Status::kUnreachable) ++unreachable;
      if (row.status == Status::kOutOfBudget) ++out_of_budget;
      if (format == Format::kJsonLines) print(to_json(context, row, columns) + "\n");
      if (format == Format::kCsv) print(to_csv(context, row, columns) + "\n");
      if (format == Format::kTable || trace) rows.push_back(std::move(row));
      bar.update(++done);
      return true;
    }));
  }
  if (format == Format::kTable) {
    print(fmt::format("{} on {}\n\n", context.algorithm, context.map));
    print(rows.size() <= kMaxTableRows ? to_table(rows) : to_summary(rows));
    for (const RunRow& row : rows) print(path_line(row));
  }
  if (trace) write_trace(*trace, as_png, map, algorithm, options, rows.front());
  if (faults > 0) {
    throw Failure{kExitDoesNotHold,
                  fmt::format("{} of {} problems went wrong; {}", faults, problems.size(), first_fault)};
  }
  check_strict(arguments.problems, unreachable, out_of_budget, problems.size(), "problems");
  return kExitOk;
}

}  // namespace

void add_solve_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<SolveArguments>();
  SolveArguments& a = *arguments;
  CLI::App* command = app.add_subcommand("solve", "Run an algorithm on problems of a map and print what it cost.");
  add_map_option(*command, a.problems.map);
  command
      ->add_option_function<std::string>(
          "-a,--algorithm", [&a](const std::string& text) { a.algorithm = made_or_fail(parse_algorithm(text)); },
          "Which; waymark algorithms lists them")
      ->required()
      ->type_name(kAlgorithmType);
  add_database_options(*command, a.problems);
  add_problem_options(*command, a.problems);
  command
      ->add_option("--trials", a.problems.run.trials,
                   "Walk each problem again, keeping what was learned, until nothing is, at most N times; rows are of "
                   "the last trial, with trials, converged and travel of all")
      ->check(whole_number(1, kMaxTrials))
      ->type_name("N")
      ->group("Limits");

  command
      ->add_flag("--nearest", a.nearest,
                 "Send a unit that cannot reach its goal, which may be blocked, to the reachable cell nearest to it")
      ->group("World");

  add_format_option(*command, a.format);
  add_choice(
      *command, "--smooth", a.smooth, kSmoothings,
      "Smooth the paths of a whole-path search, and tell what they cost then: by rays in all directions, by rays "
      "that stay in a box, or as waypoints in sight of each other")
      ->group("Output");
  command->add_option("--box", a.box, "Side of the square around a cell that the rays of --smooth box stay in [20]")
      ->check(whole_number(2, Grid::kMaxSide))
      ->type_name("N")
      ->group("Output");
  command
      ->add_flag("--paths", a.problems.run.paths,
                 "Print the paths too, of sga also how far it got where there is none; with --edits, --chase or "
                 "--vision a cell for every step; with --smooth the "
                 "smoothed ones as well")
      ->group("Output");
  command
      ->add_option(
          "--trace", a.trace,
          "Draw the map with the path and the states touched, or how often an agent stood where; with --edits, "
          "--chase or --vision, how often any unit did, on the map as it was left; of a search that remembers, with "
          "--edits: its tree after all edits, and what repairing it expanded (one problem; .svg or .png)")
      ->type_name("FILE.svg")
      ->group("Output");
  command->footer(
      "Examples:\n"
      "  waymark solve arena.map --algorithm a-star --scen arena.map.scen\n"
      "  waymark solve arena.map --algorithm weighted-a-star:w=2 --from 1,11 --to 40,3 --trace arena.svg\n"
      "  waymark solve arena.map --algorithm jps --random 1000 --format jsonl\n"
      "  waymark solve arena.map --algorithm knn-lrta --database arena.knn.db --block 12,4,1,6 --random 100 --strict\n"
      "  waymark solve arena.map --algorithm tb-wa --edits doors.edits --random 100 --paths --format jsonl\n"
      "  waymark solve arena.map --algorithm jps:replan=broken --edits doors.edits --random 100\n"
      "  waymark solve arena.map --algorithm tba --chase walk:0.8 --random 100\n"
      "  waymark solve arena.map --algorithm d-star-lite --vision 5 --random 100\n"
      "  waymark solve arena.map --algorithm weighted-a-star:w=3 --random 100 --smooth rays\n"
      "  waymark solve arena.map --algorithm jps --from 1,11 --to 20,0 --nearest\n\n"
      "With --edits each problem begins on the map as loaded; the edits of step N are made before step N is planned.\n"
      "A whole-path search plans again where its path broke or a freed area may have made a shorter way; its "
      "parameter\n"
      "replan=broken|shortcut|every says when. A unit without a way waits while the script has edits to come; once it\n"
      "has none the problem ends as unreachable.\n\n"
      "With --chase walk the goal has a way of its own, that of the next problem of the scenario file or of the "
      "random\n"
      "ones: it walks to that one's start, to its goal, and back. With --from and --to it walks to where the unit set\n"
      "out, and back. The problem is solved once unit and goal are on one cell. There is no shortest way to compare\n"
      "with; rows tell the steps until then and how often the goal moved.\n\n"
      "With --vision each unit has a map of its own, free all over at first, and what it sees is set there before "
      "each\n"
      "step. Suboptimality is against the map as it is. Algorithms with a database are refused.");
  command->callback([arguments, &exit_code] { exit_code = run_solve(*arguments); });
}

}  // namespace waymark::program
