// The common text of LPA*, D* Lite, ARA* and AD*: a tree of shortest ways from a root, of which after a change of edge
// costs only what is wrong and of concern is computed anew.
//
// Of a state are known g, its distance when it was last expanded, and rhs, which g ought to be by the neighbours' g. In
// the queue are the states where the two differ, by [min(g, rhs) + h + km; min(g, rhs)]: h estimates the way from the
// state to the target, km what h may have become too large by since the target moved (Koenig, Likhachev & Furcy 2004,
// Lifelong Planning A*; Koenig & Likhachev 2002, D* Lite, its optimised version, Figure 4).
//
// ARA* and AD* multiply h by an inflation, and expand no state twice in a pass: one that has a better way then waits
// for the next pass, which begins with another inflation and all keys put right (Likhachev, Gordon & Thrun 2003, ARA*;
// Likhachev et al. 2005, Anytime Dynamic A*).
//
//   Outward    the space, along the ways from the root              (space/concepts.hpp)
//   Heuristic  h(node), consistent towards the target
//
// All is in pages of the units' memory, and forgotten in constant time. At its cap full() says so: the search is void
// then. A way dearer than kMaxPathCost counts as none, and too_dear() says that there was one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/paged_table.hpp"
#include "repair/inflations.hpp"
#include "repair/open_passes.hpp"
#include "repair/repair_record.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/base/work.hpp"

namespace waymark {

template <class Outward, class Heuristic, RepairKind kKind>
class RepairSearch {
 public:
  static constexpr bool kPasses = kKind == RepairKind::kAra || kKind == RepairKind::kAdStar;
  static constexpr bool kFromGoal = kKind == RepairKind::kDStarLite || kKind == RepairKind::kAdStar;
  static constexpr bool kKnowsLowest = kKind == RepairKind::kAra;  // its g never rise
  using Record = std::conditional_t<kPasses, PassRecord, RepairRecord>;

  // The memory outlives the search.
  RepairSearch(UnitMemory& memory, Outward outward, Heuristic heuristic)
      : outward_(outward),
        heuristic_(heuristic),
        records_(memory, outward.id_bound()),
        open_(memory, outward.id_bound()) {}

  // Forgets all. In constant time.
  void clear() {
    records_.clear();
    open_.clear();
    root_ = target_ = kNoNode;
    km_ = states_ = 0;
    full_ = too_dear_ = false;
    work_ = {};
  }
  // A new tree.
  void begin(NodeId root, NodeId target, Heuristic to_target, std::uint32_t inflation = kNoInflation) {
    clear();
    if constexpr (kPasses) open_.inflation = inflation;
    root_ = root;
    target_ = target;
    heuristic_ = to_target;
    if (Record* const record = touch(root); record != nullptr) {
      record->rhs = 0;
      update(*record);
    }
  }
  // The same tree for another target. False, and nothing is done, if it has moved too far in all: a new tree is due.
  // With passes: another pass is due.
  bool move_target(NodeId target, Heuristic to_target) {
    const Cost moved = heuristic_(target);  // from the old target
    if (!kPasses && km_ + moved > kMostMoved) return false;
    if (!kPasses) km_ += moved;
    target_ = target;
    heuristic_ = to_target;
    return true;
  }

  // Of searches with passes. First every state that is open or waits gets its key, one a call: settle(), until it is
  // settled(); nothing else may be asked for before.
  void begin_pass(std::uint32_t inflation) { open_.begin_pass(inflation); }
  [[nodiscard]] bool settled() const { return open_.settled(); }
  void settle() {
    Record& record = open_.take_unsettled();
    if (record.g == record.rhs) return;  // waited for nothing
    open_.lowest = std::min(open_.lowest, std::min(record.g, record.rhs) + heuristic_(record.node));
    if (!open_.queue().put(record, key_of(record))) full_ = true;
  }
  // No way that is not found yet is cheaper; once settled, in searches whose g never rises.
  [[nodiscard]] Cost lowest() const { return open_.lowest; }

  // The costs of edges at `node` may be others than before, or such edges may be gone or new. What came of it.
  Effect changed(NodeId node) {
    if (kKind == RepairKind::kAra) return find(node) == nullptr ? Effect::kNone : Effect::kVoid;
    if (node == root_) return Effect::kNone;
    const Cost rhs = best_of(node);
    if (rhs == kInfiniteCost && find(node) == nullptr) return Effect::kNone;
    Record* const record = touch(node);
    if (record == nullptr) return Effect::kVoid;
    const Effect effect = record->rhs == rhs ? Effect::kNone : Effect::kRepaired;
    record->rhs = rhs;
    update(*record);
    return effect;
  }

  // LPA* and AD* go on until the target's g is what it ought to be; D* Lite, which only follows the g of others, until
  // it is not too low; ARA* until no open state can have a better way to it.
  [[nodiscard]] bool is_done() const {
    const Record* const target = records_.find(target_);
    const Cost g = target != nullptr ? target->g : kInfiniteCost;
    const Cost rhs = target != nullptr ? target->rhs : kInfiniteCost;
    const auto key = key_of(target_, g, rhs);
    if constexpr (kKind == RepairKind::kAra) {
      return queue().empty() || queue().top().key.first >= key.first;
    } else {
      if (!queue().empty() && queue().top().key < key) return false;
      return kKind == RepairKind::kDStarLite ? rhs <= g : rhs == g;
    }
  }

