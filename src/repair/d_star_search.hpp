// The common text of D* and Focussed D*: a tree of shortest ways to a root, in which an edit is a wave: states whose
// way became dearer spread that as RAISE states, and those with a cheaper way to offer spread theirs as LOWER states.
//
// Of a state are known h, the cost of its way, and b, the next state on it; of one that is OPEN also k, the least that
// h has been since it was put there. A state is RAISE if k < h and LOWER if k = h. (Stentz 1994, Optimal and Efficient
// Path Planning for Partially-Known Environments; 1995, The Focussed D* Algorithm for Real-Time Replanning.)
//
//   Outward    the space, along the ways from the root              (repair/living_grid.hpp)
//   Heuristic  g(X, R), from a state X to where the unit stood when there was last something to compute, R; consistent.
//              ZeroHeuristic: D*, where there is no R
//
// OPEN is ordered by <f + d; f; k>, where f = k + g and d grows with every move of R by at least what f may have become
// too large by: entries of an earlier R come too early, and are put right when they are first. D* is left with k.
//
// All is in pages of the units' memory, and forgotten in constant time. At its cap full() says so: the search is void
// then. A way dearer than kMaxPathCost counts as none, and too_dear() says that there was one.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <type_traits>

#include "base/paged_table.hpp"
#include "repair/key_queue.hpp"
#include "repair/repair_record.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"
#include "waymark/search/heuristic.hpp"

namespace waymark {

struct DStarRecord {
  Cost h = kInfiniteCost;
  NodeId back = kNoNode;    // b; of the root, or where h was never finite, none
  std::uint32_t place = 0;  // in OPEN; 0: not there
  NodeId node = kNoNode;    // while it is NEW
};

template <class Outward, class Heuristic>
class DStarSearch {
 public:
  static constexpr bool kPasses = false;
  static constexpr bool kFromGoal = true;
  static constexpr bool kKnowsLowest = false;
  static constexpr bool kFocussed = !std::is_same_v<Heuristic, ZeroHeuristic>;

  // The memory outlives the search.
  DStarSearch(UnitMemory& memory, Outward outward, Heuristic heuristic)
      : outward_(outward),
        to_focus_(heuristic),
        to_target_(heuristic),
        records_(memory, outward.id_bound()),
        open_(memory, outward.id_bound()) {}

  // Forgets all. In constant time.
  void clear() {
    records_.clear();
    open_.clear();
    root_ = target_ = focus_ = kNoNode;
    bias_ = states_ = 0;
    full_ = too_dear_ = false;
    work_ = {};
  }
  // A new tree.
  void begin(NodeId root, NodeId target, Heuristic to_target) {
    clear();
    root_ = root;
    target_ = focus_ = target;
    to_target_ = to_focus_ = to_target;
    if (DStarRecord* const record = touch(root); record != nullptr) insert(*record, 0);
  }
  // The same tree for another target.
  bool move_target(NodeId target, Heuristic to_target) {
    target_ = target;
    to_target_ = to_target;
    return true;
  }

  // MODIFY-COST of all arcs from `node`: their costs may be others than before. A state without a way tells nobody.
  Effect changed(NodeId node) {
    focus_on_target();
    DStarRecord* const record = touched(node);
    if (record == nullptr || record->place != 0 || record->h == kInfiniteCost) return Effect::kNone;
    insert(*record, record->h);
    return Effect::kRepaired;
  }

  [[nodiscard]] bool is_done() const {
    if (open_.empty()) return true;
    const Key& key = open_.top().key;
    return is_of_focus(key) && value_of(key) >= cost_of(target_, h(target_));
  }

  // The first entry is put right, or its state processed: PROCESS-STATE. Not done.
  void step() {
    focus_on_target();
    const Key key = open_.top().key;
    DStarRecord& x = *open_.top().item;
    if (!is_of_focus(key)) {
      open_.put(x, key_of(x.node, k_of(key)));
      return;
    }
    ++work_.expanded;
    last_expanded_ = x.node;
    open_.remove(x);
    process(x, k_of(key), value_of(key));
  }

