// Which moves a cell's neighbourhood allows: one 256-entry table per rule set, so that 4-, 6- and 8-neighbour grids and
// all diagonal rules are one code. A second table prunes successors by the direction of arrival (canonical ordering).
//
// Threads: a table never changes once made, so any number may share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "waymark/base/cost_model.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/direction.hpp"
#include "waymark/space/fresh_moves.hpp"

namespace waymark {

enum class Neighbours : std::uint8_t {
  kFour,  // N E S W
  kSix,   // hexagons in axial coordinates: N E S W and NE, SW
  kEight,
};

// What a diagonal step of an 8-neighbour grid needs of the two cells beside it.
enum class DiagonalRule : std::uint8_t {
  kBothFree,  // the MovingAI rule: no corner is cut
  kOneFree,
  kAlways,
  kNever,  // with kEight the same as kFour
};

struct MoveRules {
  Neighbours neighbours = Neighbours::kEight;
  DiagonalRule diagonal = DiagonalRule::kBothFree;
  CostModel costs = kSqrt2Costs;
};

class MoveTable {
 public:
  // check_costs(rules.costs) holds.
  explicit MoveTable(const MoveRules& rules);

  // Directions (bit d = Direction d) open from a cell, by Grid::neighbourhood.
  std::array<std::uint8_t, 256> legal;

  // The same after pruning by the direction of arrival (kNoDirection: nothing is pruned). A move is left out when its
  // target is reached from the predecessor without the cell, strictly cheaper, or by the same two steps in the other
  // order and that order comes first (diagonals, then N, S, then E, W).
  //
  // Why a search that keeps one arrival per state stays optimal: let n -> t be the last step of an optimal path. If the
  // arrival kept at n prunes t, no strictly cheaper way exists, so the swapped order is legal and also optimal, and it
  // enters t by a later direction of the order. Entering directions only grow, so some optimal predecessor keeps t.
  // Nothing here depends on which step is the dearer one: it holds for every pair of costs.
  MovesByArrival canonical;

  // All legal moves but those that lead to nothing new after an arrival.
  MovesByArrival fresh;

  // Per direction; 0 for directions that do not exist under the rules.
  std::array<Cost, kDirections> cost;

  MoveRules rules;
};

// The table for `rules`: of the three named cost models one for all, made on first use and kept; of other costs a new
// one, whose owners keep it. check_costs(rules.costs) holds.
std::shared_ptr<const MoveTable> shared_move_table(const MoveRules& rules);
// The same of the named models alone.
const MoveTable& move_table(const MoveRules& rules);

}  // namespace waymark
