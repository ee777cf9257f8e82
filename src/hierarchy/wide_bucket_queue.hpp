// An open list for long edges of many lengths, as abstract graphs have: buckets of f several costs wide. A bucket is an
// unordered list until its turn comes; then it is sorted, and what is pushed into it later is sorted in. Entries far
// ahead wait in a list of their own until the buckets before them are empty.
//
// Order: lower f, then higher g, then lower id, as everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"
#include "waymark/search/queue.hpp"

namespace waymark {

class WideBucketQueue {
 public:
  using Order = PlainOrder;

  // `usual_edge`: what most edges cost at most. It sets how wide buckets are, nothing else.
  explicit WideBucketQueue(Cost usual_edge)
      : shift_(static_cast<unsigned>(std::bit_width(usual_edge / (kBuckets / 4)))) {}

  void start(Cost /*max_edge*/) {
    best_.clear();
    pool_.clear();
    far_.clear();
    heads_.fill(kEnd);
    used_.fill(0);
    free_ = kEnd;
    started_ = false;
  }

  [[nodiscard]] bool empty() const { return best_.empty() && far_.empty() && !has_buckets(); }
  [[nodiscard]] std::uint64_t best_f() {
    if (best_.empty()) open_next();
    return best_.back().f();
  }
  [[nodiscard]] NodeId best() {
    if (best_.empty()) open_next();
    return best_.back().node;
  }

  void push(Cost g, Cost h, NodeId node) {
    instrument::write();
    const Entry entry = Order().entry(g, h, node);
    const std::uint64_t bucket = entry.f() >> shift_;
    if (!started_) {
      started_ = true;
      first_ = current_ = bucket;
    }
    if (bucket <= current_) return sort_in(entry);
    if (bucket >= first_ + kBuckets) return far_.push_back(entry);
    add(bucket - first_, entry);
  }

  NodeId pop() {
    instrument::write();
    if (best_.empty()) open_next();
    const NodeId node = best_.back().node;
    best_.pop_back();
    return node;
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(best_, pool_, far_); }

 private:
  using Entry = Order::Entry;
  static constexpr std::uint32_t kBuckets = 256;
  static constexpr std::uint32_t kEnd = 0xffffffffu;
  struct Slot {
    Entry entry;
    std::uint32_t next;
  };

  [[nodiscard]] bool has_buckets() const {
    return std::any_of(used_.begin(), used_.end(), [](std::uint64_t word) { return word != 0; });
  }
  void sort_in(const Entry& entry) {
    best_.push_back(entry);
    for (std::size_t i = best_.size() - 1; i > 0 && best_[i - 1] < entry; --i) std::swap(best_[i], best_[i - 1]);
  }
  void add(std::uint64_t place, const Entry& entry) {
    std::uint32_t slot = free_;
    if (slot != kEnd) {
      free_ = pool_[slot].next;
    } else {
      slot = static_cast<std::uint32_t>(pool_.size());
      pool_.emplace_back();
    }
    pool_[slot] = {entry, heads_[place]};
    heads_[place] = slot;
    used_[place / 64] |= std::uint64_t{1} << place % 64;
  }

  // Makes the next bucket in use the best one. There is an entry.
  void open_next() {
    if (!has_buckets()) take_far();
    std::size_t word = 0;
    while (used_[word] == 0) ++word;
    const std::size_t place = word * 64 + static_cast<std::size_t>(std::countr_zero(used_[word]));
    used_[word] &= used_[word] - 1;
    for (std::uint32_t slot = heads_[place]; slot != kEnd;) {
      best_.push_back(pool_[slot].entry);
      const std::uint32_t next = pool_[slot].next;
      pool_[slot].next = free_;
      free_ = slot;
      slot = next;
    }
    heads_[place] = kEnd;
    current_ = first_ + place;
    if (best_.size() > 1) std::sort(best_.begin(), best_.end(), [](const Entry& a, const Entry& b) { return b < a; });
  }
  void take_far() {
    first_ = far_.front().f() >> shift_;
    for (const Entry& entry : far_) first_ = std::min(first_, entry.f() >> shift_);
    std::size_t kept = 0;
    for (const Entry& entry : far_) {
      const std::uint64_t bucket = entry.f() >> shift_;
      if (bucket < first_ + kBuckets) {
        add(bucket - first_, entry);
      } else {
        far_[kept++] = entry;
      }
    }
    far_.resize(kept);
  }

  unsigned shift_;
  bool started_ = false;
  std::uint64_t first_ = 0;    // f of the first bucket, in widths of one
  std::uint64_t current_ = 0;  // of that which was sorted last
  std::vector<Entry> best_;    // best entry last
  std::array<std::uint32_t, kBuckets> heads_{};
  std::array<std::uint64_t, kBuckets / 64> used_{};
  std::vector<Slot> pool_;
  std::vector<Entry> far_;
  std::uint32_t free_ = kEnd;
};

}  // namespace waymark
