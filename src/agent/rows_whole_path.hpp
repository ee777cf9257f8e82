// Rows of the registry: searches that plan the whole path.
#pragma once

#include <array>
#include <optional>

#include "agent/rows.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/bidirectional_a_star.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/jps.hpp"
#include "waymark/search/weighted_a_star.hpp"

namespace waymark::rows {

inline constexpr std::array<std::string_view, 5> kHeuristics{"natural", "octile", "manhattan", "euclidean", "zero"};
inline constexpr std::array<std::string_view, 2> kQueues{"bucket", "heap"};
inline constexpr std::array<std::string_view, 2> kStores{"dense", "sparse"};

inline constexpr std::array<ParameterInfo, 5> kAStarParameters{
    choice("heuristic", "estimate of the way left; natural is the distance on an empty map", kHeuristics),
    choice("successors", "canonical generates each state about once, all looks at every neighbour", kSuccessorChoices),
    choice("queue", "open list; both expand the same states in the same order", kQueues),
    choice("immediate", "with queue=heap: expand successors of equal f without touching the heap", kOnOff),
    choice("store", "dense is faster, sparse needs memory for touched states only", kStores),
};
inline constexpr std::array<ParameterInfo, 2> kWeightedParameters{
    ParameterInfo{"w", "w", ParameterKind::kNumber, "weight of h in gamma*g + w*h", 1000, 1'000'000, 1500},
    ParameterInfo{"gamma", "γ", ParameterKind::kNumber, "weight of g in gamma*g + w*h", 1, 1000, 1000},
};

inline Result<PathFinderPtr> a_star(const Map& map, const ParameterValues& values) {
  constexpr std::array<std::optional<HeuristicKind>, 5> kKinds{
      std::nullopt, HeuristicKind::kOctile, HeuristicKind::kManhattan, HeuristicKind::kEuclidean, HeuristicKind::kZero};
  AStarOptions options;
  options.heuristic = kKinds[static_cast<std::size_t>(values[0])];
  options.successors = values[1] == 0 ? Successors::kCanonical : Successors::kAll;
  options.queue = values[2] == 0 ? QueueKind::kBucket : QueueKind::kHeap;
  options.immediate = values[3] == 0;
  options.store = values[4] == 0 ? StoreKind::kDense : StoreKind::kSparse;
  return make_a_star(map, options);
}

inline Result<PathFinderPtr> weighted_a_star(const Map& map, const ParameterValues& values) {
  return make_weighted_a_star(map, {static_cast<std::uint32_t>(values[0]), static_cast<std::uint32_t>(values[1])});
}

inline constexpr std::string_view kWholePath = "whole path";

inline constexpr std::array<AlgorithmInfo, 5> kWholePathRows{{
    {"dijkstra",
     "Dijkstra",
     kWholePath,
     "Dijkstra 1959",
     "expands states in the order of their distance",
     true,
     false,
     DatabaseKind::kNone,
     {},
     [](const Map& map, const ParameterValues&) -> Result<PathFinderPtr> { return make_dijkstra(map); }},
    {"a-star", "A*", kWholePath, "Hart, Nilsson & Raphael 1968", "Dijkstra led by an estimate of the way left", true,
     false, DatabaseKind::kNone, kAStarParameters, &a_star},
    {"weighted-a-star", "Weighted A*", kWholePath, "Pohl 1970; Bulitko et al. 2008",
     "A* that trusts its estimate more: fewer states, longer paths", false, false, DatabaseKind::kNone,
     kWeightedParameters, &weighted_a_star},
    {"bidirectional-a-star",
     "Bidirectional A*",
     kWholePath,
     "Pijls & Post 2009",
     "one A* from each end, until they meet at the optimum",
     true,
     false,
     DatabaseKind::kNone,
     {},
     [](const Map& map, const ParameterValues&) -> Result<PathFinderPtr> { return make_bidirectional_a_star(map); }},
    {"jps",
     "Jump point search",
     kWholePath,
     "Harabor & Grastien 2011, 2014",
     "A* over turning points only, found by scanning bit lines",
     true,
     false,
     DatabaseKind::kNone,
     {},
     [](const Map& map, const ParameterValues&) { return make_jps(map); }},
}};

}  // namespace waymark::rows
