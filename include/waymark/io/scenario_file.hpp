// MovingAI scenario files (docs/formats.md): problems on one map, each with its optimal length.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/space/cell.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

struct Scenario {
  int bucket = 0;  // by length: optimal / 4, rounded down, in the published sets
  Cell start{};
  Cell goal{};
  double optimal = 0;  // length of a shortest path, 0 up to kMaxOptimal

  friend bool operator==(const Scenario&, const Scenario&) = default;
};

inline constexpr double kMaxOptimal = 1e12;

struct ScenarioFile {
  std::string map_name;
  int map_width = 0;
  int map_height = 0;
  std::vector<Scenario> rows;
  std::vector<std::int64_t> lines;  // where each row stood in its file, 1-based; may be empty if it came from no file
};

Result<ScenarioFile> read_scenarios(const std::string& path);

// The same from memory; errors call the bytes `name`.
Result<ScenarioFile> parse_scenarios(std::string_view bytes, const std::string& name);

// Whether the scenarios, read from `file`, are of this map: its size, and every start and goal on a passable cell.
Result<Done> check_against(const ScenarioFile& scenarios, const std::string& file, const Grid& grid);

// Lengths get eight decimals. Fails on what parse_scenarios would not take back.
Result<Done> write_scenarios(const std::string& path, const ScenarioFile& scenarios);

// The bytes write_scenarios would write.
Result<std::string> encode_scenarios(const ScenarioFile& scenarios);

}  // namespace waymark
