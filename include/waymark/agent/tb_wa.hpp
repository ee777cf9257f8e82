// TB(WA*), time-bounded weighted A*: TBA* on the open list of weighted A*, which reaches the goal with fewer expansions
// and so walks less astray before its path is known.
//
// Hernandez, Baier & Asin 2016, Time-Bounded Best-First Search for Reversible and Non-reversible Search Graphs
// (JAIR 56).
// Charge per step and completeness: as TBA*, with ten states traced back for a unit.
// Memory: as TBA*.
// Expands the states of `weighted-a-star` with the same w, in its order.
//
// Parameters: R, units of a slice; w, the weight of the heuristic.
// Deviations: 1, 2, 4 and 5 of TBA*.
//   3. All successors, and repeated entries of the open list, as `weighted-a-star`.
#pragma once

#include <cstdint>

#include "waymark/agent/agent.hpp"
#include "waymark/base/result.hpp"

namespace waymark {

struct TbWaOptions {
  double w = 2.0;         // 1 to 1000
  std::uint32_t r = 100;  // 2 to 1,000,000
};
Result<AgentPtr> make_tb_wa(const Map& map, const TbWaOptions& options = {});

}  // namespace waymark
