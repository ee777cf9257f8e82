// The rows of a path database on a map that is edited: derived from the map and the database, shared by all units, and
// healed by Map::maintain.
//
// A row is right for the map as it is, or stale: then it is a hint, and who follows it looks at every move. Healing
// makes a stale row what PathRowMaker makes of its root on the map as it is, tile by tile; what does not change stays
// in the database, and the rest lies here. A row's root is its centroid, or, while that is blocked, the passable cell
// that took its place.
//
// Threads: as Derived; find, is_right, want and the like may be called by any number while nobody maintains.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "subgoals/path_runs.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

class PathRowMaker;

class LivingPaths final : public Derived {
 public:
  using Row = PathDatabase::Row;
  struct Options {
    const PathDatabase* database = nullptr;  // outlives the map's derived data
    friend bool operator==(const Options&, const Options&) = default;
  };
  // The database was opened for this map before any edit.
  LivingPaths(const Map& map, const Options& options);
  ~LivingPaths() override;
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const PathDatabase& database() const { return *options_.database; }

  [[nodiscard]] std::uint32_t rows() const { return database().rows(); }
  // The cell that a row leads to; kNoNode while there is none.
  [[nodiscard]] NodeId root(Row row) const { return roots_[row]; }
  // Another one whenever a run or a root changed.
  [[nodiscard]] std::uint32_t version() const { return version_; }
  // Whether a row is right for the map as it is.
  [[nodiscard]] bool is_right(const Map& map, Row row) const { return row_epochs_[row] == map.grid().epoch(); }
  // That units are on their way by this row: it is healed before others.
  void want(Row row) const;

  // The run that a cell of the map falls into, in its tile.
  [[nodiscard]] PathRun find(Row row, std::uint32_t tile, std::uint32_t rank) const {
    const std::vector<Runs>* const own = own_[row].get();
    if (own != nullptr && (*own)[tile].is_own) return find_run(PathRuns((*own)[tile].view()), rank);
    return find_run(database().runs(row, tile), rank);
  }

  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  struct Runs {
    std::vector<std::uint16_t> runs;
    bool is_own = false;
    [[nodiscard]] std::string_view view() const {
      return {reinterpret_cast<const char*>(runs.data()), runs.size() * sizeof(std::uint16_t)};
    }
  };

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return true; }
  void renew(const Map& map, Row row);

  Options options_;
  PathTiles tiles_;
  std::vector<NodeId> roots_;
  std::vector<std::uint64_t> row_epochs_;
  std::vector<std::unique_ptr<std::vector<Runs>>> own_;  // by row and tile, what is not the database's
  std::unique_ptr<PathRowMaker> maker_;
  std::uint32_t version_ = 0;
  std::uint64_t owed_ = 0;
};

}  // namespace waymark
