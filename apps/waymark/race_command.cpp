// waymark race MAP --algorithms A,B,C ...
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "lab/race/race.hpp"
#include "lab/view/progress.hpp"
#include "lab/view/text_table.hpp"
#include "problem_options.hpp"
#include "waymark/io/file.hpp"

namespace waymark::program {
namespace {

struct RaceArguments {
  ProblemArguments problems;
  std::string algorithms;
  std::string report = "race.html";
};

int run_race_command(const RaceArguments& arguments) {
  const ProblemSource source = parse_source("race", arguments.problems);
  const MoveRules rules = parse_rules(arguments.problems);
  RunOptions options = parse_run_options(arguments.problems);
  const std::vector<AlgorithmChoice> algorithms = made_or_fail(parse_algorithms(arguments.algorithms));

  const Map map(load_map(arguments.problems.map).grid, rules);
  const DatabaseSet databases = load_databases(arguments.problems, map);
  options.databases = databases.view();
  for (const AlgorithmChoice& algorithm : algorithms) require_databases(algorithm, options.databases);
  std::vector<Problem> problems = load_problems(arguments.problems, source, map);
  if (problems.empty()) {
    fail_data({ErrorCode::kUnsupported, "there are no problems to run", arguments.problems.scenarios});
  }
  const std::size_t count = problems.size();
  const std::string name = std::filesystem::path(arguments.problems.map).filename().string();
  Race race;
  {
    ProgressBar bar("racing", count * algorithms.size());
    race = made_or_fail(run_race(map, name, algorithms, std::move(problems), options,
                                 [&bar](std::uint64_t done, std::uint64_t) { bar.update(done); }));
  }
  print(fmt::format("{} problem{} on {}\n\n{}", format_count(count), count == 1 ? "" : "s", arguments.problems.map,
                    race.table));
  value_or_fail(write_file_atomically(arguments.report, race.page));
  print(fmt::format("\nPictures and plot: {}\n", arguments.report));
  if (!race.faults.empty()) {
    throw Failure{kExitDoesNotHold, fmt::format("{} of {} runs went wrong; {}", race.faults.size(),
                                                count * algorithms.size(), race.faults.front())};
  }
  return kExitOk;
}

}  // namespace

void add_race_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<RaceArguments>();
  RaceArguments& a = *arguments;
  CLI::App* command = app.add_subcommand(
      "race", "Run several algorithms on the same problems, print one table and write a page with pictures.");
  add_map_option(*command, a.problems);
  command
      ->add_option("-a,--algorithms", a.algorithms,
                   "Which; waymark algorithms lists them. An item name=value belongs to the algorithm before it: "
                   "a-star,lrta:d=3,gamma=0.5,rta are three")
      ->required()
      ->type_name("A,B,C");
  add_database_option(*command, a.problems);
  add_problem_options(*command, a.problems);
  command->add_option("--report", a.report, "The page")->type_name("FILE.html")->group("Output")->capture_default_str();
  command->footer(
      "Examples:\n"
      "  waymark race arena.map --algorithms a-star,lrta,lrta:d=5,rta --scen arena.map.scen\n"
      "  waymark race arena.map --algorithms jps,lrta:d=3,gamma=0.5 --random 100 --max-moves 20000 --report "
      "arena.html");
  command->callback([arguments, &exit_code] { exit_code = run_race_command(*arguments); });
}

}  // namespace waymark::program
