// A grid whose cells may be blocked under a search: a blocked cell has no edges, whoever asks.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "waymark/base/types.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class LivingGrid {
 public:
  explicit LivingGrid(const Map& map) : space_(&map.space()) {}

  [[nodiscard]] std::uint32_t id_bound() const { return space_->id_bound(); }
  // Every move can be walked back.
  [[nodiscard]] const LivingGrid& reversed() const { return *this; }
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    if (space_->grid().passable(node)) space_->for_each_edge(node, std::forward<Visit>(visit));
  }
  // The ids beside `node` that an edge leads to on an empty map, and none now. Some may be no cells.
  template <class Visit>
  void for_each_lost_edge(NodeId node, Visit&& visit) const {
    const auto& legal = space_->table().legal;
    const unsigned there = space_->grid().passable(node) ? legal[space_->grid().neighbourhood(node)] : 0;
    for (unsigned lost = legal.back() & ~there; lost != 0; lost &= lost - 1) {
      const NodeId to = space_->step(node, static_cast<GridSpace::Arrival>(std::countr_zero(lost)));
      if (to < id_bound()) visit(to);
    }
  }

 private:
  const GridSpace* space_;
};

}  // namespace waymark
