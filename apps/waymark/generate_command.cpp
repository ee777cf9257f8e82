// waymark generate KIND -o MAP, waymark generate edits MAP -o FILE
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <optional>
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
#include "waymark/offline/generate_edits.hpp"

namespace waymark::program {
namespace {

constexpr std::string_view kEdits = "edits";
constexpr Size kDefaultSize{512, 512};

struct GenerateArguments {
  std::optional<MapKind> kind;  // nothing: a script of edits
  std::string map;              // that it is for
  std::optional<Size> size;
  std::optional<std::uint32_t> count;
  std::optional<std::uint32_t> steps;
  std::uint64_t seed = 1;
  std::string output;
};

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kMapKinds) + 1);
  for (const MapKindInfo& info : kMapKinds) names.push_back(info.name);
  names.push_back(kEdits);
  return names;
}

std::optional<MapKind> parse_kind(const std::string& text) {
  if (const auto kind = map_kind_from_name(text)) return *kind;
  if (text == kEdits) return std::nullopt;
  const std::vector<std::string_view> names = kind_names();
  const std::string_view nearest = nearest_name(text, names);
  fail_usage(fmt::format(
      "there is no kind of map '{}'; {}", text,
      nearest.empty() ? fmt::format("there is {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", nearest)));
}

int run_generate_edits(const GenerateArguments& arguments) {
  if (arguments.map.empty()) fail_usage("generate edits wants the map that they are for; see waymark generate --help");
  if (arguments.size) fail_usage("edits have no size of their own; leave out --size");
  const Output output("-o", arguments.output, {arguments.map});
  const Grid grid = load_map(arguments.map).grid;
  GenerateEditsOptions options;
  options.count = arguments.count.value_or(options.count);
  options.steps = arguments.steps.value_or(options.steps);
  options.seed = arguments.seed;
  const auto script = generate_edits(grid, options);
  if (!script) fail_data({script.error().code, script.error().message, arguments.map});
  output.write(value_or_fail(encode_edits(*script)));
  output.tell(fmt::format("{} edits of {}, seed {}, the last before step {}", format_count(script->edits.size()),
                          arguments.map, options.seed, format_count(script->edits.back().step)));
  return kExitOk;
}

int run_generate(const GenerateArguments& arguments) {
  if (!arguments.kind) return run_generate_edits(arguments);
  if (!arguments.map.empty()) {
    fail_usage(fmt::format("unexpected argument '{}': only generate edits is for a map", arguments.map));
  }
  if (arguments.count || arguments.steps) {
    fail_usage(fmt::format("{} is for generate edits", arguments.count ? "--count" : "--steps"));
  }
  const Output output("-o", arguments.output, {});
  const Size size = arguments.size.value_or(kDefaultSize);
  GenerateOptions options;
  options.width = size.width;
  options.height = size.height;
  options.seed = arguments.seed;
  const Grid grid = value_or_fail(generate_map(*arguments.kind, options));
  output.write(grid);
  output.tell(fmt::format("{}, {}x{}, seed {}, {} states", kMapKinds[static_cast<std::size_t>(*arguments.kind)].name,
                          options.width, options.height, options.seed, format_count(grid.passable_cells())));
  return kExitOk;
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = app.add_subcommand(
      "generate", "Make a map from a kind, a size and a seed, always the same map; or a script of edits for a map.");
  const std::vector<std::string_view> names = kind_names();
  command
      ->add_option_function<std::string>(
          "KIND", [&kind = arguments->kind](const std::string& text) { kind = parse_kind(text); },
          "What to make; the kinds are listed below")
      ->required()
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
  command->add_option("MAP", arguments->map, "With edits: the map they are for; - is standard input")->type_name("");
  command
      ->add_option("--size", arguments->size,
                   fmt::format("Cells, each side from {} to {}", kMinGeneratedSide, kMaxGeneratedSide))
      ->check(is_size(kMinGeneratedSide, kMaxGeneratedSide))
      ->type_name("WxH")
      ->default_str("512x512");
  command
      ->add_option("--count", arguments->count, fmt::format("With edits: how many [{}]", GenerateEditsOptions().count))
      ->check(whole_number(1, kMaxGeneratedEdits))
      ->type_name("N");
  command->add_option("--steps", arguments->steps, "With edits: the last step at most [the map's width + height]")
      ->check(whole_number(2, kMaxEditStep))
      ->type_name("N");
  command->add_option("--seed", arguments->seed, "Another seed, another map or script")
      ->check(whole_number(0))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("-o,--output", arguments->output,
                   "File to write: .png, or else a MovingAI map; with edits a script. - is standard output, which gets "
                   "a map or script")
      ->required()
      ->type_name("FILE");
  std::string footer = "Kinds:\n";
  for (const MapKindInfo& info : kMapKinds) footer += fmt::format("  {:<10} {}\n", info.name, info.description);
  footer += fmt::format("  {:<10} a script of edits for MAP, for solve --edits and race --edits\n", kEdits);
  footer +=
      "\nEdits come in pairs: walls (cells, bars, rectangles) that come and go, doors that close and open again, gaps\n"
      "that open in walls and are filled. Each is taken back some steps later, so at the end the map is what it was;\n"
      "only an odd count has one more, which opens a gap for good.\n";
  command->footer(footer +
                  "\nExamples:\n  waymark generate caves -o caves.map\n"
                  "  waymark generate city --size 1024x768 --seed 7 -o city.png\n"
                  "  waymark generate maze -o - | waymark info -\n"
                  "  waymark generate edits caves.map --count 200 --seed 3 -o caves.edits");
  command->callback([arguments, &exit_code] { exit_code = run_generate(*arguments); });
}

}  // namespace waymark::program
