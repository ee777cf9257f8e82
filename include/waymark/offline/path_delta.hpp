// Chooses delta for a path database: the smaller, the nearer its centroids are to any goal, and the larger the file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "waymark/space/map.hpp"

namespace waymark {

inline constexpr std::array<std::uint32_t, 4> kPathDeltas{16, 32, 64, 128};

struct PathDeltaOptions {
  std::uint32_t bytes_per_cell = 16;  // of a passable cell, that the file may take
  int threads = 0;                    // as many as the machine has; the choice is the same for any number
};

struct PathDeltaTry {
  std::uint32_t delta;
  std::uint64_t rows;                    // as far as they were counted: most_rows + 1 are more than that
  std::uint64_t most_rows;               // that were allowed
  std::optional<double> bytes_per_cell;  // that the file will take, estimated; nothing if there are too many rows
};

struct PathDeltaChoice {
  std::uint32_t delta;
  bool fits;                        // false: no delta does; it is the greatest
  std::vector<PathDeltaTry> tried;  // the last is that of the choice
};

// The smallest of kPathDeltas whose file is estimated to take at most so many bytes a passable cell and whose rows are
// at most 800, or one for 4,000 cells if that is more. The estimate makes 32 rows, or all if there are fewer. The
// different lists of runs grow as a power of the rows, which is measured between 16 and 32;
// from 0.7 to 1.6 times the truth on the maps it was tried on.
PathDeltaChoice choose_path_delta(const Map& map, const PathDeltaOptions& options = {});

}  // namespace waymark
