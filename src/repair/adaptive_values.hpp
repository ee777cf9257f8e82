// What Adaptive A*, MT-Adaptive A* and GAA* know from one search to the next: an h for every state, consistent and
// never below the heuristic it began as.
//
// A search whose goal cost C has shown of a state that it expanded at g that it is no nearer to the goal than C - g:
// its h is raised to that. When the goal moves, every h falls by the h of the new goal, but not below the heuristic.
// Both are done when a state is next looked at (InitializeState of the papers): a record has the number of the search
// that wrote it, and a table has what that search's goal cost and how far all h have fallen since. The numbers end at
// kMostNumbers, so that the table does; then all is to be forgotten.
//
// Where moves became cheaper, h is lowered until it is consistent again (the consistency procedure of GAA*): freed()
// for every state that has such moves, then correct() until is_consistent().
//
// It is the Store of its searches (search/store.hpp): each takes a number. All is in pages of the units' memory, and
// forgotten in constant time. At the memory's cap full() says so: all is void then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/paged_table.hpp"
#include "repair/living_grid.hpp"
#include "search/paged_bucket_queue.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/store.hpp"
#include "waymark/space/grid_space.hpp"

namespace waymark {

// h as it was when the search of the record's stamp looked at the state. A stamp of 0: no search has.
template <class ArrivalType>
struct AdaptiveRecord : Record<ArrivalType> {
  Cost h;
};
static_assert(sizeof(AdaptiveRecord<GridSpace::Arrival>) == 12);

// Edges: what the states are joined by (LivingGrid, LivingGraph).
template <class Heuristic, class Edges = LivingGrid, class ArrivalType = GridSpace::Arrival>
class AdaptiveValues {
 public:
  using Rec = AdaptiveRecord<ArrivalType>;
  using Arrival = ArrivalType;
  static constexpr std::uint32_t kMostNumbers = 1u << 16u;
  static_assert(kMostNumbers <= Rec::kMaxStamp);

  // The memory outlives it.
  AdaptiveValues(UnitMemory& memory, const Edges& edges, Heuristic heuristic)
      : edges_(edges),
        heuristic_(heuristic),
        records_(memory, edges.id_bound()),
        numbers_(memory, kMostNumbers),
        wrong_(memory) {}

  // Forgets all. In constant time.
  void clear() {
    records_.clear();
    numbers_.clear();
    wrong_.start(0);
    goal_ = kNoNode;
    number_ = 0;
    moved_ = 0;
    states_ = 0;
    full_ = learned_ = false;
  }
  void begin(NodeId goal, Heuristic to_goal) {
    clear();
    goal_ = goal;
    heuristic_ = to_goal;
  }
  // False, and nothing is done, if the goal has moved too far in all: it is to begin anew then.
  bool move_goal(NodeId goal, Heuristic to_goal) {
    const Cost fall = h(goal);
    if (fall > kMaxPathCost - moved_) return false;
    moved_ += fall;
    goal_ = goal;
    heuristic_ = to_goal;
    return true;
  }
  // Whether there are numbers for a query: for a search, and for what is corrected before it.
  [[nodiscard]] bool has_numbers() const { return number_ + 2 < kMostNumbers; }
  // The search that began last has found its goal.
  void found(Cost cost) {
    numbers_.find(number_)->cost = cost;
    learned_ = true;
  }
  // Whether any h may be above the heuristic.
  [[nodiscard]] bool has_learned() const { return learned_; }

  // Of a state, as it is for the next search.
  [[nodiscard]] Cost h(NodeId node) const {
    const Rec* const record = records_.find(node);
    return record != nullptr ? h(node, *record) : heuristic_(node);
  }

  // Moves from `node` may be new.
  void freed(NodeId node) {
    Rec* const record = known(node);
    if (record == nullptr) return;  // the heuristic is consistent with whatever lies around
    const Cost before = h(node, *record);
    Cost best = before;
    edges_.for_each_edge(node, [&](NodeId to, Cost edge) { best = std::min(best, edge + h(to)); });
    if (best < before) lower(node, *record, best);
  }
  [[nodiscard]] bool is_consistent() const { return wrong_.empty(); }
  // The state of the lowest h, of those whose neighbours may be too high for it, corrects them. Not consistent yet.
  // Which it was: one that was lowered twice comes twice.
  NodeId correct() {
    const NodeId to = wrong_.pop();
    const Cost left = h(to);
    edges_.reversed().for_each_edge(to, [&](NodeId from, Cost edge) {
      Rec* const record = known(from);
      if (record != nullptr && h(from, *record) > left + edge) lower(from, *record, left + edge);
    });
    return to;
  }

