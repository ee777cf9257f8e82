// Jump point search as a space: the successors of a state are the cells where an optimal path may have to turn, found
// by scanning bit lines, and Search (search.hpp) does the rest.
//
// Harabor & Grastien 2011, Online Graph Pruning for Pathfinding on Grid Maps; blocks, and corner points left out, as in
// Harabor & Grastien 2014, Improving Jump Point Search. Optimal on uniform 8- and 4-neighbour grids.
// Bound per expansion: a straight direction is one scan of its line, 57 cells at a time; a diagonal is such a scan too,
// and two more for every cell on it that finds something: at most width + height of them. Memory: JumpLines, which
// belong to the map.
//
// Deviations from the papers:
//   1. Turning cells come from the canonical table, derived from the move rule by brute force, so that no corner
//   cutting,
//      one free cell, always and 4 neighbours (vertical steps then play the diagonals' part) are one text.
//   2. Diagonals are scanned in blocks too, over cells that are known to offer nothing (JumpLines).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "search/found_successors.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/search/jump_lines.hpp"
#include "waymark/space/concepts.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

template <DiagonalRule kRule>
class JumpSpace {
 public:
  using Arrival = NodeId;  // the jump point before
  static constexpr Arrival kNoArrival = kNoNode;

  // All by reference; `lines` and `table` are for kRule, and `lines` are current when they are used.
  JumpSpace(const Grid& grid, const JumpLines& lines, const MoveTable& table)
      : grid_(&grid), lines_(&lines), table_(&table) {
    for (std::size_t d = 0; d < kDirections; ++d) {
      offset_[d] = static_cast<NodeId>(kDy[d] * static_cast<int>(grid.stride()) + kDx[d]);
    }
  }

  // Walks end at the goal, so it is part of the space.
  void set_goal(NodeId goal) {
    goal_ = grid_->cell(goal);
    const std::uint64_t* row = grid_->row_words(goal_.y);
    const std::uint64_t* column = lines_->columns.line(goal_.x);
    before_goal_[kEast] = ones_before(row, goal_.x);
    before_goal_[kWest] = ones_after(row, goal_.x);
    before_goal_[kSouth] = ones_before(column, goal_.y);
    before_goal_[kNorth] = ones_after(column, goal_.y);
  }

  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  [[nodiscard]] bool contains(NodeId node) const { return grid_->contains(node); }
  // Jumps are long: an open list of buckets is not for this space.
  [[nodiscard]] Cost max_edge_cost() const { return kMaxEdgeCost; }
  [[nodiscard]] Cell cell(NodeId node) const { return grid_->cell(node); }
  [[nodiscard]] NodeId predecessor(NodeId, Arrival arrival) const { return arrival; }

  template <class Visit>
  void for_each_successor(NodeId node, Arrival from, Visit&& visit) const {
    const Cell cell = grid_->cell(node);
    const unsigned arrival = from == kNoNode ? kNoDirection : last_leg(grid_->cell(from), cell);
    const unsigned marks = lines_->marks(node);
    unsigned worthwhile = marks;
    if (cell.y == goal_.y) worthwhile |= bit(kEast) | bit(kWest);
    if (cell.x == goal_.x) worthwhile |= bit(kNorth) | bit(kSouth);
    const unsigned moves = table_->canonical[arrival][grid_->neighbourhood(node)] & worthwhile;
    FoundSuccessors found(node, visit);
    // Every direction has code of its own: its offsets, lines and sides are constants there.
    if ((moves & bit(kNorth)) != 0) go<kNorth>(node, cell, marks, found);
    if ((moves & bit(kEast)) != 0) go<kEast>(node, cell, marks, found);
    if ((moves & bit(kSouth)) != 0) go<kSouth>(node, cell, marks, found);
    if ((moves & bit(kWest)) != 0) go<kWest>(node, cell, marks, found);
    if ((moves & bit(kNorthEast)) != 0) go<kNorthEast>(node, cell, marks, found);
    if ((moves & bit(kSouthEast)) != 0) go<kSouthEast>(node, cell, marks, found);
    if ((moves & bit(kSouthWest)) != 0) go<kSouthWest>(node, cell, marks, found);
    if ((moves & bit(kNorthWest)) != 0) go<kNorthWest>(node, cell, marks, found);
    found.hand_over();
  }

