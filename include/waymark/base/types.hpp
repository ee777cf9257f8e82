// The two integers everything is made of: which state, and how dear.
#pragma once

#include <cstdint>

namespace waymark {

// A state of a space, below the space's id_bound(). A graph's ids are dense from 0. A grid's are bit addresses: they
// rise with y, then x, start above 0 and have gaps between rows (Grid::contains tells which are cells).
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffffu;

// An exact path or edge cost, in the units of its CostModel.
using Cost = std::uint32_t;

// "No path": larger than any real cost.
inline constexpr Cost kInfiniteCost = 0xffffffffu;

// Searches stop with Status::kCostOverflow rather than expand a state dearer than this. With edges and heuristics
// within the limits below, g + edge + h never wraps, so the inner loop needs no check of its own.
inline constexpr Cost kMaxPathCost = 0x7fffffffu;
inline constexpr Cost kMaxEdgeCost = 0x1fffffffu;
inline constexpr Cost kMaxHeuristic = 0x3fffffffu;

// a + b, or kInfiniteCost where that would wrap.
constexpr Cost saturating_add(Cost a, Cost b) { return a > kInfiniteCost - b ? kInfiniteCost : a + b; }

}  // namespace waymark
