#include "map_edits.hpp"

#include <fmt/format.h>

#include "command.hpp"
#include "option_values.hpp"

namespace waymark::program {

void add_edit_options(CLI::App& command, std::string& script, std::vector<AreaEdit>& changes) {
  const char* group = "Edits of the map";
  command
      .add_option("--edits", script,
                  "A script that goes on under the walking unit, from the first step of each problem on, a line each: "
                  "STEP block X Y W H or STEP free X Y W H")
      ->type_name("FILE")
      ->group(group);
  const auto add = [&](const char* name, bool passable, const char* text) {
    command
        .add_option_function<Rect>(
            name,
            [&changes, passable](const Rect& area) {
              changes.push_back({area, passable});
            },
            text)
        ->check(is_area())
        ->type_name("X,Y,W,H")
        ->group(group)
        ->trigger_on_parse();  // each as it comes: the last one wins where they overlap
  };
  add("--block", false, "A wall, from the beginning, once the databases are opened; may be given many times");
  add("--free", true, "Ground, likewise");
}

void apply_edit(const AreaEdit& change, const std::string& map_file, Map& map) {
  const Rect& area = change.area;
  const int width = map.grid().width();
  const int height = map.grid().height();
  if (area.width > width - area.x || area.height > height - area.y) {
    fail_data({ErrorCode::kOutOfRange,
               fmt::format("{} {},{},{},{} reaches beyond the map of {}x{}", change.passable ? "--free" : "--block",
                           area.x, area.y, area.width, area.height, width, height),
               map_file});
  }
  map.fill(area, change.passable);
}

EditScript load_edit_script(const std::string& path, const Map& map) {
  EditScript script = value_or_fail(read_edits(readable_path(path)));
  value_or_fail(check_against(script, path, map.grid()));
  return script;
}

}  // namespace waymark::program
