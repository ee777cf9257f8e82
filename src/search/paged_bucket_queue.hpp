// An open list for searches whose every step has a bound: entries lie in pages of the units' memory, and nothing is
// ever sorted, moved or grown as a whole.
//
// Entries are spread over buckets by ranges of f. Those of the best bucket and below lie in a short sorted array; what
// does not fit there, and every kRun entries that wait in another bucket, become sorted runs, kept as leftist heaps. No
// push or pop looks at more than 2 kRun entries and the way down such a heap.
//
// With a consistent heuristic and the plain order the f of all entries span no more than twice the dearest edge: the
// buckets are a ring of about a hundred. Otherwise f may fall; a bucket is as wide as puts the first f into the second
// quarter of many, the more of them the longer the way, and the last takes all that lies above.
//
// Where the memory is at its cap an entry is lost, and failed() says so until the next start: the search is void then.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/recycler.hpp"
#include "search/bucket_pages.hpp"
#include "search/leftist_heap.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/base/unit_memory.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

template <class OrderType>
class PagedBucketQueue {
 public:
  using Order = OrderType;

  // The memory outlives the queue.
  explicit PagedBucketQueue(UnitMemory& memory, Order order = {}) : memory_(&memory), order_(order) {}
  PagedBucketQueue(const PagedBucketQueue&) = delete;
  PagedBucketQueue& operator=(const PagedBucketQueue&) = delete;
  ~PagedBucketQueue() { clear(); }

  // In constant time.
  void start(Cost max_edge) {
    clear();
    std::uint32_t size = kRanges;
    if constexpr (Order::kConsistent) {
      WAYMARK_ASSERT(max_edge <= BucketQueue::kMaxEdge);
      const Cost span = 2 * max_edge;
      shift_ = std::max(bits_of(span) - bits_of(kRingRanges - 1), 0);
      size = std::max(std::bit_ceil((span >> shift_) + 2), kBucketsPerPage);
    } else {
      shift_ = bits_of(order_.entry(max_edge, 0, 0).f()) - kRangesPerEdgeBits;
    }
    mask_ = size - 1;
  }
  // Forgets all entries and gives the pages back. In constant time.
  void clear() {
    buckets_.clear(*memory_);
    slots_.give_back_all(*memory_);
    runs_.give_back_all(*memory_);
    best_size_ = 0;
    best_runs_ = nullptr;
    best_range_ = kNotStarted;
    failed_ = false;
  }

