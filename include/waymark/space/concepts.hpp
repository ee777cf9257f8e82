// What can be searched. A space is a concept, not a base class: successors are visited by inlined code.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "waymark/base/types.hpp"
#include "waymark/space/cell.hpp"

namespace waymark {

// `Arrival` is how a state was reached, as small as the space can make it (a direction on a grid, the predecessor's id
// in a graph); searches keep one per state and hand it back, and `predecessor` undoes the step. for_each_successor
// calls visit(NodeId to, Cost edge, Arrival arrival) for the moves that a search needs after an arrival, in the space's
// fixed order: a space may leave out those that it knows to be of no use then. for_each_edge calls visit(NodeId to,
// Cost edge) for all of them, for those who look at the neighbours of a state without having come from anywhere.
template <class S>
concept Space = requires(const S& space, NodeId node, typename S::Arrival arrival) {
  { S::kNoArrival } -> std::convertible_to<typename S::Arrival>;
  { space.id_bound() } -> std::convertible_to<std::uint32_t>;
  { space.max_edge_cost() } -> std::convertible_to<Cost>;
  { space.predecessor(node, arrival) } -> std::convertible_to<NodeId>;
  space.for_each_successor(node, arrival, [](NodeId, Cost, typename S::Arrival) {});
  space.for_each_edge(node, [](NodeId, Cost) {});
};

// Whether an id from outside is one of the space's. Ids may have gaps (a grid's do): such spaces have `contains`.
template <Space S>
bool is_state(const S& space, NodeId id) {
  if constexpr (requires { space.contains(id); }) {
    return space.contains(id);
  } else {
    return id < space.id_bound();
  }
}

// Every edge can be walked back at the same cost, or the space can list the edges that enter a state.
template <class S>
concept Reversible = Space<S> && requires(const S& space) {
  space.reversed();
};

// States have places in the plane.
template <class S>
concept Embedded = Space<S> && requires(const S& space, NodeId node) {
  { space.cell(node) } -> std::convertible_to<Cell>;
};

// Knows how often it changed, and what changed since.
template <class S>
concept Versioned = requires(const S& space) {
  { space.epoch() } -> std::convertible_to<std::uint64_t>;
  space.changes_since(std::uint64_t{});
};

}  // namespace waymark
