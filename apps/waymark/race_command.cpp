// waymark race MAP --algorithms A,B,C ...
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "lab/race/race.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/row_format.hpp"
#include "lab/view/text_table.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "problem_options.hpp"

namespace waymark::program {
namespace {

struct RaceArguments {
  ProblemArguments problems;
  std::vector<AlgorithmChoice> algorithms;
  Format format = Format::kTable;
  std::string report = "race.html";
};

int run_race_command(const RaceArguments& arguments) {
  const Format format = arguments.format;
  check_source("race", arguments.problems);
  const Output report("--report", arguments.report, arguments.problems.inputs());
  if (report.is_standard() && format != Format::kTable) {
    fail_usage(fmt::format("--report {} and the rows cannot both go to standard output", arguments.report));
  }

  Map map(load_map(arguments.problems.map, arguments.problems.rules.map).grid, arguments.problems.rules.rules);
  const DatabaseSet databases = load_databases(arguments.problems, map);
  RunOptions options = arguments.problems.run;
  options.databases = databases.view();
  std::vector<AlgorithmChoice> algorithms;
  for (const AlgorithmChoice& algorithm : arguments.algorithms) {
    require_databases(algorithm, options.databases);
    algorithms.push_back(resolved(algorithm, map, options.databases));
  }
  apply_edits(arguments.problems, options.databases, map);
  const std::optional<EditScript> script = load_script(arguments.problems, map);
  if (script) options.edits = &*script;
  std::vector<Problem> problems = load_problems(arguments.problems, map);
  if (problems.empty()) {
    fail_data({ErrorCode::kUnsupported, "there are no problems to run", arguments.problems.scenarios});
  }
  const std::size_t count = problems.size();
  RowColumns columns{.living = options.is_living(), .chase = options.chase.has_value(), .vision = options.vision > 0};
  for (const AlgorithmChoice& algorithm : algorithms) add_columns_of(algorithm, options, columns);
  const auto print_row = [&](const AlgorithmChoice& algorithm, const RunRow& row) {
    if (format == Format::kTable) return;
    const RowContext context{arguments.problems.map, algorithm.to_string()};
    print((format == Format::kCsv ? to_csv(context, row, columns) : to_json(context, row, columns)) + "\n");
  };
  if (format == Format::kCsv) print(csv_heading(columns) + "\n");
  const std::string name = std::filesystem::path(arguments.problems.map).filename().string();
  Race race;
  {
    ProgressBar bar("racing", count * algorithms.size(), format == Format::kTable || ::isatty(STDOUT_FILENO) == 0);
    race = made_or_fail(run_race(map, name, algorithms, std::move(problems), options,
                                 [&](const AlgorithmChoice& algorithm, const RunRow& row, std::uint64_t done, auto) {
                                   print_row(algorithm, row);
                                   bar.update(done);
                                 }));
  }
  if (format == Format::kTable && !report.is_standard()) {
    print(fmt::format("{} problem{} on {}\n\n{}", format_count(count), count == 1 ? "" : "s", arguments.problems.map,
                      race.table));
  }
  report.write(race.page);
  if (report.is_plain() && !is_quiet()) {
    const std::string line = fmt::format("Pictures and plot: {}\n", arguments.report);
    format == Format::kTable ? print("\n" + line) : print_aside(line);
  }
  if (!race.faults.empty()) {
    throw Failure{kExitDoesNotHold, fmt::format("{} of {} runs went wrong; {}", race.faults.size(),
                                                count * algorithms.size(), race.faults.front())};
  }
  std::uint64_t unreachable = 0;
  std::uint64_t out_of_budget = 0;
  for (const RaceEntry& entry : race.entries) {
    unreachable += entry.unreachable;
    out_of_budget += entry.out_of_budget;
  }
  check_strict(arguments.problems, unreachable, out_of_budget, count * algorithms.size(), "runs");
  return kExitOk;
}

}  // namespace

void add_race_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<RaceArguments>();
  RaceArguments& a = *arguments;
  CLI::App* command = app.add_subcommand(
      "race", "Run several algorithms on the same problems, print one table and write a page with pictures.");
  add_map_option(*command, a.problems.map);
  command
      ->add_option_function<std::string>(
          "-a,--algorithms", [&a](const std::string& text) { a.algorithms = made_or_fail(parse_algorithms(text)); },
          "Which; waymark algorithms lists them. An item name=value belongs to the algorithm before it: "
          "a-star,lrta:d=3,gamma=0.5,rta are three")
      ->required()
      ->type_name(kAlgorithmsType);
  add_database_options(*command, a.problems);
  add_problem_options(*command, a.problems);
  add_format_option(*command, a.format);
  command->add_option("--report", a.report, "The page; - is standard output, without the table")
      ->type_name("FILE.html")
      ->group("Output")
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  waymark race arena.map --algorithms a-star,lrta,lrta:d=5,rta --scen arena.map.scen\n"
      "  waymark race arena.map --algorithms jps,lrta:d=3,gamma=0.5 --random 100 --max-moves 20000 --report "
      "arena.html\n"
      "  waymark race arena.map --algorithms a-star,rta --random 100 --format csv > rows.csv\n"
      "  waymark race arena.map --algorithms jps,tba,lss-lrta --edits doors.edits --random 100\n"
      "  waymark race arena.map --algorithms jps:replan=broken,jps,jps:replan=every --edits doors.edits --random 100\n"
      "  waymark race arena.map --algorithms a-star,tba,lss-lrta --chase flee:0.6 --random 100\n"
      "  waymark race arena.map --algorithms a-star,d-star-lite,lss-lrta --vision 5 --random 100");
  command->callback([arguments, &exit_code] { exit_code = run_race_command(*arguments); });
}

}  // namespace waymark::program
