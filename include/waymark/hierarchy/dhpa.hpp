// DHPA*: HPA* that keeps, for every cell of a cluster, the next step to each of its transitions: neither to insert the
// ends of a query nor to refine its path does it search. Faster, for a byte a cell and transition.
//
// Kring, Champandard & Samarin 2010, DHPA* and SHPA*, as section 7.2 of Anguelov's thesis (2011) tells it.
//
// Bound per step: budget.units; a unit is a pop of the open list, a way that is refined, or eight steps followed in a
// table. Memory: that of HPA*; the tables belong to the map. Complete, not optimal.
// Clusters after an edit, smoothing: as hpa.hpp says.
//
// Deviations: those of hpa.hpp, and
//   7. A way between start and goal inside one cluster is searched for, by A*: the tables lead to transitions only.
//   8. The tables hold shortest ways, and the ends are inserted by them: paths cost what those of HPA* cost. The thesis
//      says that DHPA*'s are worse, not why.
#pragma once

#include "waymark/hierarchy/hpa.hpp"

namespace waymark {

struct DhpaOptions {
  std::uint32_t size = 10;      // 2 to 64
  std::uint32_t threshold = 6;  // 1 to 1,000
  RaySmoothing smoothing = RaySmoothing::kOff;
  std::uint32_t box = 20;
  Refinement refinement = Refinement::kWhole;
  WhileStale stale = WhileStale::kSearchWithout;
};

// Fails on hexagonal maps, on options out of their ranges and on smoothing of parts.
Result<PathFinderPtr> make_dhpa(const Map& map, const DhpaOptions& options = {});

}  // namespace waymark
