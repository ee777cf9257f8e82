// A space narrowed to some of its states: what a search may refine a path in.
#pragma once

#include <cstdint>
#include <utility>

#include "waymark/base/types.hpp"
#include "waymark/space/concepts.hpp"

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

}  // namespace waymark
