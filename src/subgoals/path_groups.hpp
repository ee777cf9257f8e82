// Which cells of a tile hang together inside of it, by cardinal moves: of a group all cells are connected with a row's
// root, or none. Made where somebody asks, and kept until the map is another.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "subgoals/path_tiles.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

class PathGroups {
 public:
  static constexpr std::uint16_t kNone = 0xffff;
  struct Tile {
    std::uint64_t position = ~std::uint64_t{0};          // of the map it was made for
    std::array<std::uint16_t, PathTiles::kCells> group;  // by rank; kNone where blocked or outside the map
    std::vector<NodeId> cells;                           // one of each group
  };

  explicit PathGroups(const PathTiles& tiles) : tiles_(tiles), made_(tiles.count()) {}

  // Of a map at a position of PathChanges. Adds to `work` what it took.
  const Tile& tile(const Grid& grid, std::uint64_t position, std::uint32_t tile, std::uint64_t& work);

  [[nodiscard]] std::uint64_t heap_bytes() const;

 private:
  void make(const Grid& grid, std::uint32_t number, Tile& tile);

  PathTiles tiles_;
  std::vector<std::unique_ptr<Tile>> made_;
  std::vector<std::uint16_t> open_;  // places
};

}  // namespace waymark
