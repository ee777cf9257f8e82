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
    best_f_ = 0;
    started_ = false;
  }

  [[nodiscard]] bool empty() const { return best_.empty() && entries_ == 0; }
  [[nodiscard]] std::uint64_t best_f() {
    if (best_.empty()) open_next_bucket();
    return best_f_;
  }

  void push(Cost g, Cost h, NodeId node) {
    const Cost f = g + h;
    const std::uint64_t rank = (std::uint64_t{h} << 32u) | node;
    if (f == best_f_ && started_) {
      best_.push_back(rank);
      for (std::size_t i = best_.size() - 1; i > 0 && best_[i - 1] < rank; --i) std::swap(best_[i], best_[i - 1]);
      return;
    }
    if (!started_) {
      started_ = true;
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

  NodeId pop() {
    if (best_.empty()) open_next_bucket();
    const auto node = static_cast<NodeId>(best_.back());
    best_.pop_back();
    return node;
  }

 private:
  struct Slot {
    std::uint64_t rank;  // h, id: all of a bucket share f
    std::uint32_t next;
  };
  static constexpr std::uint32_t kEnd = 0xffffffffu;

  // Makes the next occupied bucket the best one. There is one.
  void open_next_bucket() {
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
  std::vector<std::uint64_t> best_;  // the best bucket, best entry last
  std::uint32_t free_ = kEnd;
  std::uint32_t mask_ = 0;
  Cost best_f_ = 0;
  std::uint64_t entries_ = 0;  // in the ring, without best_
  bool started_ = false;
};

}  // namespace waymark
