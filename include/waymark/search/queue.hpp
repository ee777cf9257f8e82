// Open lists. All obey one total order: lower f, then higher g, then lower id; so every one of them makes a search
// expand the same states in the same order.
//
// A queue is asked to `start(max_edge)` before a search, then takes `push(g, h, node)` and gives `pop()`. Entries are
// never removed early: a search that finds a cheaper way pushes again and skips closed states when they come up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

// f = g + h. With equal f, higher g is lower h.
struct PlainOrder {
  static constexpr bool kConsistent = true;  // f never falls along a path if h is consistent
  struct Entry {
    std::uint64_t key;  // f, h
    NodeId node;
    [[nodiscard]] std::uint64_t f() const { return key >> 32u; }
    friend bool operator<(const Entry& a, const Entry& b) {  // without a branch: nobody can guess which way it goes
      return static_cast<bool>(static_cast<int>(a.key < b.key) |
                               (static_cast<int>(a.key == b.key) & static_cast<int>(a.node < b.node)));
    }
  };
  [[nodiscard]] Entry entry(Cost g, Cost h, NodeId node) const {
    return {(static_cast<std::uint64_t>(g + h) << 32u) | h, node};
  }
};

// f = g_weight * g + h_weight * h: weighted A* in both its forms.
struct WeightedOrder {
  static constexpr bool kConsistent = false;
  struct Entry {
    std::uint64_t key;  // f
    Cost minus_g;
    NodeId node;
    [[nodiscard]] std::uint64_t f() const { return key; }
    friend bool operator<(const Entry& a, const Entry& b) {
      if (a.key != b.key) return a.key < b.key;
      return a.minus_g != b.minus_g ? a.minus_g < b.minus_g : a.node < b.node;
    }
  };
  std::uint32_t g_weight = 1;
  std::uint32_t h_weight = 1;
  [[nodiscard]] Entry entry(Cost g, Cost h, NodeId node) const {
    return {std::uint64_t{g_weight} * g + std::uint64_t{h_weight} * h, ~g, node};
  }
};

// A 4-ary heap: works for every order.
template <class OrderType>
class HeapQueue {
 public:
  using Order = OrderType;
  using Entry = typename Order::Entry;

  explicit HeapQueue(Order order = {}) : order_(order) {}

  void start(Cost /*max_edge*/) { heap_.clear(); }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] std::uint64_t best_f() { return heap_.front().f(); }
  [[nodiscard]] NodeId best() const { return heap_.front().node; }

  void push(Cost g, Cost h, NodeId node) {
    instrument::write();
    const Entry entry = order_.entry(g, h, node);
    std::size_t hole = heap_.size();
    heap_.push_back(entry);
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 4;
      if (!(entry < heap_[parent])) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = entry;
  }

  NodeId pop() {
    instrument::write();
    const NodeId best = heap_.front().node;
    const Entry last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return best;
    std::size_t hole = 0;
    for (;;) {
      const std::size_t first = hole * 4 + 1;
      if (first >= size) break;
      std::size_t child = first;
      if (first + 4 <= size) {
        const std::size_t left = first + (heap_[first + 1] < heap_[first] ? 1 : 0);
        const std::size_t right = first + (heap_[first + 3] < heap_[first + 2] ? 3 : 2);
        child = heap_[right] < heap_[left] ? right : left;
      } else {
        for (std::size_t i = first + 1; i < size; ++i) {
          if (heap_[i] < heap_[child]) child = i;
        }
      }
      if (!(heap_[child] < last)) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = last;
    return best;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(heap_); }

 private:
  Order order_;
  std::vector<Entry> heap_;
};

// Expands a successor whose f equals its parent's without touching the heap (Sun, Yeoh, Chen & Koenig 2009;
// section 5.3.3 of the thesis). Such a successor has a higher g than anything of that f still open, so it is the best
// entry: keeping these on a sorted stack does not change the order. Needs a consistent heuristic.
class ImmediateHeapQueue {
 public:
  using Order = PlainOrder;

  void start(Cost max_edge) {
    heap_.start(max_edge);
    stack_.clear();
    current_f_ = ~std::uint64_t{0};
  }
  [[nodiscard]] bool empty() const { return stack_.empty() && heap_.empty(); }
  [[nodiscard]] std::uint64_t best_f() { return stack_.empty() ? heap_.best_f() : current_f_; }

  void push(Cost g, Cost h, NodeId node) {
    if (std::uint64_t{g} + h != current_f_) {
      heap_.push(g, h, node);
      return;
    }
    const std::uint64_t rank = (std::uint64_t{h} << 32u) | node;
    stack_.push_back(rank);
    for (std::size_t i = stack_.size() - 1; i > 0 && stack_[i - 1] < rank; --i) std::swap(stack_[i], stack_[i - 1]);
  }
  NodeId pop() {
    if (stack_.empty()) {
      current_f_ = heap_.best_f();
      return heap_.pop();
    }
    const auto node = static_cast<NodeId>(stack_.back());
    stack_.pop_back();
    return node;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(heap_, stack_); }

 private:
  HeapQueue<PlainOrder> heap_;
  std::vector<std::uint64_t> stack_;  // h and id of entries of f = current_f_, best last
  std::uint64_t current_f_ = 0;
};

}  // namespace waymark
