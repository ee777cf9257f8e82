// Dynamic scenarios of the grid-based path planning competition (docs/formats.md): a map that is free at the start,
// patches that replace parts of it, and questions in between, each with the length of a shortest path on the map as it
// is then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/io/terrain.hpp"
#include "waymark/space/cell.hpp"

namespace waymark {

struct DynamicCommand {
  bool is_query = false;  // otherwise a patch is laid on the map
  int bucket = 0;
  std::uint32_t patch = 0;             // its number in the file of patches
  Cell at{};                           // where its top left corner goes
  Cell start{};                        // of a query
  Cell goal{};                         // of a query
  std::optional<double> optimal = {};  // of a query; nothing: the file says that there is no path
  std::int64_t line = 0;               // in the scenario file, 1-based
};

struct DynamicScenario {
  int width = 0;
  int height = 0;
  std::string patch_file;  // a name without a folder: it lies beside the scenario
  std::vector<DynamicCommand> commands;
  std::vector<Terrain> patches;
};

// What a file of a few bytes may ask for.
inline constexpr std::int64_t kMaxDynamicCells = std::int64_t{1} << 26u;

// The scenario and its file of patches, checked against each other: every patch there is, and lies within the map.
Result<DynamicScenario> read_dynamic_scenario(const std::string& path);

// The parts, from memory; errors call the bytes `name`. The scenario has no patches yet.
Result<DynamicScenario> parse_dynamic_scenario(std::string_view bytes, const std::string& name);
Result<std::vector<Terrain>> parse_patches(std::string_view bytes, const std::string& name);
// Of a scenario with its patches, read from `file`.
Result<Done> check_patches(const DynamicScenario& scenario, const std::string& file);

}  // namespace waymark
