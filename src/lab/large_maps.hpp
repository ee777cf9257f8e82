// Maps as large as those of JAIR 2010, which are not public: small ones enlarged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/lab/bench.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

struct NamedGrid {
  std::string name;
  Grid grid;
};

inline constexpr int kAllMaps = 0;
// Of a set of options.maps, or of our generator if that is empty: `count` maps spread over the set, or all of
// options.maps.
Result<std::vector<NamedGrid>> small_maps(const BenchOptions& options, const std::string& set, int count);

// By the smallest whole factor that gives at least so many cells.
Result<Grid> enlarge_to_cells(const Grid& grid, std::uint64_t cells);
// By the factor that comes nearest to so many passable cells.
Result<Grid> enlarge_to_states(const Grid& grid, std::uint64_t states);

}  // namespace waymark
