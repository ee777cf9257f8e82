// A PathFinder that remembers: a query after edits of the map repairs the tree of the one before it. LPA* keeps its
// tree for the same start and goal; D* Lite, whose tree grows from the goal, for the same goal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "repair/changed_cells.hpp"
#include "repair/living_grid.hpp"
#include "repair/repair_search.hpp"
#include "search/grid_path_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

enum class Root : std::uint8_t { kStart, kGoal };

template <Root kRoot, class Heuristic>
class RepairFinder final : public PathFinder {
 public:
  RepairFinder(const Map& map, HeuristicMaker<Heuristic> make_heuristic)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        search_(map.memory(), LivingGrid(map), make_heuristic(map, map.grid().node(0, 0))) {}

  void forget() override { search_.clear(); }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(search_, path_); }

 private:
  static constexpr Until kUntil = kRoot == Root::kStart ? Until::kConsistent : Until::kNotTooLow;

  void begin(NodeId start, NodeId goal) override {
    const NodeId root = kRoot == Root::kStart ? start : goal;
    const NodeId target = kRoot == Root::kStart ? goal : start;
    spent_ = 0;
    path_.clear();
    search_.work() = {};
    if (search_.root() != root || search_.full() || !moved_to(target)) begin_anew(root, target);
  }
  bool moved_to(NodeId target) {
    if (target == search_.target()) return true;
    return kRoot == Root::kGoal && search_.move_target(target, make_heuristic_(map(), target));
  }
  void begin_anew(NodeId root, NodeId target) {
    changes_.forget(map().grid());
    search_.begin(root, target, make_heuristic_(map(), target));
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
      if (changes_.any(grid)) {
        take_change(grid);
      } else if (!search_.is_done()) {
        search_.step();
      } else if (search_.cost() == kInfiniteCost) {
        return search_.too_dear() ? Status::kCostOverflow : Status::kUnreachable;
      } else if (trace()) {
        ++spent_;
        search_.work().peak_states = search_.states();
        return Status::kSolved;
      }
    }
    return Status::kInProgress;
  }
  // One more state of the way from the target to the root; whether it is the last. Charged, because after a small
  // repair it is most of the work.
  bool trace() {
    path_.push_back(path_.empty() ? search_.target() : search_.towards_root(path_.back()));
    return path_.back() == search_.root();
  }
  // Where an edit has more cells than the tree, another tree is sooner there.
  void take_change(const Grid& grid) {
    path_.clear();
    if (changes_.outweighs(grid, search_.states())) {
      begin_anew(search_.root(), search_.target());
    } else {
      search_.changed(changes_.take(grid));
    }
  }

  [[nodiscard]] Cost path_cost() const override { return search_.cost(); }
  void write_path(std::vector<NodeId>& path) const override {
    if (kRoot == Root::kStart) {
      path.insert(path.end(), path_.rbegin(), path_.rend());
    } else {
      path.insert(path.end(), path_.begin(), path_.end());
    }
  }
  [[nodiscard]] Work counted() const override { return search_.work(); }
  [[nodiscard]] std::uint64_t pops() const override { return spent_; }
  [[nodiscard]] Touch touched(NodeId node) const override {
    const RepairRecord* const record = map().grid().contains(node) ? search_.find(node) : nullptr;
    if (record == nullptr) return Touch::kNone;
    return record->place != 0 ? Touch::kOpen : Touch::kClosed;
  }

  HeuristicMaker<Heuristic> make_heuristic_;
  RepairSearch<LivingGrid, Heuristic, kUntil> search_;
  ChangedCells changes_;
  std::vector<NodeId> path_;  // from the target
  std::uint64_t spent_ = 0;
};

}  // namespace waymark