  // As a store. A search begins:
  void reset(std::uint32_t /*id_bound*/) { take_number(); }
  std::pair<Rec&, bool> touch(NodeId node) {
    Rec* record = records_.at(node);
    if (record == nullptr) {
      full_ = true;
      lost_ = {};
      record = &lost_;
    }
    touched_ = record;
    if (record->is_of(number_)) return {*record, false};
    if (record->stamp() == 0) {
      ++states_;
    } else if (const Cost raised = raised_h(*record); raised > record->h) {
      ++work_.updates;
      work_.update_volume += raised - record->h;
    }
    record->h = h(node, *record);
    return {*record, true};
  }
  void write(Rec& record, bool /*fresh*/, Cost g, Arrival arrival) { record.set(g, arrival, number_); }
  Rec& at(NodeId node) {
    Rec* const record = records_.find(node);
    return record != nullptr ? *record : lost_;
  }
  [[nodiscard]] const Rec* find(NodeId node) const {
    const Rec* const record = records_.find(node);
    return record != nullptr && record->is_of(number_) ? record : nullptr;
  }
  [[nodiscard]] bool full() const { return full_ || wrong_.failed(); }
  // Of the state touched last.
  [[nodiscard]] Cost touched_h() const { return touched_->h; }

  [[nodiscard]] NodeId goal() const { return goal_; }
  [[nodiscard]] std::uint64_t states() const { return states_; }  // with a record
  // Values raised, since its owner last set it to nothing.
  [[nodiscard]] Work& work() { return work_; }
  [[nodiscard]] const Work& work() const { return work_; }
  [[nodiscard]] std::uint64_t heap_bytes() const {
    return records_.heap_bytes() + numbers_.heap_bytes() + wrong_.heap_bytes();
  }

 private:
  struct Numbered {
    Cost cost = 0;   // of the way to the goal; 0 while, or because, none was found
    Cost moved = 0;  // how far all h had fallen before
  };

  [[nodiscard]] Cost h(NodeId node, const Rec& record) const {
    const Cost first = heuristic_(node);
    if (record.stamp() == 0) return first;
    const Cost raised = raised_h(record);
    const Cost fall = moved_ - numbers_.find(record.stamp())->moved;
    return raised > fall ? std::max(first, raised - fall) : first;
  }
  // By what the search that wrote it has shown.
  [[nodiscard]] Cost raised_h(const Rec& record) const {
    const Cost cost = numbers_.find(record.stamp())->cost;
    return record.g < cost ? std::max(record.h, cost - record.g) : record.h;
  }

  [[nodiscard]] Rec* known(NodeId node) {
    Rec* const record = records_.find(node);
    return record != nullptr && record->stamp() != 0 ? record : nullptr;
  }

  void take_number() {
    Numbered* const numbered = numbers_.at(number_ + 1);
    if (numbered == nullptr) {
      full_ = true;
      return;
    }
    *numbered = {0, moved_};
    ++number_;
  }

  void lower(NodeId node, Rec& record, Cost to) {
    // A search that found its goal would raise what has its number.
    const Numbered& last = *numbers_.find(number_);
    if (last.cost != 0 || last.moved != moved_) take_number();
    if (full()) return;
    record.set(kInfiniteCost, 0, number_);
    record.h = to;
    if (wrong_.empty()) wrong_.start(0);
    wrong_.push(0, to, node);
  }

  Edges edges_;
  Heuristic heuristic_;
  PagedTable<Rec> records_;
  PagedTable<Numbered> numbers_;
  PagedBucketQueue<WeightedOrder> wrong_;  // by h
  Rec lost_{};                             // in place of those there is no room for
  Rec* touched_ = &lost_;
  NodeId goal_ = kNoNode;
  std::uint32_t number_ = 0;
  Cost moved_ = 0;
  std::uint64_t states_ = 0;
  Work work_;
  bool full_ = false;
  bool learned_ = false;
};

// The same as the Heuristic of a search, which asks for the h of a state when it has just touched it.
template <class Values>
class AdaptiveEstimate {
 public:
  struct Here {};

  // Kept by reference.
  explicit AdaptiveEstimate(const Values& values) : values_(&values) {}

  [[nodiscard]] Here at(NodeId) const { return {}; }
  [[nodiscard]] Cost of(Here, NodeId, typename Values::Arrival) const { return values_->touched_h(); }
  [[nodiscard]] Cost operator()(NodeId) const { return values_->touched_h(); }

 private:
  const Values* values_;
};

}  // namespace waymark
