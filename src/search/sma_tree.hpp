// The tree of SMA* (waymark/search/sma.hpp), a unit of work at a time. Letters and names are the paper's.
//
// Why it ends: no path is longer than the room, so f takes finitely many values, and while a node is in memory its f
// and those that it keeps of its successors only rise. When the root is expanded, nothing deeper has the lowest f: all
// that follows happens below the successor that it makes, which stays in memory, until that one's f has risen. So the
// root is expanded finitely often. After the last time none of its successors comes back, so in the end those in memory
// are the same, and all goes on below some of them. Of these the same is true, and so on down to the last level, where
// nothing is expanded.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/slot_heap.hpp"
#include "search/slots_by_state.hpp"
#include "search/sma_node.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
#include "waymark/base/zeroed_array.hpp"
#include "waymark/search/path_finder.hpp"
#include "waymark/space/grid_space.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// Is told what happens; this one compiles to nothing.
struct NoSmaTrace {
  void generated(NodeId /*state*/, std::uint32_t /*depth*/, Cost /*f*/) {}
  void dropped(NodeId /*state*/, std::uint32_t /*depth*/, Cost /*f*/) {}
};

template <class Heuristic, class Trace = NoSmaTrace>
class SmaTree {
 public:
  static constexpr std::uint32_t kStatesPerUnit = 128;  // of a path, looked at

  // `max`: most nodes, 2 or more. The map is lent. A query has at most `most_units`, which make a node each.
  SmaTree(const Map& map, Successors successors, std::uint32_t max, std::uint32_t states_per_unit = kStatesPerUnit,
          std::uint32_t most_units = ~std::uint32_t{0})
      : space_(map.grid(), map.table()),
        canonical_(successors == Successors::kCanonical ? &map.table().canonical : nullptr),
        max_(max),
        states_per_unit_(states_per_unit),
        nodes_(std::min(max - 1, most_units) + 1),
        by_state_(static_cast<std::uint32_t>(nodes_.size())),
        open_(static_cast<std::uint32_t>(nodes_.size())),
        leaves_(static_cast<std::uint32_t>(nodes_.size())) {}

  // In constant time. The heuristic is lent until the next start.
  void start(const Heuristic& heuristic, NodeId start, NodeId goal, Trace trace = {}) {
    open_.clear();
    leaves_.clear();
    by_state_.clear();
    heuristic_ = &heuristic;
    goal_ = goal;
    trace_ = trace;
    most_used_ = std::max(most_used_, used_);
    used_ = 0;
    free_ = kNoSlot;
    born_ = 0;
    units_ = 0;
    walks_ = 0;
    forgotten_ = 0;
    expanded_ = 0;
    rising_ = kNoSlot;
    compared_ = {};
    insert({.state = start, .parent = kNoSlot, .g = 0, .f = heuristic(start), .depth = 0, .arrival = kNoDirection});
  }

  // One unit. kOutOfRoom: no path fits.
  Status unit() {
    if (rising_ != kNoSlot) {
      ++units_;
      ++walks_;
      back_up(rising_);
      return Status::kInProgress;
    }
    const std::uint32_t best = open_.empty() ? kNoSlot : open_.first();
    if (best == kNoSlot || nodes_[best].f == kInfiniteCost) return Status::kOutOfRoom;
    if (nodes_[best].f > kMaxPathCost) return Status::kCostOverflow;  // and so is all that is left
    ++units_;
    if (nodes_[best].state == goal_) return Status::kSolved;
    if (!nodes_[best].expanded) {
      if (!compare_with_path(best)) {
        ++walks_;
        return Status::kInProgress;
      }
      const unsigned moves = compared_.moves;
      compared_ = {};
      nodes_[best].expanded = true;
      nodes_[best].successors = nodes_[best].unseen = static_cast<std::uint8_t>(moves);
      if (moves == 0) {
        ++expanded_;
        open_.erase(best);
        back_up(best);
        return Status::kInProgress;
      }
    }
    if (used_ == max_ && free_ == kNoSlot) {
      drop_worst_leaf();
    } else {
      make_successor(best);
    }
    return Status::kInProgress;
  }

