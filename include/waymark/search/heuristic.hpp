// Estimates of the way left to the goal, in the exact integers of the cost model. All are admissible and consistent for
// the rules they are made for; where one is not, `check_admissible` refuses.
//
// A heuristic offers `at(node)`, done once per expansion, and `of(here, to, arrival)` for each successor, so that a
// grid divides its ids into coordinates once, not eight times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "waymark/base/inline.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

// Dijkstra's: knows nothing. For any space.
struct ZeroHeuristic {
  struct Here {};
  [[nodiscard]] Here at(NodeId) const { return {}; }
  template <class Arrival>
  [[nodiscard]] Cost of(Here, NodeId, Arrival) const {
    return 0;
  }
  [[nodiscard]] Cost operator()(NodeId) const { return 0; }
};

// Common part of the grid's distances: D supplies `Cost distance(int dx, int dy)`.
template <class D>
class GridHeuristic {
 public:
  struct Here {
    int dx;  // from the goal
    int dy;
  };

  GridHeuristic(const Grid& grid, NodeId goal, D distance)
      : grid_(&grid), goal_(grid.cell(goal)), distance_(distance) {}

  [[nodiscard]] Here at(NodeId node) const {
    const Cell cell = grid_->cell(node);
    return {cell.x - goal_.x, cell.y - goal_.y};
  }
  [[nodiscard]] Cost of(Here here, NodeId, std::uint8_t direction) const {
    return distance_.distance(std::abs(here.dx + kDx[direction]), std::abs(here.dy + kDy[direction]));
  }
  // Spaces whose arrival is not a direction (jump points): from the id.
  [[nodiscard]] Cost of(Here, NodeId to, NodeId) const { return (*this)(to); }
  [[nodiscard]] Cost of(Here here) const { return distance_.distance(std::abs(here.dx), std::abs(here.dy)); }
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Cost operator()(NodeId node) const { return of(at(node)); }

  [[nodiscard]] const Grid& grid() const { return *grid_; }
  [[nodiscard]] const D& measure() const { return distance_; }

 private:
  const Grid* grid_;
  Cell goal_;
  D distance_;
};

// The length of the way on an empty 8-neighbour map, if cardinal <= diagonal <= 2 * cardinal (octile_distance sees to
// it). With diagonal = 2 * cardinal it is the Manhattan distance.
struct OctileDistance {
  Cost cardinal;
  Cost diagonal;
  [[nodiscard]] Cost distance(int dx, int dy) const {  // both >= 0
    const auto low = static_cast<Cost>(std::min(dx, dy));
    const auto high = static_cast<Cost>(std::max(dx, dy));
    return cardinal * high + (diagonal - cardinal) * low;
  }
  // The longer of dx and dy counts in full and the other for the rest of a diagonal; the other way round is less.
  struct Parts {
    Cost full;
    Cost rest;
  };
  [[nodiscard]] Parts parts(int d) const {  // of one coordinate, >= 0
    return {cardinal * static_cast<Cost>(d), (diagonal - cardinal) * static_cast<Cost>(d)};
  }
  [[nodiscard]] static Cost distance(Parts x, Parts y) { return std::max(x.full + y.rest, x.rest + y.full); }
};

// The Euclidean distance, rounded down. `scale` is the dearest cost per unit length that stays admissible under the
// cost model: 2 * scale^2 = min(2 * cardinal^2, diagonal^2).
struct EuclideanDistance {
  std::uint64_t twice_squared_scale;
  [[nodiscard]] Cost distance(int dx, int dy) const;
};

// The length of the way on an empty hexagonal map in axial coordinates. The sign of dx and dy matters here.
class HexHeuristic {
 public:
  using Here = GridHeuristic<OctileDistance>::Here;
  HexHeuristic(const Grid& grid, NodeId goal, Cost step) : grid_(&grid), goal_(grid.cell(goal)), step_(step) {}
  [[nodiscard]] Here at(NodeId node) const {
    const Cell cell = grid_->cell(node);
    return {cell.x - goal_.x, cell.y - goal_.y};
  }
  [[nodiscard]] Cost of(Here here, NodeId, std::uint8_t direction) const {
    return distance(here.dx + kDx[direction], here.dy + kDy[direction]);
  }
  [[nodiscard]] Cost operator()(NodeId node) const {
    const Here here = at(node);
    return distance(here.dx, here.dy);
  }

 private:
  [[nodiscard]] Cost distance(int dx, int dy) const {
    return step_ * static_cast<Cost>(std::max({std::abs(dx), std::abs(dy), std::abs(dx + dy)}));
  }
  const Grid* grid_;
  Cell goal_;
  Cost step_;
};

enum class HeuristicKind : std::uint8_t { kOctile, kManhattan, kEuclidean, kZero, kHexagonal };

// The distance on an empty map under `rules`: octile, Manhattan or hexagonal.
HeuristicKind natural_heuristic(const MoveRules& rules);

// Fails where `kind` could overestimate under `rules`.
Result<Done> check_admissible(HeuristicKind kind, const MoveRules& rules);

std::string_view to_string(HeuristicKind kind);

// The parameters of the distance for `rules`; `kind` is kOctile or kManhattan. Exact on an empty map, but where a
// diagonal is cheaper than a straight step: there every step counts as a diagonal, which is less than the way by the
// difference of the two where the way needs a straight step. (The exact value would need the parity of dx + dy for
// every successor.)
OctileDistance octile_distance(HeuristicKind kind, const MoveRules& rules);
// The natural one, of rules without hexagons.
inline OctileDistance octile_distance(const MoveRules& rules) {
  return octile_distance(natural_heuristic(rules), rules);
}
EuclideanDistance euclidean_distance(const MoveRules& rules);

}  // namespace waymark
