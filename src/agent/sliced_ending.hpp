// The end of a way by a path database for a unit that has little to spend on a step: joined and improved a piece at a
// time, while the unit walks. What path_ending.hpp does at once, a unit with a large budget does there.
//
// The unit goes along the moves of its goal's row, which are looked up ahead of it, the goal's moves to the same
// centroid meanwhile. When both are at the centroid, what they have in common at their ends is left out: a row is a
// tree, so that it is enough to compare moves. What is left of the goal's moves is turned round and appended: a way to
// the goal. Its corner is cut off by A*, which looks from behind the corner for a cell that the unit has not come to
// yet; a shorter piece takes the place of what was there. Where the way may still be too long for the trip, the same
// follows for all of it, or, if that took too long, for its last half, or quarter.
//
// Every piece of work is a move that is looked at, ten for a unit, or a state that is expanded, one. All of it lies in
// pages of the map's memory, some of which are there only while A* runs: so what a unit does depends neither on other
// units nor on the thread. Moves are legal on the map as it is when they are looked at; who walks them looks again.
#pragma once

#include <cstdint>

#include "agent/move_plan.hpp"
#include "base/paged_object.hpp"
#include "search/paged_bucket_queue.hpp"
#include "search/paged_store.hpp"
#include "subgoals/living_paths.hpp"
#include "subgoals/row_cursor.hpp"
#include "subgoals/row_walk.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/heuristic.hpp"
#include "waymark/search/search.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

class SlicedEnding {
 public:
  static constexpr std::uint32_t kStepsPerUnit = 10;

  struct Task {
    const Map& map;
    const LivingPaths& paths;
    PathTiles tiles;
    RowCursor& cursor;     // of the goal's row, where its moves are looked up ahead of the unit
    Cost walked;           // before
    std::uint32_t trail;   // moves that are looked up ahead of the unit, at most
    std::uint32_t search;  // expansions, at most
  };
  enum class Outcome : std::uint8_t {
    kGoesOn,
    kDone,    // the plan leads to the goal
    kBroken,  // the row does, from the unit or from the goal, or has another root now: the plan is as far as it leads
    kCircle,  // the row leads round in one
  };

  // From where the unit stands, with an empty plan, to a goal of the row.
  SlicedEnding(const Task& task, NodeId from, NodeId goal);

  // Goes on for at most so many units. The plan is what the unit walks: it may take a move of it between two calls, and
  // do nothing else to it.
  Outcome go_on(const Task& task, MovePlan& plan, std::uint64_t units);
  // By the last call.
  [[nodiscard]] std::uint64_t units() const { return (steps_ + kStepsPerUnit - 1) / kStepsPerUnit; }
  [[nodiscard]] std::uint32_t expanded() const { return expanded_; }
  // Whether the plan leads to the goal already.
  [[nodiscard]] bool is_whole() const { return phase_ >= Phase::kBack; }
  // Of the plan: from the corner on.
  [[nodiscard]] std::uint32_t after_corner() const { return after_corner_; }
  // Of pages that it holds.
  [[nodiscard]] std::uint64_t held() const;

 private:
  enum class Phase : std::uint8_t {
    kTrails,  // both are looked up
    kJoin,    // what they have in common is left out
    kAppend,  // the goal's is turned round
    kBack,    // to where a search looks for the way
    kSearch,
    kTrace,  // what it found
  };
  static constexpr std::uint8_t kMostSearches = 4;
  static constexpr std::uint64_t kMovedPerUnit = 50;  // moves of a plan, to another place in it

  // A*, from behind: so its ways, traced back, are in the order in which they are walked.
  struct PieceSearch {
    PieceSearch(const Map& map, NodeId from, NodeId to);

    CanonicalGridSpace space;
    GridHeuristic<OctileDistance> h;
    PagedStore<CanonicalGridSpace::Arrival> store;
    PagedBucketQueue<PlainOrder> open;
    Search<CanonicalGridSpace, GridHeuristic<OctileDistance>, decltype(store), decltype(open)> search;
    NodeId at;  // the trace
  };

  // Each makes a piece, and says where that leads. kGoesOn with nothing done: on another step.
  Outcome look_ahead(const Task& task, MovePlan& plan);
  Outcome look_along_trail(const Task& task, MovePlan& plan);
  Outcome look_along_chain(const Task& task);
  void join(const Task& task, MovePlan& plan);
  void append(const Task& task, MovePlan& plan);
  Outcome go_back(const Task& task, const MovePlan& plan, std::uint64_t units);
  Outcome search(const Task& task, const MovePlan& plan, std::uint64_t most);
  Outcome trace(const Task& task, MovePlan& plan, std::uint64_t most);
  Outcome next_search(const Task& task, bool was_cut_off);
  // Of the search.
  [[nodiscard]] std::uint32_t most_expanded(const Task& task) const;
  // Whether the unit came to what is to be replaced.
  [[nodiscard]] bool is_late(const MovePlan& plan) const { return plan.left() < piece_ + after_; }

  MovePlan chain_;  // of the goal, to the root; what of it is not appended yet; then what a search found
  RowCursor chain_cursor_;
  RowCircle circle_;  // of the trail
  std::uint32_t version_;
  NodeId root_;
  NodeId goal_;
  NodeId trail_head_;  // where the plan leads to
  NodeId chain_head_;  // where the chain leads to
  Cost least_;         // of any way from where it began
  Cost cost_ = 0;      // of the way from there, along the trail and then the chain
  Cost chain_cost_ = 0;
  std::uint32_t after_corner_ = 0;
  // The piece of the plan that a search may replace: its first and its last cell, moves of it and after it, its cost.
  NodeId begin_ = kNoNode;
  NodeId end_ = kNoNode;
  std::uint32_t piece_ = 0;
  std::uint32_t after_ = 0;
  Cost replaced_ = 0;
  std::uint64_t steps_ = 0;
  std::uint32_t expanded_ = 0;
  Phase phase_ = Phase::kTrails;
  std::uint8_t searches_ = 0;  // done: that of the corner, then those of the rest, or of the last half or quarter of it
  PagedObject<PieceSearch> piece_search_;
};

}  // namespace waymark
