// waymark scenarios MAP -o FILE.scen
#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include "command.hpp"
#include "commands.hpp"
#include "lab/run/problem.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/io/scenario_file.hpp"

namespace waymark::program {
namespace {

struct ScenariosArguments {
  std::string map;
  std::string count = "100";
  std::string seed = "1";
  std::string output;
};

int run_scenarios(const ScenariosArguments& arguments) {
  const std::uint64_t count = parse_whole("--count", arguments.count, 1, 1'000'000);
  const std::uint64_t seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  const Map map(load_map(arguments.map).grid);
  auto scenarios = make_scenarios(map, std::filesystem::path(arguments.map).filename().string(), count, seed);
  if (!scenarios) {
    Error error = scenarios.error();
    error.file = arguments.map;
    fail_data(error);
  }
  value_or_fail(write_scenarios(arguments.output, *scenarios));
  print(fmt::format("{}: {} problems, the longest {} steps\n", arguments.output, format_count(count),
                    format_decimal(scenarios->rows.back().optimal, 1)));
  return kExitOk;
}

}  // namespace

void add_scenarios_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ScenariosArguments>();
  CLI::App* command =
      app.add_subcommand("scenarios", "Draw random problems on a map and write them with their optimal lengths.");
  command->add_option("MAP", arguments->map, "Map file: MovingAI .map, or .png")->required()->type_name("");
  command->add_option("--count", arguments->count, "How many, 1 to 1000000")->type_name("N")->capture_default_str();
  command->add_option("--seed", arguments->seed, "Another seed, other problems")->type_name("S")->capture_default_str();
  command->add_option("-o,--output", arguments->output, "Scenario file to write")->required()->type_name("FILE.scen");
  command->footer("Example:\n  waymark scenarios caves.map --count 200 -o caves.map.scen");
  command->callback([arguments, &exit_code] { exit_code = run_scenarios(*arguments); });
}

}  // namespace waymark::program
