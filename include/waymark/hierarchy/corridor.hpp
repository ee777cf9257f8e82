// A space narrowed to some of its states: what a search may refine a path in.
#pragma once

#include <cstdint>
#include <utility>

#include "waymark/base/types.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// `Inside` tells of a state of `Inner` whether it belongs to the corridor. Inner may leave out moves that the state
// before also has, as grids do, but none for reasons that lie outside the corridor.
template <Space Inner, class Inside>
class CorridorSpace {
 public:
  using Arrival = typename Inner::Arrival;
  static constexpr Arrival kNoArrival = Inner::kNoArrival;

  CorridorSpace(const Inner& inner, Inside inside) : inner_(inner), inside_(std::move(inside)) {}

  [[nodiscard]] std::uint32_t id_bound() const { return inner_.id_bound(); }
  [[nodiscard]] bool contains(NodeId node) const { return is_state(inner_, node); }
  [[nodiscard]] Cost max_edge_cost() const { return inner_.max_edge_cost(); }
  [[nodiscard]] NodeId predecessor(NodeId node, Arrival arrival) const { return inner_.predecessor(node, arrival); }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival arrival, Visit&& visit) const {
    inner_.for_each_successor(node, arrival, [&](NodeId to, Cost edge, Arrival by) {
      if (inside_(to)) visit(to, edge, by);
    });
  }
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    inner_.for_each_edge(node, [&](NodeId to, Cost edge) {
      if (inside_(to)) visit(to, edge);
    });
  }

 private:
  Inner inner_;
  Inside inside_;
};

// The cells of a rectangle. A grid's canonical order stays right in it: what that leaves out is reached as cheaply
// through cells between, which are in the rectangle, too.
struct InWindow {
  const Grid* grid;
  Rect area;
  bool operator()(NodeId node) const {
    const Cell at = grid->cell(node);
    return static_cast<unsigned>(at.x - area.x) < static_cast<unsigned>(area.width) &&
           static_cast<unsigned>(at.y - area.y) < static_cast<unsigned>(area.height);
  }
};
using WindowSpace = CorridorSpace<CanonicalGridSpace, InWindow>;

}  // namespace waymark
