// A query of a search that remembers, in slices: the changes since the last one are taken, the search goes on until the
// way is known, and the way is traced. A tree from the start (LPA*, ARA*) is kept for the same start and goal, one from
// the goal (D* and its kin, AD*) for the same goal.
//
//   Search  the tree: RepairSearch or DStarSearch
//   World   what it grows in: `first()`, any state; `to(target)`, the heuristic; `cost(from, to)` of an edge;
//   `changing()`, which `Changes`
//           tells the changes of
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/paged_path.hpp"
#include "repair/inflations.hpp"
#include "repair/take_changes.hpp"
#include "waymark/base/budget.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/path_piece.hpp"

namespace waymark {

template <class Search, class World>
class RepairQuery {
 public:
  // The memory outlives it. `inflations`: of ARA* and AD*.
  template <class Space>
  RepairQuery(UnitMemory& memory, const Space& space, const World& world, Inflations inflations)
      : world_(world),
        search_(memory, space, world.to(world.first())),
        inflations_(inflations),
        ways_{PagedPath(memory), PagedPath(memory)} {}

  void forget() {
    search_.clear();
    way().clear();
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(search_, ways_[0], ways_[1]); }

  void begin(NodeId start, NodeId goal) {
    const NodeId root = kFromGoal ? goal : start;
    const NodeId target = kFromGoal ? start : goal;
    spent_ = 0;
    search_.work() = {};
    if (is_asked_again(root, target)) return;  // what it has proven stays proven
    for (PagedPath& way : ways_) way.clear();
    inflations_.begin_query();
    if (search_.root() != root || search_.full() || !moved_to(target)) begin_anew(root, target);
  }

  Status run(const Budget& budget) {
    if (!budget.has_deadline()) return run(budget.units);
    for (std::uint64_t left = budget.units; left > 0 && !budget.past_deadline();) {
      const std::uint64_t slice = std::min(left, Budget::kPollInterval);
      if (const Status status = run(slice); status != Status::kInProgress) return status;
      left -= slice;
    }
    return Status::kInProgress;
  }

  // The last path.
  [[nodiscard]] Cost path_cost() const { return path_cost_; }
  PathPiece piece(PathCursor& cursor, std::span<NodeId> room) const {
    return {ways_[1 - traced_].read(cursor.page, cursor.given, room), !kFromGoal};
  }
  [[nodiscard]] std::uint32_t solutions() const { return inflations_.solutions; }
  [[nodiscard]] std::uint32_t proven() const { return kPasses ? inflations_.proven : kNoInflation; }
  [[nodiscard]] const Work& work() const { return search_.work(); }
  [[nodiscard]] std::uint64_t spent() const { return spent_; }
  [[nodiscard]] const Search& search() const { return search_; }

 private:
  static constexpr bool kPasses = Search::kPasses;
  static constexpr bool kFromGoal = Search::kFromGoal;

  [[nodiscard]] PagedPath& way() { return ways_[traced_]; }

  // An anytime query that has a path, on the same map.
  [[nodiscard]] bool is_asked_again(NodeId root, NodeId target) const {
    return inflations_.solutions != 0 && search_.root() == root && search_.target() == target && !search_.full() &&
           !changes_.any(world_.changing());
  }
  bool moved_to(NodeId target) {
    if (target == search_.target()) return true;
    if (!kFromGoal || !search_.move_target(target, world_.to(target))) return false;
    inflations_.pass_is_due = true;
    return true;
  }
  void begin_anew(NodeId root, NodeId target) {
    changes_.forget(world_.changing());
    inflations_.begin_anew();
    if constexpr (kPasses) {
      search_.begin(root, target, world_.to(target), inflations_.now);
    } else {
      search_.begin(root, target, world_.to(target));
    }
  }

  Status run(std::uint64_t units) {
    const auto& world = world_.changing();
    const std::uint64_t end = spent_ + units;
    if (!changes_.is_whole(world)) begin_anew(search_.root(), search_.target());
    for (; spent_ < end; ++spent_) {
      if (search_.full()) return Status::kOutOfRoom;
      if (!is_settled()) {
        settle();
      } else if (changes_.any(world)) {
        take_change(world);
      } else if (inflations_.is_good_enough() || is_proven_enough()) {
        return Status::kSolved;
      } else if (kPasses && inflations_.pass_is_due) {
        begin_pass();
      } else if (!search_.is_done()) {
        search_.step();
      } else if (search_.cost() == kInfiniteCost) {
        return search_.too_dear() ? Status::kCostOverflow : Status::kUnreachable;
      } else if (!trace()) {
        ++spent_;
        return Status::kOutOfRoom;
      } else if (way().back() == search_.root() && take_way()) {
        ++spent_;
        return Status::kSolved;
      }
    }
    return Status::kInProgress;
  }

  // One more state of the way from the target to the root; false if there is no room for it. Charged, because after a
  // small repair it is most of the work.
  bool trace() {
    if (way().empty()) {
      way_cost_ = 0;
      return way().push_back(search_.target());
    }
    const NodeId next = search_.towards_root(way().back());
    way_cost_ += world_.cost(way().back(), next);
    return way().push_back(next);
  }
  // A way is found; whether it is good enough.
  bool take_way() {
    traced_ = 1 - traced_;
    way().clear();
    path_cost_ = way_cost_;
    search_.work().peak_states = search_.states();
    return !kPasses || inflations_.take_solution();
  }

  void take_change(const auto& world) {
    way().clear();
    switch (take_changes(world, changes_, search_)) {
      case Effect::kNone: break;
      case Effect::kRepaired: inflations_.take_changes(kStatesPerUnit); break;
      case Effect::kVoid: begin_anew(search_.root(), search_.target()); break;
    }
  }

  // What a pass begins with.
  void begin_pass() {
    if constexpr (kPasses) search_.begin_pass(inflations_.begin_pass(search_.states()));
  }
  [[nodiscard]] bool is_settled() const {
    if constexpr (kPasses) return search_.settled();
    return true;
  }
  void settle() {
    if constexpr (kPasses) search_.settle();
  }
  // All that ARA* has not looked into yet costs at least so much: that may prove more than the inflation does.
  bool is_proven_enough() {
    if constexpr (Search::kKnowsLowest) return inflations_.take_lowest(path_cost_, search_.lowest());
    return false;
  }

  World world_;
  Search search_;
  typename World::Changes changes_;
  Inflations inflations_;
  // Both from the target: one as far as it is traced, the other is the last that was found.
  std::array<PagedPath, 2> ways_;
  std::size_t traced_ = 0;
  Cost way_cost_ = 0;
  Cost path_cost_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace waymark
