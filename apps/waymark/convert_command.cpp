// waymark convert IN OUT
#include <fmt/format.h>

#include <memory>
#include <string>

#include "command.hpp"
#include "commands.hpp"

namespace waymark::program {
namespace {

struct ConvertArguments {
  std::string input;
  std::string output;
  std::string scale;
  std::string crop;
};

// What is wrong is the option for this map, so the message names both.
[[noreturn]] void fail_for_map(const std::string& map, const char* option, const std::string& value, Error error) {
  error.file = map;
  error.message = fmt::format("{} {}: {}", option, value, error.message);
  fail_data(error);
}

int run_convert(const ConvertArguments& arguments) {
  const auto scale =
      arguments.scale.empty() ? 1 : static_cast<int>(parse_whole("--scale", arguments.scale, 1, Grid::kMaxSide));
  const Rect area = arguments.crop.empty() ? Rect{} : parse_rect("--crop", arguments.crop);
  Terrain terrain = load_terrain(arguments.input);
  if (!arguments.crop.empty()) {
    auto cropped = crop(terrain, area);
    if (!cropped) fail_for_map(arguments.input, "--crop", arguments.crop, cropped.error());
    terrain = *std::move(cropped);
  }
  if (scale > 1) {
    auto scaled = scale_up(terrain, scale);
    if (!scaled) fail_for_map(arguments.input, "--scale", arguments.scale, scaled.error());
    terrain = *std::move(scaled);
  }
  save_terrain(arguments.output, terrain);
  print(fmt::format("{}: {}x{}\n", arguments.output, terrain.width, terrain.height));
  return kExitOk;
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command =
      app.add_subcommand("convert", "Turn a map into a picture or back, cut out a part of it, or enlarge it.");
  command->add_option("IN", arguments->input, "Map to read: MovingAI .map, or .png")->required()->type_name("");
  command->add_option("OUT", arguments->output, "File to write: .png, or else a MovingAI map")
      ->required()
      ->type_name("");
  command->add_option("--crop", arguments->crop, "Keep only this area; done before --scale")->type_name("X,Y,W,H");
  command->add_option("--scale", arguments->scale, "Make every cell K x K cells [1]")->type_name("K");
  command->footer(
      "Letters of the map are kept; in a picture each has a colour of its own.\n\n"
      "Examples:\n  waymark convert arena.map arena.png\n"
      "  waymark convert arena.map part.map --crop 10,10,64,64 --scale 4");
  command->callback([arguments, &exit_code] { exit_code = run_convert(*arguments); });
}

}  // namespace waymark::program
