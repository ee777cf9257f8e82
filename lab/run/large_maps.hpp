// Maps as large as those of JAIR 2010, which are not public: small ones enlarged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

struct NamedGrid {
  std::string name;
  Grid grid;
};

// Trips of at least so many cardinal steps are long on such maps.
inline constexpr double kLongCost = 1'000;

inline constexpr int kAllMaps = 0;
// Of a set in the folder `maps`, or of our generator if that is empty: `count` maps spread over the set, or all of a
// folder's.
Result<std::vector<NamedGrid>> small_maps(const std::string& maps, const std::string& set, int count);

// The map files of a folder, by name; fails if there are none.
Result<std::vector<std::string>> map_files(const std::filesystem::path& folder);

// By the smallest whole factor that gives at least so many cells.
Result<Grid> enlarge_to_cells(const Grid& grid, std::uint64_t cells);
// By the factor that comes nearest to so many passable cells.
Result<Grid> enlarge_to_states(const Grid& grid, std::uint64_t states);

}  // namespace waymark
