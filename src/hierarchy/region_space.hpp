// The regions of a map's sectors as a space to search. The id of a region is that of its centre's cell, so that states
// and distances are the grid's; an edge costs the straight distance of the two centres.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "waymark/base/types.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class RegionSpace {
 public:
  using Arrival = NodeId;  // the predecessor
  static constexpr Arrival kNoArrival = kNoNode;

  // Both outlive it; the sectors are current while it is used.
  RegionSpace(const Map& map, const Sectors& sectors)
      : grid_(&map.grid()), sectors_(&sectors), distance_(octile_distance(map.rules())) {}

  // Of a passable cell: its region.
  [[nodiscard]] NodeId region_of(NodeId cell) const {
    return sectors_->centre(*grid_, sectors_->sector_of(grid_->cell(cell)), sectors_->region_of(*grid_, cell));
  }

  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  // Across two sectors.
  [[nodiscard]] Cost max_edge_cost() const {
    return distance_.distance(2 * sectors_->options().size, 2 * sectors_->options().size);
  }
  [[nodiscard]] NodeId predecessor(NodeId, Arrival arrival) const { return arrival; }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival, Visit&& visit) const {
    for_each_edge(node, [&](NodeId to, Cost edge) { visit(to, edge, node); });
  }
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    const Cell at = grid_->cell(node);
    const std::uint32_t sector = sectors_->sector_of(at);
    const Sectors::Record record = sectors_->record(sector);
    const int size = sectors_->options().size;
    const int place = at.y % size * size + at.x % size;
    std::uint32_t region = 0;
    while (record.centre(region) != place) ++region;
    for (const std::uint16_t word : record.edges(region)) {
      instrument::look();
      const Sectors::Edge edge = Sectors::edge_of(word);
      const NodeId to = sectors_->centre(*grid_, sectors_->beside(sector, edge.direction), edge.to);
      const Cell there = grid_->cell(to);
      visit(to, distance_.distance(std::abs(there.x - at.x), std::abs(there.y - at.y)));
    }
  }

 private:
  const Grid* grid_;
  const Sectors* sectors_;
  OctileDistance distance_;
};

static_assert(Space<RegionSpace>);

}  // namespace waymark
