// The heuristic of a real-time agent: an estimate of the way left, raised where the agent learned better. One table per
// agent and goal; memory for the raised states only.
//
// An agent that heads for subgoals has a table for each, as the papers have it. If it picks its subgoal by where it
// stands and where it finally goes, it learns, of one state, values for one subgoal and for the global goal only: one
// entry per state holds all tables, and how often the state was visited. No list, no rehash, one page look-up.
//
// After edits of the map a value counts for no more than a way through a freed area may cost (freed_areas.hpp); what
// was learned after the edit counts as it is. When the goal moves, what was learned for the old one counts for as much
// less as the way between the two costs. Either takes constant time when it happens, and a look at the areas whenever a
// value older than the last of them is asked for.
//
// Both together are right: say w is the way that the goal has moved in all when an edit frees the area A. A value h(s)
// that was learned before is then worth min(h(s), |s A| + |A goal|); when the goal moves on by a way v, v less. With
// h(s) kept as h(s) + w, that is min(h(s) + w, |s A| + |A goal| + w) - (w + v), where |A goal| + w is known at the
// edit.
//
// Where the units' memory is at its cap nothing more is learned of states that have no page yet.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "agent/freed_areas.hpp"
#include "agent/learned_entries.hpp"
#include "base/paged_table.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

template <class Estimate, Targets kTargets, Counted kCounted = Counted::kLearned>
class LearnedValues {
 public:
  // The memory outlives the values.
  LearnedValues(Estimate estimate, UnitMemory& memory)
      : estimate_(std::move(estimate)), entries_(memory, estimate_.id_bound()) {}
  LearnedValues(const LearnedValues&) = delete;
  LearnedValues& operator=(const LearnedValues&) = delete;
  ~LearnedValues() { forget(); }

