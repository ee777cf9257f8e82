// Edits of a map from the command line: those made once its databases are opened, as a game replays them when it loads,
// and a script that goes on under the walking units (docs/formats.md).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "lab/run/map_changes.hpp"
#include "waymark/io/edit_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark::program {

// --edits, --block and --free. `changes` are in the order given.
void add_edit_options(CLI::App& command, std::string& script, std::vector<AreaEdit>& changes);

// Both fail where an edit does not lie within the map; `map_file` is where it came from, for the message.
void apply_edit(const AreaEdit& change, const std::string& map_file, Map& map);
EditScript load_edit_script(const std::string& path, const Map& map);

}  // namespace waymark::program
