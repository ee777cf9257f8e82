// The one best-first search. Dijkstra, A*, weighted A*, both sides of bidirectional A*, jump point search, the searches
// of TBA* and of the levels of PRA* are this text with other types. (Lookaheads of a few states have texts of their
// own, in src/agent; so has the distance to all states, in one_to_all.hpp.)
//
//   Space      what is searched                                     (space/concepts.hpp)
//   Heuristic  the estimate to the goal, lent                       (heuristic.hpp)
//   Store      what is remembered of a state, lent                  (store.hpp)
//   Open       the open list and its order, lent                    (queue.hpp, bucket_queue.hpp)
//   Trace      is told what happens, and may know states that serve as the goal; NoTrace compiles to nothing
//
// Bound per step: budget.units pops, each at most one expansion. A state is expanded once: with a consistent heuristic
// and the plain order it is then reached at its cheapest; a weighted order never reopens, which keeps its bound (see
// weighted A*).
//
// Threads: a search is one thread's, with its store and open list; spaces and heuristics that nobody changes may be
// shared.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "waymark/base/budget.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/space/concepts.hpp"

namespace waymark {

struct NoTrace {
  void generated(NodeId /*node*/, Cost /*g*/) {}
  // Returning true leaves the popped state unexpanded: the caller knows that no better path leads through it.
  static bool skip(NodeId /*node*/, Cost /*g*/) { return false; }
  void expanded(NodeId /*node*/, Cost /*g*/) {}
};
// A trace may have one question more: whether a state that is popped ends the search, as the goal does.
template <class Trace>
concept KnowsGoals = requires(const Trace& trace, NodeId node) {
  trace.is_goal(node);
};

template <Space SpaceType, class Heuristic, class Store, class Open, class Trace = NoTrace>
class Search {
 public:
  using Arrival = typename SpaceType::Arrival;

  // Begins a search: kInProgress, or kBadId if the start or the goal is no state of the space. `goal` may be kNoNode:
  // then all reachable states are expanded and the status ends as kSolved. All are lent until the next start.
  Status start(const SpaceType& space, const Heuristic& heuristic, Store& store, Open& open, NodeId start, NodeId goal,
               Trace trace = {}) {
    space_ = &space;
    heuristic_ = &heuristic;
    store_ = &store;
    open_ = &open;
    trace_ = trace;
    goal_ = goal;
    status_ = Status::kInProgress;
    work_ = {};
    popped_ = 0;
    store.reset(space.id_bound());
    open.start(space.max_edge_cost());
    if (!is_state(space, start) || (goal != kNoNode && !is_state(space, goal))) return status_ = Status::kBadId;
    auto [record, fresh] = store.touch(start);
    store.write(record, fresh, 0, SpaceType::kNoArrival);
    open.push(0, heuristic(start), start);
    work_.generated = 1;
    work_.peak_states = 1;
    trace_.generated(start, 0);
    return status_;
  }

  // Goes on for at most budget.units pops, or until the deadline.
  Status step(const Budget& budget) {
    if (!budget.has_deadline()) return run(budget.units);
    for (std::uint64_t left = budget.units; left > 0 && status_ == Status::kInProgress && !budget.past_deadline();) {
      const std::uint64_t slice = left < Budget::kPollInterval ? left : Budget::kPollInterval;
      run(slice);
      left -= slice;
    }
    return status_;
  }

