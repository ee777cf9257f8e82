// waymark generate KIND -o MAP
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "lab/view/text_table.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::program {
namespace {

struct GenerateArguments {
  MapKind kind{};
  Size size{512, 512};
  std::uint64_t seed = 1;
  std::string output;
};

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kMapKinds));
  for (const MapKindInfo& info : kMapKinds) names.push_back(info.name);
  return names;
}

MapKind parse_kind(const std::string& text) {
  if (const auto kind = map_kind_from_name(text)) return *kind;
  const std::vector<std::string_view> names = kind_names();
  const std::string_view nearest = nearest_name(text, names);
  fail_usage(fmt::format(
      "there is no kind of map '{}'; {}", text,
      nearest.empty() ? fmt::format("there is {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", nearest)));
}

int run_generate(const GenerateArguments& arguments) {
  const Output output("-o", arguments.output, {});
  GenerateOptions options;
  options.width = arguments.size.width;
  options.height = arguments.size.height;
  options.seed = arguments.seed;
  const Grid grid = value_or_fail(generate_map(arguments.kind, options));
  output.write(grid);
  output.tell(fmt::format("{}, {}x{}, seed {}, {} states", kMapKinds[static_cast<std::size_t>(arguments.kind)].name,
                          options.width, options.height, options.seed, format_count(grid.passable_cells())));
  return kExitOk;
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = app.add_subcommand("generate", "Make a map from a kind, a size and a seed: always the same map.");
  const std::vector<std::string_view> names = kind_names();
  command
      ->add_option_function<std::string>(
          "KIND", [&kind = arguments->kind](const std::string& text) { kind = parse_kind(text); },
          "What to make; the kinds are listed below")
      ->required()
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
  command
      ->add_option("--size", arguments->size,
                   fmt::format("Cells, each side from {} to {}", kMinGeneratedSide, kMaxGeneratedSide))
      ->check(is_size(kMinGeneratedSide, kMaxGeneratedSide))
      ->type_name("WxH")
      ->default_str("512x512");
  command->add_option("--seed", arguments->seed, "Another seed, another map")
      ->check(whole_number(0))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->output,
                   "File to write: .png, or else a MovingAI map; - is standard output, which gets a map")
      ->required()
      ->type_name("MAP");
  std::string footer = "Kinds:\n";
  for (const MapKindInfo& info : kMapKinds) footer += fmt::format("  {:<10} {}\n", info.name, info.description);
  command->footer(footer +
                  "\nExamples:\n  waymark generate caves -o caves.map\n"
                  "  waymark generate city --size 1024x768 --seed 7 -o city.png\n"
                  "  waymark generate maze -o - | waymark info -");
  command->callback([arguments, &exit_code] { exit_code = run_generate(*arguments); });
}

}  // namespace waymark::program
