// waymark scenarios MAP -o FILE.scen
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"
#include "commands.hpp"
#include "lab/run/problem.hpp"
#include "lab/view/text_table.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "problem_options.hpp"
#include "waymark/io/scenario_file.hpp"

namespace waymark::program {
namespace {

struct ScenariosArguments {
  std::string map;
  MapOptions options;
  std::uint64_t count = 100;
  std::uint64_t seed = 1;
  std::string output;
};

int run_scenarios(const ScenariosArguments& arguments) {
  const Output output("-o", arguments.output, {arguments.map});
  const Map map(load_map(arguments.map, arguments.options).grid);
  auto scenarios =
      make_scenarios(map, std::filesystem::path(arguments.map).filename().string(), arguments.count, arguments.seed);
  if (!scenarios) {
    Error error = scenarios.error();
    error.file = arguments.map;
    fail_data(error);
  }
  output.write(value_or_fail(encode_scenarios(*scenarios)));
  output.tell(fmt::format("{} problems, the longest {} steps", format_count(arguments.count),
                          format_decimal(scenarios->rows.back().optimal, 1)));
  return kExitOk;
}

}  // namespace

void add_scenarios_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ScenariosArguments>();
  CLI::App* command =
      app.add_subcommand("scenarios", "Draw random problems on a map and write them with their optimal lengths.");
  add_map_option(*command, arguments->map);
  command->add_option("--count", arguments->count, "How many, 1 to 1000000")
      ->check(whole_number(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Another seed, other problems")
      ->check(whole_number(0))
      ->type_name("S")
      ->capture_default_str();
  command->add_option("-o,--output", arguments->output, "Scenario file to write; - is standard output")
      ->required()
      ->type_name("FILE.scen");
  add_water_option(*command, arguments->options);
  command->footer("Example:\n  waymark scenarios caves.map --count 200 -o caves.map.scen");
  command->callback([arguments, &exit_code] { exit_code = run_scenarios(*arguments); });
}

}  // namespace waymark::program
