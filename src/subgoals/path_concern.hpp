// Whether an edit can change a row of a path database: told from the cells of the edit and those beside them, and
// from the row's ways from there to where they meet; no search.
//
// What was blocked changes a row only if
//   - a cell's move in it leads there, or is a diagonal that was lost beside it; or
//   - the blocked cell was the first of its run, or the only one, so that the run begins elsewhere now.
// What was freed changes it only if
//   - a cell comes nearer to the root over it, or over a diagonal gained beside it; or
//   - a cell has a move there that is as good as its own and comes before it in the fixed order; or
//   - its own move is another than that of the run it falls into.
// For the second three only differences of distances are needed, and these are known where the ways of two cells meet.
// Cells that are not connected with the root never meet those that are, so a "no" is always right; a "yes" may be said
// where ways meet late, and then the repair finds that nothing changes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "subgoals/path_changes.hpp"
#include "subgoals/path_rows.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class PathConcern {
 public:
  static constexpr std::uint32_t kMostSteps = 96;  // of all ways of a row together
  static constexpr std::size_t kMostGained = 64;   // cells with gained moves; for more the answer is "yes"

  // All outlive it.
  PathConcern(const Grid& grid, const MoveTable& table, const PathRows& rows, const PathChanges& changes);

  // Of a row that is right for changes.before() and leads to the same root before and after. Adds the cells it looked
  // at to `work`.
  bool is_concerned(PathRows::Row row, NodeId root, std::uint64_t& work);

 private:
  // A cell on a way: how far it is from the root, relative to the first cell of the trunk; or how far from the end of
  // the way that it is on, while that has met no other.
  struct Place {
    NodeId node;
    std::int32_t distance;
    std::uint32_t stamp;
    bool is_met;
  };
  struct Gaining {
    NodeId node;
    std::uint8_t moves;  // gained
    std::uint8_t old;    // its move in the row
    bool is_freed;
    std::int32_t distance;
  };
  static constexpr std::int32_t kFar = std::int32_t{1} << 30;
  static constexpr std::size_t kPlaces = 512;  // a power of two, more than twice kMostSteps + kMostGained

  [[nodiscard]] bool loses_a_run(const PathChanges::Changed& blocked, const PathRun& run, NodeId root) const;
  bool measure(NodeId root, std::uint64_t& work);
  bool measure_one(Gaining& cell, NodeId root);
  bool gains();
  // The next cell of a way; kNoNode at its end. False: the row does not go on.
  bool go(NodeId& node, std::int32_t& length, NodeId root);
  [[nodiscard]] PathRun run_at(NodeId node);
  [[nodiscard]] Place& place(NodeId node);
  [[nodiscard]] Gaining* find(NodeId node);
  [[nodiscard]] NodeId step(NodeId node, unsigned direction) const {
    return node + static_cast<NodeId>(offset_[direction]);
  }

  const MoveTable* table_;
  const PathRows* rows_;
  const PathChanges* changes_;
  std::array<std::int32_t, kDirections> offset_;
  PathTiles tiles_;
  PathRows::Row row_ = 0;
  std::uint32_t stamp_ = 0;
  std::uint32_t steps_ = 0;
  NodeId tip_ = kNoNode;  // where the trunk ends so far
  std::int32_t tip_distance_ = 0;
  std::vector<Gaining> gaining_;  // in ascending order
  std::vector<NodeId> way_;
  std::array<Place, kPlaces> places_{};
};

}  // namespace waymark
