// The best and the second-best move of a state by f = gamma * edge + scale * h: lower f, then the dearer move, then the
// order of moves. What agents that look one move ahead do on every step, so without tables and with few branches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "agent/learned_heuristic.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class BestMove {
 public:
  static constexpr unsigned kRankBits = 4;

  // f is to stay below 2^60.
  BestMove(const Map& map, std::uint64_t gamma, std::uint64_t scale)
      : space_(&map.space()), gamma_(gamma << kRankBits), scale_(scale << kRankBits) {}

  static constexpr std::uint64_t kNoMove = ~std::uint64_t{0} >> kRankBits;
  struct Choice {
    std::uint64_t f;
    std::uint64_t second_f;  // kNoMove if there is one move only
    std::uint8_t direction;
    std::uint8_t moves;  // how many there are
  };
  // Of a state with at least one move.
  template <class Heuristic>
  [[nodiscard]] Choice operator()(NodeId s, const Heuristic& h) const {
    return (*this)(s, h, [](NodeId) { return false; });
  }
  // The same, but of moves with equal f those to a state with avoid(state) come last.
  template <class Heuristic, class Avoid>
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Choice operator()(NodeId s, const Heuristic& h, Avoid&& avoid) const {
    return h.around(s, [&](const auto& value) { return choose(s, value, avoid); });
  }

  [[nodiscard]] const GridSpace& space() const { return *space_; }

 private:
  // `value`: h of a neighbour and the direction to it.
  template <class Value, class Avoid>
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Choice choose(NodeId s, const Value& value, Avoid&& avoid) const {
    const GridSpace& space = *space_;
    const auto& cost = space.table().cost;
    // Turns a direction into its rank, and back: where diagonal moves are the dearer ones they come first.
    const std::uint64_t turn = cost[kNorthEast] > cost[kNorth] ? kNorthEast : 0;
    static_assert(kNorthEast == kDirections / 2);
    std::uint64_t best = ~std::uint64_t{0};
    std::uint64_t second = ~std::uint64_t{0};
    std::uint8_t moves = 0;
    space.for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
      const std::uint64_t f = gamma_ * edge + scale_ * value(to, direction);
      const std::uint64_t key = (f + (avoid(to) ? std::uint64_t{kDirections} : 0) + direction) ^ turn;
      second = std::min(second, std::max(best, key));
      best = std::min(best, key);
      ++moves;
    });
    return {best >> kRankBits, second >> kRankBits, static_cast<std::uint8_t>((best ^ turn) & (kDirections - 1)),
            moves};
  }

  const GridSpace* space_;
  std::uint64_t gamma_;  // both with room for a rank behind f
  std::uint64_t scale_;
};

}  // namespace waymark
