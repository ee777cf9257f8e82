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
#include "waymark/agent/registry.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {
namespace {

constexpr const char* kFolder = "waymark-demo";

std::vector<std::string_view> bundled_names() {
  std::vector<std::string_view> names;
  for (const BundledMap& bundled : bundled_maps()) names.push_back(bundled.name);
  return names;
}

const BundledMap& find_bundled(const std::string& name) {
  for (const BundledMap& bundled : bundled_maps()) {
    if (bundled.name == name) return bundled;
  }
  std::string all;
  for (const std::string_view known : bundled_names()) all += (all.empty() ? "" : ", ") + std::string(known);
  fail_usage(fmt::format("--map wants one of {}, not '{}'", all, name));
}

int run_demo_command(const std::string& name) {
  const BundledMap& bundled = find_bundled(name);
  const Map map(value_or_fail(parse_map(bundled.map, name + ".map")).grid);
  const ScenarioFile scenarios = value_or_fail(parse_scenarios(bundled.scenarios, name + ".map.scen"));
  std::unique_ptr<ProgressBar> bar;
  const auto progress = [&bar](std::uint64_t done, std::uint64_t total) {
    if (bar == nullptr) bar = std::make_unique<ProgressBar>("running", total);
    bar->update(done);
  };
  const Demo demo = value_or_fail(run_demo(map, name, scenarios, progress));
  bar.reset();

  const std::string report = std::string(kFolder) + "/report.html";
  std::error_code error;
  std::filesystem::create_directories(kFolder, error);
  if (error) fail_data({ErrorCode::kIo, "cannot make the folder: " + error.message(), kFolder});
  value_or_fail(write_file_atomically(report, demo.page));
  print(fmt::format("{} problems on the bundled map {} ({}x{})\n\n{}\nPictures and plots: {}\n", scenarios.rows.size(),
                    name, map.grid().width(), map.grid().height(), demo.table, report));
  if (!demo.faults.empty()) {
    throw Failure{kExitDoesNotHold, fmt::format("{} runs went wrong; {}", demo.faults.size(), demo.faults.front())};
  }
  return kExitOk;
}

}  // namespace

void add_demo_command(CLI::App& app, int& exit_code) {
  auto name = std::make_shared<std::string>("city");
  CLI::App* command = app.add_subcommand(
      "demo", "Run every algorithm on a bundled map, print a table and write waymark-demo/report.html.");
  std::string type;
  for (const std::string_view known : bundled_names()) type += (type.empty() ? "" : "|") + std::string(known);
  command->add_option("--map", *name, "Which bundled map")->type_name(type)->capture_default_str();
  command->footer("Examples:\n  waymark demo\n  waymark demo --map caves");
  command->callback([name, &exit_code] { exit_code = run_demo_command(*name); });
}

}  // namespace waymark::program
