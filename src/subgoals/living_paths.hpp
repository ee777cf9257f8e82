// The rows of a path database on a map that is edited: derived from the map and the database, shared by all units, and
// healed by Map::maintain.
//
// A row is right for the map as it is, or stale: then it is a hint, and who follows it looks at every move. Healing
// makes a stale row what PathRowMaker makes of its root on the map as it is, tile by tile; what does not change stays
// in the database, and the rest lies here. A row's root is its centroid, or, while that is blocked, the passable cell
// that took its place: the nearest in moves of a king, of these the one with the least id.
//
// After an edit all rows are asked whether it concerns them (path_concern.hpp); those that it does not are right again
// at once. The others are repaired one by one (path_repair.hpp), and swapped in when they are done. A row in repair is
// not disturbed by another edit: it is brought to the map as it was when the repair began, and goes on from there.
// Order: the rows that units want come first, of these what is behind for longest, and before the next edit is taken
// in; then edits; then the others, each asked and repaired in turn. So however many edits there are, a wanted row is
// brought to a later map with each of its repairs, and where there are units left for the others, so are they.
//
// Bound: a call of maintain takes longer than its units by one piece at most (pay_afterwards.hpp): that of the repair,
// or the cells of the edits that are taken in.
// Memory: two bits a cell, and from the first edit on PathRepair's; what differs from the database.
// Threads: as Derived; find, is_right, want and the like may be called by any number while nobody maintains.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "subgoals/path_changes.hpp"
#include "subgoals/path_rows.hpp"
#include "subgoals/path_runs.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/derived.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {

class PathConcern;
class PathRepair;

class LivingPaths final : public Derived {
 public:
  using Row = PathDatabase::Row;
  struct Options {
    const PathDatabase* database = nullptr;  // outlives the map's derived data
    friend bool operator==(const Options&, const Options&) = default;
  };
  // Of a database whose check(map) is good. Where the map was edited since, all rows are stale, and are made anew.
  LivingPaths(const Map& map, const Options& options);
  ~LivingPaths() override;
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const PathDatabase& database() const { return *options_.database; }

  [[nodiscard]] std::uint32_t rows() const { return database().rows(); }
  // The cell that a row leads to; kNoNode while there is none.
  [[nodiscard]] NodeId root(Row row) const { return roots_[row]; }
  // The row to go by to a passable cell: that of its nearest centroid; where edits cut it off from that, or no cell
  // around was passable when the database was built, the first of those of some cells around whose root is connected
  // with it. rows() if there is none.
  [[nodiscard]] Row row_for(const Map& map, NodeId node) const;
  // Another one whenever a run or a root changed.
  [[nodiscard]] std::uint32_t version() const { return version_; }
  // Whether a row is right for the map as it is.
  [[nodiscard]] bool is_right(const Map& map, Row row) const { return row_epochs_[row] == map.grid().epoch(); }
  // Whether the map is still that of the database, without any edit.
  [[nodiscard]] bool is_as_built(const Map& map) const { return built_epoch_ == map.grid().epoch(); }
  // The epoch of the map that it is right for; one that the map never had, of a row of which nothing is known.
  [[nodiscard]] std::uint64_t right_for(Row row) const { return row_epochs_[row]; }
  // That units are on their way by this row: it is healed before others.
  void want(Row row) const {
    if (is_wanted(row)) return;
    wanted_[row].store(1, std::memory_order_relaxed);
    more_wanted_.store(true, std::memory_order_relaxed);
  }

  // All runs of a tile of a row.
  [[nodiscard]] PathRuns runs(Row row, std::uint32_t tile) const { return rows_.runs(row, tile); }

  // What healing did since the map was opened.
  struct Healed {
    std::uint64_t asked = 0;         // rows, whether an edit concerns them
    std::uint64_t asking_units = 0;  // what that took
    std::uint64_t repaired = 0;      // rows
    std::uint64_t repair_units = 0;
  };
  [[nodiscard]] const Healed& healed() const { return healed_; }
  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  static constexpr Row kNoRow = ~Row{0};
  enum class Need : std::uint8_t { kNone, kRepair, kAnew };

  std::uint64_t repair(const Map& map, std::uint64_t units) override;
  [[nodiscard]] bool is_hint() const override { return true; }
  // Each adds what it takes to owed_.
  bool heal_a_piece(const Map& map);
  void take_in(const Map& map);
  void heal(const Map& map, Row row);
  void ask(const Map& map, Row row);
  void begin_repair(const Map& map, Row row);
  void swap_in();
  void wait(Row row, Need need);
  [[nodiscard]] bool is_behind(Row row) const { return row_epochs_[row] != changes_.seen(); }
  [[nodiscard]] bool is_wanted(Row row) const { return wanted_[row].load(std::memory_order_relaxed) != 0; }
  void list_wanted();
  // kNoRow if there is none.
  [[nodiscard]] Row next_wanted() const;
  [[nodiscard]] Row next_of_others();
  [[nodiscard]] NodeId root_after(Row row);

  Options options_;
  PathRows rows_;
  PathChanges changes_;
  std::vector<NodeId> roots_;
  std::vector<std::uint64_t> row_epochs_;
  std::vector<std::uint64_t> positions_;  // by row: of the changes, that it is right for
  std::vector<Need> needs_;
  std::vector<Row> waiting_;  // those with a need, but for the one in repair, in the order in which it was found
  Row to_ask_ = 0;            // how many others are behind
  Row next_to_ask_ = 0;       // goes round
  mutable std::vector<std::atomic<std::uint8_t>> wanted_;
  mutable std::atomic<bool> more_wanted_ = false;  // than are listed
  std::vector<Row> wanted_rows_;
  std::unique_ptr<PathConcern> concern_;
  std::unique_ptr<PathRepair> repair_;
  std::optional<std::uint64_t> built_epoch_;
  Healed healed_;
  std::uint32_t version_ = 0;
  std::uint64_t owed_ = 0;
};

}  // namespace waymark
