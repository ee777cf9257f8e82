// Jump point search as a space: the successors of a state are the cells where an optimal path may have to turn, found by
// scanning bit lines, and Search (search.hpp) does the rest.
//
// Harabor & Grastien 2011, Online Graph Pruning for Pathfinding on Grid Maps; blocks, and corner points left out, as in
// Harabor & Grastien 2014, Improving Jump Point Search. Optimal on uniform 8- and 4-neighbour grids.
// Bound per expansion: at most eight directions, each at most width + height cells, 57 a time. Memory: JumpMap, shared.
//
// Deviations from the papers:
//   1. Turning cells come from the canonical table, derived from the move rule by brute force, so that no corner cutting,
//      one free cell, always and 4 neighbours (vertical steps then play the diagonals' part) are one text.
//   2. Diagonals are scanned in blocks too, over cells that are known to offer nothing (JumpMap).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "waymark/search/jump_map.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

template <DiagonalRule kRule>
class JumpSpace {
 public:
  using Arrival = NodeId;  // the jump point before
  static constexpr Arrival kNoArrival = kNoNode;

  // All by reference; `map` and `table` are for kRule, and `map` is of the grid as it is now.
  JumpSpace(const Grid& grid, const JumpMap& map, const MoveTable& table) : grid_(&grid), map_(&map), table_(&table) {
    for (std::size_t d = 0; d < kDirections; ++d) {
      offset_[d] = static_cast<NodeId>(kDy[d] * static_cast<int>(grid.stride()) + kDx[d]);
    }
  }

