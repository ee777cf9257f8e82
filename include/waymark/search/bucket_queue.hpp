// An open list of one bucket per value of f. With a consistent heuristic a successor's f exceeds its parent's by at
// most twice the dearest edge, so a ring of that many buckets holds every open entry, and a bitmap finds the next one.
//
// A bucket is an unordered list until it is the best; then it is sorted once. What is pushed at the best f is a
// successor of an entry just popped, has a higher g than the rest and lands at the end of the sorted array: the
// immediate expansion of queue.hpp comes for free.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

class BucketQueue {
 public:
  using Order = PlainOrder;

  // The ring is worth its memory up to this; dearer edges want a heap.
  static constexpr Cost kMaxEdge = 1u << 15u;

  void start(Cost max_edge) {
    WAYMARK_ASSERT(max_edge <= kMaxEdge);
    const std::uint32_t size = std::max(std::bit_ceil(2 * max_edge + 1), 64u);
    if (size != heads_.size()) {
      heads_.assign(size, kEnd);
      occupied_.assign(size / 64, 0);
    } else if (entries_ != 0) {  // a search that stopped early left entries behind
      for (std::size_t word = 0; word < occupied_.size(); ++word) {
        for (; occupied_[word] != 0; occupied_[word] &= occupied_[word] - 1) {
          heads_[word * 64 + static_cast<std::size_t>(std::countr_zero(occupied_[word]))] = kEnd;
        }
      }
    }
    mask_ = size - 1;
    entries_ = 0;
    pool_.clear();
    free_ = kEnd;
    best_.clear();
    best_f_ = kNotStarted;
  }

  [[nodiscard]] bool empty() const { return best_.empty() && entries_ == 0; }
  [[nodiscard]] std::uint64_t best_f() {
    if (best_.empty()) open_next_bucket();
    return best_f_;
  }

  WAYMARK_ALWAYS_INLINE void push(Cost g, Cost h, NodeId node) {
    instrument::write();
    if (g + h != best_f_) {
      push_ahead(g + h, {node, h});
      return;
    }
    best_.push_back({node, h});
    for (std::size_t i = best_.size() - 1; i > 0 && best_[i] > best_[i - 1]; --i) std::swap(best_[i], best_[i - 1]);
  }

  NodeId pop() {
    instrument::write();
    if (best_.empty()) open_next_bucket();
    const NodeId node = best_.back().node;
    best_.pop_back();
    return node;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(heads_, occupied_, pool_, best_); }

 private:
  // Place in the order of a bucket, whose entries share f: lower h, then lower id. Two fields, not one packed word: the
  // next pop reads the id, and need not wait until h is known.
  struct Rank {
    NodeId node;
    Cost h;
    friend bool operator>(const Rank& a, const Rank& b) { return a.h != b.h ? a.h > b.h : a.node > b.node; }
  };
  struct Slot {
    Rank rank;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kEnd = 0xffffffffu;
  static constexpr Cost kNotStarted = kInfiniteCost;  // no f: a search ends before its costs reach that far

  WAYMARK_NEVER_INLINE void push_ahead(Cost f, Rank rank) {
    if (best_f_ == kNotStarted) {
      best_f_ = f;
      best_.push_back(rank);
      return;
    }
    WAYMARK_DEBUG_ASSERT(f > best_f_ && f - best_f_ <= mask_);
    const std::uint32_t bucket = f & mask_;
    std::uint32_t slot = free_;
    if (slot != kEnd) {
      free_ = pool_[slot].next;
      pool_[slot] = {rank, heads_[bucket]};
    } else {
      slot = static_cast<std::uint32_t>(pool_.size());
      pool_.push_back({rank, heads_[bucket]});
    }
    heads_[bucket] = slot;
    occupied_[bucket >> 6u] |= std::uint64_t{1} << (bucket & 63u);
    ++entries_;
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
    const auto bucket = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
    best_f_ += (bucket - from) & mask_;
    occupied_[word] &= ~(std::uint64_t{1} << (bucket & 63u));
    std::uint32_t slot = heads_[bucket];
    heads_[bucket] = kEnd;
    while (slot != kEnd) {
      best_.push_back(pool_[slot].rank);
      const std::uint32_t next = pool_[slot].next;
      pool_[slot].next = free_;
      free_ = slot;
      slot = next;
    }
    entries_ -= best_.size();
    if (best_.size() > 1) std::sort(best_.begin(), best_.end(), std::greater<>());
  }

  std::vector<std::uint32_t> heads_;     // per bucket: its first slot
  std::vector<std::uint64_t> occupied_;  // per bucket: a bit
  std::vector<Slot> pool_;
  std::vector<Rank> best_;  // the best bucket, best entry last
  std::uint32_t free_ = kEnd;
  std::uint32_t mask_ = 0;
  Cost best_f_ = kNotStarted;
  std::uint64_t entries_ = 0;  // in the ring, without best_
};

}  // namespace waymark