  // The best entry gets its right key, or its state is expanded. Not done.
  void step() {
    const auto top = queue().top();
    Record& u = *top.item;
    if constexpr (!kPasses) {
      if (const std::uint64_t key = key_of(u); top.key < key) {
        queue().put(u, key);
        return;
      }
    }
    ++work_.expanded;
    last_expanded_ = u.node;
    if (u.g > u.rhs) {
      u.g = u.rhs;
      queue().remove(u);
      if constexpr (kPasses) u.closed_in = open_.pass;
      outward_.for_each_edge(u.node, [&](NodeId to, Cost edge) { lower(to, u.g, edge); });
    } else {
      const Cost old = std::exchange(u.g, kInfiniteCost);
      outward_.for_each_edge(u.node, [&](NodeId to, Cost edge) {
        Record* const record = records_.find(to);
        if (record == nullptr || to == root_) return;
        if (record->rhs != old + edge) return put_key_right(*record);
        record->rhs = best_of(to);
        update(*record);
      });
      update(u);
    }
  }

  [[nodiscard]] NodeId last_expanded() const { return last_expanded_; }
  [[nodiscard]] NodeId root() const { return root_; }
  [[nodiscard]] NodeId target() const { return target_; }
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] bool too_dear() const { return too_dear_; }
  [[nodiscard]] Cost g(NodeId node) const {
    const Record* const record = records_.find(node);
    return record != nullptr ? record->g : kInfiniteCost;
  }
  // nullptr if it was never of concern.
  [[nodiscard]] const Record* find(NodeId node) const {
    const Record* const record = records_.find(node);
    return record != nullptr && record->node == node ? record : nullptr;
  }
  // What the way to the target costs, once it is known.
  [[nodiscard]] Cost cost() const {
    const Record* const record = records_.find(target_);
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
  [[nodiscard]] std::uint64_t heap_bytes() const { return records_.heap_bytes() + open_.heap_bytes(); }

 private:
  using Open = std::conditional_t<kPasses, OpenPasses<Record, InflatedKey>, OpenOnce<Record>>;
  using Queue = typename Open::Queue;
  [[nodiscard]] Queue& queue() { return open_.queue(); }
  [[nodiscard]] const Queue& queue() const { return open_.queue(); }

  // A key in 64 bits: 31 for min(g, rhs), the rest for that with h and km.
  static constexpr unsigned kSecondBits = 31;
  static_assert(kMaxPathCost < Cost{1} << kSecondBits);
  static constexpr std::uint64_t kMostMoved = (std::uint64_t{1} << 33u) - kMaxPathCost - kMaxHeuristic - 2;
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

  [[nodiscard]] auto key_of(NodeId node, Cost g, Cost rhs) const {
    const Cost way = std::min(g, rhs);
    if constexpr (kPasses) {
      if (way == kInfiniteCost) return InflatedKey{};
      const std::uint32_t inflation = g > rhs ? open_.inflation : kNoInflation;
      return InflatedKey{std::uint64_t{kNoInflation} * way + std::uint64_t{inflation} * heuristic_(node), way};
    } else {
      if (way == kInfiniteCost) return kNoKey;
      return ((std::uint64_t{way} + heuristic_(node) + km_) << kSecondBits) | way;
    }
  }
  [[nodiscard]] auto key_of(const Record& record) const { return key_of(record.node, record.g, record.rhs); }

  Record* touch(NodeId node) {
    Record* const record = records_.at(node);
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
    Record* const record = touch(node);
    if (record == nullptr) return;
    if (way >= record->rhs) return put_key_right(*record);
    record->rhs = way;
    update(*record);
  }
  // UpdateVertex of a state whose g and rhs stay: the target may have moved since it was put in.
  void put_key_right(Record& record) {
    if (km_ != 0 && record.place != 0) queue().put(record, key_of(record));
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

  void update(Record& record) {
    const bool queued = Queue::is_queued(record);
    if (record.g != record.rhs) {
      if constexpr (kPasses) {
        if (record.closed_in == open_.pass) {
          if (!open_.let_wait(record)) full_ = true;
          return;
        }
      }
      if (!queued) ++work_.generated;
      if (!queue().put(record, key_of(record))) full_ = true;
    } else if (queued) {
      queue().remove(record);
    }
  }

  Outward outward_;
  Heuristic heuristic_;
  PagedTable<Record> records_;
  Open open_;
  NodeId root_ = kNoNode;
  NodeId target_ = kNoNode;
  NodeId last_expanded_ = kNoNode;
  std::uint64_t km_ = 0;
  std::uint64_t states_ = 0;  // with a record
  Work work_;                 // since its owner last set it to nothing
  bool full_ = false;
  bool too_dear_ = false;
};

}  // namespace waymark
