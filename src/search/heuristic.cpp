#include "waymark/search/heuristic.hpp"

#include <bit>
#include <string>

#include "waymark/search/bucket_queue.hpp"

namespace waymark {

// What kMaxMoveCost promises: no way across an empty map, nor an edge of a jump or an abstraction, is dearer than this.
static_assert(std::int64_t{kMaxMoveCost} * (Grid::kMaxSide + Grid::kMaxCells / Grid::kMaxSide + 1) <= kMaxEdgeCost);
static_assert(kMaxEdgeCost <= kMaxHeuristic && kMaxMoveCost <= BucketQueue::kMaxEdge);

namespace {

// floor(sqrt(value)), bit by bit: the same on every platform, unlike a rounded double.
std::uint64_t integer_sqrt(std::uint64_t value) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << ((std::bit_width(value | 1u) - 1u) & ~1u); bit != 0; bit >>= 2u) {
    if (value >= root + bit) {
      value -= root + bit;
      root = (root >> 1u) + bit;
    } else {
      root >>= 1u;
    }
  }
  return root;
}

bool has_diagonals(const MoveRules& rules) {
  return rules.neighbours == Neighbours::kEight && rules.diagonal != DiagonalRule::kNever;
}

}  // namespace

Cost EuclideanDistance::distance(int dx, int dy) const {
  const auto x = static_cast<std::uint64_t>(dx);
  const auto y = static_cast<std::uint64_t>(dy);
  return static_cast<Cost>(integer_sqrt((x * x + y * y) * twice_squared_scale / 2));
}

HeuristicKind natural_heuristic(const MoveRules& rules) {
  if (rules.neighbours == Neighbours::kSix) return HeuristicKind::kHexagonal;
  return has_diagonals(rules) ? HeuristicKind::kOctile : HeuristicKind::kManhattan;
}

std::string_view to_string(HeuristicKind kind) {
  switch (kind) {
    case HeuristicKind::kOctile: return "octile";
    case HeuristicKind::kManhattan: return "manhattan";
    case HeuristicKind::kEuclidean: return "euclidean";
    case HeuristicKind::kZero: return "zero";
    case HeuristicKind::kHexagonal: return "hexagonal";
  }
  return "?";
}

Result<Done> check_admissible(HeuristicKind kind, const MoveRules& rules) {
  const bool hexagons = rules.neighbours == Neighbours::kSix;
  bool admissible = true;
  switch (kind) {
    case HeuristicKind::kZero: break;
    case HeuristicKind::kOctile: admissible = !hexagons; break;
    case HeuristicKind::kManhattan: admissible = !hexagons && !has_diagonals(rules); break;
    case HeuristicKind::kEuclidean: admissible = !hexagons; break;
    case HeuristicKind::kHexagonal: admissible = hexagons; break;
  }
  if (admissible) return Done{};
  return Error{ErrorCode::kUnsupported, "the " + std::string(to_string(kind)) +
                                            " heuristic can overestimate on this grid; use " +
                                            std::string(to_string(natural_heuristic(rules))) + " or zero"};
}

OctileDistance octile_distance(HeuristicKind kind, const MoveRules& rules) {
  if (kind == HeuristicKind::kManhattan) return {rules.costs.cardinal, 2 * rules.costs.cardinal};
  // A lower price for a step keeps the distance admissible and consistent: dearer than two straight steps a diagonal is
  // never of use, and dearer than a diagonal a straight one only where it must be.
  const Cost cheapest = std::min(rules.costs.cardinal, rules.costs.diagonal);
  return {cheapest, std::min(rules.costs.diagonal, 2 * cheapest)};
}

EuclideanDistance euclidean_distance(const MoveRules& rules) {
  const std::uint64_t cardinal = rules.costs.cardinal;
  const std::uint64_t diagonal = rules.costs.diagonal;
  return {has_diagonals(rules) ? std::min(2 * cardinal * cardinal, diagonal * diagonal) : 2 * cardinal * cardinal};
}

}  // namespace waymark
