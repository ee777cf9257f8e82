// How far apart two abstract states are at least, in the exact integers of their level's edges.
//
// The distance of positions times the level's cheapest cost per length. Admissible and consistent: an edge is never
// cheaper than its length by that measure, and costs are whole, so that rounding down keeps both.
#pragma once

#include <cmath>
#include <cstdint>

#include "waymark/base/types.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"

namespace waymark {

// Largest whole number whose square is not larger. The same everywhere: what the floating point got wrong is put right.
inline std::uint64_t square_root(std::uint64_t square) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root > square) --root;
  while ((root + 1) * (root + 1) <= square) ++root;
  return root;
}

inline std::uint64_t squared_distance(Position a, Position b) {
  const std::int64_t dx = std::int64_t{a.x} - b.x;
  const std::int64_t dy = std::int64_t{a.y} - b.y;
  return static_cast<std::uint64_t>(dx * dx + dy * dy);
}

// In 16ths of a position's unit, rounded down.
inline std::uint64_t fine_distance(Position a, Position b) { return square_root(squared_distance(a, b) * 256); }

class AbstractDistance {
 public:
  // Of a level from 1.
  AbstractDistance(const CliqueAbstraction& abstraction, int level) : scale_(abstraction.cost_per_length(level)) {}

  // What an edge of so many fine units costs for each, in 2^-32; a level's is that of its cheapest edge. Rounded down,
  // fine distances break the triangle inequality by less than 1: edges count as one longer.
  static std::uint64_t cost_per_length(Cost edge, std::uint64_t fine) {
    return (std::uint64_t{edge} << kScaleBits) / (fine + 1);
  }

  [[nodiscard]] Cost operator()(Position a, Position b) const {
    const std::uint64_t cost = (fine_distance(a, b) * scale_) >> kScaleBits;
    return cost < kMaxHeuristic ? static_cast<Cost>(cost) : kMaxHeuristic;
  }

 private:
  static constexpr unsigned kScaleBits = 32;
  std::uint64_t scale_;  // cost of a fine unit of distance, in 2^-32
};

// The distance to a position, a goal's or another, as searches want it.
class AbstractHeuristic {
 public:
  AbstractHeuristic(const CliqueAbstraction& abstraction, int level, const AbstractDistance& distance, Position goal)
      : positions_(abstraction.positions(level).data()), distance_(distance), goal_(goal) {}

  struct Here {};
  [[nodiscard]] Here at(NodeId) const { return {}; }
  [[nodiscard]] Cost of(Here, NodeId to, NodeId) const { return (*this)(to); }
  [[nodiscard]] Cost operator()(NodeId state) const { return distance_(positions_[state], goal_); }

 private:
  const Position* positions_;  // by state
  AbstractDistance distance_;
  Position goal_;
};

}  // namespace waymark
