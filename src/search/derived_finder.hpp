// A search that goes by what is derived from the map, and while that is stale by A* on the grid or not at all: the
// common part of jump point search and of the searches that refine a path.
//
// A query that is begun again because of edits before it was finished goes by A*, too, the third time: A* goes
// on through edits that are not near it (PathFinder::stays_right), so that it comes to an end however often the map is
// edited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "waymark/search/a_star.hpp"
#include "waymark/search/path_finder.hpp"

namespace waymark {

class DerivedFinder : public PathFinder {
 protected:
  static constexpr std::size_t kWholePath = ~std::size_t{0};

  DerivedFinder(const Map& map, WhileStale stale) : PathFinder(map), says_so_(stale == WhileStale::kSay) {}

  // Of the search that goes without.
  [[nodiscard]] std::uint64_t bytes_without() const { return without_ != nullptr ? without_->bytes() : 0; }

 private:
  // Whether what is derived is of the map as it is.
  [[nodiscard]] virtual bool is_current() const = 0;
  // As those of PathFinder, while it goes by what is derived. kStale: an edit made it useless before the end.
  virtual void begin_with(NodeId start, NodeId goal) = 0;
  virtual Status run_with(const Budget& budget, std::size_t cells) = 0;
  [[nodiscard]] virtual std::span<const NodeId> part_with() const { return {}; }
  [[nodiscard]] virtual Cost cost_with() const = 0;
  virtual PathPiece trace_with(PathCursor& cursor, std::span<NodeId> room) const = 0;
  [[nodiscard]] virtual Work counted_with() const = 0;
  [[nodiscard]] virtual std::uint64_t pops_with() const = 0;
  [[nodiscard]] virtual Touch touched_with(NodeId node) const = 0;

  [[nodiscard]] bool is_stale() const final { return says_so_ && !is_current(); }
  [[nodiscard]] bool goes_by_cells() const final { return doing_without_; }

  void begin(NodeId start, NodeId goal) final {
    const bool interrupted = unfinished_ && start == start_ && goal == goal_ && epoch_ != map().grid().epoch();
    interruptions_ = interrupted ? interruptions_ + 1 : 0;
    doing_without_ = interruptions_ > kMostInterruptions || !is_current();
    unfinished_ = true;
    start_ = start;
    goal_ = goal;
    epoch_ = map().grid().epoch();
    if (!doing_without_) return begin_with(start, goal);
    if (without_ == nullptr) without_ = make_a_star(map()).value();  // its estimate is admissible on every map
    without_->start(start, goal);
  }
  Status run(const Budget& budget) final { return run_for(budget, kWholePath); }
  Status run_for(const Budget& budget, std::size_t cells) final {
    const Status status = doing_without_ ? without_->step(budget) : run_with(budget, cells);
    unfinished_ = status == Status::kInProgress || status == Status::kStale;
    return status;
  }
  [[nodiscard]] std::span<const NodeId> known_part() const final {
    return doing_without_ ? std::span<const NodeId>{} : part_with();
  }
  [[nodiscard]] Cost path_cost() const final { return doing_without_ ? without_->cost() : cost_with(); }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const final {
    return doing_without_ ? without_->next_piece(cursor, room) : trace_with(cursor, room);
  }
  [[nodiscard]] Work counted() const final { return doing_without_ ? without_->work() : counted_with(); }
  [[nodiscard]] std::uint64_t pops() const final { return doing_without_ ? without_->popped() : pops_with(); }
  [[nodiscard]] Touch touched(NodeId node) const final {
    return doing_without_ ? without_->touch(node) : touched_with(node);
  }

  static constexpr std::uint32_t kMostInterruptions = 2;

  bool says_so_;  // that it is stale, and does not search without
  bool doing_without_ = false;
  PathFinderPtr without_;  // made when it is first needed
  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  std::uint64_t epoch_ = 0;  // of the map when the query began
  bool unfinished_ = false;
  std::uint32_t interruptions_ = 0;  // of this query, one after the other
};

}  // namespace waymark
