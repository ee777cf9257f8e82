// The common text of LPA* and D* Lite: a tree of shortest ways from a root, of which after a change of edge costs only
// what is wrong and of concern is computed anew.
//
// Of a state are known g, its distance when it was last expanded, and rhs, which g ought to be by the neighbours' g. In
// the queue are the states where the two differ, by [min(g, rhs) + h + km; min(g, rhs)]: h estimates the way from the
// state to the target, km what h may have become too large by since the target moved (Koenig, Likhachev & Furcy 2004,
// Lifelong Planning A*; Koenig & Likhachev 2002, D* Lite, its optimised version, Figure 4).
//
//   Outward    the space, along the ways from the root              (space/concepts.hpp)
//   Heuristic  h(node), consistent towards the target
//
// All is in pages of the units' memory, and forgotten in constant time. At its cap full() says so: the search is void
// then. A way dearer than kMaxPathCost counts as none, and too_dear() says that there was one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/paged_table.hpp"
#include "repair/key_queue.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"

namespace waymark {

struct RepairRecord {
  Cost g = kInfiniteCost;
  Cost rhs = kInfiniteCost;
  std::uint32_t place = 0;  // in the queue; 0: not there
  NodeId node = kNoNode;    // until it is of concern
};

// When the way to the target is known: LPA* goes on until its g is what it ought to be; D* Lite, which only follows
// the g of others, until it is not too low.
enum class Until : std::uint8_t { kConsistent, kNotTooLow };

template <class Outward, class Heuristic, Until kUntil>
class RepairSearch {
 public:
  // The memory outlives the search.
  RepairSearch(UnitMemory& memory, Outward outward, Heuristic heuristic)
      : outward_(outward),
        heuristic_(heuristic),
        records_(memory, outward.id_bound()),
        queue_(memory, outward.id_bound()) {}

  // Forgets all. In constant time.
  void clear() {
    records_.clear();
    queue_.clear();
    root_ = target_ = kNoNode;
    km_ = states_ = 0;
    full_ = too_dear_ = false;
    work_ = {};
  }
  // A new tree.
  void begin(NodeId root, NodeId target, Heuristic to_target) {
    clear();
    root_ = root;
    target_ = target;
    heuristic_ = to_target;
    if (RepairRecord* const record = touch(root); record != nullptr) {
      record->rhs = 0;
      update(*record);
    }
  }
  // The same tree for another target. False, and nothing is done, if it has moved too far in all: a new tree is due.
  bool move_target(NodeId target, Heuristic to_target) {
    const Cost moved = heuristic_(target);  // from the old target
    if (km_ + moved > kMostMoved) return false;
    km_ += moved;
    target_ = target;
    heuristic_ = to_target;
    return true;
  }

  // The costs of edges at `node` may be others than before, or such edges may be gone or new.
  void changed(NodeId node) {
    if (node == root_) return;
    const Cost rhs = best_of(node);
    if (rhs == kInfiniteCost && find(node) == nullptr) return;
    RepairRecord* const record = touch(node);
    if (record == nullptr) return;
    record->rhs = rhs;
    update(*record);
  }

  [[nodiscard]] bool is_done() const {
    const RepairRecord* const target = records_.find(target_);
    const Cost g = target != nullptr ? target->g : kInfiniteCost;
    const Cost rhs = target != nullptr ? target->rhs : kInfiniteCost;
    if (!queue_.empty() && queue_.top().key < key_of(target_, g, rhs)) return false;
    return kUntil == Until::kConsistent ? rhs == g : rhs <= g;
  }

