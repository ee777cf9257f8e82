// The bucket queue for searches whose every step has a bound: the same ring of one bucket per f as bucket_queue.hpp,
// but a bucket is a leftist heap, so that no bucket is ever sorted as a whole, and entries lie in pages of fixed size.
// A push or pop of a bucket of k entries takes at most 2 log2(k + 1) comparisons; finding the next bucket looks at no
// more words than the ring has.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/page_pool.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

class PagedBucketQueue {
 public:
  using Order = PlainOrder;

  static constexpr Cost kMaxEdge = BucketQueue::kMaxEdge;

  // Takes the time of the ring.
  void start(Cost max_edge) {
    WAYMARK_ASSERT(max_edge <= kMaxEdge);
    const std::uint32_t size = std::max(std::bit_ceil(2 * max_edge + 1), 64u);
    buckets_.assign(size, nullptr);
    occupied_.assign(size / 64, 0);
    mask_ = size - 1;
    pages_.give_back_all();
    free_ = nullptr;
    fresh_ = fresh_end_ = nullptr;
    entries_ = 0;
    best_f_ = kNotStarted;
  }

  [[nodiscard]] bool empty() const { return entries_ == 0; }
  [[nodiscard]] std::uint64_t best_f() {
    find_best();
    return best_f_;
  }
  [[nodiscard]] NodeId best() {
    find_best();
    return buckets_[best_f_ & mask_]->node;
  }

  void push(Cost g, Cost h, NodeId node) {
    const Cost f = g + h;
    ++entries_;
    if (best_f_ == kNotStarted) best_f_ = f;
    WAYMARK_DEBUG_ASSERT(f >= best_f_ && f - best_f_ <= mask_);
    Entry* entry = take();
    entry->node = node;
    entry->h = h;
    entry->rank = 1;
    entry->left = entry->right = nullptr;
    const std::uint32_t bucket = f & mask_;
    Entry*& top = buckets_[bucket];
    if (top == nullptr) {
      top = entry;
      occupied_[bucket >> 6u] |= std::uint64_t{1} << (bucket & 63u);
    } else if (entry->before(*top)) {
      entry->left = top;
      top = entry;
    } else {
      top = merge(top, entry);
    }
  }

  NodeId pop() {
    find_best();
    const std::uint32_t bucket = best_f_ & mask_;
    Entry*& top = buckets_[bucket];
    Entry* best = top;
    top = best->right == nullptr ? best->left : merge(best->left, best->right);
    if (top == nullptr) occupied_[bucket >> 6u] &= ~(std::uint64_t{1} << (bucket & 63u));
    --entries_;
    const NodeId node = best->node;
    best->left = free_;
    free_ = best;
    return node;
  }

  [[nodiscard]] std::size_t bytes() const { return pages_.bytes() + buckets_.size() * sizeof(Entry*); }

 private:
  struct Entry {
    NodeId node;
    Cost h;
    Entry* left;  // of a free entry: the next free one
    Entry* right;
    std::uint32_t rank;  // entries on the way down to the right, this one included
    // Entries of one bucket share f: lower h, then lower id.
    [[nodiscard]] bool before(const Entry& other) const { return h != other.h ? h < other.h : node < other.node; }
  };
  struct Page {
    Page* next = nullptr;
    std::array<Entry, 64> entries;
  };
  static constexpr Cost kNotStarted = kInfiniteCost;  // no f: a search ends before its costs reach that far
  // A rank of k needs 2^k - 1 entries.
  static constexpr std::size_t kMaxRank = 40;

  Entry* take() {
    if (free_ != nullptr) return std::exchange(free_, free_->left);
    if (fresh_ == fresh_end_) {
      Page* page = pages_.take();
      fresh_ = page->entries.data();
      fresh_end_ = fresh_ + page->entries.size();
    }
    return fresh_++;
  }

  static Entry* merge(Entry* a, Entry* b) {
    std::array<Entry*, 2 * kMaxRank> way;
    std::size_t depth = 0;
    while (a != nullptr && b != nullptr) {
      if (b->before(*a)) std::swap(a, b);
      way[depth++] = a;
      a = a->right;
    }
    Entry* merged = a != nullptr ? a : b;
    while (depth > 0) {
      Entry* entry = way[--depth];
      entry->right = merged;
      const std::uint32_t left_rank = entry->left != nullptr ? entry->left->rank : 0;
      if (left_rank < merged->rank) {
        std::swap(entry->left, entry->right);
        entry->rank = left_rank + 1;
      } else {
        entry->rank = merged->rank + 1;
      }
      merged = entry;
    }
    return merged;
  }

  // Moves best_f_ on to the first bucket that has an entry. There is one.
  void find_best() {
    const std::uint32_t from = best_f_ & mask_;
    if (buckets_[from] != nullptr) return;
    std::size_t word = from >> 6u;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (from & 63u));
    while (bits == 0) {
      word = (word + 1) & (occupied_.size() - 1);
      bits = occupied_[word];
    }
    const auto bucket = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
    best_f_ += (bucket - from) & mask_;
  }

  std::vector<Entry*> buckets_;          // each the best entry of a heap, or nullptr
  std::vector<std::uint64_t> occupied_;  // per bucket: a bit
  std::uint32_t mask_ = 0;
  Cost best_f_ = kNotStarted;  // no entry has a lower f
  std::uint64_t entries_ = 0;
  PagePool<Page> pages_;
  Entry* free_ = nullptr;
  Entry* fresh_ = nullptr;  // of the newest page: those never used
  Entry* fresh_end_ = nullptr;
};

}  // namespace waymark
