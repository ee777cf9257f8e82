// Makes the rows of a path database: a field of distances from a centroid, and of every cell the chosen one of the
// moves that begin a shortest path to it (path_choice.hpp).
//
// Threads: one's own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

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
    field_.compute(centroid);
    std::array<std::uint16_t, PathTiles::kCells> runs;
    for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) {
      std::size_t count = 0;
      if (choose(tile)) encode_runs(moves_, [&](std::uint16_t run) { runs[count++] = run; });
      visit(tile, std::span<const std::uint16_t>(runs.data(), count));
    }
  }
  // Of the row made last: the distances of the cells of each tile, as the database has them (docs/formats.md).
  void append_distances(std::string& bytes) const;

 private:
  // The moves of a tile by rank, into moves_. False if no cell has one.
  bool choose(std::uint32_t tile);
  // The least and the greatest distance of a cell of a tile; the least is kInfiniteCost if none is connected.
  [[nodiscard]] std::pair<Cost, Cost> range(std::uint32_t tile) const;

  const Map* map_;
  PathTiles tiles_;
  OneToAll<CanonicalGridSpace> field_;
  std::array<std::uint8_t, PathTiles::kCells> moves_;
};

}  // namespace waymark
