// The move to the neighbour whose h was raised least, of those the one BestMove would choose; and the least f of all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>

#include "agent/learned_heuristic.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

class LeastRaisedMove {
 public:
  // f = gamma * edge + scale * h.
  LeastRaisedMove(const Map& map, std::uint64_t gamma, std::uint64_t scale)
      : space_(&map.space()), gamma_(gamma), scale_(scale) {}

  struct Choice {
    std::uint64_t f;  // the least, of whichever neighbour
    Cost h;           // of the state itself
    std::uint8_t direction;
    std::uint8_t moves;  // how many there are
  };
  // Of a state with at least one move.
  [[nodiscard]] Choice operator()(NodeId s, const LearnedHeuristic& h) const {
    using Key = std::tuple<Cost, std::uint64_t, std::int64_t, std::uint8_t>;  // raised by, f, -edge, direction
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    Key best{std::numeric_limits<Cost>::max(), kMost, 0, 0};
    Choice choice{kMost, h(s), 0, 0};
    const auto here = h.at(s);
    space_->for_each_successor(s, GridSpace::kNoArrival, [&](NodeId to, Cost edge, std::uint8_t direction) {
      const Cost initial = h.initial(here, to, direction);
      const Cost value = h.of(initial, to);
      const std::uint64_t f = gamma_ * edge + scale_ * value;
      choice.f = std::min(choice.f, f);
      best = std::min(best, Key{value - initial, f, -std::int64_t{edge}, direction});
      ++choice.moves;
    });
    choice.direction = std::get<3>(best);
    return choice;
  }

  [[nodiscard]] const GridSpace& space() const { return *space_; }

 private:
  const GridSpace* space_;
  std::uint64_t gamma_;
  std::uint64_t scale_;
};

}  // namespace waymark
