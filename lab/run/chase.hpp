// A goal that moves while a unit is on its way to it.
//
// walk: it has a way of its own, that of the next problem of the scenario (Problem::goal_walk): it walks to its start,
// on to its goal, back to its start, and so on. A problem that is alone has but its own way, so that the goal walks to
// where the unit set out, and back.
// wander: it walks from one random cell that it can reach to the next. Which cells these are depends on the start and
// the goal of the problem alone.
// Both on shortest paths, and whatever the unit does: everyone who hunts it sees the same walk. After edits it walks on
// where its path holds, plans again where it broke, and turns to the next cell where there is no way; where there is
// none to any it stands.
// flee: each move leads to the neighbour that is farthest from the unit, by the distance on an empty map; of several,
// the first in the order of moves (direction.hpp). Where none is farther than its own cell it stands.
//
// It moves after the unit has, `speed` moves a step on the average: what is below a whole move is kept for the next
// step, in thousandths. On the unit's cell it is caught and stops.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/run/problem.hpp"
#include "waymark/agent/agent.hpp"
#include "waymark/base/random.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

enum class ChaseKind : std::uint8_t { kWalk, kWander, kFlee };

struct ChaseRule {
  static constexpr std::uint32_t kMostSpeed = 10'000;

  ChaseKind kind = ChaseKind::kWalk;
  std::uint32_t speed = 500;         // moves of the goal for each step of the unit, in thousandths; at most kMostSpeed
  std::optional<GoalWalk> way = {};  // of kWalk; nothing: the problem's own
};

// "walk", "wander", "flee", or one of them with its speed: "flee:0.8".
Result<ChaseRule> parse_chase(std::string_view text);

class MovingGoal {
 public:
  // `map` is the one that it walks on, edits and all; it is kept by reference. `start` is where the unit sets out.
  MovingGoal(const Map& map, const ChaseRule& rule, NodeId start, NodeId goal);

  // After a step of the unit, which stands on `hunter` now.
  void move(NodeId hunter);
  [[nodiscard]] NodeId position() const { return position_; }
  [[nodiscard]] std::uint64_t moves() const { return moves_; }

 private:
  [[nodiscard]] NodeId farthest_from(NodeId hunter) const;
  NodeId next_of_walk();
  // Where to walk now; its own cell if none was found.
  NodeId next_end();
  NodeId draw_end();

  const Map* map_;
  ChaseRule rule_;
  NodeId position_;
  std::uint32_t credit_ = 0;  // thousandths of a move
  std::uint64_t moves_ = 0;
  Random random_;
  AgentPtr walker_;             // of all but kFlee
  std::array<NodeId, 2> ends_;  // of kWalk
  std::size_t next_end_ = 0;
};

}  // namespace waymark
