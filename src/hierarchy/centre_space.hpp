// A level of sectors (regions, or groups of them) as a space to search. The id of a state is that of its centre's cell,
// so that states and distances are the grid's; an edge costs the straight distance of the two centres.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Level: what is derived from the map, `derived`; `square(cell)`, the sector or group that a cell is in, and `side()`,
// its cells; `number(grid, square, node)`, which of its states has its centre there.
template <class Level>
class CentreSpace {
 public:
  using Arrival = NodeId;  // the predecessor
  static constexpr Arrival kNoArrival = kNoNode;

  // Both outlive it; the level is current while it is used.
  CentreSpace(const Map& map, const Level& level)
      : grid_(&map.grid()), level_(level), distance_(octile_distance(map.rules())) {}

  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  // Across two squares.
  [[nodiscard]] Cost max_edge_cost() const { return distance_.distance(2 * level_.side(), 2 * level_.side()); }
  [[nodiscard]] NodeId predecessor(NodeId, Arrival arrival) const { return arrival; }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival, Visit&& visit) const {
    for_each_edge(node, [&](NodeId to, Cost edge) { visit(to, edge, node); });
  }
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    const Cell at = grid_->cell(node);
    const std::uint32_t square = level_.square(at);
    for (const std::uint16_t word : level_.derived->record(square).edges(level_.number(*grid_, square, node))) {
      instrument::look();
      const Sectors::Edge edge = Sectors::edge_of(word);
      const NodeId to = level_.derived->centre(*grid_, level_.derived->beside(square, edge.direction), edge.to);
      const Cell there = grid_->cell(to);
      visit(to, distance_.distance(std::abs(there.x - at.x), std::abs(there.y - at.y)));
    }
  }

 protected:
  [[nodiscard]] const Grid& grid() const { return *grid_; }
  [[nodiscard]] const Level& level() const { return level_; }

 private:
  const Grid* grid_;
  Level level_;
  OctileDistance distance_;
};

}  // namespace waymark