  // Walks end at the goal, so it is part of the space.
  void set_goal(NodeId goal) { goal_ = grid_->cell(goal); }

  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  // Jumps are long: an open list of buckets is not for this space.
  [[nodiscard]] Cost max_edge_cost() const { return kMaxEdgeCost; }
  [[nodiscard]] Cell cell(NodeId node) const { return grid_->cell(node); }
  [[nodiscard]] NodeId predecessor(NodeId, Arrival arrival) const { return arrival; }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival from, Visit&& visit) const {
    const Cell cell = grid_->cell(node);
    const unsigned arrival = from == kNoNode ? kNoDirection : last_leg(grid_->cell(from), cell);
    unsigned moves = table_->canonical[arrival][grid_->neighbourhood(node)];
    while (moves != 0) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      moves &= moves - 1;
      if (is_primary(d)) {
        walk(node, cell, d, visit);
      } else if (const int steps = straight(cell, d); steps != 0) {
        visit(node + static_cast<NodeId>(steps) * offset_[d], static_cast<Cost>(steps) * table_->cost[d], node);
      }
    }
  }

  // The cells after `from` up to and including `to`, a jump point and its successor, in walking order: the primary leg,
  // then the straight one.
  template <class Visit>
  void for_each_step(NodeId from, NodeId to, Visit&& visit) const {
    const Cell end = grid_->cell(to);
    for (Cell at = grid_->cell(from); at != end;) {
      const int dx = end.x - at.x;
      const int dy = end.y - at.y;
      at.y += sign(dy);
      if (kRule != DiagonalRule::kNever || dy == 0) at.x += sign(dx);
      visit(grid_->node(at));
    }
  }

 private:
  static int sign(int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

  // Primary directions come first in the canonical order: diagonals, or with 4 neighbours the vertical ones.
  static bool is_primary(unsigned d) {
    return kRule == DiagonalRule::kNever ? d == kNorth || d == kSouth : is_diagonal(static_cast<int>(d));
  }
  using Sides = std::array<std::array<std::uint8_t, 2>, kDirections>;
  // The two straight directions that a primary one may turn into.
  static constexpr Sides kSides =
      kRule == DiagonalRule::kNever
          ? Sides{{{kEast, kWest}, {}, {kEast, kWest}, {}, {}, {}, {}, {}}}
          : Sides{{{}, {}, {}, {}, {kEast, kNorth}, {kEast, kSouth}, {kWest, kSouth}, {kWest, kNorth}}};

  static unsigned last_leg(Cell from, Cell to) {
    const int dx = to.x - from.x;
    const int dy = to.y - from.y;
    const int width = std::abs(dx);
    const int height = std::abs(dy);
    if (kRule == DiagonalRule::kNever ? dx != 0 : width > height) return dx > 0 ? kEast : kWest;
    if (kRule == DiagonalRule::kNever || height > width) return dy > 0 ? kSouth : kNorth;
    if (dx > 0) return dy > 0 ? kSouthEast : kNorthEast;
    return dy > 0 ? kSouthWest : kNorthWest;
  }

  // Steps from `address` to the next bit of `stops`; there is one ahead.
  static int next_forwards(const BitLines& stops, std::int64_t address) {
    for (int passed = 1;; passed += 57) {
      if (const std::uint64_t bits = stops.forwards(address + passed) << 7u; bits != 0) {
        return passed + std::countr_zero(bits) - 7;
      }
    }
  }
  static int next_backwards(const BitLines& stops, std::int64_t address) {
    for (int passed = 1;; passed += 57) {
      if (const std::uint64_t bits = stops.backwards(address - passed) >> 7u; bits != 0) {
        return passed + std::countl_zero(bits) - 7;
      }
    }
  }

  // Steps of a straight walk to its turning cell or to the goal `to_goal` steps ahead; 0 if a wall comes first.
  static int straight_forwards(const JumpMap::Straight& lines, std::int64_t address, int to_goal) {
    for (int passed = 1;; passed += 57) {
      const std::uint64_t turns = lines.turns_forwards.forwards(address + passed) << 7u;
      const std::uint64_t stops = turns | (~lines.passable.forwards(address + passed) << 7u);
      if (stops == 0) continue;
      return judge(passed + std::countr_zero(stops) - 7, (turns & (stops & (~stops + 1))) != 0, to_goal);
    }
  }
  static int straight_backwards(const JumpMap::Straight& lines, std::int64_t address, int to_goal) {
    for (int passed = 1;; passed += 57) {
      const std::uint64_t turns = lines.turns_backwards.backwards(address - passed) >> 7u;
      const std::uint64_t stops = turns | (~lines.passable.backwards(address - passed) & ~std::uint64_t{0x7f}) >> 7u;
      if (stops == 0) continue;
      const int zeros = std::countl_zero(stops);
      return judge(passed + zeros - 7, ((turns << zeros) >> 63u) != 0, to_goal);
    }
  }
  static int judge(int steps, bool turns, int to_goal) {
    if (to_goal > 0 && (to_goal < steps || (to_goal == steps && turns))) return to_goal;
    return turns ? steps : 0;
  }

  [[nodiscard]] int straight(Cell cell, unsigned d) const {
    const int along_row = goal_.y == cell.y ? goal_.x - cell.x : 0;
    const int along_column = goal_.x == cell.x ? goal_.y - cell.y : 0;
    switch (d) {
      case kEast: return straight_forwards(map_->rows, map_->rows.passable.at(cell.y, cell.x), along_row);
      case kWest: return straight_backwards(map_->rows, map_->rows.passable.at(cell.y, cell.x), -along_row);
      case kSouth: return straight_forwards(map_->columns, map_->columns.passable.at(cell.x, cell.y), along_column);
      default: return straight_backwards(map_->columns, map_->columns.passable.at(cell.x, cell.y), -along_column);
    }
  }

  [[nodiscard]] int next_stop(Cell cell, unsigned d) const {
    const int falling = cell.x - cell.y + grid_->height() - 1;
    const int rising = cell.x + cell.y;
    switch (d) {
      case kSouthEast: return next_forwards(map_->falling.stops_forwards, map_->falling.stops_forwards.at(falling, cell.y));
      case kNorthWest: return next_backwards(map_->falling.stops_backwards, map_->falling.stops_backwards.at(falling, cell.y));
      case kSouthWest: return next_forwards(map_->rising.stops_forwards, map_->rising.stops_forwards.at(rising, cell.y));
      case kNorthEast: return next_backwards(map_->rising.stops_backwards, map_->rising.stops_backwards.at(rising, cell.y));
      case kSouth: return next_forwards(map_->vertical.stops_forwards, map_->vertical.stops_forwards.at(cell.x, cell.y));
      default: return next_backwards(map_->vertical.stops_backwards, map_->vertical.stops_backwards.at(cell.x, cell.y));
    }
  }

  template <class Visit>
  void walk(NodeId from, Cell cell, unsigned d, Visit&& visit) const {
    const std::array<std::uint8_t, 2>& sides = kSides[d];
    const unsigned natural = (1u << d) | (1u << sides[0]) | (1u << sides[1]);
    NodeId node = from;
    Cost walked = 0;
    for (;;) {
      int steps = next_stop(cell, d);
      // A goal beside the walk is met where the walk crosses its row or column.
      const int to_row = (goal_.y - cell.y) * kDy[d];
      const int to_column = (goal_.x - cell.x) * kDx[d];
      if (to_row > 0) steps = std::min(steps, to_row);
      if (to_column > 0) steps = std::min(steps, to_column);

      node += static_cast<NodeId>(steps) * offset_[d];
      cell.x += steps * kDx[d];
      cell.y += steps * kDy[d];
      walked += static_cast<Cost>(steps) * table_->cost[d];
      const unsigned moves = table_->canonical[d][grid_->neighbourhood(node)];
      if (cell == goal_ || (moves & ~natural) != 0) {  // the latter: a turn that only this cell offers
        visit(node, walked, from);
        return;
      }
      for (const unsigned side : sides) {
        if (((moves >> side) & 1u) == 0) continue;
        if (const int aside = straight(cell, side); aside != 0) {
          visit(node + static_cast<NodeId>(aside) * offset_[side],
                walked + static_cast<Cost>(aside) * table_->cost[side], from);
        }
      }
      if (((moves >> d) & 1u) == 0) return;
    }
  }

  const Grid* grid_;
  const JumpMap* map_;
  const MoveTable* table_;
  Cell goal_{-1, -1};
  std::array<NodeId, kDirections> offset_;  // modulo 2^32, like the ids they are added to
};

}  // namespace waymark
