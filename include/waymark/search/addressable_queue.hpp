// An open list that knows where each of its states lies: a cheaper way to a state moves its entry up instead of adding
// another, so every pop is of a new state and the entries are the open list. Of fixed capacity; never allocates after
// it is made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/fixed_table.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

// Places for ids 0, 1, 2, ..., announced in that order: an array instead of a hash table.
class CountedPlaces {
 public:
  explicit CountedPlaces(std::uint32_t capacity) { places_.reserve(capacity); }
  void clear() { places_.clear(); }
  [[nodiscard]] std::uint32_t* find(NodeId id) { return id < places_.size() ? &places_[id] : nullptr; }
  [[nodiscard]] const std::uint32_t* find(NodeId id) const { return id < places_.size() ? &places_[id] : nullptr; }
  std::uint32_t& insert([[maybe_unused]] NodeId id, std::uint32_t place) {
    WAYMARK_DEBUG_ASSERT(id == places_.size() && id < places_.capacity());
    return places_.emplace_back(place);
  }

 private:
  std::vector<std::uint32_t> places_;
};

// A 4-ary heap. At most `capacity` different states between two starts.
template <class OrderType, class Places = FixedTable<std::uint32_t>>
class AddressableQueue {
 public:
  using Order = OrderType;
  using Entry = typename Order::Entry;

  explicit AddressableQueue(std::uint32_t capacity, Order order = {}) : order_(order), places_(capacity) {
    heap_.reserve(capacity);
  }

  void start(Cost /*max_edge*/ = 0) {
    heap_.clear();
    places_.clear();
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] std::uint64_t best_f() const { return heap_.front().entry.f(); }
  [[nodiscard]] const Entry& best() const { return heap_.front().entry; }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  // In no order of use; `index` is below size().
  [[nodiscard]] const Entry& entry(std::size_t index) const { return heap_[index].entry; }

  // Makes the state known without queueing it. It is not known yet.
  void announce(NodeId node) { places_.insert(node, kAbsent); }
  // Pushed or announced since the start, and not popped.
  [[nodiscard]] bool awaits(NodeId node) const {
    const std::uint32_t* place = places_.find(node);
    return place != nullptr && *place != kPopped;
  }

  // Does nothing if the state is queued with a better entry already. It was not popped since the start.
  void push(Cost g, Cost h, NodeId node) {
    std::uint32_t* place = places_.find(node);
    if (place == nullptr) place = &places_.insert(node, kAbsent);
    Item item{order_.entry(g, h, node), place};
    std::size_t hole = *place;
    if (*place == kAbsent) {
      hole = heap_.size();
      heap_.push_back(item);
    } else if (!(item.entry < heap_[hole].entry)) {
      return;
    }
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 4;
      if (!(item.entry < heap_[parent].entry)) break;
      put(hole, heap_[parent]);
      hole = parent;
    }
    put(hole, item);
  }

  NodeId pop() {
    const NodeId best = heap_.front().entry.node;
    *heap_.front().place = kPopped;
    const Item last = heap_.back();
    heap_.pop_back();
    const std::size_t size = heap_.size();
    if (size == 0) return best;
    std::size_t hole = 0;
    for (;;) {
      const std::size_t first = hole * 4 + 1;
      if (first >= size) break;
      std::size_t child = first;
      const std::size_t end = std::min(first + 4, size);
      for (std::size_t i = first + 1; i < end; ++i) {
        if (heap_[i].entry < heap_[child].entry) child = i;
      }
      if (!(heap_[child].entry < last.entry)) break;
      put(hole, heap_[child]);
      hole = child;
    }
    put(hole, last);
    return best;
  }

 private:
  static constexpr std::uint32_t kAbsent = 0xffffffffu;
  static constexpr std::uint32_t kPopped = 0xfffffffeu;
  struct Item {
    Entry entry;
    std::uint32_t* place;  // the state's, in places_, where it never moves
  };

  void put(std::size_t index, const Item& item) {
    heap_[index] = item;
    *item.place = static_cast<std::uint32_t>(index);
  }

  Order order_;
  Places places_;  // index into the heap, kAbsent or kPopped
  std::vector<Item> heap_;
};

}  // namespace waymark