  [[nodiscard]] bool empty() const { return best_size_ == 0 && best_runs_ == nullptr && buckets_.empty(); }
  [[nodiscard]] bool failed() const { return failed_; }
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
    if (best_size_ == best_.size() && !move_worst_to_run()) return;
    sort_in(best_.data(), best_size_++, entry);
  }

  WAYMARK_ALWAYS_INLINE NodeId pop() {
    instrument::write();
    open_next_bucket_if_needed();
    if (run_is_best()) return pop_from_run().node;
    return best_[--best_size_].node;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return buckets_.bytes() + slots_.bytes() + runs_.bytes(); }

 private:
  static constexpr std::size_t kRun = 16;
  static constexpr std::uint64_t kNotStarted = ~std::uint64_t{0};
  using Entry = typename Order::Entry;

  struct Slot {
    Entry entry;
    Slot* next;
  };
  // On the way down a heap nothing but the beginning of a run is looked at: a line of the cache.
  struct Run : LeftistItem<Run> {
    std::uint32_t size;
    Entry best;                       // the last one
    std::array<Entry, kRun> entries;  // the best last
    [[nodiscard]] bool before(const Run& other) const { return best < other.best; }
    void note_best() { best = entries[size - 1]; }
  };

  using Buckets = BucketPages<Slot, Run>;
  using BucketPage = typename Buckets::Page;
  static constexpr std::uint32_t kBucketsPerPage = Buckets::kBucketsPerPage;
  static constexpr std::uint32_t kRanges = Buckets::kMostBuckets;
  // With fewer, more entries are sorted in vain; but where the way is short, more are only more pages. A range is as
  // wide as an eighth of the dearest edge if that makes a number between the two.
  static constexpr std::uint32_t kFewRanges = kRanges / 4;
  static constexpr int kRangesPerEdgeBits = 3;
  // Of a ring. With one for each f much of the time went into pages of buckets that see an entry or two.
  static constexpr std::uint32_t kRingRanges = 128;

  // Entries of a lower range come first.
  [[nodiscard]] std::uint64_t range(std::uint64_t f) const {
    if constexpr (Order::kConsistent) return f >> static_cast<unsigned>(shift_);
    return std::min<std::uint64_t>(f >> static_cast<unsigned>(shift_), mask_);
  }
  static int bits_of(std::uint64_t number) { return static_cast<int>(std::bit_width(number)); }
  void set_ranges(std::uint64_t first_f) {
    if constexpr (!Order::kConsistent) {
      const auto shift_to = [first_f](std::uint32_t ranges) {
        return std::max(bits_of(first_f) - bits_of(ranges / 4), 0);
      };
      shift_ = std::clamp(shift_, shift_to(kRanges), shift_to(kFewRanges));
    }
    best_range_ = range(first_f);
  }

  [[nodiscard]] bool run_is_best() const {
    return best_runs_ != nullptr && (best_size_ == 0 || best_runs_->best < best_[best_size_ - 1]);
  }
  const Entry& best_entry() {
    open_next_bucket_if_needed();
    return run_is_best() ? best_runs_->best : best_[best_size_ - 1];
  }

  WAYMARK_NEVER_INLINE void push_ahead(std::uint64_t at, const Entry& entry) {
    WAYMARK_DEBUG_ASSERT(at - best_range_ <= mask_);
    const std::uint32_t number = static_cast<std::uint32_t>(at) & mask_;
    BucketPage* const page = buckets_.page_of(*memory_, number);
    Slot* const slot = page != nullptr && !failed_ ? slots_.take(*memory_) : nullptr;
    if (slot == nullptr) {
      failed_ = true;
      return;
    }
    const std::uint32_t place = number % kBucketsPerPage;
    *slot = {entry, page->slots[place]};
    page->slots[place] = slot;
    buckets_.occupy(*page, number);
    if (++page->counts[place] == kRun) make_run(*page, place);
  }

  // The entries of a bucket that are in no run become one.
  WAYMARK_NEVER_INLINE void make_run(BucketPage& page, std::uint32_t place) {
    Run* const run = new_run();
    if (run == nullptr) return;
    run->size = take_slots(page, place, run->entries.data());
    run->note_best();
    page.runs[place] = merge_heaps(page.runs[place], run);
  }

  static void sort_in(Entry* entries, std::size_t size, const Entry& entry) {
    std::size_t place = size;
    for (; place > 0 && entries[place - 1] < entry; --place) entries[place] = entries[place - 1];
    entries[place] = entry;
  }

  // Writes the entries of a bucket that are in no run to `entries`, sorted; returns how many.
  std::uint32_t take_slots(BucketPage& page, std::uint32_t place, Entry* entries) {
    std::uint32_t size = 0;
    for (Slot* slot = page.slots[place]; slot != nullptr;) {
      sort_in(entries, size++, slot->entry);
      Slot* const next = slot->next;
      slots_.give_back(slot);
      slot = next;
    }
    page.slots[place] = nullptr;
    page.counts[place] = 0;
    return size;
  }

  // Puts the entries of the best bucket back into it, and makes a lower one the best.
  WAYMARK_NEVER_INLINE void close_best_bucket(std::uint64_t lower) {
    if (best_runs_ != nullptr && best_size_ == 0) {  // a bucket has an entry in no run, or none at all
      best_[best_size_++] = pop_from_run();
    }
    const std::uint64_t closed = std::exchange(best_range_, lower);
    const std::uint32_t number = static_cast<std::uint32_t>(closed) & mask_;
    Run* const runs = std::exchange(best_runs_, nullptr);
    if (runs != nullptr) {
      BucketPage* const page = buckets_.page_of(*memory_, number);
      if (page == nullptr) {
        failed_ = true;
      } else {
        page->runs[number % kBucketsPerPage] = runs;
      }
    }
    while (best_size_ > 0) push_ahead(closed, best_[--best_size_]);
  }

  // nullptr at the cap.
  Run* new_run() {
    Run* run = runs_.take(*memory_);
    if (run == nullptr) {
      failed_ = true;
      return nullptr;
    }
    run->left = run->right = nullptr;
    run->depth = 1;
    return run;
  }

  // False at the cap.
  WAYMARK_NEVER_INLINE bool move_worst_to_run() {
    Run* run = new_run();
    if (run == nullptr) return false;
    run->size = kRun;
    std::copy_n(best_.begin(), kRun, run->entries.begin());
    run->note_best();
    std::copy(best_.begin() + kRun, best_.end(), best_.begin());
    best_size_ -= kRun;
    best_runs_ = merge_heaps(best_runs_, run);
    return true;
  }

  WAYMARK_NEVER_INLINE Entry pop_from_run() {
    Run* run = best_runs_;
    const Entry entry = run->best;
    if (--run->size == 0) {
      best_runs_ = without_first(run);
      runs_.give_back(run);
      return entry;
    }
    run->note_best();
    if (!is_first(*run)) {
      Run* const rest = without_first(run);
      best_runs_ = merge_heaps(rest, run);
    }
    return entry;
  }

  void open_next_bucket_if_needed() {
    if (best_size_ == 0 && best_runs_ == nullptr) open_next_bucket();
  }

  // Makes the next occupied bucket the best one. There is one.
  WAYMARK_NEVER_INLINE void open_next_bucket() {
    const std::uint32_t from = static_cast<std::uint32_t>(best_range_) & mask_;
    const std::uint32_t number = buckets_.next_occupied(from);
    best_range_ += (number - from) & mask_;
    BucketPage& page = buckets_.known(number);
    const std::uint32_t place = number % kBucketsPerPage;
    best_size_ = take_slots(page, place, best_.data());
    best_runs_ = std::exchange(page.runs[place], nullptr);
    buckets_.vacate(page, number);
  }

  UnitMemory* memory_;
  Order order_;
  std::uint32_t mask_ = 0;
  int shift_ = 0;  // a range of f is 2^shift_ wide
  std::uint64_t best_range_ = kNotStarted;
  bool failed_ = false;
  std::size_t best_size_ = 0;
  Run* best_runs_ = nullptr;            // of the best range and below, what does not fit into best_
  std::array<Entry, 2 * kRun> best_{};  // of the best range and below, the best last
  Buckets buckets_;
  Recycler<Slot, &Slot::next> slots_;
  Recycler<Run, &Run::left> runs_;
};

}  // namespace waymark
