// Chooses delta for a path database: the smaller, the nearer its centroids are to any goal, and the larger the file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/offline/ranks.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

inline constexpr std::array<std::uint32_t, 4> kPathDeltas{16, 32, 64, 128};
inline constexpr std::uint64_t kPathDeltaSample = 32;  // rows that are made for an estimate; even

struct PathDeltaOptions {
  static constexpr std::uint32_t kBytesPerCell = 16;

  // Of a passable cell, that the file may take. Nothing: kBytesPerCell where they serve, but ways matter more.
  std::optional<std::uint32_t> bytes_per_cell = {};
  int threads = 0;         // as many as the machine has; the choice is the same for any number
  Ranks* ranks = nullptr;  // that choose together, all with the same map and options; null: this process alone
};

struct PathDeltaTry {
  std::uint32_t delta;
  std::uint64_t rows;                    // as far as they were counted: most_rows + 1 are more than that
  std::uint64_t most_rows;               // that were allowed
  std::optional<double> bytes_per_cell;  // that the file will take, estimated; nothing if there are too many rows
};

struct PathDeltaChoice {
  std::uint32_t delta;
  bool fits;                        // into the bytes, by the estimate
  std::vector<PathDeltaTry> tried;  // from the smallest on, as far as was needed
  std::vector<NodeId> centroids;    // for PathBuildOptions::chosen; empty where they were not counted to the end

  // Why it is not smaller; nullptr if that was not tried.
  [[nodiscard]] const PathDeltaTry* before() const;
};

// The smallest of kPathDeltas whose file is estimated to take at most so many bytes a passable cell and whose rows are
// at most 800, or one for 4,000 cells if that is more; the greatest if there is none. The estimate makes 32 rows, or
// all if there are fewer. The different lists of runs grow as a power of the rows, which is measured between 16 and 32;
// from 0.7 to 1.6 times the truth on the maps it was tried on. Threads and ranks divide these rows; centroids each rank
// finds for itself. Fails if ranks have different maps or options.
//
// Where nobody said how many bytes, and 32 takes more than kBytesPerCell, the map is one of many small rooms or
// scattered obstacles: there all rows differ, and what a wider delta saves is paid for by ways that are many times as
// much too long. So it is the smallest that takes four times as much at most, or else 32, unless its file had more than
// 256 MB.
Result<PathDeltaChoice> choose_path_delta(const Map& map, const PathDeltaOptions& options = {});

// The one to build next where a file that had to fit came out larger than estimated; nothing after the greatest.
std::optional<std::uint32_t> next_path_delta(std::uint32_t delta);

}  // namespace waymark
