// A PathFinder that learns: every query is an A* whose h earlier queries have raised. Adaptive A*, MT-Adaptive A* and
// GAA* are this text; they differ in what they can keep when the goal moves and when cells are freed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "repair/adaptive_values.hpp"
#include "repair/changed_cells.hpp"
#include "search/grid_path_finder.hpp"
#include "search/is_untouched.hpp"
#include "search/paged_bucket_queue.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/search/search.hpp"

namespace waymark {

// After which changes h is corrected; after others all is forgotten.
struct AdaptiveKeeps {
  bool when_goal_moves = false;
  bool when_cells_are_freed = false;
};

template <class Heuristic>
class AdaptiveFinder final : public PathFinder {
 public:
  AdaptiveFinder(const Map& map, HeuristicMaker<Heuristic> make_heuristic, AdaptiveKeeps keeps)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        keeps_(keeps),
        values_(map, make_heuristic(map, map.grid().node(0, 0))),
        open_(map.memory()) {}

  void forget() override {
    is_searching_ = false;
    values_.clear();
    open_.clear();
  }
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(values_, open_); }

 private:
  void begin(NodeId start, NodeId goal) override {
    start_ = start;
    before_ = {};
    values_.work() = {};
    spent_ = 0;
    is_searching_ = was_begun_again_ = false;
    if (values_.full() || !values_.has_numbers() || !moved_to(goal)) forget_for(goal);
  }
  bool moved_to(NodeId goal) {
    if (goal == values_.goal()) return true;
    return keeps_.when_goal_moves && values_.goal() != kNoNode && values_.move_goal(goal, make_heuristic_(map(), goal));
  }
  void forget_for(NodeId goal) {
    changes_.forget(map().grid());
    values_.begin(goal, make_heuristic_(map(), goal));
  }

  // First the edits, then what they made wrong, then the search.
  Status run(const Budget& budget) override {
    const Grid& grid = map().grid();
    Budget left = budget;
    if (!changes_.is_whole(grid)) begin_again(true);
    for (; left.units > 0; --left.units, ++spent_) {
      const std::uint64_t done = budget.units - left.units;
      if (left.has_deadline() && done % Budget::kPollInterval == 0 && left.past_deadline()) break;
      if (values_.full()) return Status::kOutOfRoom;
      if (changes_.any(grid)) {
        take_change(grid);
      } else if (!values_.is_consistent()) {
        values_.correct();
      } else {
        return search(left);
      }
    }
    return Status::kInProgress;
  }
  Status search(const Budget& budget) {
    const NodeId goal = values_.goal();
    if (!is_searching_) {
      if (!map().connected(start_, goal)) return Status::kUnreachable;  // since edits after its beginning
      search_.start(map().space(), estimate_, values_, open_, start_, goal);
      is_searching_ = true;
    }
    const Status status = search_.step(budget);
    if (status == Status::kSolved) values_.found(search_.g(goal));
    if (status != Status::kInProgress) open_.clear();
    return status;
  }

  void take_change(const Grid& grid) {
    const Grid::Change& change = changes_.next(grid);
    if (is_searching_ && concerns_search(grid, change)) {
      // The second time all is forgotten: else edits that free cells anywhere could keep it from its end.
      begin_again(change.passable && was_begun_again_);
    } else if (is_searching_ || !change.passable || !values_.has_learned()) {
      changes_.skip();
    } else if (!keeps_.when_cells_are_freed || changes_.outweighs(grid, values_.states())) {
      forget_for(values_.goal());
    } else {
      values_.freed(changes_.take(grid));
    }
  }
  // An edit during a query. Values that were learned may be wrong wherever cells were freed.
  [[nodiscard]] bool concerns_search(const Grid& grid, const Grid::Change& change) const {
    if (change.passable && values_.has_learned()) return true;
    return !is_untouched(grid, change.area, [&](NodeId node) { return touched(node) != Touch::kNone; });
  }
  void begin_again(bool forgetting) {
    if (is_searching_) {
      before_ += search_.work();
      ++before_.replans;
      spent_ += search_.popped();
    }
    is_searching_ = false;
    was_begun_again_ = true;
    if (forgetting || !values_.has_numbers()) forget_for(values_.goal());
  }

  [[nodiscard]] Cost path_cost() const override { return search_.g(values_.goal()); }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    return trace_way(search_, values_.goal(), cursor, room);
  }
  [[nodiscard]] Work counted() const override {
    Work work = before_;
    if (is_searching_) work += search_.work();
    work += values_.work();
    work.peak_states = std::max(work.peak_states, values_.states());
    return work;
  }
  [[nodiscard]] std::uint64_t pops() const override { return spent_ + (is_searching_ ? search_.popped() : 0); }
  [[nodiscard]] Touch touched(NodeId node) const override {
    return is_searching_ && map().grid().contains(node) ? touch_of(search_, node) : Touch::kNone;
  }

  HeuristicMaker<Heuristic> make_heuristic_;
  AdaptiveKeeps keeps_;
  AdaptiveValues<Heuristic> values_;
  AdaptiveEstimate<Heuristic> estimate_{values_};
  PagedBucketQueue<PlainOrder> open_;
  Search<GridSpace, AdaptiveEstimate<Heuristic>, AdaptiveValues<Heuristic>, PagedBucketQueue<PlainOrder>> search_;
  ChangedCells changes_;
  NodeId start_ = kNoNode;
  Work before_;              // of searches of this query that edits ended
  std::uint64_t spent_ = 0;  // on this query, but for the search under way
  bool is_searching_ = false;
  bool was_begun_again_ = false;
};

inline PathFinderPtr make_adaptive_finder(const Map& map, AdaptiveKeeps keeps) {
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make) -> PathFinderPtr {
    return std::make_unique<AdaptiveFinder<Heuristic>>(map, make, keeps);
  });
}

}  // namespace waymark
