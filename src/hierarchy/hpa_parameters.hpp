// The parameters of HPA* and DHPA*: their factories check by them, and their rows are made from them.
#pragma once

#include <array>
#include <tuple>

#include "hierarchy/refined_parameters.hpp"
#include "waymark/hierarchy/dhpa.hpp"
#include "waymark/hierarchy/hpa.hpp"

namespace waymark {

inline constexpr std::array<Choice<HpaWays>, 2> kHpaWays{{{"eager", HpaWays::kEager}, {"lazy", HpaWays::kLazy}}};
inline constexpr std::array<Choice<HpaInsertion>, 2> kHpaInsertions{
    {{"a-star", HpaInsertion::kAStar}, {"dijkstra", HpaInsertion::kDijkstra}}};

template <class Options>
inline constexpr std::tuple kClusterParameters{
    whole<&Options::size>("size", "", "side of a cluster", 2, 64),
    whole<&Options::threshold>("threshold", "", "length from which an entrance has two transitions", 1, 1000)};
template <class Options>
inline constexpr std::tuple kClusterPathParameters{
    choice<&Options::smoothing, kSmoothings>("smooth", "straighten the path by rays, or by rays in a box"),
    whole<&Options::box>("box", "", "with smooth=box: side of the square that rays stay in", 2, 1000),
    choice<&Options::refinement, kRefinements>("refine",
                                               "as an agent walk when the whole path is refined, or its next part"),
    choice<&Options::stale, kWhileStale>(
        "stale", "after an edit, until the map's clusters are repaired: search with A*, or answer stale")};

inline constexpr std::tuple kHpaParameters = std::tuple_cat(
    kClusterParameters<HpaOptions>,
    std::tuple{
        whole<&HpaOptions::levels>("levels", "", "levels of clusters, each of two by two below", 1, 3),
        choice<&HpaOptions::ways, kHpaWays>(
            "intra",
            "find the ways inside clusters with the clusters, or, where levels is 1, when they are first needed"),
        choice<&HpaOptions::insertion, kHpaInsertions>(
            "insert", "insert start and goal by an A* to each transition of the cluster, or by one Dijkstra"),
        choice<&HpaOptions::straight, kOnOff>(
            "straight", "before an A* inside a cluster try diagonal steps and then straight ones")},
    kClusterPathParameters<HpaOptions>);
inline constexpr std::tuple kDhpaParameters =
    std::tuple_cat(kClusterParameters<DhpaOptions>, kClusterPathParameters<DhpaOptions>);

}  // namespace waymark
