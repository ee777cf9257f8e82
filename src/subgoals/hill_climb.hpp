// Hill-climbing: from a state towards another, always to the neighbour of lowest g + h, until no neighbour is nearer.
// Where it arrives, LRTA* arrives by the same moves and without a second visit (Theorem 5).
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), Figure 7. Ties as LRTA* with a lookahead of one move: lower f, then the
// dearer move, then the order of moves.
//
// Ends on every map, for it stops where the neighbour of lowest g + h is not nearer. With a diagonal no cheaper than a
// cardinal move and no dearer than two, no neighbour is nearer then, as the figure has it. (A diagonal move that brings
// the goal nearer does so by at least 2 * cardinal - diagonal, and that is more than a cardinal move can save in g.)
// With other costs one may be, and walking on by lowest g + h could go round in circles.
//
// A step costs one look at the eight cells around; where the preferred move (by the signs of dx and dy) is legal, one
// look at its bit: with a diagonal dearer than one cardinal move and no dearer than two it then is the best move.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class HillClimber {
 public:
  static constexpr std::uint32_t kNoCutoff = 0xffffffffu;

  // For grids of 4 or 8 neighbours. Follows edits of the map.
  explicit HillClimber(const Map& map);

  struct Climb {
    bool arrived;
    std::uint32_t steps;  // taken, at most the cutoff
  };
  // At most `cutoff` steps. `visit` is told every state after `from`.
  template <class Visit>
  Climb climb(NodeId from, NodeId to, std::uint32_t cutoff, Visit&& visit) const {
    return climb_with(from, to, cutoff, visit, [](Cell, std::uint8_t, Cell) { return true; });
  }
  // The same as long as the way is dearer than one without obstacles by no more than `detour`.
  template <class Visit>
  Climb climb_along(NodeId from, NodeId to, std::uint32_t cutoff, std::uint64_t detour, Visit&& visit) const {
    return climb_with(from, to, cutoff, visit, [&](Cell at, std::uint8_t direction, Cell goal) {
      const std::uint64_t more = detour_of(at, direction, goal);
      if (more > detour) return false;
      detour -= more;
      return true;
    });
  }
  [[nodiscard]] Climb climb_along(NodeId from, NodeId to, std::uint32_t cutoff, std::uint64_t detour) const {
    return climb_along(from, to, cutoff, detour, [](NodeId) {});
  }
  // The same with no detour at all: where it arrives, no way is cheaper.
  template <class Visit>
  Climb climb_straight(NodeId from, NodeId to, std::uint32_t cutoff, Visit&& visit) const {
    if (!goes_one_way_) return climb_along(from, to, cutoff, 0, visit);
    const Cell at = map_->grid().cell(from);
    const Cell goal = map_->grid().cell(to);
    const int across = std::abs(goal.x - at.x);
    const int down = std::abs(goal.y - at.y);
    int diagonals = std::min(across, down);
    int cardinals = std::max(across, down) - diagonals;
    const int sx = sign(goal.x - at.x);
    const int sy = sign(goal.y - at.y);
    const std::uint8_t diagonal = direction_at(sx, sy);
    const std::uint8_t cardinal = across > down ? direction_at(sx, 0) : direction_at(0, sy);
    for (std::uint32_t steps = 0;; ++steps) {
      if (diagonals + cardinals == 0) return {true, steps};
      if (steps == cutoff) return {false, steps};
      const unsigned moves = map_->table().legal[map_->grid().neighbourhood(from)];
      if (diagonals > 0 && ((moves >> diagonal) & 1u) != 0) {
        --diagonals;
        from = map_->space().step(from, diagonal);
      } else if (cardinals > 0 && ((moves >> cardinal) & 1u) != 0) {
        --cardinals;
        from = map_->space().step(from, cardinal);
      } else {
        return {false, steps};
      }
      visit(from);
    }
  }
  [[nodiscard]] Climb climb_straight(NodeId from, NodeId to, std::uint32_t cutoff) const {
    return climb_straight(from, to, cutoff, [](NodeId) {});
  }
  [[nodiscard]] Climb climb(NodeId from, NodeId to, std::uint32_t cutoff = kNoCutoff) const {
    return climb(from, to, cutoff, [](NodeId) {});
  }
  [[nodiscard]] bool reachable(NodeId from, NodeId to, std::uint32_t cutoff = kNoCutoff) const {
    return climb(from, to, cutoff).arrived;
  }

  // One step of a climb, for those who keep the cells: the direction from `node`, at cell `at`, towards `goal`, another
  // cell. kNoDirection where no neighbour is nearer.
  [[nodiscard]] std::uint8_t best_direction(NodeId node, Cell at, Cell goal) const {
    const unsigned moves = map_->table().legal[map_->grid().neighbourhood(node)];
    if (diagonals_first_) {
      const std::uint8_t preferred = direction_at(sign(goal.x - at.x), sign(goal.y - at.y));
      if (((moves >> preferred) & 1u) != 0) return preferred;
    }
    return best_of(moves, at, goal);
  }
  // By how much a way on an empty map gets dearer by a legal move; 0: none is cheaper than one that begins with it.
  [[nodiscard]] std::uint64_t detour_of(Cell at, std::uint8_t direction, Cell goal) const {
    const auto h = [&](int dx, int dy) { return distance_.distance(std::abs(dx), std::abs(dy)); };
    return std::uint64_t{map_->table().cost[direction]} +
           h(goal.x - at.x - kDx[direction], goal.y - at.y - kDy[direction]) - h(goal.x - at.x, goal.y - at.y);
  }
  // Whether the preferred move, where it is legal, is always taken.
  [[nodiscard]] bool prefers_diagonals() const { return diagonals_first_; }
  // Where a legal move leads.
  [[nodiscard]] NodeId step(NodeId node, std::uint8_t direction) const { return map_->space().step(node, direction); }

 private:
  // `may_turn(at, direction, goal)`: whether to make a move that is not the preferred one.
  template <class Visit, class MayTurn>
  Climb climb_with(NodeId from, NodeId to, std::uint32_t cutoff, Visit&& visit, MayTurn&& may_turn) const {
    Cell at = map_->grid().cell(from);
    const Cell goal = map_->grid().cell(to);
    for (std::uint32_t steps = 0;;) {
      if (from == to) return {true, steps};
      if (steps == cutoff) return {false, steps};
      std::uint8_t direction = kNoDirection;
      std::uint32_t count = 1;
      if (diagonals_first_) {
        // Straight on while it can, until one of the coordinates is right.
        const auto across = static_cast<std::uint32_t>(std::abs(goal.x - at.x));
        const auto down = static_cast<std::uint32_t>(std::abs(goal.y - at.y));
        const std::uint32_t most =
            std::min(cutoff - steps, across == 0 || down == 0 ? std::max(across, down) : std::min(across, down));
        direction = direction_at(sign(goal.x - at.x), sign(goal.y - at.y));
        for (count = 0; count < most && is_legal(from, direction); ++count) {
          from = map_->space().step(from, direction);
          visit(from);
        }
      }
      if (direction == kNoDirection || count == 0) {
        direction = best_of(map_->table().legal[map_->grid().neighbourhood(from)], at, goal);
        if (direction == kNoDirection || !may_turn(at, direction, goal)) return {false, steps};
        count = 1;
        from = map_->space().step(from, direction);
        visit(from);
      }
      at = {at.x + kDx[direction] * static_cast<int>(count), at.y + kDy[direction] * static_cast<int>(count)};
      steps += count;
    }
  }
  [[nodiscard]] bool is_legal(NodeId node, std::uint8_t direction) const {
    const unsigned moves = map_->table().legal[map_->grid().neighbourhood(node)];
    return ((moves >> direction) & 1u) != 0;
  }
  [[nodiscard]] std::uint8_t best_of(unsigned moves, Cell at, Cell goal) const;
  static int sign(int value) { return (value > 0) - (value < 0); }

  const Map* map_;
  OctileDistance distance_;
  bool diagonals_first_;
  bool goes_one_way_;  // without a detour: by the diagonal, or else along the longer side, and by nothing else
};

}  // namespace waymark
