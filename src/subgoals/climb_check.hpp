// Whether hill-climbing arrives within a cutoff (Figure 7 as it is called on-line), asked in pieces: a unit of work
// pays for ten steps, and a check costs at least one unit.
#pragma once

#include <algorithm>
#include <cstdint>

#include "subgoals/hill_climb.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

class ClimbCheck {
 public:
  static constexpr std::uint32_t kStepsPerUnit = 10;
  // What a check costs at most if it is not interrupted; one more for each interruption.
  static constexpr std::uint64_t units(std::uint32_t cutoff) {
    return std::max<std::uint64_t>(1, (std::uint64_t{cutoff} + kStepsPerUnit - 1) / kStepsPerUnit);
  }

  // What a climb of at most `most` steps counts: states whose neighbours it looked at, so also that where it got stuck.
  static constexpr std::uint64_t steps_of(const HillClimber::Climb& climb, std::uint32_t most) {
    return climb.steps + (!climb.arrived && climb.steps < most ? 1 : 0);
  }

  enum class Outcome : std::uint8_t { kGoesOn, kArrives, kFails };

  // Both passable.
  void start(NodeId from, NodeId to, std::uint32_t cutoff) {
    at_ = from;
    to_ = to;
    steps_left_ = cutoff;
  }

  // Not if the cell it has come to was blocked meanwhile.
  [[nodiscard]] bool can_go_on(const Grid& grid) const { return grid.passable(at_); }

  // Climbs on for at most `units` units, from which it takes those it spent. `units` is not 0. Adds its steps to
  // `counted`.
  Outcome advance(const HillClimber& climber, std::uint64_t& units, std::uint64_t& counted) {
    const auto most =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(steps_left_, std::min(units, kManyUnits) * kStepsPerUnit));
    const HillClimber::Climb climb = climber.climb(at_, to_, most, [this](NodeId node) { at_ = node; });
    units -= ClimbCheck::units(climb.steps);
    steps_left_ -= climb.steps;
    counted += steps_of(climb, most);
    if (climb.arrived) return Outcome::kArrives;
    return climb.steps < most || steps_left_ == 0 ? Outcome::kFails : Outcome::kGoesOn;
  }

 private:
  static constexpr std::uint64_t kManyUnits = std::uint64_t{1} << 32u;

  NodeId at_ = kNoNode;
  NodeId to_ = kNoNode;
  std::uint32_t steps_left_ = 0;
};

}  // namespace waymark
