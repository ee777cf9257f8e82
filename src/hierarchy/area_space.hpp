// The cells of a rectangle of a map, as if there were no others: what a cluster is searched in. Ids count from its
// upper left cell, so that a store for them is small however large the map.
//
// Whether a move is legal depends on cells between its ends, which lie in the rectangle if both ends do: so the moves
// are those of the map that stay inside. Which of them are canonical is judged as if all cells outside were blocked.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "waymark/base/instrument.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class AreaSpace {
 public:
  using Arrival = std::uint8_t;  // the Direction of the step into the state
  static constexpr Arrival kNoArrival = kNoDirection;

  // Areas are at most of this side.
  AreaSpace(const Map& map, int most_side)
      : grid_(&map.grid()),
        table_(&map.table()),
        shift_(static_cast<unsigned>(std::bit_width(static_cast<unsigned>(most_side - 1)))),
        bound_(static_cast<NodeId>(most_side) << shift_) {
    for (std::size_t d = 0; d < kDirections; ++d) offset_[d] = kDy[d] * (1 << shift_) + kDx[d];
  }
  void set_area(const Rect& area) {
    area_ = area;
    first_ = grid_->node(area.x, area.y);
  }
  [[nodiscard]] const Rect& area() const { return area_; }

  [[nodiscard]] NodeId id(Cell cell) const {
    return (static_cast<NodeId>(cell.y - area_.y) << shift_) + static_cast<NodeId>(cell.x - area_.x);
  }
  [[nodiscard]] Cell offset(NodeId id) const {
    return {static_cast<int>(id & ((1u << shift_) - 1)), static_cast<int>(id >> shift_)};
  }
  [[nodiscard]] NodeId node(NodeId id) const {
    const Cell at = offset(id);
    return first_ + static_cast<NodeId>(at.y) * grid_->stride() + static_cast<NodeId>(at.x);
  }

  [[nodiscard]] std::uint32_t id_bound() const { return bound_; }
  [[nodiscard]] Cost max_edge_cost() const { return kMaxMoveCost; }
  [[nodiscard]] NodeId predecessor(NodeId id, Arrival arrival) const {
    return id - static_cast<NodeId>(offset_[arrival]);
  }
  template <class Visit>
  void for_each_successor(NodeId id, Arrival arrival, Visit&& visit) const {
    visit_moves(id, table_->canonical[arrival][around(id)], visit);
  }
  template <class Visit>
  void for_each_edge(NodeId id, Visit&& visit) const {
    visit_moves(id, table_->legal[around(id)], [&](NodeId to, Cost edge, Arrival) { visit(to, edge); });
  }

 private:
  [[nodiscard]] unsigned around(NodeId id) const {
    // Grid::neighbourhood's bits: NW N NE, W E, SW S SE.
    constexpr unsigned kWestern = 0b00101001;
    constexpr unsigned kEastern = 0b10010100;
    constexpr unsigned kNorthern = 0b00000111;
    constexpr unsigned kSouthern = 0b11100000;
    const Cell at = offset(id);
    unsigned outside = 0;
    if (at.x == 0) outside |= kWestern;
    if (at.x == area_.width - 1) outside |= kEastern;
    if (at.y == 0) outside |= kNorthern;
    if (at.y == area_.height - 1) outside |= kSouthern;
    return grid_->neighbourhood(node(id)) & ~outside;
  }
  template <class Visit>
  void visit_moves(NodeId id, unsigned moves, Visit&& visit) const {
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      instrument::look();
      visit(id + static_cast<NodeId>(offset_[d]), table_->cost[d], static_cast<Arrival>(d));
    }
  }

  const Grid* grid_;
  const MoveTable* table_;
  unsigned shift_;
  NodeId bound_;
  Rect area_{};
  NodeId first_ = 0;  // of the grid
  std::array<std::int32_t, kDirections> offset_;
};
static_assert(Space<AreaSpace>);

// The distance on an empty map to a cell of the area.
class AreaHeuristic {
 public:
  using Here = Cell;  // from the goal
  AreaHeuristic(const AreaSpace& space, NodeId goal, const OctileDistance& distance)
      : space_(&space), goal_(space.offset(goal)), distance_(distance) {}
  [[nodiscard]] Here at(NodeId id) const {
    const Cell cell = space_->offset(id);
    return {cell.x - goal_.x, cell.y - goal_.y};
  }
  [[nodiscard]] Cost of(Here here, NodeId, std::uint8_t direction) const {
    return distance_.distance(std::abs(here.x + kDx[direction]), std::abs(here.y + kDy[direction]));
  }
  [[nodiscard]] Cost operator()(NodeId id) const {
    const Here here = at(id);
    return distance_.distance(std::abs(here.x), std::abs(here.y));
  }

 private:
  const AreaSpace* space_;
  Cell goal_;
  OctileDistance distance_;
};

}  // namespace waymark
