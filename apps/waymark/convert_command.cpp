// waymark convert IN OUT
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "command.hpp"
#include "commands.hpp"
#include "lab/view/text_table.hpp"
#include "option_values.hpp"
#include "output.hpp"
#include "waymark/io/png_file.hpp"

namespace waymark::program {
namespace {

struct ConvertArguments {
  std::string input;
  std::string output;
  int scale = 1;
  std::optional<Rect> crop;
  std::optional<Size> shrink;
};

// What is wrong is the option for this map, so the message names both.
[[noreturn]] void fail_for_map(const std::string& map, const std::string& option, Error error) {
  error.file = map;
  error.message = fmt::format("{}: {}", option, error.message);
  fail_data(error);
}

int run_convert(const ConvertArguments& arguments) {
  const Output output("OUT", arguments.output, {arguments.input});
  Terrain terrain = load_terrain(arguments.input);
  if (arguments.crop) {
    const Rect area = *arguments.crop;
    auto cropped = crop(terrain, area);
    if (!cropped) {
      fail_for_map(arguments.input, fmt::format("--crop {},{},{},{}", area.x, area.y, area.width, area.height),
                   cropped.error());
    }
    terrain = *std::move(cropped);
  }
  if (arguments.shrink) {
    const Size size = *arguments.shrink;
    auto shrunk = shrink(terrain, size.width, size.height);
    if (!shrunk) fail_for_map(arguments.input, fmt::format("--shrink {}x{}", size.width, size.height), shrunk.error());
    terrain = *std::move(shrunk);
  }
  if (arguments.scale > 1) {
    auto scaled = scale_up(terrain, arguments.scale);
    if (!scaled) fail_for_map(arguments.input, fmt::format("--scale {}", arguments.scale), scaled.error());
    terrain = *std::move(scaled);
  }
  output.write(terrain);
  output.tell(fmt::format("{}x{}", terrain.width, terrain.height));
  return kExitOk;
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = app.add_subcommand(
      "convert", "Turn a map into a picture or back, cut out a part of it, enlarge it, or undo that.");
  command->add_option("IN", arguments->input, "Map to read: MovingAI .map, or .png; - is standard input")
      ->required()
      ->type_name("");
  command
      ->add_option("OUT", arguments->output,
                   "File to write: .png, or else a MovingAI map; - is standard output, which gets a map")
      ->required()
      ->type_name("");
  command->add_option("--crop", arguments->crop, "Keep only this area; done before --shrink and --scale")
      ->check(is_area())
      ->type_name("X,Y,W,H");
  command->add_option("--scale", arguments->scale, "Make every cell K x K cells")
      ->check(whole_number(1, Grid::kMaxSide))
      ->type_name("K")
      ->capture_default_str();
  command
      ->add_option("--shrink", arguments->shrink,
                   "Find the map of W x H cells that was enlarged to this one, by any factor; fails if there is none; "
                   "done before --scale")
      ->check(is_size(1, Grid::kMaxSide))
      ->type_name("WxH");
  command->footer("Letters of the map are kept; in a picture each has a colour of its own. Pictures have at most " +
                  format_count(kMaxPngCells) +
                  " cells.\n\n"
                  "Examples:\n  waymark convert arena.map arena.png\n"
                  "  waymark convert arena.map part.map --crop 10,10,64,64 --scale 4\n"
                  "  waymark convert enlarged512.map original.map --shrink 192x192");
  command->callback([arguments, &exit_code] { exit_code = run_convert(*arguments); });
}

}  // namespace waymark::program
