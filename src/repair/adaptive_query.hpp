// A query of a search that learns, in slices: what changed since the last one is taken, what that made wrong is put
// right, and then it is an A* whose h earlier queries have raised. Adaptive A*, MT-Adaptive A* and GAA* are this text;
// they differ in what they can keep when the goal moves and when costs fall.
//
//   World  what it searches: `Heuristic`, `Edges`, `Space`, `Open`; `edges()`, `space()`, and `memory()` for its pages;
//          `first()`, any state; `to(goal)`, the heuristic; `changing()`, which `Changes` tells the changes of;
//          `joins(start, goal)`: false, there is no way; of a change, whether it `lowers` what was learned, and whether
//          it `is_near` what was touched
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "repair/adaptive_values.hpp"
#include "repair/inflations.hpp"
#include "waymark/base/budget.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/path_piece.hpp"
#include "waymark/search/search.hpp"

namespace waymark {

// After which changes h is corrected; after others all is forgotten.
struct AdaptiveKeeps {
  bool when_goal_moves = false;
  bool when_costs_fall = false;
};

template <class World>
class AdaptiveQuery {
 public:
  AdaptiveQuery(const World& world, AdaptiveKeeps keeps)
      : world_(world),
        keeps_(keeps),
        values_(world.memory(), world.edges(), world.to(world.first())),
        open_(world.memory()) {}

  void forget() {
    is_searching_ = false;
    values_.clear();
    open_.clear();
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(values_, open_); }

  void begin(NodeId start, NodeId goal) {
    start_ = start;
    before_ = {};
    values_.work() = {};
    spent_ = 0;
    is_searching_ = was_begun_again_ = false;
    if (values_.full() || !values_.has_numbers() || !moved_to(goal)) forget_for(goal);
  }

  // First the changes, then what they made wrong, then the search.
  Status run(const Budget& budget) {
    Budget left = budget;
    if (!changes_.is_whole(world_.changing())) begin_again(true);
    for (; left.units > 0; --left.units, ++spent_) {
      const std::uint64_t done = budget.units - left.units;
      if (left.has_deadline() && done % Budget::kPollInterval == 0 && left.past_deadline()) break;
      if (values_.full()) return Status::kOutOfRoom;
      if (changes_.any(world_.changing())) {
        take_change();
      } else if (!values_.is_consistent()) {
        values_.correct();
      } else {
        return search(left);
      }
    }
    return Status::kInProgress;
  }

  // Of the path, after kSolved.
  [[nodiscard]] Cost path_cost() const { return search_.g(values_.goal()); }
  PathPiece piece(PathCursor& cursor, std::span<NodeId> room) const {
    return piece_back_from(values_.goal(), cursor, room, [this](NodeId node) { return search_.before(node); });
  }
  // Its one path is the cheapest.
  [[nodiscard]] static constexpr std::uint32_t solutions() { return 0; }
  [[nodiscard]] static constexpr std::uint32_t proven() { return kNoInflation; }
  [[nodiscard]] Work work() const {
    Work work = before_;
    if (is_searching_) work += search_.work();
    work += values_.work();
    work.peak_states = std::max(work.peak_states, values_.states());
    return work;
  }
  [[nodiscard]] std::uint64_t spent() const { return spent_ + (is_searching_ ? search_.popped() : 0); }
  [[nodiscard]] bool is_searching() const { return is_searching_; }
  [[nodiscard]] const auto& search() const { return search_; }

 private:
  using Values = AdaptiveValues<typename World::Heuristic, typename World::Edges, typename World::Space::Arrival>;
  using Estimate = AdaptiveEstimate<Values>;

  bool moved_to(NodeId goal) {
    if (goal == values_.goal()) return true;
    return keeps_.when_goal_moves && values_.goal() != kNoNode && values_.move_goal(goal, world_.to(goal));
  }
  void forget_for(NodeId goal) {
    changes_.forget(world_.changing());
    values_.begin(goal, world_.to(goal));
  }

  Status search(const Budget& budget) {
    const NodeId goal = values_.goal();
    if (!is_searching_) {
      if (!world_.joins(start_, goal)) return Status::kUnreachable;  // since edits after its beginning
      search_.start(world_.space(), estimate_, values_, open_, start_, goal);
      is_searching_ = true;
    }
    const Status status = search_.step(budget);
    if (status == Status::kSolved) values_.found(search_.g(goal));
    if (status != Status::kInProgress) open_.clear();
    return status;
  }

  void take_change() {
    const auto& changing = world_.changing();
    const auto& change = changes_.next(changing);
    const bool lowers = world_.lowers(change, values_);
    const bool is_wrong = lowers && values_.has_learned();
    if (is_searching_ && (is_wrong || world_.is_near(change, [&](NodeId node) { return is_touched(node); }))) {
      // The second time all is forgotten: else changes that lower costs anywhere could keep it from its end.
      begin_again(lowers && was_begun_again_);
    } else if (is_searching_ || !is_wrong) {
      changes_.skip();
    } else if (!keeps_.when_costs_fall || changes_.outweighs(changing, values_.states())) {
      forget_for(values_.goal());
    } else {
      values_.freed(changes_.take(changing));
    }
  }
  [[nodiscard]] bool is_touched(NodeId node) const { return search_.g(node) != kInfiniteCost; }
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

  World world_;
  AdaptiveKeeps keeps_;
  Values values_;
  Estimate estimate_{values_};
  typename World::Open open_;
  Search<typename World::Space, Estimate, Values, typename World::Open> search_;
  typename World::Changes changes_;
  NodeId start_ = kNoNode;
  Work before_;              // of searches of this query that changes ended
  std::uint64_t spent_ = 0;  // on this query, but for the search under way
  bool is_searching_ = false;
  bool was_begun_again_ = false;
};

}  // namespace waymark
