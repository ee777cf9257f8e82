// An open list for searches whose every step has a bound: no operation sorts, moves or grows anything as a whole.
//
// Entries lie in pages of fixed size. They are spread over buckets by their f, and each bucket is a leftist heap of the
// total order of queue.hpp. A push or pop takes at most 2 log2(k + 1) comparisons, k being the entries of the bucket;
// finding the next bucket looks at no more words than there are for all buckets.
//
// With a consistent heuristic and the plain order, the f of all entries span no more than twice the dearest edge: a
// ring of one bucket for each f. Otherwise a bucket takes a range of f, so that the first f falls into the lower half
// of them; what lies above all buckets is in the last.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/recycler.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/leftist_heap.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

template <class OrderType>
class PagedQueue {
 public:
  using Order = OrderType;

  explicit PagedQueue(Order order = {}) : order_(order) {}

  // Takes the time of the buckets.
  void start(Cost max_edge) {
    std::uint32_t size = kRanges;
    if constexpr (Order::kConsistent) size = std::max(std::bit_ceil(2 * max_edge + 1), 64u);
    buckets_.assign(size, nullptr);
    occupied_.assign(size / 64, 0);
    last_bucket_ = size - 1;
    best_bucket_ = kNotStarted;
    items_.give_back_all();
    entries_ = 0;
  }

  [[nodiscard]] bool empty() const { return entries_ == 0; }
  [[nodiscard]] std::uint64_t best_f() { return best_entry().rank.f(); }
  [[nodiscard]] NodeId best() { return best_entry().rank.node; }

  void push(Cost g, Cost h, NodeId node) {
    Entry* entry = items_.take();
    entry->rank = order_.entry(g, h, node);
    entry->depth = 1;
    entry->left = entry->right = nullptr;
    ++entries_;
    const std::uint64_t f = entry->rank.f();
    if (best_bucket_ == kNotStarted) {
      // The first f in the second quarter of the buckets.
      shift_ = std::max(static_cast<int>(std::bit_width(f)) - static_cast<int>(std::bit_width(kRanges / 4)), 0);
      best_bucket_ = bucket_of(f);
    }
    const std::uint32_t bucket = bucket_of(f);
    if constexpr (!Order::kConsistent) best_bucket_ = std::min(best_bucket_, bucket);
    Entry*& top = buckets_[bucket];
    if (top == nullptr) {
      top = entry;
      occupied_[bucket >> 6u] |= std::uint64_t{1} << (bucket & 63u);
    } else if (entry->rank < top->rank) {
      entry->left = top;
      top = entry;
    } else {
      top = merge_heaps(top, entry);
    }
  }

  NodeId pop() {
    Entry* best = &best_entry();
    Entry*& top = buckets_[best_bucket_];
    top = without_first(best);
    if (top == nullptr) occupied_[best_bucket_ >> 6u] &= ~(std::uint64_t{1} << (best_bucket_ & 63u));
    --entries_;
    const NodeId node = best->rank.node;
    items_.give_back(best);
    return node;
  }

  [[nodiscard]] std::size_t bytes() const { return items_.bytes() + buckets_.size() * sizeof(void*); }

 private:
  struct Entry : LeftistItem<Entry> {
    typename Order::Entry rank;
    [[nodiscard]] bool before(const Entry& other) const { return rank < other.rank; }
  };
  static constexpr std::uint32_t kRanges = 4096;
  static constexpr std::uint32_t kNotStarted = 0xffffffffu;

  [[nodiscard]] std::uint32_t bucket_of(std::uint64_t f) const {
    if constexpr (Order::kConsistent) return static_cast<std::uint32_t>(f) & last_bucket_;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(f >> static_cast<unsigned>(shift_), last_bucket_));
  }

  // There is one.
  Entry& best_entry() {
    Entry* top = buckets_[best_bucket_];
    if (top != nullptr) return *top;
    std::size_t word = best_bucket_ >> 6u;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (best_bucket_ & 63u));
    while (bits == 0) {
      word = (word + 1) & (occupied_.size() - 1);
      bits = occupied_[word];
    }
    best_bucket_ = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
    return *buckets_[best_bucket_];
  }

  Order order_;
  std::vector<Entry*> buckets_;          // each the best entry of a heap, or nullptr
  std::vector<std::uint64_t> occupied_;  // per bucket: a bit
  std::uint32_t last_bucket_ = 0;
  std::uint32_t best_bucket_ = kNotStarted;  // no entry lies before it
  int shift_ = 0;                            // a range of f is 2^shift_ wide
  std::uint64_t entries_ = 0;
  Recycler<Entry, &Entry::left, 64> items_;
};

}  // namespace waymark
