// The end of a way by a path database: where the rows' moves from the unit and from the goal, both towards the same
// centroid, meet, the unit turns off to the goal. What comes of that is pulled straight. Where it may still be longer
// than the shortest way, the same is tried with the row of the unit's centroid, which may lead around the other side of
// an obstacle; where it may be much longer, a small search follows.
//
// A tool of the thread's (workspace.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "agent/move_plan.hpp"
#include "agent/window_search.hpp"
#include "subgoals/hill_climb.hpp"
#include "subgoals/row_cursor.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class PathEnding {
 public:
  static constexpr std::uint32_t kMostTrail = MovePlan::kMostMoves - 2;  // moves
  static constexpr std::uint32_t kMostChain = kMostTrail;
  static_assert(2 * PathDatabase::kMaxDelta < kMostChain);
  static constexpr std::uint32_t kMostClimbed = 2000;  // steps of hill-climbing that pull it straight
  static constexpr std::uint32_t kStepsPerUnit = 10;
  // Of make, without the search.
  static constexpr std::uint64_t kMostUnits =
      2 * (kMostTrail + kMostChain + kMostClimbed + 2 * kStepsPerUnit) / kStepsPerUnit;

  void prepare();

  struct Task {
    const Map& map;
    const LivingPaths& paths;
    PathTiles tiles;
    const HillClimber& climber;
    RowCursor cursor;  // a copy: of the goal's row
    NodeId from;
    NodeId goal;
    std::uint32_t trail;   // moves of the row that are looked at, at most kMostTrail
    Cost walked;           // before
    std::uint32_t search;  // expansions, at most
    std::uint64_t units;   // that it may spend
  };
  enum class Outcome : std::uint8_t {
    kFound,
    kFar,     // the rows go on for more moves than were, or could be, looked at
    kBroken,  // it stops short of its root, or the goal's does
  };
  Outcome make(const Task& task);
  // The rest of a way that make found, from task.from on; false if it stays as it is.
  bool shorten(const Task& task, const MovePlan& plan);
  // Whether a later look may find a shorter one.
  [[nodiscard]] bool may_improve() const { return may_improve_; }

  // Cells after the first.
  [[nodiscard]] std::span<const NodeId> way() const { return {way_.data(), way_.size()}; }
  // By the last call.
  [[nodiscard]] std::uint64_t units() const { return (steps_ + kStepsPerUnit - 1) / kStepsPerUnit + expanded_; }
  [[nodiscard]] std::uint32_t expanded() const { return expanded_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(way_, back_, pulled_, best_); }

 private:
  // Thousandths of the trip that the end may at most be too long by: then nothing else is tried; then no search.
  static constexpr std::uint32_t kGood = 10;
  static constexpr std::uint32_t kFair = 200;
  static constexpr Cost kNotWorth = 100;  // a hundredth less

  Outcome join(const Task& task);
  Outcome walk(const Task& task, NodeId from, NodeId until, std::uint32_t most, std::vector<NodeId>& cells);
  void pull(const Task& task);
  // Two units less, for what is rounded up.
  [[nodiscard]] static std::uint64_t most_steps(const Task& task) {
    return (std::max<std::uint64_t>(task.units, 3) - 2) * kStepsPerUnit;
  }
  [[nodiscard]] static bool is_within(const Task& task, Cost cost, std::uint32_t thousandths);
  Cost improve(const Task& task);
  Cost by_own_row(const Task& task, Cost cost);
  Cost search(const Task& task, Cost cost);
  [[nodiscard]] static Cost cost_of(const Map& map, const std::vector<NodeId>& cells);

  std::vector<NodeId> way_;  // with the first cell, until make is done
  std::vector<NodeId> back_;
  std::vector<NodeId> pulled_;
  std::vector<NodeId> best_;  // what another way is compared with
  std::uint32_t steps_ = 0;
  std::uint32_t expanded_ = 0;
  bool may_improve_ = false;
};

}  // namespace waymark
