// HPA*: searches the abstract graph over the borders of clusters, then each way inside a cluster by itself: much less
// to search than the map. Paths are a few per cent longer than the shortest, and about one when they are smoothed.
//
// Botea, Mueller & Schaeffer 2004, Near Optimal Hierarchical Path-Finding; Jansen & Buro 2007, HPA* Enhancements (lazy
// edges, Dijkstra, the box); section 7.2 of Anguelov's thesis (2011). The clusters: map_clusters.hpp.
//
// Bound per step: budget.units; a unit is a pop of an open list, on any level or inside a cluster, a way between two
// transitions that is refined, or a cell that smoothing looks at (smooth.hpp). An expansion looks at all links of a
// cluster. Memory: 12 bytes a place on the rim of each cluster, in the parts of the map visited (of clusters of 10x10
// about 8 bytes a cell), 8 per cell of one cluster, the path, with smoothing 16 times that; the clusters belong to the
// map. Complete: entrances join all that is connected. Not optimal.
//
// The first finder on a map makes its clusters, in time for the whole map. After an edit they are stale until
// map.maintain has repaired them; meanwhile a query goes without them, as jps.hpp says of jump lines.
//
// Parameters: the clusters' side, the threshold, the levels; whether ways inside clusters are found when the clusters
// are made or on first use, that with one level only; whether an end is inserted by an A* to each transition of its
// cluster, as published, or by one Dijkstra; whether before an A* inside a cluster diagonal steps and then straight
// ones are tried: where these get through nothing is shorter (off: as published); smoothing; for an agent whether it
// walks as soon as the first way is refined, and refines the next when it gets there (section 7.1.5 of the thesis): an
// edit that cuts a way not refined yet makes it plan again then.
//
// Deviations
//   1. Ties as everywhere: lower f, then higher g, then lower id.
//   2. After a way inside a cluster only links are followed: two such ways one after the other are never shorter than
//      the one between their ends. On the highest level they are followed at once, so that only nodes by which a
//      cluster is entered are ever open. The costs found are the same.
//   3. Ways found on first use are kept by the finder that needed them, not by the map, which many threads read.
//   4. Where start and goal lie in one cluster, the way between them inside it is an edge as well.
//   5. Those of the clusters.
#pragma once

#include <cstdint>

#include "waymark/base/result.hpp"
#include "waymark/hierarchy/smooth.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

// When ways between the transitions of a cluster are found.
enum class HpaWays : std::uint8_t { kEager, kLazy };
enum class HpaInsertion : std::uint8_t { kAStar, kDijkstra };

struct HpaOptions {
  std::uint32_t size = 10;      // 2 to 64
  std::uint32_t threshold = 6;  // 1 to 1,000
  std::uint32_t levels = 1;     // to 3
  HpaWays ways = HpaWays::kEager;
  HpaInsertion insertion = HpaInsertion::kAStar;
  bool straight = false;
  RaySmoothing smoothing = RaySmoothing::kOff;
  std::uint32_t box = 20;  // side of the square that rays stay in, with kBox; 2 to 1,000
  Refinement refinement = Refinement::kWhole;
  WhileStale stale = WhileStale::kSearchWithout;
};

// Fails on hexagonal maps, on options out of their ranges, on smoothing of parts, and on ways found on first use with
// more than one level: the higher ones are made of the ways of the lower.
Result<PathFinderPtr> make_hpa(const Map& map, const HpaOptions& options = {});

}  // namespace waymark