  [[nodiscard]] NodeId last_expanded() const { return last_expanded_; }
  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] NodeId target() const { return target_; }
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] bool too_dear() const { return too_dear_; }
  [[nodiscard]] Cost h(NodeId node) const {
    const DStarRecord* const record = records_.find(node);
    return record != nullptr ? record->h : kInfiniteCost;
  }
  // nullptr while it is NEW.
  [[nodiscard]] const DStarRecord* find(NodeId node) const {
    const DStarRecord* const record = records_.find(node);
    return record != nullptr && record->node == node ? record : nullptr;
  }
  // Of a state that is OPEN.
  [[nodiscard]] Cost k(const DStarRecord& record) const { return k_of(open_.key_of(record)); }
  // What the way to the target costs, once it is known.
  [[nodiscard]] Cost cost() const { return h(target_); }
  // From a state on the way, other than the root, the next one on the way to it.
  [[nodiscard]] NodeId towards_root(NodeId node) const { return records_.find(node)->back; }

  [[nodiscard]] std::uint64_t states() const { return states_; }
  [[nodiscard]] Work& work() { return work_; }
  [[nodiscard]] const Work& work() const { return work_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return records_.heap_bytes() + open_.heap_bytes(); }

 private:
  // <f; k> as one number.
  using Value = std::uint64_t;
  static constexpr unsigned kSecondBits = 32;
  static_assert(kMaxPathCost + kMaxHeuristic < kInfiniteCost);
  static constexpr Value kNoValue = ~Value{0};

  struct BiasedKey {
    std::uint64_t biased_f = 0;
    Value value = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that it compares with for a pointer
    friend auto operator<=>(const BiasedKey&, const BiasedKey&) = default;
  };
  using Key = std::conditional_t<kFocussed, BiasedKey, Value>;

  // COST: what the value of a state would be with k = h.
  [[nodiscard]] Value cost_of(NodeId node, Cost h) const {
    if (h == kInfiniteCost) return kNoValue;
    return (Value{h + to_focus_(node)} << kSecondBits) | h;
  }
  [[nodiscard]] Key key_of(NodeId node, Cost k) const {
    const Value value = cost_of(node, k);
    if constexpr (kFocussed) {
      return {(value >> kSecondBits) + bias_, value};
    } else {
      return value;
    }
  }
  [[nodiscard]] static Value value_of(const Key& key) {
    if constexpr (kFocussed) {
      return key.value;
    } else {
      return key;
    }
  }
  [[nodiscard]] static Cost k_of(const Key& key) { return static_cast<Cost>(value_of(key)); }
  // r(X) = R. Every R has a bias of its own.
  [[nodiscard]] bool is_of_focus(const Key& key) const {
    if constexpr (kFocussed) {
      return key.biased_f - (key.value >> kSecondBits) == bias_;
    } else {
      return true;
    }
  }
  void focus_on_target() {
    if (!kFocussed || focus_ == target_) return;
    bias_ += std::uint64_t{to_focus_(target_)} + 1;
    focus_ = target_;
    to_focus_ = to_target_;
  }

  [[nodiscard]] DStarRecord* touched(NodeId node) {
    DStarRecord* const record = records_.find(node);
    return record != nullptr && record->node == node ? record : nullptr;
  }
  DStarRecord* touch(NodeId node) {
    DStarRecord* const record = records_.at(node);
    if (record == nullptr) {
      full_ = true;
    } else {
      record->node = node;
      ++states_;
    }
    return record;
  }

  [[nodiscard]] Cost way(Cost h, Cost arc) {
    if (h == kInfiniteCost || h + arc <= kMaxPathCost) return saturating_add(h, arc);
    too_dear_ = true;
    return kInfiniteCost;
  }

  // INSERT. (The h of a NEW state is infinite.)
  void insert(DStarRecord& record, Cost h) {
    if (record.place == 0) ++work_.generated;
    const Cost k = std::min(record.place != 0 ? this->k(record) : record.h, h);
    record.h = h;
    if (!open_.put(record, key_of(record.node, k))) full_ = true;
  }

  // PROCESS-STATE of x, just taken from OPEN.
  void process(DStarRecord& x, Cost k, Value value) {
    if (k < x.h) {
      outward_.reversed().for_each_edge(x.node, [&](NodeId from, Cost arc) {
        const DStarRecord* const y = records_.find(from);
        if (y == nullptr || cost_of(from, y->h) > value) return;
        const Cost over_y = way(y->h, arc);
        if (x.h <= over_y) return;
        x.back = from;
        x.h = over_y;
      });
    }
    const bool lower = k == x.h;
    outward_.for_each_edge(x.node, [&](NodeId to, Cost arc) {
      const Cost over_x = way(x.h, arc);
      DStarRecord* const y = touched(to);
      if (y == nullptr) return discover(to, x.node, over_x);
      if (y->back == x.node) {
        if (y->h != over_x) insert(*y, over_x);
      } else if (y->h > over_x) {
        if (lower) {
          y->back = x.node;
          insert(*y, over_x);
        } else if (x.place == 0) {
          insert(x, x.h);  // to offer its way once it is the best
        }
      }
    });
    if (!lower) {
      outward_.reversed().for_each_edge(x.node, [&](NodeId from, Cost arc) {
        DStarRecord* const y = touched(from);
        if (y == nullptr || y->place != 0 || y->back == x.node || cost_of(from, y->h) <= value) return;
        if (x.h > way(y->h, arc)) insert(*y, y->h);  // to offer its way to x once it is the best
      });
    }
    // Over an arc of infinite cost goes nothing but the news of it.
    outward_.for_each_lost_edge(x.node, [&](NodeId to) {
      DStarRecord* const y = touched(to);
      if (y != nullptr && y->back == x.node && y->h != kInfiniteCost) insert(*y, kInfiniteCost);
    });
  }
  void discover(NodeId node, NodeId back, Cost h) {
    if (h == kInfiniteCost) return;
    DStarRecord* const record = touch(node);
    if (record == nullptr) return;
    record->back = back;
    insert(*record, h);
  }

  Outward outward_;
  Heuristic to_focus_;
  Heuristic to_target_;
  PagedTable<DStarRecord> records_;
  KeyQueue<DStarRecord, Key> open_;
  NodeId root_ = kNoNode;
  NodeId target_ = kNoNode;
  NodeId last_expanded_ = kNoNode;
  NodeId focus_ = kNoNode;    // R; the target as it was when something was last computed
  std::uint64_t bias_ = 0;    // d
  std::uint64_t states_ = 0;  // that are not NEW
  Work work_;                 // since its owner last set it to nothing
  bool full_ = false;
  bool too_dear_ = false;
};

}  // namespace waymark
