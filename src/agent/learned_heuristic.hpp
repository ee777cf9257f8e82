// The heuristic of a real-time agent: an estimate of the way left, raised where the agent learned better. One table per
// agent and goal; memory for the raised states only.
//
// An agent that heads for subgoals has a table for each, as the papers have it. If it picks its subgoal by where it
// stands and where it finally goes, it learns, of one state, values for one subgoal and for the global goal only: one
// entry per state holds all tables, and how often the state was visited. No list, no rehash, one page look-up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/paged_table.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// On a grid: the distance on an empty map.
class GridEstimate {
 public:
  explicit GridEstimate(const Map& map)
      : grid_(&map.grid()), distance_(octile_distance(map.rules())), to_target_(*grid_, grid_->node(0, 0), distance_) {}

  [[nodiscard]] std::uint32_t id_bound() const { return grid_->id_bound(); }
  void set_target(NodeId target) { to_target_ = {*grid_, target, distance_}; }
  [[nodiscard]] Cost operator()(NodeId node) const { return to_target_(node); }
  // As the heuristics of whole-path searches: the part done once per expansion, and that for each successor.
  using Here = GridHeuristic<OctileDistance>::Here;
  [[nodiscard]] Here at(NodeId node) const { return to_target_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    return to_target_.of(here, to, direction);
  }
  // The learned value, or where there is none, which is 0, the estimate. Without a branch: this is cheap.
  [[nodiscard]] Cost unless(Cost learned, NodeId node) const { return std::max(learned, to_target_(node)); }
  // Whatever the target.
  [[nodiscard]] Cost between(NodeId node, NodeId target) const {
    return GridHeuristic<OctileDistance>(*grid_, target, distance_)(node);
  }

 private:
  const Grid* grid_;
  OctileDistance distance_;
  GridHeuristic<OctileDistance> to_target_;
};

enum class Targets : std::uint8_t {
  kGoal,      // ever the goal
  kSubgoals,  // the goal or a subgoal
};

// What states() counts, of an agent that heads for subgoals: states visited, or states with a learned value.
enum class Counted : std::uint8_t { kVisited, kLearned };

template <class Estimate, Targets kTargets>
class LearnedValues {
 public:
  explicit LearnedValues(Estimate estimate, Counted counted = Counted::kLearned)
      : estimate_(std::move(estimate)), counted_(counted), entries_(estimate_.id_bound()) {}

  // Agents are for 4- and 8-neighbour grids.
  static Result<Done> check(const MoveRules& rules) {
    if (rules.neighbours != Neighbours::kSix) return Done{};
    return Error{ErrorCode::kUnsupported, "real-time agents need a grid of 4 or 8 neighbours, not hexagons"};
  }

