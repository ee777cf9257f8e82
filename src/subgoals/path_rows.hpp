// The rows of a path database, with those tiles that are no longer what the database says: what an edit does not touch
// stays in the file.
//
// Threads: any number may read while nobody replaces.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "subgoals/path_runs.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

class PathRows {
 public:
  using Row = PathDatabase::Row;
  struct Tile {
    std::uint32_t tile;
    std::vector<std::uint16_t> runs;
    [[nodiscard]] PathRuns view() const {
      return PathRuns({reinterpret_cast<const char*>(runs.data()), runs.size() * sizeof(std::uint16_t)});
    }
  };

  // The database outlives it.
  explicit PathRows(const PathDatabase& database);

  [[nodiscard]] PathRuns runs(Row row, std::uint32_t tile) const {
    const Own* const own = own_[row].get();
    if (own == nullptr || ((own->bits[tile / 64] >> (tile % 64)) & 1u) == 0) return database_->runs(row, tile);
    return own->find(tile);
  }
  // Tiles in ascending order, none twice.
  void replace(Row row, std::vector<Tile>&& tiles);

  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  struct Own {
    std::vector<std::uint64_t> bits;  // by tile, whether it is here
    std::vector<Tile> tiles;          // in ascending order
    [[nodiscard]] PathRuns find(std::uint32_t tile) const;
  };

  const PathDatabase* database_;
  std::vector<std::unique_ptr<Own>> own_;  // by row
};

// Whether two lists of runs are the same.
bool same_runs(PathRuns a, PathRuns b);

}  // namespace waymark
