// Iterative deepening on f over a grid: the common text of IDA* and ME-IDA*, which differ in what they remember of the
// states they have been at.
//
// Memory, a type that says whether a visit is worth while:
//   void begin()                                                     forgets everything
//   bool enter(node, g, limit, depth)                                false: nothing new can come of this visit
//   std::uint64_t held() const                                       states remembered
//   std::uint64_t heap_bytes() const
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/paged_stack.hpp"
#include "search/grid_path_finder.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

template <class Heuristic, class Memory>
class DeepeningSearch final : public PathFinder {
 public:
  // `most_expansions` of a query; `memory`: what a Memory is made from.
  template <class... MemoryArguments>
  DeepeningSearch(const Map& map, HeuristicMaker<Heuristic> make_heuristic, std::uint64_t most_expansions,
                  const MemoryArguments&... memory)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        space_(map.grid(), map.table()),
        heuristic_(make_heuristic(map, map.grid().node(0, 0))),
        memory_(memory...),
        most_expansions_(most_expansions),
        path_(map.memory()) {}
  [[nodiscard]] std::uint64_t bytes() const override {
    return sizeof(*this) + heap_bytes_of(path_) + memory_.heap_bytes();
  }

 private:
  // A state of the path that is being looked at.
  struct Step {
    NodeId node;
    Cost g;
    std::uint8_t arrival;  // the direction of the step to it
    std::uint8_t moves;    // within the limit, not yet tried: bit d = Direction d
  };

  // A query reads cells that the path has left since, of which it keeps no record.
  [[nodiscard]] bool goes_by_cells() const override { return false; }

  void begin(NodeId start, NodeId goal) override {
    start_ = start;
    goal_ = goal;
    heuristic_ = make_heuristic_(map(), goal);
    memory_.begin();
    path_.clear();
    limit_ = 0;
    least_beyond_ = heuristic_(start);  // the first limit
    spent_ = 0;
    work_ = {};
    work_.generated = 1;
  }

  Status run(const Budget& budget) override {
    for (std::uint64_t units = 0; units < budget.units; ++units) {
      if (budget.has_deadline() && units % Budget::kPollInterval == 0 && budget.past_deadline()) break;
      ++spent_;
      const Status status = path_.empty() ? next_pass() : next_visit();
      if (status != Status::kInProgress) return status;
    }
    return Status::kInProgress;
  }

  Status next_pass() {
    if (least_beyond_ == kInfiniteCost) return Status::kUnreachable;
    limit_ = least_beyond_;
    least_beyond_ = kInfiniteCost;
    memory_.enter(start_, 0, limit_, 0);
    return visit(start_, 0, GridSpace::kNoArrival);
  }

  // Tries the moves that are left until one is worth while, or steps back.
  Status next_visit() {
    Step& last = path_.back();
    while (last.moves != 0) {
      const auto d = static_cast<std::uint8_t>(std::countr_zero(last.moves));
      last.moves = static_cast<std::uint8_t>(last.moves & (last.moves - 1u));
      const NodeId to = space_.step(last.node, d);
      const Cost g = last.g + space_.table().cost[d];
      if (memory_.enter(to, g, limit_, static_cast<std::uint32_t>(path_.size()))) return visit(to, g, d);
    }
    path_.pop_back();
    return Status::kInProgress;
  }

  // The state becomes the end of the path; if it is not the goal, it is expanded.
  Status visit(NodeId node, Cost g, std::uint8_t arrival) {
    if (g > kMaxPathCost) return Status::kCostOverflow;
    if (node != goal_ && work_.expanded == most_expansions_) return Status::kOutOfBudget;
    if (!path_.push_back({node, g, arrival, 0})) return Status::kOutOfRoom;
    work_.peak_states = std::max<std::uint64_t>(work_.peak_states, path_.size() + memory_.held());
    if (node == goal_) return Status::kSolved;
    ++work_.expanded;
    const auto here = heuristic_.at(node);
    const NodeId parent = arrival == GridSpace::kNoArrival ? kNoNode : space_.predecessor(node, arrival);
    unsigned within = 0;
    for (unsigned moves = space_.table().legal[space_.grid().neighbourhood(node)]; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<std::uint8_t>(std::countr_zero(moves));
      instrument::look();
      const NodeId to = space_.step(node, d);
      if (to == parent) continue;
      const Cost f = g + space_.table().cost[d] + heuristic_.of(here, to, d);
      if (f <= limit_) {
        within |= 1u << d;
      } else {
        least_beyond_ = std::min(least_beyond_, f);
      }
    }
    path_.back().moves = static_cast<std::uint8_t>(within);
    work_.generated += static_cast<std::uint64_t>(std::popcount(within));
    return Status::kInProgress;
  }

  [[nodiscard]] Cost path_cost() const override { return path_.back().g; }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override {
    NodeId* next = room.data();
    const auto take = [&](const Step& step) { *next++ = step.node; };
    return {path_.read_down(cursor.page, cursor.given, room.size(), take), true};
  }
  [[nodiscard]] Work counted() const override { return work_; }
  [[nodiscard]] std::uint64_t pops() const override { return spent_; }
  [[nodiscard]] NodeId newest() const override { return path_.empty() ? kNoNode : path_.back().node; }
  // It knows of the path alone where it has been.
  [[nodiscard]] Touch touched(NodeId node) const override {
    const bool on_path = path_.any([node](const Step& step) { return step.node == node; });
    return on_path ? Touch::kClosed : Touch::kNone;
  }

  HeuristicMaker<Heuristic> make_heuristic_;
  GridSpace space_;
  Heuristic heuristic_;
  Memory memory_;
  std::uint64_t most_expansions_;
  PagedStack<Step> path_;  // from the start to the state visited last
  NodeId start_ = kNoNode;
  NodeId goal_ = kNoNode;
  Cost limit_ = 0;         // of f, in this pass
  Cost least_beyond_ = 0;  // of the f above it, so far in this pass
  std::uint64_t spent_ = 0;
  Work work_;
};

}  // namespace waymark