  [[nodiscard]] std::uint64_t units() const { return units_; }
  [[nodiscard]] std::uint64_t walks() const { return walks_; }  // of them, those that only went on along a path
  [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }
  [[nodiscard]] std::uint32_t held() const { return free_ == kNoSlot ? used_ : used_ - 1; }
  [[nodiscard]] Work work() const { return {.expanded = expanded_, .generated = born_, .peak_states = used_}; }
  // That are in use, or were.
  [[nodiscard]] std::uint64_t heap_bytes() const {
    return most_used() * (sizeof(Node) + SlotsByState::kBytesPerSlot + 2 * SlotHeap::kBytesPerSlot);
  }

  [[nodiscard]] Touch touch(NodeId state) const {
    Touch furthest = Touch::kNone;
    const bool closed = by_state_.any(state, [&](std::uint32_t slot) {
      furthest = Touch::kOpen;
      return nodes_[slot].expanded;
    });
    return closed ? Touch::kClosed : furthest;
  }

  // After kSolved.
  [[nodiscard]] Cost cost() const { return nodes_[open_.first()].g; }
  PathPiece piece(PathCursor& cursor, std::span<NodeId> room) const {
    std::uint32_t slot = cursor.given == 0 ? open_.first() : cursor.node;
    std::size_t count = 0;
    for (; count != room.size() && slot != kNoSlot; slot = nodes_[slot].parent) room[count++] = nodes_[slot].state;
    cursor.node = slot;
    cursor.given += static_cast<std::uint32_t>(count);
    return {count, true};
  }

 private:
  static constexpr std::uint32_t kNoSlot = SmaNode::kNoSlot;
  using Node = SmaNode;

  // How far a node was compared with its path.
  struct Compared {
    std::uint32_t slot = kNoSlot;
    unsigned moves = 0;
    unsigned known = 0;  // of them, to states in memory that were not met yet; mostly none, which spares the walk
    std::uint32_t at = kNoSlot;
  };

  // The moves of a node, less those that lead to a state of its own path. False: there is more of the path to look at.
  bool compare_with_path(std::uint32_t slot) {
    const Node& node = nodes_[slot];
    if (compared_.slot != slot) {
      const unsigned around = space_.grid().neighbourhood(node.state);
      const unsigned moves = canonical_ != nullptr ? (*canonical_)[node.arrival][around] : space_.table().legal[around];
      compared_ = {slot, moves, 0, node.parent};
      for (unsigned left = moves; left != 0; left &= left - 1) {
        if (by_state_.any(target(node, left), [](std::uint32_t) { return true; }))
          compared_.known |= left & ~(left - 1);
      }
    }
    std::uint32_t looks = 0;
    for (; compared_.at != kNoSlot && compared_.known != 0; compared_.at = nodes_[compared_.at].parent) {
      if (looks++ == states_per_unit_) return false;
      instrument::look();
      unsigned back = 0;
      for (unsigned left = compared_.known; left != 0; left &= left - 1) {
        if (target(node, left) == nodes_[compared_.at].state) back |= left & ~(left - 1);
      }
      compared_.known &= ~back;
      compared_.moves &= ~back;
    }
    return true;
  }
  [[nodiscard]] NodeId target(const Node& node, unsigned moves) const {  // of the first of them
    return space_.step(node.state, static_cast<std::uint8_t>(std::countr_zero(moves)));
  }