  // A new trial: no state was visited.
  void set_goal(NodeId goal, bool keep_learned) {
    if (!keep_learned || trial_ == kLastTrial) {
      entries_.clear();
      states_ = 0;
      trial_ = 0;
    }
    if constexpr (kTargets == Targets::kSubgoals) ++trial_;
    goal_ = goal;
    target_ = goal;
    estimate_.set_target(goal);
  }
  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] NodeId target() const { return target_; }
  // What the values are for from now on: the goal or a subgoal.
  void set_target(NodeId target) requires(kTargets == Targets::kSubgoals) {
    if (target == target_) return;
    target_ = target;
    estimate_.set_target(target);
  }

  // Forgets in pieces, for agents with another goal within a step: at most `directories` (of 4,096 ids each) now. True
  // once all is forgotten; until then nothing else may be asked.
  bool forget_some(std::size_t directories) {
    states_ = 0;
    return entries_.clear_some(directories);
  }

  // Visits of the state on this trial before this one, at most kMostVisits; counts this one.
  static constexpr std::uint32_t kMostVisits = 255;
  std::uint32_t visit(NodeId node) requires(kTargets == Targets::kSubgoals) {
    Entry& entry = entries_.at(node);
    if (entry.visits / (kMostVisits + 1) != trial_) {
      if (entry.visits == 0 && counted_ == Counted::kVisited) ++states_;
      entry.visits = trial_ * (kMostVisits + 1);
    }
    const std::uint32_t before = entry.visits % (kMostVisits + 1);
    if (before < kMostVisits) ++entry.visits;
    return before;
  }

  [[nodiscard]] WAYMARK_ALWAYS_INLINE Cost operator()(NodeId node) const {
    return estimate_.unless(learned(node), node);
  }
  // As the heuristics of whole-path searches: the part done once per expansion, and that for each successor.
  using Here = typename Estimate::Here;
  [[nodiscard]] Here at(NodeId node) const { return estimate_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    const Cost value = learned(to);
    return value != 0 ? value : estimate_.of(here, to, direction);
  }
  // The same in two steps, for those who want to know the initial value too.
  [[nodiscard]] Cost initial(Here here, NodeId to, std::uint8_t direction) const {
    return estimate_.of(here, to, direction);
  }
  [[nodiscard]] Cost of(Cost initial, NodeId node) const { return std::max(learned(node), initial); }

  // Without what was learned.
  [[nodiscard]] Cost initial(NodeId node) const { return estimate_(node); }
  [[nodiscard]] bool raised(NodeId node) const { return learned(node) != 0; }

  // Of the goal's values, whatever the target.
  [[nodiscard]] Cost to_goal(NodeId node) const requires(kTargets == Targets::kSubgoals) {
    const Cost value = entries_.get(node).h_goal;
    return value != 0 || goal_ == kNoNode ? value : estimate_.between(node, goal_);
  }

  // Never lowers. Counts the update.
  void raise(NodeId node, Cost value, Work& work) { raise(node, (*this)(node), value, work); }
  // The same for those who know that h of the node is `before`.
  void raise(NodeId node, Cost before, Cost value, Work& work) {
    if (value <= before) return;
    set(entries_.at(node), value);
    ++work.updates;
    work.update_volume += value - before;
  }

  [[nodiscard]] std::uint64_t states() const { return states_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return entries_.heap_bytes(); }

 private:
  // A learned value is above the estimate, so above 0, which stands for "not learned".
  struct SubgoalEntry {
    NodeId subgoal = 0;  // what h_subgoal is for
    Cost h_subgoal = 0;
    Cost h_goal = 0;
    std::uint32_t visits = 0;  // on a trial: trial * (kMostVisits + 1) + count
  };
  using Entry = std::conditional_t<kTargets == Targets::kGoal, Cost, SubgoalEntry>;
  static constexpr std::uint32_t kLastTrial = 0xffffff;

  [[nodiscard]] Cost learned(NodeId node) const {
    if constexpr (kTargets == Targets::kGoal) {
      return entries_.get(node);
    } else {
      const Entry* entry = entries_.find(node);
      if (entry == nullptr) return 0;
      if (target_ == goal_) return entry->h_goal;
      return entry->subgoal == target_ ? entry->h_subgoal : 0;
    }
  }
  void set(Entry& entry, Cost value) {
    if constexpr (kTargets == Targets::kGoal) {
      if (entry == 0) ++states_;
      entry = value;
    } else {
      if (counted_ == Counted::kLearned && entry.h_goal == 0 && entry.h_subgoal == 0) ++states_;
      if (target_ == goal_) {
        entry.h_goal = value;
      } else {
        entry.subgoal = target_;
        entry.h_subgoal = value;
      }
    }
  }

  Estimate estimate_;
  Counted counted_;
  PagedTable<Entry> entries_;
  NodeId goal_ = kNoNode;
  NodeId target_ = kNoNode;
  std::uint32_t trial_ = 0;
  std::uint64_t states_ = 0;
};

// Of cells, for an agent that heads for its goal.
class LearnedHeuristic : public LearnedValues<GridEstimate, Targets::kGoal> {
 public:
  explicit LearnedHeuristic(const Map& map) : LearnedValues(GridEstimate(map)) {}
};

// Of cells, for one that heads for subgoals; counts the states it visited.
class SubgoalHeuristic : public LearnedValues<GridEstimate, Targets::kSubgoals> {
 public:
  explicit SubgoalHeuristic(const Map& map) : LearnedValues(GridEstimate(map), Counted::kVisited) {}
};

}  // namespace waymark
