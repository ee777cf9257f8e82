// A grid whose cells may be blocked under a search: a blocked cell has no edges, whoever asks.
#pragma once

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

 private:
  const GridSpace* space_;
};

}  // namespace waymark
