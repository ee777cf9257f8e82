// The end of a way by a path database: where the rows' moves from the unit and from the goal, both towards the same
// centroid, meet, the unit turns off to the goal. Up to there, and from there on, the way is a shortest one; what is
// too long about it is the corner. So a small search cuts that off, and then the way is pulled straight. Where it may
// still be longer than the shortest way, the same is tried with the row of the unit's centroid, which may lead around
// the other side of an obstacle; where it may be much longer, a search for all of the way follows.
//
// How much too long a way may be, both rows tell: as they are shortest ways to a centroid, from the unit and from the
// goal, no way between these two is less than what they differ by.
//
// A tool of the thread's (workspace.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
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
  static constexpr std::uint32_t kMostClimbed = 500;  // steps of hill-climbing that pull it straight
  static constexpr std::uint32_t kStepsPerUnit = 10;
  // Moves before the corner, and after it, that a search replaces, and its expansions, at most.
  static constexpr std::uint32_t kCornerSide = 24;
  static constexpr std::uint32_t kCornerSearch = 250;
  // Of make and improve together, without their searches.
  static constexpr std::uint64_t kMostUnits =
      2 * (kMostTrail + kMostChain + kMostClimbed + 2 * kStepsPerUnit) / kStepsPerUnit;
  // Of these, with so many for the last: two corners before it.
  [[nodiscard]] static constexpr std::uint64_t most_expanded(std::uint32_t search) {
    return search + 2 * std::min(search, kCornerSearch);
  }

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
    bool goal_moves;
  };
  enum class Outcome : std::uint8_t {
    kFound,
    kFar,     // the rows go on for more moves than were, or could be, looked at
    kBroken,  // it stops short of its root, or the goal's does
  };
  // What a way is known to be by the rows it is made of.
  struct Shape {
    Cost least;                  // that any way costs from its first cell
    std::uint16_t after_corner;  // moves; 0: it has none
    bool is_rough;               // as the rows have it: whoever walks it should improve it soon
  };
  // A long way is left rough, so that the work is that of two steps; so is one to a goal that moves, for by the time
  // the corner is near there may be another.
  Outcome make(const Task& task);
  // Of the rest of a rough way; false if it stays as it is.
  bool improve(const Task& task, const MovePlan& plan, const Shape& shape);
  // The rest of any way, from task.from on, by a search; the same.
  bool shorten(const Task& task, const MovePlan& plan);
  [[nodiscard]] const Shape& shape() const { return shape_; }
  // Whether a later look may find a shorter one.
  [[nodiscard]] bool may_improve() const { return may_improve_; }

  // Whether nothing else is tried for a way of this cost.
  [[nodiscard]] static bool is_good(Cost cost, Cost least, Cost walked) {
    return is_within(cost, least, walked, kGood);
  }

  // Cells after the first.
  [[nodiscard]] std::span<const NodeId> way() const { return {way_.data(), way_.size()}; }
  // By the last call.
  [[nodiscard]] std::uint64_t units() const { return (steps_ + kStepsPerUnit - 1) / kStepsPerUnit + expanded_; }
  [[nodiscard]] std::uint32_t expanded() const { return expanded_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(way_, back_, other_, best_); }

 private:
  // Thousandths of the trip that the end may at most be too long by: then nothing else is tried; then no search; then a
  // small one, which mostly does between scattered obstacles.
  static constexpr std::uint32_t kGood = 5;
  static constexpr std::uint32_t kFair = 30;
  static constexpr std::uint32_t kPoor = 200;
  static constexpr std::uint32_t kSmallSearch = 500;  // expansions
  static constexpr Cost kNotWorth = 100;              // a hundredth less
  // Moves. A way is left rough if it is long, so that a move or two in vain are a thirtieth of it at most, and does not
  // turn off from the row soon.
  static constexpr std::uint32_t kLong = 64;
  static constexpr std::uint32_t kFarCorner = 4;

  void start(const Task& task);
  // The rest of a plan; false if it is broken.
  bool take_up(const Task& task, const MovePlan& plan);
  Outcome finish();
  // Raises the least there is, where the rows are right.
  Outcome join(const Task& task);
  Outcome walk(const Task& task, NodeId from, NodeId until, std::uint32_t most, std::vector<NodeId>& cells);
  void straighten(const Task& task);
  void cut_corner(const Task& task);
  void pull(const Task& task);
  Cost by_own_row(const Task& task, Cost cost);
  Cost search(const Task& task, Cost cost, std::uint32_t most);
  [[nodiscard]] std::span<const NodeId> find(const Task& task, NodeId from, NodeId to, Cost bound, std::uint32_t most);
  // Two units less, for what is rounded up.
  [[nodiscard]] std::uint64_t most_steps(const Task& task) const {
    return (std::max<std::uint64_t>(task.units - std::min<std::uint64_t>(task.units, expanded_), 3) - 2) *
           kStepsPerUnit;
  }
  [[nodiscard]] bool is_within(const Task& task, Cost cost, std::uint32_t thousandths) const {
    return is_within(cost, shape_.least, task.walked, thousandths);
  }
  // Whether what a way has more than the least is little, compared with all of the trip.
  [[nodiscard]] static bool is_within(Cost cost, Cost least, Cost walked, std::uint32_t thousandths) {
    return (cost - std::min(cost, least)) * std::uint64_t{1000} <= (std::uint64_t{walked} + cost) * thousandths;
  }
  [[nodiscard]] static Cost cost_of(const Map& map, std::span<const NodeId> cells);

  std::vector<NodeId> way_;  // with the first cell, until make is done
  std::vector<NodeId> back_;
  std::vector<NodeId> other_;  // what becomes of the way
  std::vector<NodeId> best_;   // what another way is compared with
  std::size_t corner_ = 0;     // of the way: where the rows' ways meet; 0: nowhere
  Shape shape_{};
  std::uint32_t steps_ = 0;
  std::uint32_t expanded_ = 0;
  bool was_cut_off_ = false;  // the last search, by R or the units
  bool may_improve_ = false;
};

}  // namespace waymark
