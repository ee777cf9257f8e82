// Edits of a map after its databases were opened, as a game replays them when it loads: walls that were built, walls
// that fell. From a file (docs/formats.md) or from the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "waymark/space/cell.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {

struct MapEdit {
  Rect area;
  bool passable = false;
};

// --edits, --block and --free. `edits` are in the order given.
void add_edit_options(CLI::App& command, std::string& file, std::vector<MapEdit>& edits);

// Both fail where an edit does not lie within the map; `map_file` is where it came from, for the message.
void apply_edit(const MapEdit& edit, const std::string& map_file, Map& map);
void apply_edit_file(const std::string& path, Map& map);

}  // namespace waymark::program
