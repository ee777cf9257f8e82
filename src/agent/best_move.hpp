// The best and the second-best move of a state by f = gamma * edge + scale * h: lower f, then the dearer move, then the
// order of moves. What agents that look one move ahead do on every step, so without tables and with few branches.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "agent/learned_heuristic.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// Whether the second-best is asked for: without it fewer things can go another way than foretold.
enum class SecondBest : std::uint8_t { kNo, kYes };

template <SecondBest kSecond>
class BestMove {
 public:
  static constexpr unsigned kRankBits = 4;

  // f is to stay below 2^60.
  BestMove(const Map& map, std::uint64_t gamma, std::uint64_t scale)
      : space_(&map.space()), gamma_(gamma << kRankBits), scale_(scale << kRankBits) {}

  static constexpr std::uint64_t kNoMove = ~std::uint64_t{0} >> kRankBits;
  struct Choice {
    std::uint64_t f;
    std::uint64_t second_f;  // kNoMove if there is one move only, or it is not asked for
    Cost h;                  // of the state itself
    std::uint8_t direction;
    std::uint8_t moves;  // how many there are
  };
  // Of a state with at least one move.
  template <class Heuristic>
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Choice operator()(NodeId s, const Heuristic& h) const {
    return (*this)(s, h, [](NodeId) { return false; });
  }
  // The same, but of moves with equal f those to a state with avoid(state) come last.
  template <class Heuristic, class Avoid>
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Choice operator()(NodeId s, const Heuristic& h, Avoid&& avoid) const {
    return h.around(s, [&](Cost own, auto anywhere, const auto& value)
                           WAYMARK_INLINE_LAMBDA { return choose(s, own, anywhere, value, avoid); });
  }

  [[nodiscard]] const GridSpace& space() const { return *space_; }

 private:
  // `h`: of the state; `value`: h of a neighbour and the direction to it. Where it may, it asks for all eight
  // neighbours, those that no move leads to for nothing: that is faster than a branch nobody can foretell.
  template <class Anywhere, class Value, class Avoid>
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Choice choose(NodeId s, Cost h, Anywhere, const Value& value,
                                                    Avoid&& avoid) const {
    const GridSpace& space = *space_;
    const auto& cost = space.table().cost;
    // Turns a direction into its rank, and back: where diagonal moves are the dearer ones they come first.
    const std::uint64_t turn = cost[kNorthEast] > cost[kNorth] ? kNorthEast : 0;
    static_assert(kNorthEast == kDirections / 2);
    const std::array<std::uint64_t, 2> step{gamma_ * cost[kNorth], gamma_ * cost[kNorthEast]};
    const unsigned legal = space.table().legal[space.grid().neighbourhood(s)];
    std::uint64_t best = ~std::uint64_t{0};
    std::uint64_t second = ~std::uint64_t{0};
    unsigned moves = 0;
    const auto look = [&](auto constant) WAYMARK_INLINE_LAMBDA {
      constexpr std::uint8_t kDirection = constant;
      instrument::look();
      const NodeId to = space.step(s, kDirection);
      const unsigned moves_there = (legal >> kDirection) & 1u;
      const std::uint64_t no_move = std::uint64_t{moves_there} - 1;
      moves += moves_there;
      const Cost h_there = Anywhere() || moves_there != 0 ? value(to, kDirection) : 0;
      const std::uint64_t f = step[is_diagonal(kDirection)] + scale_ * h_there;
      const std::uint64_t rank = kDirection + (no_move == 0 && avoid(to) ? std::uint64_t{kDirections} : 0);
      const std::uint64_t key = ((f + rank) ^ turn) | no_move;
      if constexpr (kSecond == SecondBest::kYes) second = std::min(second, std::max(best, key));
      best = std::min(best, key);
    };
    const auto look_at = [&]<std::uint8_t... kEach>(std::integer_sequence<std::uint8_t, kEach...>)
        WAYMARK_INLINE_LAMBDA {
      (look(std::integral_constant<std::uint8_t, kEach>()), ...);
    };
    look_at(std::make_integer_sequence<std::uint8_t, kDirections>());
    return {best >> kRankBits, second >> kRankBits, h, static_cast<std::uint8_t>((best ^ turn) & (kDirections - 1)),
            static_cast<std::uint8_t>(moves)};
  }

  const GridSpace* space_;
  std::uint64_t gamma_;  // both with room for a rank behind f
  std::uint64_t scale_;
};

}  // namespace waymark
