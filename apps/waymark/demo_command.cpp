// waymark demo
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bundled_data.hpp"
#include "command.hpp"
#include "commands.hpp"
#include "lab/race/demo.hpp"
#include "lab/view/progress.hpp"
#include "option_values.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {
namespace {

constexpr const char* kFolder = "waymark-demo";
constexpr std::string_view kDefaultMap = "city";

int run_demo_command(const BundledMap& bundled) {
  const std::string name(bundled.name);
  const Map map(value_or_fail(parse_map(bundled.map, name + ".map")).grid);
  const ScenarioFile scenarios = value_or_fail(parse_scenarios(bundled.scenarios, name + ".map.scen"));
  std::error_code error;
  std::filesystem::create_directories(kFolder, error);
  if (error) fail_data({ErrorCode::kIo, "cannot make the folder: " + error.message(), kFolder});
  std::unique_ptr<ProgressBar> bar;
  const auto progress = [&bar](std::uint64_t done, std::uint64_t total) {
    if (bar == nullptr) bar = std::make_unique<ProgressBar>("running", total);
    bar->update(done);
  };
  const Demo demo = value_or_fail(run_demo(map, name, scenarios, progress));
  bar.reset();

  const std::string report = std::string(kFolder) + "/report.html";
  value_or_fail(write_file_atomically(report, demo.page));
  print(fmt::format("{} problems on the bundled map {} ({}x{})\n\n{}", scenarios.rows.size(), name, map.grid().width(),
                    map.grid().height(), demo.table));
  if (!is_quiet()) print(fmt::format("\nPictures and plots: {}\n", report));
  if (!demo.faults.empty()) {
    throw Failure{kExitDoesNotHold, fmt::format("{} runs went wrong; {}", demo.faults.size(), demo.faults.front())};
  }
  return kExitOk;
}

}  // namespace

void add_demo_command(CLI::App& app, int& exit_code) {
  auto bundled = std::make_shared<const BundledMap*>(&bundled_maps().front());
  CLI::App* command = app.add_subcommand(
      "demo", "Run every algorithm on a bundled map, print a table and write waymark-demo/report.html.");
  std::vector<std::string_view> names;
  for (const BundledMap& each : bundled_maps()) {
    names.push_back(each.name);
    if (each.name == kDefaultMap) *bundled = &each;
  }
  add_choice(
      *command, "--map", names, [bundled](std::size_t i) { *bundled = &bundled_maps()[i]; }, "Which bundled map")
      ->default_str(std::string((*bundled)->name));
  command->footer("Examples:\n  waymark demo\n  waymark demo --map caves");
  command->callback([bundled, &exit_code] { exit_code = run_demo_command(**bundled); });
}

}  // namespace waymark::program
