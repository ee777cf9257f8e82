// A binary heap of fixed capacity for small plain entries: lowest first, never allocates after it is made. A popped
// hole sinks to a leaf without asking for the last entry's place, so the way down has no branch to mispredict.
#pragma once

#include <cstddef>
#include <vector>

#include "waymark/base/assert.hpp"

namespace waymark {

// Entry has a total order by `<`, best computed without branches.
template <class Entry>
class FixedHeap {
 public:
  explicit FixedHeap(std::size_t capacity) : entries_(capacity) {}

  void clear() { size_ = 0; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Entry& top() const { return entries_[0]; }

  void push(const Entry& entry) {
    WAYMARK_DEBUG_ASSERT(size_ < entries_.size());
    rise(size_++, entry);
  }

  Entry pop() {
    Entry* const heap = entries_.data();
    const Entry best = heap[0];
    const std::size_t last = --size_;
    std::size_t hole = 0;
    std::size_t child = 1;
    while (child + 1 < last) {
      child += static_cast<std::size_t>(heap[child + 1] < heap[child]);
      heap[hole] = heap[child];
      hole = child;
      child = 2 * hole + 1;
    }
    if (child < last) {
      heap[hole] = heap[child];
      hole = child;
    }
    rise(hole, heap[last]);
    return best;
  }

 private:
  void rise(std::size_t hole, const Entry given) {
    Entry* const heap = entries_.data();
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / 2;
      if (!(given < heap[parent])) break;
      heap[hole] = heap[parent];
      hole = parent;
    }
    heap[hole] = given;
  }

  std::vector<Entry> entries_;
  std::size_t size_ = 0;
};

}  // namespace waymark