  // The jump points in every direction.
  template <class Visit>
  void for_each_edge(NodeId node, Visit&& visit) const {
    for_each_successor(node, kNoArrival, [&](NodeId to, Cost cost, Arrival) { visit(to, cost); });
  }

  // Steps from a jump point to its successor.
  [[nodiscard]] std::size_t steps_between(NodeId from, NodeId to) const {
    const Cell begin = grid_->cell(from);
    const Cell end = grid_->cell(to);
    const int width = std::abs(end.x - begin.x);
    const int height = std::abs(end.y - begin.y);
    return static_cast<std::size_t>(kRule == DiagonalRule::kNever ? width + height : std::max(width, height));
  }

  // Writes the cells of that way from its end on, without `from`, as many as there is room for after the first `given`:
  // it is a primary leg, then a straight one. Says how many those are.
  std::size_t write_back(NodeId from, NodeId to, std::size_t given, std::span<NodeId> room) const {
    const Cell begin_cell = grid_->cell(from);
    const Cell end_cell = grid_->cell(to);
    const int dx = end_cell.x - begin_cell.x;
    const int dy = end_cell.y - begin_cell.y;
    const int width = std::abs(dx);
    const int height = std::abs(dy);
    const auto column = static_cast<NodeId>(sign(dx));
    const auto row = static_cast<NodeId>(sign(dy)) * grid_->stride();
    const auto straight_steps =
        static_cast<std::size_t>(kRule == DiagonalRule::kNever ? width : std::abs(width - height));
    const auto primary_steps =
        static_cast<std::size_t>(kRule == DiagonalRule::kNever ? height : std::min(width, height));
    const NodeId straight_step = kRule == DiagonalRule::kNever || width > height ? column : row;
    const NodeId primary_step = kRule == DiagonalRule::kNever ? row : column + row;
    const std::size_t count = std::min(room.size(), straight_steps + primary_steps - given);
    const std::size_t straight_given = std::min(given, straight_steps);
    NodeId at = to - static_cast<NodeId>(straight_given) * straight_step -
                static_cast<NodeId>(given - straight_given) * primary_step;
    // Each leg a loop of its own, which the compiler can do several cells of at a time.
    const std::size_t straight = std::min(count, straight_steps - straight_given);
    NodeId* const cells = room.data();
    for (std::size_t i = 0; i < straight; ++i) cells[i] = at - static_cast<NodeId>(i) * straight_step;
    at -= static_cast<NodeId>(straight) * straight_step;
    for (std::size_t i = straight; i < count; ++i) cells[i] = at - static_cast<NodeId>(i - straight) * primary_step;
    return count;
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

  // Steps of a walk to the next set bit. There is one: marks tell of straight walks, and primary ones always end.
  static int next_forwards(const BitLines& bits, std::int64_t address) {
    for (int passed = 1;; passed += kStep) {
      const std::uint64_t ahead = bits.forwards(address + passed) << 7u;
      if (ahead != 0) return passed + std::countr_zero(ahead) - 7;
    }
  }
  static int next_backwards(const BitLines& bits, std::int64_t address) {
    for (int passed = 1;; passed += kStep) {
      const std::uint64_t ahead = bits.backwards(address - passed) >> 7u;
      if (ahead != 0) return passed + std::countl_zero(ahead) - 7;
    }
  }

  // Steps to the next jump point straight ahead; 0 if there is none. `marks` are the cell's.
  template <unsigned d>
  [[nodiscard]] WAYMARK_ALWAYS_INLINE int straight(Cell cell, unsigned marks) const {
    constexpr bool kAlongRow = d == kEast || d == kWest;
    int steps = 0;
    if ((marks & bit(d)) != 0) {
      const JumpLines::TwoWays& turns = kAlongRow ? lines_->row_turns : lines_->column_turns;
      const std::int64_t address = kAlongRow ? turns.forwards.at(cell.y, cell.x) : turns.forwards.at(cell.x, cell.y);
      steps =
          d == kEast || d == kSouth ? next_forwards(turns.forwards, address) : next_backwards(turns.backwards, address);
    }
    if (kAlongRow ? cell.y == goal_.y : cell.x == goal_.x) {
      const int to_goal = (goal_.x - cell.x) * kDx[d] + (goal_.y - cell.y) * kDy[d];
      if (to_goal > 0 && to_goal <= before_goal_[d] && (steps == 0 || to_goal <= steps)) return to_goal;
    }
    return steps;
  }

  // Steps to the cell at which a primary walk from `address` stops next.
  template <unsigned d>
  [[nodiscard]] static int next_stop(const JumpLines::TwoWays& lines, std::int64_t address) {
    return kDy[d] > 0 ? next_forwards(lines.forwards, address) : next_backwards(lines.backwards, address);
  }

  // Steps of a walk to the row of the goal and to its column, where the goal can be seen from there; otherwise kFar.
  static constexpr int kFar = std::numeric_limits<int>::max();
  template <unsigned d>
  [[nodiscard]] int steps_to_row(Cell cell) const {
    const int steps = (goal_.y - cell.y) * kDy[d];
    const int x = cell.x + steps * kDx[d];
    return steps > 0 && x >= goal_.x - before_goal_[kEast] && x <= goal_.x + before_goal_[kWest] ? steps : kFar;
  }
  template <unsigned d>
  [[nodiscard]] int steps_to_column(Cell cell) const {
    const int steps = (goal_.x - cell.x) * kDx[d];
    const int y = cell.y + steps * kDy[d];
    return steps > 0 && y >= goal_.y - before_goal_[kSouth] && y <= goal_.y + before_goal_[kNorth] ? steps : kFar;
  }

  template <unsigned d, class Visit>
  void go(NodeId from, Cell cell, unsigned marks, FoundSuccessors<Visit>& found) const {
    if constexpr (is_primary(d)) {
      walk<d>(from, cell, found);
    } else if (const int steps = straight<d>(cell, marks); steps != 0) {
      found.add(from + static_cast<NodeId>(steps) * offset_[d], static_cast<Cost>(steps) * table_->cost[d]);
    }
  }

  template <unsigned d, class Visit>
  void walk(NodeId from, Cell begin, FoundSuccessors<Visit>& found) const {
    constexpr bool kFalling = d == kSouthEast || d == kNorthWest;
    const JumpLines::TwoWays& lines =
        !is_diagonal(d) ? lines_->vertical_stops : (kFalling ? lines_->falling_stops : lines_->rising_stops);
    const int line = !is_diagonal(d) ? begin.x : (kFalling ? lines_->falling_line(begin) : lines_->rising_line(begin));
    const std::int64_t address = lines.forwards.at(line, begin.y);
    const int to_row = steps_to_row<d>(begin);
    const int to_column = steps_to_column<d>(begin);
    int crossing = std::min(to_row, to_column);  // the next of the two
    int steps = 0;
    int stop = next_stop<d>(lines, address);
    for (;;) {
      steps = std::min(stop, crossing);
      if (steps == crossing) crossing = to_row > steps ? to_row : (to_column > steps ? to_column : kFar);
      const NodeId node = from + static_cast<NodeId>(steps) * offset_[d];
      const Cell cell{begin.x + steps * kDx[d], begin.y + steps * kDy[d]};
      const Cost walked = static_cast<Cost>(steps) * table_->cost[d];
      if (cell == goal_ || offers_a_turn<d>(node)) {
        found.add(node, walked);
        return;
      }
      const unsigned marks = lines_->marks(node);
      const auto look_aside = [&]<unsigned side>(std::integral_constant<unsigned, side>) {
        if (const int aside = straight<side>(cell, marks); aside != 0) {
          found.add(node + static_cast<NodeId>(aside) * offset_[side],
                    walked + static_cast<Cost>(aside) * table_->cost[side]);
        }
      };
      look_aside(std::integral_constant<unsigned, first_side(d)>{});
      look_aside(std::integral_constant<unsigned, second_side(d)>{});
      if (steps != stop) continue;
      if ((marks & bit(d)) == 0) return;
      stop = steps + next_stop<d>(lines, address + steps * kDy[d]);
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
  const JumpLines* lines_;
  const MoveTable* table_;
  Cell goal_{-1, -1};
  std::array<int, 4> before_goal_{};        // by straight direction: free cells in a row that lead to the goal
  std::array<NodeId, kDirections> offset_;  // modulo 2^32, like the ids they are added to
};

}  // namespace waymark