  // The next that was not made yet or, if all were, the best of those that were dropped.
  void make_successor(std::uint32_t slot) {
    Node& n = nodes_[slot];
    const bool first_time = n.unseen != 0;
    auto d = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(n.unseen)));
    if (!first_time) {  // one of them has the f of n: were it in memory, something deeper would be the best
      Cost least = kInfiniteCost;
      for (unsigned left = n.successors & ~static_cast<unsigned>(n.in_memory); left != 0; left &= left - 1) {
        const auto other = static_cast<std::size_t>(std::countr_zero(left));
        if (n.f_of[other] >= least) continue;
        least = n.f_of[other];
        d = other;
      }
    }
    const auto direction = static_cast<std::uint8_t>(d);
    const auto bit = static_cast<std::uint8_t>(1u << d);
    const NodeId state = space_.step(n.state, direction);
    const Cost g = n.g + space_.table().cost[d];
    const std::uint32_t depth = n.depth + 1;
    if (first_time) {
      n.unseen = static_cast<std::uint8_t>(n.unseen & ~bit);
      const bool at_the_end = state != goal_ && depth == max_ - 1;
      n.f_of[d] = at_the_end ? kInfiniteCost : std::max(n.f, g + (*heuristic_)(state));
    }
    if (n.in_memory == 0) leaves_.erase(slot);
    n.in_memory |= bit;
    if (n.in_memory == n.successors) open_.erase(slot);
    const Cost f = n.f_of[d];
    if (first_time && n.unseen == 0) {
      ++expanded_;
      back_up(slot);
    }
    insert({.state = state, .parent = slot, .g = g, .f = f, .depth = depth, .arrival = direction});
  }

  // The paper's BACKUP: f of a completed node is the least of its successors'. What a unit is too short for is left to
  // the next, which does nothing else.
  void back_up(std::uint32_t slot) {
    rising_ = kNoSlot;
    for (std::uint32_t looks = 0;; ++looks) {
      if (looks == states_per_unit_) {
        rising_ = slot;
        return;
      }
      instrument::look();
      Node& n = nodes_[slot];
      if (n.unseen != 0) return;
      Cost least = kInfiniteCost;
      for (unsigned left = n.successors; left != 0; left &= left - 1) {
        least = std::min(least, n.f_of[static_cast<std::size_t>(std::countr_zero(left))]);
      }
      if (least == n.f) return;
      n.f = least;
      if (open_.contains(slot)) open_.rekey(slot, n.order());
      if (n.in_memory == 0) leaves_.rekey(slot, n.reversed_order());
      if (n.parent == kNoSlot) return;
      nodes_[n.parent].f_of[n.arrival] = least;
      slot = n.parent;
    }
  }

  // Not the best, which is a leaf too: a path that ends above the last level leaves room beside it.
  void drop_worst_leaf() {
    const std::uint32_t slot = leaves_.first();
    WAYMARK_DEBUG_ASSERT(slot != open_.first());
    const Node& leaf = nodes_[slot];
    trace_.dropped(leaf.state, leaf.depth, leaf.f);
    leaves_.erase(slot);
    if (open_.contains(slot)) open_.erase(slot);
    by_state_.remove(slot);
    free_ = slot;
    ++forgotten_;
    Node& parent = nodes_[leaf.parent];  // which knows f
    parent.in_memory = static_cast<std::uint8_t>(parent.in_memory & ~(1u << leaf.arrival));
    if (!open_.contains(leaf.parent)) open_.push(leaf.parent, parent.order());
    if (parent.in_memory == 0) leaves_.push(leaf.parent, parent.reversed_order());
  }

  void insert(Node node) {
    const std::uint32_t slot = free_ != kNoSlot ? free_ : used_++;
    free_ = kNoSlot;
    WAYMARK_DEBUG_ASSERT(used_ <= max_);
    node.born = static_cast<std::uint32_t>(born_++);
    nodes_[slot] = node;
    by_state_.put(slot, node.state);
    open_.push(slot, node.order());
    leaves_.push(slot, node.reversed_order());
    trace_.generated(node.state, node.depth, node.f);
  }

  // Slots, since it was made.
  [[nodiscard]] std::uint64_t most_used() const { return std::max(most_used_, used_); }

  GridSpace space_;
  const MovesByArrival* canonical_;  // null: all
  std::uint32_t max_;
  std::uint32_t states_per_unit_;
  const Heuristic* heuristic_ = nullptr;
  NodeId goal_ = kNoNode;
  Trace trace_;
  ZeroedArray<Node> nodes_;
  SlotsByState by_state_;
  SlotHeap open_;                 // with a successor that is not in memory
  SlotHeap leaves_;               // without one that is
  std::uint32_t used_ = 0;        // slots
  std::uint32_t most_used_ = 0;   // before this query
  std::uint32_t free_ = kNoSlot;  // of them, after a leaf was dropped, until the successor is made
  std::uint64_t born_ = 0;
  std::uint64_t units_ = 0;
  std::uint64_t walks_ = 0;
  std::uint64_t forgotten_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint32_t rising_ = kNoSlot;  // whose f is to be backed up next
  Compared compared_;
};

}  // namespace waymark
