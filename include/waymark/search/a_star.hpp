// A*: expands states in the order of g + h until the goal comes up; with a consistent heuristic its path is optimal and
// no state is expanded twice.
//
// Hart, Nilsson & Raphael 1968, A Formal Basis for the Heuristic Determination of Minimum Cost Paths.
// Bound per step: budget.units pops. Memory: 8 bytes per state touched (dense: in pages of the map-sized array), and
// the open list. Complete. Ties: lower f, then higher g, then lower id.
//
// Parameters
//   heuristic   natural (octile, Manhattan or hexagonal, by the map's rules), octile, manhattan, euclidean, zero
//   successors  canonical: pruned by the direction of arrival, so that a state is generated about once;
//               all: the textbook's
//   queue       bucket, heap; the same order, another speed
//   immediate   with the heap: successors of their parent's f are expanded without touching it (thesis, section 5.3.3)
//   store       dense, sparse
//
// Deviations
//   1. Canonical successors by default: the costs are the same, states of the last f may be expanded in another order.
//   2. A cheaper way to an open state pushes it again instead of moving its entry; the dearer entry is skipped later.
#pragma once

#include <cstdint>
#include <optional>

#include "waymark/base/result.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

enum class QueueKind : std::uint8_t { kBucket, kHeap };
enum class StoreKind : std::uint8_t { kDense, kSparse };

struct AStarOptions {
  std::optional<HeuristicKind> heuristic;  // none: the natural one
  Successors successors = Successors::kCanonical;
  QueueKind queue = QueueKind::kBucket;
  bool immediate = true;
  StoreKind store = StoreKind::kDense;
};

// Fails where the heuristic is not admissible on this map.
Result<PathFinderPtr> make_a_star(const Map& map, const AStarOptions& options = {});

}  // namespace waymark
