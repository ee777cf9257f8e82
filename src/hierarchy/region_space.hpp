// The regions of a map's sectors as a space to search (centre_space.hpp).
#pragma once

#include <cstdint>

#include "hierarchy/centre_space.hpp"
#include "waymark/space/concepts.hpp"

namespace waymark {

struct RegionLevel {
  const Sectors* derived;

  [[nodiscard]] int side() const { return derived->options().size; }
  [[nodiscard]] std::uint32_t square(Cell cell) const { return derived->sector_of(cell); }
  [[nodiscard]] std::uint32_t number(const Grid& grid, std::uint32_t sector, NodeId node) const {
    const Cell at = grid.cell(node);
    const int place = at.y % side() * side() + at.x % side();
    std::uint32_t region = 0;
    while (derived->record(sector).centre(region) != place) ++region;
    return region;
  }
};

class RegionSpace : public CentreSpace<RegionLevel> {
 public:
  RegionSpace(const Map& map, const Sectors& sectors) : CentreSpace(map, {&sectors}) {}

  // Of a passable cell: its region.
  [[nodiscard]] NodeId region_of(NodeId cell) const {
    const Sectors& sectors = *level().derived;
    return sectors.centre(grid(), sectors.sector_of(grid().cell(cell)), sectors.region_of(grid(), cell));
  }
};

static_assert(Space<RegionSpace>);

}  // namespace waymark
