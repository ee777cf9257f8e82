// waymark generate KIND -o MAP
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::program {
namespace {

struct GenerateArguments {
  std::string kind;
  std::string size = "512x512";
  std::string seed = "1";
  std::string output;
};

MapKind parse_kind(const std::string& text) {
  if (const auto kind = map_kind_from_name(text)) return *kind;
  std::vector<std::string_view> names;
  std::string all;
  for (const MapKindInfo& info : kMapKinds) {
    names.push_back(info.name);
    all += (all.empty() ? "" : ", ") + std::string(info.name);
  }
  const std::string_view nearest = nearest_name(text, names);
  fail_usage(fmt::format("there is no kind of map '{}'; {}", text,
                         nearest.empty() ? "there is " + all : fmt::format("did you mean {}?", nearest)));
}

int run_generate(const GenerateArguments& arguments) {
  const MapKind kind = parse_kind(arguments.kind);
  GenerateOptions options;
  std::tie(options.width, options.height) = parse_size("--size", arguments.size, kMinGeneratedSide, kMaxGeneratedSide);
  options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  const Grid grid = value_or_fail(generate_map(kind, options));
  if (is_png_name(arguments.output)) {
    save_terrain(arguments.output, to_terrain(grid));
  } else {
    value_or_fail(write_map(arguments.output, grid));
  }
  print(fmt::format("{}: {}, {}x{}, seed {}, {} states\n", arguments.output, arguments.kind, options.width,
                    options.height, options.seed, format_count(grid.passable_cells())));
  return kExitOk;
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = app.add_subcommand("generate", "Make a map from a kind, a size and a seed: always the same map.");
  command->add_option("KIND", arguments->kind, "What to make; the kinds are listed below")->required()->type_name("");
  command
      ->add_option("--size", arguments->size,
                   fmt::format("Cells, each side from {} to {}", kMinGeneratedSide, kMaxGeneratedSide))
      ->type_name("WxH")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Another seed, another map")->type_name("N")->capture_default_str();
  command->add_option("-o,--output", arguments->output, "File to write: .png, or else a MovingAI map")
      ->required()
      ->type_name("MAP");
  std::string footer = "Kinds:\n";
  for (const MapKindInfo& info : kMapKinds) footer += fmt::format("  {:<10} {}\n", info.name, info.description);
  command->footer(footer +
                  "\nExamples:\n  waymark generate caves -o caves.map\n"
                  "  waymark generate city --size 1024x768 --seed 7 -o city.png");
  command->callback([arguments, &exit_code] { exit_code = run_generate(*arguments); });
}

}  // namespace waymark::program
