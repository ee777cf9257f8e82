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
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/slot_heap.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/status.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/work.hpp"
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
  // `max`: most nodes, 2 or more. The map is lent.
  SmaTree(const Map& map, Successors successors, std::uint32_t max)
      : space_(map.grid(), map.table()),
        canonical_(successors == Successors::kCanonical ? &map.table().canonical : nullptr),
        max_(max) {}

  // The heuristic is lent until the next start.
  void start(const Heuristic& heuristic, NodeId start, NodeId goal, Trace trace = {}) {
    for (std::uint32_t slot = 0; slot < used_; ++slot) heads_[bucket(nodes_[slot].state)] = kNoSlot;
    open_.clear();
    leaves_.clear();
    heuristic_ = &heuristic;
    goal_ = goal;
    trace_ = trace;
    used_ = 0;
    free_ = kNoSlot;
    born_ = 0;
    units_ = 0;
    forgotten_ = 0;
    expanded_ = 0;
    insert({.state = start, .parent = kNoSlot, .g = 0, .f = heuristic(start), .depth = 0, .arrival = kNoDirection});
  }

  // One unit. kOutOfRoom: no path fits.
  Status unit() {
    const std::uint32_t best = open_.empty() ? kNoSlot : open_.first();
    if (best == kNoSlot || nodes_[best].f == kInfiniteCost) return Status::kOutOfRoom;
    if (nodes_[best].f > kMaxPathCost) return Status::kCostOverflow;  // and so is all that is left
    ++units_;
    if (nodes_[best].state == goal_) return Status::kSolved;
    if (!nodes_[best].expanded) {
      const unsigned moves = moves_of(nodes_[best]);
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
  [[nodiscard]] std::uint64_t forgotten() const { return forgotten_; }
  [[nodiscard]] std::uint32_t held() const { return free_ == kNoSlot ? used_ : used_ - 1; }
  [[nodiscard]] Work work() const { return {.expanded = expanded_, .generated = born_, .peak_states = used_}; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(nodes_, heads_, open_, leaves_); }

  [[nodiscard]] Touch touch(NodeId state) const {
    Touch furthest = Touch::kNone;
    if (heads_.empty()) return furthest;
    for (std::uint32_t slot = heads_[bucket(state)]; slot != kNoSlot; slot = nodes_[slot].next) {
      if (nodes_[slot].state != state) continue;
      if (nodes_[slot].expanded) return Touch::kClosed;
      furthest = Touch::kOpen;
    }
    return furthest;
  }

  // After kSolved.
  [[nodiscard]] Cost cost() const { return nodes_[open_.first()].g; }
  void append_path(std::vector<NodeId>& path) const {
    const auto first = static_cast<std::ptrdiff_t>(path.size());
    for (std::uint32_t slot = open_.first(); slot != kNoSlot; slot = nodes_[slot].parent) {
      path.push_back(nodes_[slot].state);
    }
    std::reverse(path.begin() + first, path.end());
  }

 private:
  static constexpr std::uint32_t kNoSlot = 0xffffffffu;
  static constexpr std::uint32_t kFirstSlots = 64;

  // Sets of moves have bit d for Direction d.
  struct Node {
    NodeId state = kNoNode;
    std::uint32_t parent = kNoSlot;
    Cost g = 0;
    Cost f = 0;  // the least that a path through it may cost, as far as is known
    std::uint32_t depth = 0;
    std::uint32_t born = 0;        // how many were before it
    std::uint32_t next = kNoSlot;  // of the same bucket, as is the one below
    std::uint32_t previous = kNoSlot;
    std::uint8_t arrival = kNoDirection;
    bool expanded = false;                 // its moves are known:
    std::uint8_t successors = 0;           // all
    std::uint8_t unseen = 0;               // those not made yet; when there are none it is completed
    std::uint8_t in_memory = 0;            // those that lead to a node
    std::array<Cost, kDirections> f_of{};  // f of the successors made, in memory or not
  };

  // The lowest f, then the deepest, then the newest; the reverse is the order of leaves to drop.
  static SlotHeap::Key order(const Node& node) {
    return {std::uint64_t{node.f} << 32u | (kNoSlot - node.depth), kNoSlot - node.born};
  }
  static SlotHeap::Key reversed(SlotHeap::Key key) { return {~key.high, ~key.low}; }

  // Those of the rules that lead to no state of its own path.
  [[nodiscard]] unsigned moves_of(const Node& node) const {
    const unsigned around = space_.grid().neighbourhood(node.state);
    const unsigned moves = canonical_ != nullptr ? (*canonical_)[node.arrival][around] : space_.table().legal[around];
    unsigned known = 0;  // lead to a state that is in memory; most do not, which spares the walk along the path
    for (unsigned left = moves; left != 0; left &= left - 1) {
      if (is_held(target(node, left))) known |= left & ~(left - 1);
    }
    unsigned back = 0;
    for (std::uint32_t slot = node.parent; slot != kNoSlot && known != 0; slot = nodes_[slot].parent) {
      for (unsigned left = known; left != 0; left &= left - 1) {
        if (target(node, left) == nodes_[slot].state) back |= left & ~(left - 1);
      }
      known &= ~back;
    }
    return moves & ~back;
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

  // The paper's BACKUP: f of a completed node is the least of its successors'.
  void back_up(std::uint32_t slot) {
    for (;;) {
      Node& n = nodes_[slot];
      if (n.unseen != 0) return;
      Cost least = kInfiniteCost;
      for (unsigned left = n.successors; left != 0; left &= left - 1) {
        least = std::min(least, n.f_of[static_cast<std::size_t>(std::countr_zero(left))]);
      }
      if (least == n.f) return;
      n.f = least;
      if (open_.contains(slot)) open_.rekey(slot, order(n));
      if (n.in_memory == 0) leaves_.rekey(slot, reversed(order(n)));
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
    unlink(slot);
    free_ = slot;
    ++forgotten_;
    Node& parent = nodes_[leaf.parent];  // which knows f
    parent.in_memory = static_cast<std::uint8_t>(parent.in_memory & ~(1u << leaf.arrival));
    if (!open_.contains(leaf.parent)) open_.push(leaf.parent, order(parent));
    if (parent.in_memory == 0) leaves_.push(leaf.parent, reversed(order(parent)));
  }

  void insert(Node node) {
    if (free_ == kNoSlot && used_ == nodes_.size()) grow();
    const std::uint32_t slot = free_ != kNoSlot ? free_ : used_++;
    free_ = kNoSlot;
    node.born = static_cast<std::uint32_t>(born_++);
    nodes_[slot] = node;
    link(slot);
    open_.push(slot, order(node));
    leaves_.push(slot, reversed(order(node)));
    trace_.generated(node.state, node.depth, node.f);
  }

  void grow() {
    const auto now = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t slots = now > max_ / 2 ? max_ : std::min(std::max(2 * now, kFirstSlots), max_);
    nodes_.reserve(slots);
    nodes_.resize(slots);
    open_.resize(slots);
    leaves_.resize(slots);
    heads_ = std::vector<std::uint32_t>(std::bit_ceil(slots), kNoSlot);
    for (std::uint32_t slot = 0; slot < used_; ++slot) link(slot);
  }

  // Nodes by state: lists of those of one bucket.
  [[nodiscard]] std::size_t bucket(NodeId state) const {
    return (state * 0x9e3779b1u) >> (33 - std::bit_width(heads_.size()));
  }
  [[nodiscard]] bool is_held(NodeId state) const {
    std::uint32_t slot = heads_[bucket(state)];
    while (slot != kNoSlot && nodes_[slot].state != state) slot = nodes_[slot].next;
    return slot != kNoSlot;
  }
  void link(std::uint32_t slot) {
    std::uint32_t& head = heads_[bucket(nodes_[slot].state)];
    nodes_[slot].previous = kNoSlot;
    nodes_[slot].next = head;
    if (head != kNoSlot) nodes_[head].previous = slot;
    head = slot;
  }
  void unlink(std::uint32_t slot) {
    const Node& node = nodes_[slot];
    if (node.next != kNoSlot) nodes_[node.next].previous = node.previous;
    (node.previous != kNoSlot ? nodes_[node.previous].next : heads_[bucket(node.state)]) = node.next;
  }

  GridSpace space_;
  const MovesByArrival* canonical_;  // null: all
  std::uint32_t max_;
  const Heuristic* heuristic_ = nullptr;
  NodeId goal_ = kNoNode;
  Trace trace_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> heads_;
  SlotHeap open_;                 // with a successor that is not in memory
  SlotHeap leaves_;               // without one that is
  std::uint32_t used_ = 0;        // slots
  std::uint32_t free_ = kNoSlot;  // of them, after a leaf was dropped, until the successor is made
  std::uint64_t born_ = 0;
  std::uint64_t units_ = 0;
  std::uint64_t forgotten_ = 0;
  std::uint64_t expanded_ = 0;
};

}  // namespace waymark
