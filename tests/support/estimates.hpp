// Estimates towards a node, by the type of heuristic, for searches that are compared with transcriptions.
#pragma once

#include <cstdint>

#include "support/plain_repair.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark::test {

using Octile = GridHeuristic<OctileDistance>;

template <class Heuristic>
Heuristic towards(const Map& map, NodeId node);
template <>
inline ZeroHeuristic towards(const Map&, NodeId) {
  return {};
}
template <>
inline Octile towards(const Map& map, NodeId node) {
  return {map.grid(), node, octile_distance(map.rules())};
}
template <>
inline HexHeuristic towards(const Map& map, NodeId node) {
  return {map.grid(), node, map.rules().costs.cardinal};
}

template <class Heuristic>
PlainEstimate estimate_of(const Map& map) {
  return [&map](NodeId a, NodeId b) { return std::uint64_t{towards<Heuristic>(map, b)(a)}; };
}

}  // namespace waymark::test