  [[nodiscard]] Status status() const { return status_; }
  // Once solved, the state that ended the search.
  [[nodiscard]] NodeId goal() const { return goal_; }
  // Units spent since the start: pops, each of which expanded a state or found it closed.
  [[nodiscard]] std::uint64_t popped() const { return popped_; }
  // The counters so far.
  [[nodiscard]] const Work& work() const { return work_; }
  // Lower bound of f over all open states; false if none is open.
  [[nodiscard]] bool best_open(std::uint64_t& f) {
    if (open_->empty()) return false;
    f = open_->best_f();
    return true;
  }
  // The open state that is next to be expanded; kNoNode if there is none, or if finding it takes more than `units` pops
  // of closed ones.
  [[nodiscard]] NodeId next_open(std::uint64_t units) {
    for (; !open_->empty(); --units, ++popped_) {
      const NodeId node = open_->best();
      if (!store_->at(node).closed()) return node;
      if (units == 0) break;
      open_->pop();
    }
    return kNoNode;
  }
  // Of a state this search has touched, or kInfiniteCost.
  [[nodiscard]] Cost g(NodeId node) const {
    const auto* record = store_->find(node);
    return record != nullptr ? record->g : kInfiniteCost;
  }
  [[nodiscard]] bool closed(NodeId node) const {
    const auto* record = store_->find(node);
    return record != nullptr && record->closed();
  }
  // How a state was reached: SpaceType::kNoArrival for the start and for those that were not.
  [[nodiscard]] Arrival arrival(NodeId node) const {
    const auto* record = store_->find(node);
    return record != nullptr ? record->arrival() : SpaceType::kNoArrival;
  }
  // From where a state was reached; kNoNode for the start and for those that were not.
  [[nodiscard]] NodeId before(NodeId node) const {
    const Arrival by = arrival(node);
    return by != SpaceType::kNoArrival ? space_->predecessor(node, by) : kNoNode;
  }
  // Appends the states from `node` back to the start, both included, as the space's steps go; nothing if this search
  // has not touched `node`.
  void trace_back(NodeId node, std::vector<NodeId>& out) const {
    if (g(node) == kInfiniteCost) return;
    for (; node != kNoNode; node = before(node)) out.push_back(node);
  }
  [[nodiscard]] const Trace& trace() const { return trace_; }
  [[nodiscard]] Trace& trace() { return trace_; }

 private:
  // An open list that may be without room says so.
  static constexpr bool kOpenMayFail = requires(const Open& open) { open.failed(); };
  static bool lost_entry(const Open& open) {
    if constexpr (kOpenMayFail) {
      return open.failed();
    } else {
      return false;
    }
  }

  [[nodiscard]] bool serves_as_goal([[maybe_unused]] NodeId node) const {
    if constexpr (KnowsGoals<Trace>) {
      return trace_.is_goal(node);
    } else {
      return false;
    }
  }

  // A small one is copied to the stack, so that the compiler knows that writes to the store do not change it. Others,
  // such as tables of learned values, are used where they are.
  static constexpr bool kSmall = std::is_trivially_copyable_v<Heuristic> && sizeof(Heuristic) <= 64;
  using UsedHeuristic = std::conditional_t<kSmall, const Heuristic, const Heuristic&>;

  Status run(std::uint64_t units) {
    if (status_ != Status::kInProgress) return status_;
    // Locals, for the same reason.
    const SpaceType& space = *space_;
    UsedHeuristic heuristic = *heuristic_;
    Store& store = *store_;
    Open& open = *open_;
    const NodeId goal = goal_;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t touched = 0;
    std::uint64_t pops = 0;

    for (; pops < units; ++pops) {
      if (kOpenMayFail && (lost_entry(open) || store.full())) {  // before it is empty for that
        status_ = Status::kOutOfRoom;
        break;
      }
      if (open.empty()) {
        status_ = goal == kNoNode ? Status::kSolved : Status::kUnreachable;
        break;
      }
      if (!kOpenMayFail && store.full()) {
        status_ = Status::kOutOfRoom;
        break;
      }
      const NodeId node = open.pop();
      auto& record = store.at(node);
      if (record.closed()) continue;  // an older, dearer entry of a state pushed again
      const Cost g = record.g;
      const Arrival arrival = record.arrival();
      if (g > kMaxPathCost) {
        status_ = Status::kCostOverflow;
        break;
      }
      if (node == goal || serves_as_goal(node)) {
        goal_ = node;
        record.close();
        status_ = Status::kSolved;
        ++pops;
        break;
      }
      record.close();
      if (trace_.skip(node, g)) continue;
      ++expanded;
      trace_.expanded(node, g);

      const auto here = heuristic.at(node);
      space.for_each_successor(node, arrival, [&](NodeId to, Cost edge, Arrival by) {
        const Cost reached = g + edge;
        auto [successor, fresh] = store.touch(to);
        if (!fresh && (reached >= successor.g || (!Open::Order::kConsistent && successor.closed()))) return;
        store.write(successor, fresh, reached, by);
        open.push(reached, heuristic.of(here, to, by), to);
        ++generated;
        touched += fresh ? 1 : 0;
        trace_.generated(to, reached);
      });
    }
    work_.expanded += expanded;
    work_.generated += generated;
    work_.peak_states += touched;
    popped_ += pops;
    return status_;
  }

  const SpaceType* space_ = nullptr;
  const Heuristic* heuristic_ = nullptr;
  Store* store_ = nullptr;
  Open* open_ = nullptr;
  Trace trace_;
  NodeId goal_ = kNoNode;
  Status status_ = Status::kUnreachable;
  Work work_;
  std::uint64_t popped_ = 0;
};

}  // namespace waymark
