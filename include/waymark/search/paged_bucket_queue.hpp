// The open list of bucket_queue.hpp for searches whose every step has a bound: entries lie in pages of fixed size, and
// no bucket is sorted as a whole. Each time a bucket has kRun unordered entries they become a sorted run; a bucket that
// comes up sorts the few that are left and takes its runs as a heap. No push or pop looks at more than 2 kRun entries
// and the way down that heap.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/recycler.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/bucket_queue.hpp"
#include "waymark/search/leftist_heap.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

class PagedBucketQueue {
 public:
  using Order = PlainOrder;

  explicit PagedBucketQueue(Order /*order*/ = {}) {}

  // Takes the time of the ring.
  void start(Cost max_edge) {
    WAYMARK_ASSERT(max_edge <= BucketQueue::kMaxEdge);
    const std::uint32_t size = std::max(std::bit_ceil(2 * max_edge + 1), 64u);
    if (size != buckets_.size()) {
      buckets_.assign(size, {});
      counts_.assign(size, 0);
      occupied_.assign(size / 64, 0);
    }
    for (std::size_t word = 0; word < occupied_.size(); ++word) {  // what a search that stopped early left behind
      for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
        const std::size_t number = word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]));
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
    best_f_ = kNotStarted;
  }

  [[nodiscard]] bool empty() const { return best_size_ == 0 && best_runs_ == nullptr && occupied_buckets_ == 0; }
  [[nodiscard]] std::uint64_t best_f() {
    open_next_bucket_if_needed();
    return best_f_;
  }
  [[nodiscard]] NodeId best() {
    open_next_bucket_if_needed();
    return run_is_best() ? best_runs_->best().node : best_[best_size_ - 1].node;
  }

  WAYMARK_ALWAYS_INLINE void push(Cost g, Cost h, NodeId node) {
    if (g + h != best_f_) {
      push_ahead(g + h, {node, h});
      return;
    }
    if (best_size_ == best_.size()) move_worst_to_run();
    std::size_t place = best_size_++;
    const Rank rank{node, h};
    for (; place > 0 && best_[place - 1].before(rank); --place) best_[place] = best_[place - 1];
    best_[place] = rank;
  }

  NodeId pop() {
    open_next_bucket_if_needed();
    if (run_is_best()) return pop_from_run();
    return best_[--best_size_].node;
  }

  [[nodiscard]] std::size_t bytes() const {
    return slots_.bytes() + runs_.bytes() + buckets_.size() * (sizeof(Bucket) + 1) + sizeof(*this);
  }

 private:
  static constexpr std::size_t kRun = 64;
  static constexpr Cost kNotStarted = kInfiniteCost;  // no f: a search ends before its costs reach that far

  // Place in the order of a bucket, whose entries share f: lower h, then lower id.
  struct Rank {
    NodeId node;
    Cost h;
    [[nodiscard]] bool before(const Rank& other) const { return h != other.h ? h < other.h : node < other.node; }
  };
  struct Slot {
    Rank rank;
    Slot* next;
  };
  struct Run : LeftistItem<Run> {
    std::uint32_t size;
    std::array<Rank, kRun> ranks;  // the best last
    [[nodiscard]] const Rank& best() const { return ranks[size - 1]; }
    [[nodiscard]] bool before(const Run& other) const { return best().before(other.best()); }
  };
  struct Bucket {
    Slot* slots = nullptr;  // fewer than kRun
    Run* runs = nullptr;    // a heap
  };

  [[nodiscard]] bool run_is_best() const {
    return best_runs_ != nullptr && (best_size_ == 0 || best_runs_->best().before(best_[best_size_ - 1]));
  }

  WAYMARK_NEVER_INLINE void push_ahead(Cost f, Rank rank) {
    if (best_f_ == kNotStarted) {
      best_f_ = f;
      best_[best_size_++] = rank;
      return;
    }
    WAYMARK_DEBUG_ASSERT(f > best_f_ && f - best_f_ <= mask_);
    const std::uint32_t number = f & mask_;
    Bucket& bucket = buckets_[number];
    Slot* slot = slots_.take();
    *slot = {rank, bucket.slots};
    bucket.slots = slot;
    std::uint64_t& bits = occupied_[number >> 6u];
    occupied_buckets_ += 1 - static_cast<std::uint32_t>((bits >> (number & 63u)) & 1u);
    bits |= std::uint64_t{1} << (number & 63u);
    if (++counts_[number] == kRun) make_run(number);
  }

  // The entries of a bucket that are in no run become one.
  WAYMARK_NEVER_INLINE void make_run(std::uint32_t number) {
    Run* run = new_run();
    run->size = take_slots(number, run->ranks.data());
    buckets_[number].runs = merge_heaps(buckets_[number].runs, run);
  }

  // Writes the entries of a bucket that are in no run to `ranks`, sorted; returns how many.
  std::uint32_t take_slots(std::uint32_t number, Rank* ranks) {
    std::uint32_t size = 0;
    for (Slot* slot = buckets_[number].slots; slot != nullptr;) {
      ranks[size++] = slot->rank;
      Slot* next = slot->next;
      slots_.give_back(slot);
      slot = next;
    }
    buckets_[number].slots = nullptr;
    counts_[number] = 0;
    if (size > 1) std::sort(ranks, ranks + size, [](const Rank& a, const Rank& b) { return b.before(a); });
    return size;
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
    std::copy_n(best_.begin(), kRun, run->ranks.begin());
    std::copy(best_.begin() + kRun, best_.end(), best_.begin());
    best_size_ -= kRun;
    best_runs_ = merge_heaps(best_runs_, run);
  }

  WAYMARK_NEVER_INLINE NodeId pop_from_run() {
    Run* run = best_runs_;
    const NodeId node = run->best().node;
    best_runs_ = without_first(run);
    if (--run->size == 0) {
      runs_.give_back(run);
    } else {
      best_runs_ = merge_heaps(best_runs_, run);
    }
    return node;
  }

  void open_next_bucket_if_needed() {
    if (best_size_ == 0 && best_runs_ == nullptr) open_next_bucket();
  }

  // Makes the next occupied bucket the best one. There is one.
  WAYMARK_NEVER_INLINE void open_next_bucket() {
    const std::uint32_t from = best_f_ & mask_;
    std::size_t word = from >> 6u;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (from & 63u));
    while (bits == 0) {
      word = (word + 1) & (occupied_.size() - 1);
      bits = occupied_[word];
    }
    const auto number = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
    best_f_ += (number - from) & mask_;
    occupied_[word] &= ~(std::uint64_t{1} << (number & 63u));
    --occupied_buckets_;
    best_size_ = take_slots(number, best_.data());
    best_runs_ = std::exchange(buckets_[number].runs, nullptr);
  }

  std::vector<Bucket> buckets_;
  std::vector<std::uint8_t> counts_;     // per bucket: entries in slots
  std::vector<std::uint64_t> occupied_;  // per bucket: a bit
  std::uint32_t occupied_buckets_ = 0;
  std::uint32_t mask_ = 0;
  Cost best_f_ = kNotStarted;
  std::array<Rank, 2 * kRun> best_;  // of the best bucket, the best last
  std::size_t best_size_ = 0;
  Run* best_runs_ = nullptr;  // the best bucket's
  Recycler<Slot, &Slot::next, 128> slots_;
  Recycler<Run, &Run::left, 4> runs_;
};

}  // namespace waymark
