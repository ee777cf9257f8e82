#include "subgoals/path_groups.hpp"

#include <algorithm>

#include "waymark/base/heap_bytes.hpp"

namespace waymark {

const PathGroups::Tile& PathGroups::tile(const Grid& grid, std::uint64_t position, std::uint32_t tile,
                                         std::uint64_t& work) {
  if (made_[tile] == nullptr) made_[tile] = std::make_unique<Tile>();
  Tile& own = *made_[tile];
  if (own.position != position) {
    make(grid, tile, own);
    own.position = position;
    work += PathTiles::kCells / 8;
  }
  return own;
}

void PathGroups::make(const Grid& grid, std::uint32_t number, Tile& tile) {
  constexpr int kSide = PathTiles::kSide;
  const Cell corner = tiles_.corner(number);
  tile.group.fill(kNone);
  tile.cells.clear();
  // The cells of a row that are passable and in no group yet.
  std::array<std::uint32_t, kSide> rows{};
  for (int y = 0; y < std::min(kSide, grid.height() - corner.y); ++y) {
    const std::uint64_t word = grid.row_words(corner.y + y)[corner.x / 64];
    rows[static_cast<std::size_t>(y)] = static_cast<std::uint32_t>(word >> (corner.x % 64));
  }
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const auto take = [&](int at_x, int at_y) {
        if (at_x < 0 || at_y < 0 || at_x >= kSide || at_y >= kSide) return;
        std::uint32_t& row = rows[static_cast<std::size_t>(at_y)];
        if (((row >> at_x) & 1u) == 0) return;
        row &= ~(1u << at_x);
        tile.group[PathTiles::rank_of({at_x, at_y})] = static_cast<std::uint16_t>(tile.cells.size());
        open_.push_back(static_cast<std::uint16_t>(at_y * kSide + at_x));
      };
      open_.clear();
      take(x, y);
      if (open_.empty()) continue;
      for (std::size_t i = 0; i < open_.size(); ++i) {
        const int at_x = open_[i] % kSide;
        const int at_y = open_[i] / kSide;
        take(at_x, at_y - 1);
        take(at_x + 1, at_y);
        take(at_x, at_y + 1);
        take(at_x - 1, at_y);
      }
      tile.cells.push_back(grid.node(corner.x + x, corner.y + y));
    }
  }
}

std::uint64_t PathGroups::heap_bytes() const {
  std::uint64_t sum = made_.capacity() * sizeof(made_[0]) + heap_bytes_of(open_);
  for (const auto& tile : made_) sum += tile == nullptr ? 0 : sizeof(*tile) + heap_bytes_of(tile->cells);
  return sum;
}

}  // namespace waymark
