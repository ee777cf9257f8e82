// Where a region's centre lies best: at the cell from which the ways to the centres beside it deviate least from
// straight ones, so that the searches which refine a path look at little besides it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "hierarchy/sector_bits.hpp"
#include "waymark/hierarchy/corridor.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/search.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class CentreChoice {
 public:
  explicit CentreChoice(const Map& map) : map_(&map) {}

  // A centre beside the region, and the rectangle around both sectors.
  struct Beside {
    NodeId centre;
    Rect window;
  };
  // The best cell of a region of the sector `area`; of equal ones that nearest to `mean`, its cell by the mean, and of
  // these the first. `work` grows by the states expanded.
  Cell best(const Rect& area, const SectorBits::Region& region, Cell mean, std::span<const Beside> all,
            std::uint64_t& work) {
    const Grid& grid = map_->grid();
    const OctileDistance distance = octile_distance(map_->rules());
    cells_.clear();
    for (int y = region.first; y <= region.last; ++y) {
      for (std::uint32_t row = region.rows[static_cast<std::size_t>(y)]; row != 0; row &= row - 1) {
        cells_.push_back({area.x + std::countr_zero(row), area.y + y});
      }
    }
    detours_.assign(cells_.size(), 0);
    for (const Beside& beside : all) {
      const WindowSpace space(CanonicalGridSpace(grid, map_->table()), InWindow{&grid, beside.window});
      search_.start(space, no_estimate_, store_, open_, beside.centre, kNoNode);
      search_.step(kUnlimited);
      work += search_.popped();
      const Cell to = grid.cell(beside.centre);
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        const Cost straight = distance.distance(std::abs(to.x - cells_[i].x), std::abs(to.y - cells_[i].y));
        detours_[i] += search_.g(grid.node(cells_[i])) - straight;
      }
    }
    const auto away = [&](Cell cell) {
      return (cell.x - mean.x) * (cell.x - mean.x) + (cell.y - mean.y) * (cell.y - mean.y);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < cells_.size(); ++i) {
      if (detours_[i] < detours_[best] || (detours_[i] == detours_[best] && away(cells_[i]) < away(cells_[best]))) {
        best = i;
      }
    }
    return cells_[best];
  }

 private:
  using Store = SparseStore<GridSpace::Arrival>;

  const Map* map_;
  ZeroHeuristic no_estimate_;
  Store store_;
  BucketQueue open_;
  Search<WindowSpace, ZeroHeuristic, Store, BucketQueue> search_;
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> detours_;  // by cell, all ways together
};

}  // namespace waymark
