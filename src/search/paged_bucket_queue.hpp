// An open list for searches whose every step has a bound: entries lie in pages of fixed size, and nothing is ever
// sorted, moved or grown as a whole.
//
// Entries are spread over buckets by ranges of f. Those of the best bucket and below lie in a short sorted array; what
// does not fit there, and every kRun entries that wait in another bucket, become sorted runs, kept as leftist heaps. No
// push or pop looks at more than 2 kRun entries and the way down such a heap.
//
// With a consistent heuristic and the plain order the f of all entries span no more than twice the dearest edge: the
// buckets are a ring, one for each f, as in bucket_queue.hpp. Otherwise f may fall; a bucket is as wide as puts the
// first f into the second quarter of them, and the last takes all that lies above.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/recycler.hpp"
#include "search/leftist_heap.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

template <class OrderType>
class PagedBucketQueue {
 public:
  using Order = OrderType;

  explicit PagedBucketQueue(Order order = {}) : order_(order) {}

  // Takes the time of the ring.
  void start(Cost max_edge) {
    std::uint32_t size = kRanges;
    if constexpr (Order::kConsistent) {
      WAYMARK_ASSERT(max_edge <= BucketQueue::kMaxEdge);
      size = std::max(std::bit_ceil(2 * max_edge + 1), 64u);
    }
    if (size != buckets_.size()) {
      buckets_.assign(size, {});
      counts_.assign(size, 0);
      occupied_.assign(size / 64, 0);
    }
    for (std::size_t word = 0; word < occupied_.size(); ++word) {  // what a search that stopped early left behind
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
        const std::size_t number = word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]));
        instrument::write();
        buckets_[number] = {};
        counts_[number] = 0;
      }
    }
    mask_ = size - 1;
    slots_.give_back_all();
    runs_.give_back_all();
    occupied_buckets_ = 0;
    best_size_ = 0;
    best_runs_ = nullptr;
    best_range_ = kNotStarted;
  }

  [[nodiscard]] bool empty() const { return best_size_ == 0 && best_runs_ == nullptr && occupied_buckets_ == 0; }
  [[nodiscard]] std::uint64_t best_f() { return best_entry().f(); }
  [[nodiscard]] NodeId best() { return best_entry().node; }

  WAYMARK_ALWAYS_INLINE void push(Cost g, Cost h, NodeId node) {
    instrument::write();
    const Entry entry = order_.entry(g, h, node);
    if (best_range_ == kNotStarted) set_ranges(entry.f());
    const std::uint64_t at = range(entry.f());
    if (at > best_range_) {
      push_ahead(at, entry);
      return;
    }
    if constexpr (!Order::kConsistent) {
      if (at < best_range_) close_best_bucket(at);
    }
    if (best_size_ == best_.size()) move_worst_to_run();
    sort_in(best_.data(), best_size_++, entry);
  }

  NodeId pop() {
    instrument::write();
    open_next_bucket_if_needed();
    if (run_is_best()) return pop_from_run().node;
    return best_[--best_size_].node;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(buckets_, counts_, occupied_, slots_, runs_); }

 private:
  static constexpr std::size_t kRun = 64;
  static constexpr std::size_t kFewEntries = 16;   // up to here sorting in one by one is faster
  static constexpr std::uint32_t kRanges = 16384;  // with fewer, a search sorts more entries that it never asks for
  static constexpr std::uint64_t kNotStarted = ~std::uint64_t{0};
  using Entry = typename Order::Entry;

  struct Slot {
    Entry entry;
    Slot* next;
  };
  struct Run : LeftistItem<Run> {
    std::uint32_t size;
    std::array<Entry, kRun> entries;  // the best last
    [[nodiscard]] const Entry& best() const { return entries[size - 1]; }
    [[nodiscard]] bool before(const Run& other) const { return best() < other.best(); }
  };
  struct Bucket {
    Slot* slots = nullptr;  // fewer than kRun
    Run* runs = nullptr;    // a heap
  };

  // Entries of a lower range come first.
  [[nodiscard]] std::uint64_t range(std::uint64_t f) const {
    if constexpr (Order::kConsistent) return f;
    return std::min<std::uint64_t>(f >> static_cast<unsigned>(shift_), mask_);
  }
  void set_ranges(std::uint64_t first_f) {
    shift_ = std::max(static_cast<int>(std::bit_width(first_f)) - static_cast<int>(std::bit_width(kRanges / 4)), 0);
    best_range_ = range(first_f);
  }

  [[nodiscard]] bool run_is_best() const {
    return best_runs_ != nullptr && (best_size_ == 0 || best_runs_->best() < best_[best_size_ - 1]);
  }
  const Entry& best_entry() {
    open_next_bucket_if_needed();
    return run_is_best() ? best_runs_->best() : best_[best_size_ - 1];
  }

  WAYMARK_NEVER_INLINE void push_ahead(std::uint64_t at, const Entry& entry) {
    WAYMARK_DEBUG_ASSERT(at - best_range_ <= mask_);
    const std::uint32_t number = static_cast<std::uint32_t>(at) & mask_;
    Bucket& bucket = buckets_[number];
    Slot* slot = slots_.take();
    *slot = {entry, bucket.slots};
    bucket.slots = slot;
    std::uint64_t& bits = occupied_[number >> 6u];
    occupied_buckets_ += 1 - static_cast<std::uint32_t>((bits >> (number & 63u)) & 1u);
    bits |= std::uint64_t{1} << (number & 63u);
    if (++counts_[number] == kRun) make_run(number);
  }

  // The entries of a bucket that are in no run become one.
  WAYMARK_NEVER_INLINE void make_run(std::uint32_t number) {
    Run* run = new_run();
    run->size = take_slots(number, run->entries.data());
    buckets_[number].runs = merge_heaps(buckets_[number].runs, run);
  }

  static void sort_in(Entry* entries, std::size_t size, const Entry& entry) {
    std::size_t place = size;
    for (; place > 0 && entries[place - 1] < entry; --place) entries[place] = entries[place - 1];
    entries[place] = entry;
  }

  // Writes the entries of a bucket that are in no run to `entries`, sorted; returns how many.
  std::uint32_t take_slots(std::uint32_t number, Entry* entries) {
    std::uint32_t size = 0;
    const bool few = counts_[number] <= kFewEntries;
    for (Slot* slot = buckets_[number].slots; slot != nullptr;) {
      if (few) {
        sort_in(entries, size, slot->entry);
      } else {
        entries[size] = slot->entry;
      }
      ++size;
      Slot* next = slot->next;
      slots_.give_back(slot);
      slot = next;
    }
    buckets_[number].slots = nullptr;
    counts_[number] = 0;
    if (!few) std::sort(entries, entries + size, [](const Entry& a, const Entry& b) { return b < a; });
    return size;
  }

  // Puts the entries of the best bucket back into it, and makes a lower one the best.
  WAYMARK_NEVER_INLINE void close_best_bucket(std::uint64_t lower) {
    if (best_runs_ != nullptr && best_size_ == 0) {  // a bucket has an entry in no run, or none at all
      best_[best_size_++] = pop_from_run();
    }
    const std::uint64_t closed = std::exchange(best_range_, lower);
    Bucket& bucket = buckets_[static_cast<std::uint32_t>(closed) & mask_];
    bucket.runs = std::exchange(best_runs_, nullptr);
    while (best_size_ > 0) push_ahead(closed, best_[--best_size_]);
  }

  Run* new_run() {
    Run* run = runs_.take();
    run->left = run->right = nullptr;
    run->depth = 1;
    return run;
  }

  WAYMARK_NEVER_INLINE void move_worst_to_run() {
    Run* run = new_run();
    run->size = kRun;
    std::copy_n(best_.begin(), kRun, run->entries.begin());
    std::copy(best_.begin() + kRun, best_.end(), best_.begin());
    best_size_ -= kRun;
    best_runs_ = merge_heaps(best_runs_, run);
  }

  WAYMARK_NEVER_INLINE Entry pop_from_run() {
    Run* run = best_runs_;
    const Entry entry = run->best();
    best_runs_ = without_first(run);
    if (--run->size == 0) {
      runs_.give_back(run);
    } else {
      best_runs_ = merge_heaps(best_runs_, run);
    }
    return entry;
  }

  void open_next_bucket_if_needed() {
    if (best_size_ == 0 && best_runs_ == nullptr) open_next_bucket();
  }

  // Makes the next occupied bucket the best one. There is one.
  WAYMARK_NEVER_INLINE void open_next_bucket() {
    const std::uint32_t from = static_cast<std::uint32_t>(best_range_) & mask_;
    std::size_t word = from >> 6u;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (from & 63u));
    while (bits == 0) {
      word = (word + 1) & (occupied_.size() - 1);
      bits = occupied_[word];
    }
    const auto number = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
    best_range_ += (number - from) & mask_;
    occupied_[word] &= ~(std::uint64_t{1} << (number & 63u));
    --occupied_buckets_;
    best_size_ = take_slots(number, best_.data());
    best_runs_ = std::exchange(buckets_[number].runs, nullptr);
  }

  Order order_;
  std::vector<Bucket> buckets_;
  std::vector<std::uint8_t> counts_;     // per bucket: entries in slots
  std::vector<std::uint64_t> occupied_;  // per bucket: a bit
  std::uint32_t occupied_buckets_ = 0;
  std::uint32_t mask_ = 0;
  int shift_ = 0;  // a range of f is 2^shift_ wide
  std::uint64_t best_range_ = kNotStarted;
  std::array<Entry, 2 * kRun> best_{};  // of the best range and below, the best last
  std::size_t best_size_ = 0;
  Run* best_runs_ = nullptr;  // the same, what does not fit there
  Recycler<Slot, &Slot::next, 128> slots_;
  Recycler<Run, &Run::left, 4> runs_;
};

}  // namespace waymark
