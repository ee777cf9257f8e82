// The best and the second-best move of a state by f = gamma * edge + scale * h: lower f, then the dearer move, then the
// order of moves. What agents that look one move ahead do on every step, so without tables and with few branches.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "agent/learned_heuristic.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class BestMove {
 public:
  // f is to stay below 2^60.
  BestMove(const Map& map, std::uint64_t gamma, std::uint64_t scale)
      : space_(map.grid(), map.table()), gamma_(gamma), scale_(scale) {
    const auto& cost = map.table().cost;
    for (std::uint8_t d = 0; d < kDirections; ++d) direction_of_[d] = d;
    std::stable_sort(direction_of_.begin(), direction_of_.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return cost[a] > cost[b]; });
    for (std::uint8_t rank = 0; rank < kDirections; ++rank) rank_[direction_of_[rank]] = rank;
  }

  static constexpr unsigned kRankBits = 4;
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
  [[nodiscard]] Choice operator()(NodeId s, const Heuristic& h, Avoid&& avoid) const {
    const auto here = h.at(s);
    std::uint64_t best = ~std::uint64_t{0};
    std::uint64_t second = ~std::uint64_t{0};
    std::uint8_t moves = 0;
    space_.for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
      const std::uint64_t f = gamma_ * edge + scale_ * h.of(here, to, direction);
      const std::uint64_t key = (f << kRankBits) | (avoid(to) ? std::uint64_t{kDirections} : 0) | rank_[direction];
      second = std::min(second, std::max(best, key));
      best = std::min(best, key);
      ++moves;
    });
    return {best >> kRankBits, second >> kRankBits, direction_of_[best & (kDirections - 1)], moves};
  }

  [[nodiscard]] const GridSpace& space() const { return space_; }

 private:
  GridSpace space_;
  std::uint64_t gamma_;
  std::uint64_t scale_;
  std::array<std::uint8_t, kDirections> direction_of_{};  // dearer moves first
  std::array<std::uint8_t, kDirections> rank_{};          // the inverse
};

}  // namespace waymark
