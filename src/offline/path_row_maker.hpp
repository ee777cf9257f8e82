// Makes the rows of a path database: a field of distances from a centroid, and of every cell the chosen one of the
// moves that begin a shortest path to it (path_choice.hpp).
//
// A tile's moves are found many cells at a time: for each direction its distances are compared with those a move away.
//
// Threads: one's own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "subgoals/path_runs.hpp"
#include "subgoals/path_tiles.hpp"
#include "waymark/search/one_to_all.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class PathRowMaker {
 public:
  // The map must outlive it; it may be edited between two rows.
  explicit PathRowMaker(const Map& map);

  // Calls visit(tile, runs) for each tile in order; the runs are gone when it returns.
  template <class Visit>
  void make(NodeId centroid, Visit&& visit) {
    begin(centroid);
    PathRunRoom room;
    for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) visit(tile, runs(tile, room));
  }
  // Of the row made last: the distances of the cells of each tile, as the database has them (docs/formats.md).
  void append_distances(std::string& bytes) const;

 private:
  using Moves = std::array<std::uint8_t, PathTiles::kCells>;  // of a tile by place: bit d = Direction d

  void begin(NodeId centroid);
  // Of the grid as it is.
  void learn_moves();
  std::span<const std::uint16_t> runs(std::uint32_t tile, PathRunRoom& room) const;
  // The legal moves of a tile that begin shortest ways.
  void good_moves(std::uint32_t tile, Moves& moves) const;
  // The least and the greatest distance of a cell of a tile; the least is kInfiniteCost if none is connected.
  [[nodiscard]] std::pair<Cost, Cost> range(std::uint32_t tile) const;

  const Map* map_;
  PathTiles tiles_;
  OneToAll<CanonicalGridSpace> field_;
  std::uint64_t epoch_ = 0;   // of the grid, of what follows
  std::vector<Moves> legal_;  // by tile; of blocked cells none
};

}  // namespace waymark
