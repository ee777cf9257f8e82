// A PathFinder that remembers: a query after edits of the map repairs the tree of the one before it. A tree from the
// start (LPA*, ARA*) is kept for the same start and goal, one from the goal (D* and its kin, AD*) for the same goal.
//
//   Search  the tree: RepairSearch or DStarSearch
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "repair/changed_cells.hpp"
#include "repair/inflations.hpp"
#include "repair/living_grid.hpp"
#include "search/grid_path_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

template <class Heuristic, class Search>
class RepairFinder final : public PathFinder {
 public:
  // `inflations`: of ARA* and AD*.
  RepairFinder(const Map& map, HeuristicMaker<Heuristic> make_heuristic, Inflations inflations = {})
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        search_(map.memory(), LivingGrid(map), make_heuristic(map, map.grid().node(0, 0))),
        inflations_(inflations) {}

  void forget() override { search_.clear(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(search_, way_, path_); }

 private:
  static constexpr bool kPasses = Search::kPasses;
  static constexpr bool kFromGoal = Search::kFromGoal;

  void begin(NodeId start, NodeId goal) override {
    const NodeId root = kFromGoal ? goal : start;
    const NodeId target = kFromGoal ? start : goal;
    spent_ = 0;
    way_.clear();
    path_.clear();
    inflations_.begin_query();
    search_.work() = {};
    if (search_.root() != root || search_.full() || !moved_to(target)) begin_anew(root, target);
  }
  bool moved_to(NodeId target) {
    if (target == search_.target()) return true;
    if (!kFromGoal || !search_.move_target(target, make_heuristic_(map(), target))) return false;
    inflations_.pass_is_due = true;
    return true;
  }
  void begin_anew(NodeId root, NodeId target) {
    changes_.forget(map().grid());
    inflations_.begin_anew();
    if constexpr (kPasses) {
      search_.begin(root, target, make_heuristic_(map(), target), inflations_.now);
    } else {
      search_.begin(root, target, make_heuristic_(map(), target));
    }
  }

  Status run(const Budget& budget) override {
    if (!budget.has_deadline()) return run(budget.units);
    for (std::uint64_t left = budget.units; left > 0 && !budget.past_deadline();) {
      const std::uint64_t slice = std::min(left, Budget::kPollInterval);
      if (const Status status = run(slice); status != Status::kInProgress) return status;
      left -= slice;
    }
    return Status::kInProgress;
  }
  Status run(std::uint64_t units) {
    const Grid& grid = map().grid();
    const std::uint64_t end = spent_ + units;
    if (!changes_.is_whole(grid)) begin_anew(search_.root(), search_.target());
    for (; spent_ < end; ++spent_) {
      if (search_.full()) return Status::kOutOfRoom;
      if (!is_settled()) {
        settle();
      } else if (changes_.any(grid)) {
        take_change(grid);
      } else if (is_proven_enough()) {
        return Status::kSolved;
      } else if (kPasses && inflations_.pass_is_due) {
        begin_pass();
      } else if (!search_.is_done()) {
        search_.step();
      } else if (search_.cost() == kInfiniteCost) {
        return search_.too_dear() ? Status::kCostOverflow : Status::kUnreachable;
      } else if (trace() && take_way()) {
        ++spent_;
        return Status::kSolved;
      }
    }
    return Status::kInProgress;
  }

  // One more state of the way from the target to the root; whether it is the last. Charged, because after a small
  // repair it is most of the work.
  bool trace() {
    if (way_.empty()) {
      way_.push_back(search_.target());
      way_cost_ = 0;
    } else {
      const NodeId next = search_.towards_root(way_.back());
      way_cost_ += map().cost(way_.back(), next);
      way_.push_back(next);
    }
    return way_.back() == search_.root();
  }
  // A way is found; whether it is good enough.
  bool take_way() {
    path_.swap(way_);
    way_.clear();
    path_cost_ = way_cost_;
    search_.work().peak_states = search_.states();
    return !kPasses || inflations_.take_solution();
  }

  void take_change(const Grid& grid) {
    way_.clear();
    switch (take_changes(grid, changes_, search_)) {
      case Effect::kNone: break;
      case Effect::kRepaired: inflations_.take_changes(kCellsPerUnit); break;
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

  [[nodiscard]] Cost path_cost() const override { return path_cost_; }
  [[nodiscard]] std::uint32_t found() const override { return inflations_.solutions; }
  [[nodiscard]] std::uint32_t proven() const override { return kPasses ? inflations_.proven : kNoInflation; }
  void write_path(std::vector<NodeId>& path) const override {
    if (kFromGoal) {
      path.insert(path.end(), path_.begin(), path_.end());
    } else {
      path.insert(path.end(), path_.rbegin(), path_.rend());
    }
  }
  [[nodiscard]] Work counted() const override { return search_.work(); }
  [[nodiscard]] std::uint64_t pops() const override { return spent_; }
  [[nodiscard]] Touch touched(NodeId node) const override {
    const auto* const record = map().grid().contains(node) ? search_.find(node) : nullptr;
    if (record == nullptr) return Touch::kNone;
    return record->place != 0 ? Touch::kOpen : Touch::kClosed;
  }

  HeuristicMaker<Heuristic> make_heuristic_;
  Search search_;
  ChangedCells changes_;
  Inflations inflations_;
  std::vector<NodeId> way_;   // from the target, as far as it is traced
  std::vector<NodeId> path_;  // the last that was found, from the target
  Cost way_cost_ = 0;
  Cost path_cost_ = 0;
  std::uint64_t spent_ = 0;
};

}  // namespace waymark
