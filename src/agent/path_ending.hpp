// The end of a way by a path database: where the rows' moves from the unit and from the goal, both towards the same
// centroid, meet, the unit turns off to the goal. What comes of that is pulled straight, and where it may still be much
// longer than the shortest way, a search looks for a shorter one.
//
// A tool of the thread's (workspace.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "agent/move_plan.hpp"
#include "agent/row_cursor.hpp"
#include "agent/window_search.hpp"
#include "subgoals/hill_climb.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct PathTuning { bool pull = true; unsigned passes = 2; unsigned slack = 10; unsigned gain = 1; unsigned cap = 1000; unsigned near_factor = 4; unsigned other = 1; unsigned again = 60; unsigned long agains = 0; unsigned long others = 0; unsigned long climbed = 0; unsigned long endings=0, straight=0, slacked=0, searches=0, expanded=0, capped=0, better=0; };
extern PathTuning tuning;

class PathEnding {
 public:
  static constexpr std::uint32_t kMostTrail = MovePlan::kMostMoves - 2;  // moves
  static constexpr std::uint32_t kMostChain = kMostTrail;
  static constexpr std::uint32_t kMostClimbed = 2000;  // steps of hill-climbing that pull it straight
  static constexpr std::uint32_t kStepsPerUnit = 10;
  // Of make, without the search.
  static constexpr std::uint64_t kMostUnits = (kMostTrail + kMostChain + kMostClimbed + 3 * kStepsPerUnit) / kStepsPerUnit;

  void prepare();

  struct Task {
    const Map& map;
    const LivingPaths& paths;
    const PathTiles& tiles;
    const HillClimber& climber;
    RowCursor cursor;  // a copy: of the goal's row
    NodeId from;
    NodeId goal;
    std::uint32_t trail;   // moves of the row that are looked at, at most kMostTrail
    Cost walked;           // before
    std::uint32_t search;  // expansions, at most
  };
  enum class Outcome : std::uint8_t {
    kFound,
    kFar,     // the row goes on for more moves than were looked at
    kBroken,  // it stops short of its root, or the goal's does
  };
  Outcome make(const Task& task);
  // The rest of a way that make found, from task.from on; false if it stays as it is.
  bool shorten(const Task& task, std::span<const NodeId> way);
  // Whether a later look may find a shorter one.
  [[nodiscard]] bool may_improve() const { return may_improve_; }

  // Cells after the first.
  [[nodiscard]] std::span<const NodeId> way() const { return {way_.data(), way_.size()}; }
  // By the last call.
  [[nodiscard]] std::uint64_t units() const { return (steps_ + kStepsPerUnit - 1) / kStepsPerUnit + expanded_; }
  [[nodiscard]] std::uint32_t expanded() const { return expanded_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(way_, back_, pulled_); }

 private:
  Outcome join(const Task& task);
  Outcome walk(const Task& task, NodeId from, NodeId until, std::uint32_t most, std::vector<NodeId>& cells);
  void pull(const Task& task);
  Cost improve(const Task& task);
  [[nodiscard]] static Cost cost_of(const Map& map, const std::vector<NodeId>& cells);

  std::vector<NodeId> way_;  // with the first cell, until make is done
  std::vector<NodeId> back_;
  std::vector<NodeId> pulled_;
  std::vector<NodeId> best_;
  bool may_improve_ = false;
  std::uint32_t steps_ = 0;
  std::uint32_t expanded_ = 0;
};

}  // namespace waymark