  // The best entry gets its right key, or its state is expanded. Not done.
  void step() {
    const auto top = queue_.top();
    RepairRecord& u = *top.item;
    const std::uint64_t key = key_of(u);
    if (top.key < key) {
      queue_.put(u, key);
      return;
    }
    ++work_.expanded;
    if (u.g > u.rhs) {
      u.g = u.rhs;
      queue_.remove(u);
      outward_.for_each_edge(u.node, [&](NodeId to, Cost edge) { lower(to, u.g, edge); });
    } else {
      const Cost old = std::exchange(u.g, kInfiniteCost);
      outward_.for_each_edge(u.node, [&](NodeId to, Cost edge) {
        RepairRecord* const record = records_.find(to);
        if (record == nullptr || to == root_) return;
        if (record->rhs != old + edge) return put_key_right(*record);
        record->rhs = best_of(to);
        update(*record);
      });
      update(u);
    }
  }

  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] NodeId target() const { return target_; }
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] bool too_dear() const { return too_dear_; }
  [[nodiscard]] Cost g(NodeId node) const {
    const RepairRecord* const record = records_.find(node);
    return record != nullptr ? record->g : kInfiniteCost;
  }
  // nullptr if it was never of concern.
  [[nodiscard]] const RepairRecord* find(NodeId node) const {
    const RepairRecord* const record = records_.find(node);
    return record != nullptr && record->node == node ? record : nullptr;
  }
  // What the way to the target costs, once it is known.
  [[nodiscard]] Cost cost() const {
    const RepairRecord* const record = records_.find(target_);
    return record != nullptr ? record->rhs : kInfiniteCost;
  }
  // From a state other than the root, the next one on the way back to it: of the neighbours with the cheapest way that
  // goes first.
  [[nodiscard]] NodeId towards_root(NodeId node) const {
    Cost best = kInfiniteCost;
    NodeId next = kNoNode;
    outward_.reversed().for_each_edge(node, [&](NodeId from, Cost edge) {
      const Cost way = saturating_add(g(from), edge);
      if (way >= best) return;
      best = way;
      next = from;
    });
    return next;
  }

  [[nodiscard]] std::uint64_t states() const { return states_; }
  [[nodiscard]] Work& work() { return work_; }
  [[nodiscard]] const Work& work() const { return work_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return records_.heap_bytes() + queue_.heap_bytes(); }

 private:
  // A key in 64 bits: 31 for min(g, rhs), the rest for that with h and km.
  static constexpr unsigned kSecondBits = 31;
  static_assert(kMaxPathCost < Cost{1} << kSecondBits);
  static constexpr std::uint64_t kMostMoved = (std::uint64_t{1} << 33u) - kMaxPathCost - kMaxHeuristic - 2;
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

  [[nodiscard]] std::uint64_t key_of(NodeId node, Cost g, Cost rhs) const {
    const Cost way = std::min(g, rhs);
    if (way == kInfiniteCost) return kNoKey;
    return ((std::uint64_t{way} + heuristic_(node) + km_) << kSecondBits) | way;
  }
  [[nodiscard]] std::uint64_t key_of(const RepairRecord& record) const {
    return key_of(record.node, record.g, record.rhs);
  }

  RepairRecord* touch(NodeId node) {
    RepairRecord* const record = records_.at(node);
    if (record == nullptr) {
      full_ = true;
    } else if (record->node != node) {
      record->node = node;
      ++states_;
    }
    return record;
  }

  void lower(NodeId node, Cost g, Cost edge) {
    if (node == root_) return;
    const Cost way = g + edge;
    if (way > kMaxPathCost) {
      too_dear_ = true;
      return;
    }
    RepairRecord* const record = touch(node);
    if (record == nullptr) return;
    if (way >= record->rhs) return put_key_right(*record);
    record->rhs = way;
    update(*record);
  }
  // UpdateVertex of a state whose g and rhs stay: the target may have moved since it was put in.
  void put_key_right(RepairRecord& record) {
    if (km_ != 0 && record.place != 0) queue_.put(record, key_of(record));
  }

  // rhs by the neighbours' g.
  [[nodiscard]] Cost best_of(NodeId node) {
    Cost best = kInfiniteCost;
    outward_.reversed().for_each_edge(
        node, [&](NodeId from, Cost edge) { best = std::min(best, saturating_add(g(from), edge)); });
    if (best <= kMaxPathCost || best == kInfiniteCost) return best;
    too_dear_ = true;
    return kInfiniteCost;
  }

  void update(RepairRecord& record) {
    if (record.g != record.rhs) {
      if (record.place == 0) ++work_.generated;
      if (!queue_.put(record, key_of(record))) full_ = true;
    } else if (record.place != 0) {
      queue_.remove(record);
    }
  }

  Outward outward_;
  Heuristic heuristic_;
  PagedTable<RepairRecord> records_;
  KeyQueue<RepairRecord> queue_;
  NodeId root_ = kNoNode;
  NodeId target_ = kNoNode;
  std::uint64_t km_ = 0;
  std::uint64_t states_ = 0;  // with a record
  Work work_;                 // since its owner last set it to nothing
  bool full_ = false;
  bool too_dear_ = false;
};

}  // namespace waymark
