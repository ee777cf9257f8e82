// Every algorithm there is, side by side on the problems of one map: as a table and as a page.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/io/scenario_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct Demo {
  std::string table;                // to read on a terminal
  std::string page;                 // HTML
  std::vector<std::string> faults;  // what did not hold, a line each
};

// `progress` is told how many of how many problems are done. Fails if the scenarios are not of this map or are none.
// Algorithms that do not go with the map are left out and named below the table.
Result<Demo> run_demo(const Map& map, const std::string& map_name, const ScenarioFile& scenarios,
                      const std::function<void(std::uint64_t done, std::uint64_t total)>& progress);

}  // namespace waymark