  // A new trial: no state was visited.
  void set_goal(NodeId goal, bool keep_learned) {
    if (!keep_learned || trial_ == kLastTrial) forget();
    if constexpr (kTargets == Targets::kSubgoals) ++trial_;
    aim_at(goal);
  }
  // On the same trial; the way between the old goal and the new one costs at most `way`. kInfiniteCost: who knows.
  void move_goal(NodeId goal, Cost way) {
    constexpr Cost kFarthest = kMaxHeuristic / 2;
    if (since_ != nullptr) {
      if (way <= kFarthest && since_->goal_moved <= kFarthest - way) {
        since_->goal_moved += way;
        any_ = true;
      } else {
        forget();
        if constexpr (kTargets == Targets::kSubgoals) ++trial_;
      }
    }
    aim_at(goal);
  }
  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] NodeId target() const { return target_; }
  // What the values are for from now on: the goal or a subgoal.
  void set_target(NodeId target) requires(kTargets == Targets::kSubgoals) {
    if (target == target_) return;
    target_ = target;
    estimate_.set_target(target);
  }

  // Cells of `edit` became passable.
  void freed(const Rect& edit) {
    if (since_ == nullptr) return;
    const Area area = Area::beside(edit);
    const OctileDistance& measure = estimate_.measure();
    // No way from a state with a learned value through there is so short: that is all, for most edits.
    const std::uint64_t there = area.distance(measure, since_->learned);
    const std::uint64_t on = area.distance(measure, estimate_.cell(goal_));
    if (there + on >= since_->highest && there >= since_->highest_to_subgoal) return;
    since_->freed.add(area, static_cast<Cost>(std::min<std::uint64_t>(on + since_->goal_moved, kMaxHeuristic)));
    ++since_->edits;
    any_ = true;
  }

  // In constant time.
  void forget() {
    if (since_ != nullptr) entries_.memory().give_back(UnitMemory::Size::kSmall, since_, since_, 1);
    since_ = nullptr;
    any_ = false;
    entries_.clear();
    trial_ = 0;
  }

  // Visits of the state on this trial before this one, at most kMostVisits; counts this one.
  static constexpr std::uint32_t kMostVisits = 255;
  std::uint32_t visit(NodeId node) requires(kTargets == Targets::kSubgoals) {
    Entry* const entry = entry_of(node);
    if (entry == nullptr) return 0;
    if (entry->visits / (kMostVisits + 1) != trial_) {
      if (entry->visits == 0 && kCounted == Counted::kVisited) ++since_->states;
      entry->visits = trial_ * (kMostVisits + 1);
    }
    const std::uint32_t before = entry->visits % (kMostVisits + 1);
    if (before < kMostVisits) ++entry->visits;
    return before;
  }

  [[nodiscard]] WAYMARK_ALWAYS_INLINE Cost operator()(NodeId node) const {
    return estimate_.unless(learned(node), at(node));
  }
  // As the heuristics of whole-path searches: the part done once per expansion, and that for each successor.
  using Here = typename Estimate::Here;
  [[nodiscard]] Here at(NodeId node) const { return estimate_.at(node); }
  [[nodiscard]] Cost of(Here here, NodeId to, std::uint8_t direction) const {
    const Cost value = learned(to);
    return value != 0 ? value : estimate_.of(here, to, direction);
  }
  // Calls use(h, anywhere, value) with h of a cell and what is to be asked for its neighbours: value(to, direction),
  // also of those that no move leads to if anywhere(). Mostly: then their pages are looked up once for each of the
  // three rows, as a row of the grid begins where a page does.
  template <class Use>
  WAYMARK_ALWAYS_INLINE auto around(NodeId node, Use&& use) const {
    static constexpr std::array<Entry, Entries::kPage> kNothing{};
    const Here here = at(node);
    if (const NodeId place = node % Entries::kPage; !any_ && place != 0 && place != Entries::kPage - 1) {
      const auto page = [&](NodeId id) {
        const Entry* const values = entries_.find_page(id);
        return values != nullptr ? values : kNothing.data();
      };
      const NodeId stride = estimate_.stride();
      const std::array<const Entry*, 3> rows{page(node - stride), page(node), page(node + stride)};
      const auto estimates = estimate_.around(here);
      return use(estimate_.unless(value_of(rows[1][place]), here), std::true_type(),
                 [&](NodeId to, std::uint8_t direction) WAYMARK_INLINE_LAMBDA {
                   const int row = kDy[direction] + 1;
                   const Entry* const values = rows[static_cast<std::size_t>(row)];
                   return std::max(value_of(values[to % Entries::kPage]), estimates.of(direction));
                 });
    }
    return use(estimate_.unless(learned(node), here), std::false_type(),
               [&](NodeId to, std::uint8_t direction) { return of(here, to, direction); });
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
    const Entry* entry = entries_.find(node);
    Cost value = entry != nullptr ? entry->h_goal : 0;
    if (any_) value = worth(node, value, goal_);
    return value != 0 || goal_ == kNoNode ? value : estimate_.between(node, goal_);
  }

  // Never lowers. Counts the update.
  WAYMARK_ALWAYS_INLINE void raise(NodeId node, Cost value, Work& work) { raise(node, (*this)(node), value, work); }
  // The same for those who know that h of the node is `before`.
  WAYMARK_ALWAYS_INLINE void raise(NodeId node, Cost before, Cost value, Work& work) {
    if (value <= before) return;
    Entry* const entry = entry_of(node);
    if (entry == nullptr) return;
    set(node, *entry, value);
    ++work.updates;
    work.update_volume += value - before;
  }

  [[nodiscard]] std::uint64_t states() const { return since_ != nullptr ? since_->states : 0; }
  // Of the pages held.
  [[nodiscard]] std::uint64_t heap_bytes() const {
    return entries_.heap_bytes() + (since_ != nullptr ? UnitMemory::kSmallPage : 0);
  }

 private:
  static constexpr bool kGoalOnly = kTargets == Targets::kGoal;
  using Entry = std::conditional_t<kGoalOnly, Cost, SubgoalEntry>;
  static constexpr std::uint32_t kLastTrial = 0xffffff;

  using Young = YoungValues;
  using Since = SinceLearned;
  using Entries = PagedTable<Entry, Young>;
  static_assert(Entries::kPage <= 64);

  void aim_at(NodeId goal) {
    goal_ = goal;
    target_ = goal;
    estimate_.set_target(goal);
  }

  // For the target, as it is stored.
  [[nodiscard]] Cost value_of(const Entry& entry) const {
    if constexpr (kGoalOnly) {
      return entry;
    } else {
      return target_ == goal_ ? entry.h_goal : (entry.subgoal == target_ ? entry.h_subgoal : 0);
    }
  }
  [[nodiscard]] WAYMARK_ALWAYS_INLINE Cost learned(NodeId node) const {
    const Entry* const entry = entries_.find(node);
    if (entry == nullptr) return 0;
    const Cost value = value_of(*entry);
    return any_ ? worth(node, value, target_) : value;
  }
  // What a stored value is worth by now; 0 if no more than the estimate.
  [[nodiscard, gnu::pure]] WAYMARK_NEVER_INLINE Cost worth(NodeId node, Cost stored, NodeId target) const {
    if (stored == 0) return 0;
    Cost value = stored;
    if constexpr (kHasCells) {
      if (!since_->freed.empty() && !is_young(node)) {
        const Cell cell = estimate_.cell(node);
        value = std::min(value, target == goal_
                                    ? since_->freed.way_through(estimate_.measure(), cell)
                                    : since_->freed.way_through(estimate_.measure(), cell, estimate_.cell(target)));
      }
    }
    const Cost moved = target == goal_ ? since_->goal_moved : 0;
    if (value <= moved) return 0;
    value -= moved;
    return value > estimate_.between(node, target) ? value : 0;
  }
  static constexpr bool kHasCells = requires(const Estimate& estimate) { estimate.measure(); };
  [[nodiscard]] bool is_young(NodeId node) const {
    const Young& young = entries_.note(node);
    return young.edit == since_->edits && ((young.values >> (node % Entries::kPage)) & 1u) != 0;
  }

  // nullptr at the cap.
  WAYMARK_ALWAYS_INLINE Entry* entry_of(NodeId node) {
    Entry* const known = entries_.find(node);
    return known != nullptr ? known : new_entry(node);
  }
  WAYMARK_NEVER_INLINE Entry* new_entry(NodeId node) {
    if (since_ == nullptr) {
      UnitMemory::Page* const page = entries_.memory().take(UnitMemory::Size::kSmall);
      if (page == nullptr) return nullptr;
      since_ = new (page) Since();
    }
    Entry* const entry = entries_.at(node);
    if constexpr (kHasCells) {
      if (entry != nullptr) {
        const Cell first = estimate_.cell(node - node % Entries::kPage);
        since_->learned.extend({first.x, first.y, first.x + static_cast<int>(Entries::kPage) - 1, first.y});
      }
    }
    return entry;
  }
  WAYMARK_ALWAYS_INLINE void set(NodeId node, Entry& entry, Cost value) {
    if constexpr (kGoalOnly) {
      if (entry == 0) ++since_->states;
      if (any_) mark_young(node);
      entry = value + since_->goal_moved;
      since_->highest = std::max(since_->highest, value);
    } else {
      if (kCounted == Counted::kLearned && entry.h_goal == 0 && entry.h_subgoal == 0) ++since_->states;
      if (any_ && !is_young(node)) {  // the other value is looked at now, or it would pass for young
        entry.h_goal = worth(node, entry.h_goal, goal_);
        if (entry.h_goal != 0) entry.h_goal += since_->goal_moved;
        if (entry.h_subgoal != 0) entry.h_subgoal = worth(node, entry.h_subgoal, entry.subgoal);
        mark_young(node);
      }
      if (target_ == goal_) {
        entry.h_goal = value + since_->goal_moved;
        since_->highest = std::max(since_->highest, value);
      } else {
        entry.subgoal = target_;
        entry.h_subgoal = value;
        since_->highest_to_subgoal = std::max(since_->highest_to_subgoal, value);
      }
    }
  }
  void mark_young(NodeId node) {
    Young& young = entries_.note(node);
    if (young.edit != since_->edits) young = {since_->edits, 0};
    young.values |= std::uint64_t{1} << (node % Entries::kPage);
  }

  Estimate estimate_;
  Entries entries_;
  NodeId goal_ = kNoNode;
  NodeId target_ = kNoNode;
  std::uint32_t trial_ = 0;
  bool any_ = false;  // happened since: a learned value is not simply what is stored
  Since* since_ = nullptr;
};

}  // namespace waymark
