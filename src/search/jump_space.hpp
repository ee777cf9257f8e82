// Jump point search as a space: the successors of a state are the cells where an optimal path may have to turn, found
// by scanning bit lines, and Search (search.hpp) does the rest.
//
// Harabor & Grastien 2011, Online Graph Pruning for Pathfinding on Grid Maps; blocks, and corner points left out, as in
// Harabor & Grastien 2014, Improving Jump Point Search. Optimal on uniform 8- and 4-neighbour grids.
// Bound per expansion: a straight direction is one scan of its line, 57 cells at a time; a diagonal is such a scan too,
// and two more for every cell on it that finds something: at most width + height of them. Memory: JumpMap, which the
// searches of one map may share (make_jump_lines).
//
// Deviations from the papers:
//   1. Turning cells come from the canonical table, derived from the move rule by brute force, so that no corner
//   cutting,
//      one free cell, always and 4 neighbours (vertical steps then play the diagonals' part) are one text.
//   2. Diagonals are scanned in blocks too, over cells that are known to offer nothing (JumpMap).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "search/jump_map.hpp"
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
    const unsigned moves = table_->canonical[arrival][grid_->neighbourhood(node)];
    // Every direction has code of its own: its offsets, lines and sides are constants there.
    if ((moves & bit(kNorth)) != 0) go<kNorth>(node, cell, visit);
    if ((moves & bit(kEast)) != 0) go<kEast>(node, cell, visit);
    if ((moves & bit(kSouth)) != 0) go<kSouth>(node, cell, visit);
    if ((moves & bit(kWest)) != 0) go<kWest>(node, cell, visit);
    if ((moves & bit(kNorthEast)) != 0) go<kNorthEast>(node, cell, visit);
    if ((moves & bit(kSouthEast)) != 0) go<kSouthEast>(node, cell, visit);
    if ((moves & bit(kSouthWest)) != 0) go<kSouthWest>(node, cell, visit);
    if ((moves & bit(kNorthWest)) != 0) go<kNorthWest>(node, cell, visit);
  }

  // Steps from a jump point to its successor.
  [[nodiscard]] std::size_t steps_between(NodeId from, NodeId to) const {
    const Cell begin = grid_->cell(from);
    const Cell end = grid_->cell(to);
    const int width = std::abs(end.x - begin.x);
    const int height = std::abs(end.y - begin.y);
    return static_cast<std::size_t>(kRule == DiagonalRule::kNever ? width + height : std::max(width, height));
  }

  // Writes the cells of that way, without `from`, so that the last ends before `end`: a primary leg, then a straight
  // one.
  void write_steps(NodeId from, NodeId to, NodeId* end) const {
    const Cell begin_cell = grid_->cell(from);
    const Cell end_cell = grid_->cell(to);
    const int dx = end_cell.x - begin_cell.x;
    const int dy = end_cell.y - begin_cell.y;
    const int width = std::abs(dx);
    const int height = std::abs(dy);
    const auto column = static_cast<NodeId>(sign(dx));
    const auto row = static_cast<NodeId>(sign(dy)) * grid_->stride();
    const int straight_steps = kRule == DiagonalRule::kNever ? width : std::abs(width - height);
    const int primary_steps = kRule == DiagonalRule::kNever ? height : std::min(width, height);
    const NodeId straight_step = kRule == DiagonalRule::kNever || width > height ? column : row;
    const NodeId primary_step = kRule == DiagonalRule::kNever ? row : column + row;
    end -= straight_steps + primary_steps;
    NodeId at = from;
    for (int i = 0; i < primary_steps; ++i) *end++ = at += primary_step;
    for (int i = 0; i < straight_steps; ++i) *end++ = at += straight_step;
  }

 private:
  static int sign(int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

  // Primary directions come first in the canonical order: diagonals, or with 4 neighbours the vertical ones.
  static constexpr bool is_primary(unsigned d) {
    return kRule == DiagonalRule::kNever ? d == kNorth || d == kSouth : is_diagonal(static_cast<int>(d));
  }
  // The two straight directions that a primary one may turn into.
  static constexpr unsigned first_side(unsigned d) {
    return kRule == DiagonalRule::kNever || kDx[d] > 0 ? kEast : kWest;
  }
  static constexpr unsigned second_side(unsigned d) {
    if (kRule == DiagonalRule::kNever) return kWest;
    return kDy[d] > 0 ? kSouth : kNorth;
  }
  static constexpr unsigned bit(unsigned d) { return 1u << d; }
  static constexpr int kStep = 57;  // valid bits of a read from BitLines

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

  // Where a primary walk next meets something.
  struct Stop {
    int steps;
    bool finds;
    bool ends;
  };
  static Stop next_forwards(const JumpMap::Way& way, std::int64_t address) {
    for (int passed = 1;; passed += kStep) {
      const std::uint64_t finds = way.finds.forwards(address + passed) << 7u;
      const std::uint64_t ends = way.ends.forwards(address + passed) << 7u;
      if ((finds | ends) == 0) continue;
      const int place = std::countr_zero(finds | ends);
      return {passed + place - 7, ((finds >> place) & 1u) != 0, ((ends >> place) & 1u) != 0};
    }
  }
  static Stop next_backwards(const JumpMap::Way& way, std::int64_t address) {
    for (int passed = 1;; passed += kStep) {
      const std::uint64_t finds = way.finds.backwards(address - passed) >> 7u;
      const std::uint64_t ends = way.ends.backwards(address - passed) >> 7u;
      if ((finds | ends) == 0) continue;
      const int place = std::countl_zero(finds | ends);
      return {passed + place - 7, ((finds << place) >> 63u) != 0, ((ends << place) >> 63u) != 0};
    }
  }

  // Steps of a straight walk to its turning cell or to the goal `to_goal` steps ahead; 0 if a wall comes first.
  static int straight_forwards(const JumpMap::Straight& lines, std::int64_t address, int to_goal) {
    for (int passed = 1;; passed += kStep) {
      const std::uint64_t turns = lines.turns_forwards.forwards(address + passed) << 7u;
      const std::uint64_t stops = turns | (~lines.passable.forwards(address + passed) << 7u);
      if (stops == 0) continue;
      return judge(passed + std::countr_zero(stops) - 7, (turns & (stops & (~stops + 1))) != 0, to_goal);
    }
  }
  static int straight_backwards(const JumpMap::Straight& lines, std::int64_t address, int to_goal) {
    for (int passed = 1;; passed += kStep) {
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

  // Steps to the next jump point straight ahead; 0 if there is none.
  template <unsigned d>
  [[nodiscard]] int straight(Cell cell) const {
    if constexpr (d == kEast || d == kWest) {
      const std::int64_t address = map_->rows.passable.at(cell.y, cell.x);
      const int to_goal = goal_.y == cell.y ? (goal_.x - cell.x) * kDx[d] : 0;
      return d == kEast ? straight_forwards(map_->rows, address, to_goal)
                        : straight_backwards(map_->rows, address, to_goal);
    } else {
      const std::int64_t address = map_->columns.passable.at(cell.x, cell.y);
      const int to_goal = goal_.x == cell.x ? (goal_.y - cell.y) * kDy[d] : 0;
      return d == kSouth ? straight_forwards(map_->columns, address, to_goal)
                         : straight_backwards(map_->columns, address, to_goal);
    }
  }

  template <unsigned d>
  [[nodiscard]] Stop next_stop(Cell cell) const {
    int line = cell.x;
    const JumpMap::Primary* lines = &map_->vertical;
    if constexpr (d == kSouthEast || d == kNorthWest) {
      line = map_->falling_line(cell);
      lines = &map_->falling;
    } else if constexpr (is_diagonal(d)) {
      line = map_->rising_line(cell);
      lines = &map_->rising;
    }
    const std::int64_t address = lines->forwards.finds.at(line, cell.y);
    return kDy[d] > 0 ? next_forwards(lines->forwards, address) : next_backwards(lines->backwards, address);
  }

  template <unsigned d, class Visit>
  void go(NodeId from, Cell cell, Visit&& visit) const {
    if constexpr (is_primary(d)) {
      walk<d>(from, cell, visit);
    } else if (const int steps = straight<d>(cell); steps != 0) {
      visit(from + static_cast<NodeId>(steps) * offset_[d], static_cast<Cost>(steps) * table_->cost[d], from);
    }
  }

  template <unsigned d, class Visit>
  void walk(NodeId from, Cell cell, Visit&& visit) const {
    NodeId node = from;
    Cost walked = 0;
    const auto look_aside = [&]<unsigned side>(std::integral_constant<unsigned, side>) {
      if (const int steps = straight<side>(cell); steps != 0) {
        visit(node + static_cast<NodeId>(steps) * offset_[side], walked + static_cast<Cost>(steps) * table_->cost[side],
              from);
      }
    };
    for (;;) {
      Stop stop = next_stop<d>(cell);
      // A goal beside the walk is met where the walk crosses its row or column.
      const int to_row = (goal_.y - cell.y) * kDy[d];
      const int to_column = (goal_.x - cell.x) * kDx[d];
      if (to_row > 0 && to_row <= stop.steps) stop = {to_row, true, stop.ends && to_row == stop.steps};
      if (to_column > 0 && to_column <= stop.steps) stop = {to_column, true, stop.ends && to_column == stop.steps};
      if (!stop.finds) return;

      node += static_cast<NodeId>(stop.steps) * offset_[d];
      cell.x += stop.steps * kDx[d];
      cell.y += stop.steps * kDy[d];
      walked += static_cast<Cost>(stop.steps) * table_->cost[d];
      if (cell == goal_ || offers_a_turn<d>(node)) {
        visit(node, walked, from);
        return;
      }
      look_aside(std::integral_constant<unsigned, first_side(d)>{});
      look_aside(std::integral_constant<unsigned, second_side(d)>{});
      if (stop.ends) return;
    }
  }

  // Whether a walk that arrives here by `d` may turn into a direction other than its sides. Without corner cutting and
  // with 4 neighbours it never does.
  template <unsigned d>
  [[nodiscard]] bool offers_a_turn(NodeId node) const {
    if constexpr (kRule == DiagonalRule::kBothFree || kRule == DiagonalRule::kNever) return false;
    constexpr unsigned kNatural = bit(d) | bit(first_side(d)) | bit(second_side(d));
    return (table_->canonical[d][grid_->neighbourhood(node)] & ~kNatural) != 0;
  }

  const Grid* grid_;
  const JumpMap* map_;
  const MoveTable* table_;
  Cell goal_{-1, -1};
  std::array<NodeId, kDirections> offset_;  // modulo 2^32, like the ids they are added to
};

}  // namespace waymark
