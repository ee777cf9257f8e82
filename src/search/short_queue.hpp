// An open list for many short searches: buckets of f, wide enough that one word tells which are in use. A bucket is an
// unordered list until its turn comes; then it is sorted, and what is pushed into it later is sorted in. Its capacity
// is given beforehand, so that a search allocates nothing, and it is ready for the next one in constant time.
//
// Order: lower f, then higher g, then lower id, as everywhere. No assumption on h: an f below the best is sorted in
// too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

class ShortQueue {
 public:
  // f, h, node and a number of the user's, in this order: the order of the search in two words.
  struct Entry {
    std::uint64_t f_and_h;
    std::uint64_t node_and_index;
    friend bool operator==(const Entry&, const Entry&) = default;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.f_and_h != b.f_and_h ? a.f_and_h < b.f_and_h : a.node_and_index < b.node_and_index;
    }
    friend bool operator>(const Entry& a, const Entry& b) { return b < a; }
  };
  static Entry entry(Cost g, Cost h, NodeId node, std::uint32_t index) {
    return {(std::uint64_t{g + h} << 32u) | h, (std::uint64_t{node} << 32u) | index};
  }
  static constexpr Entry kLast{~std::uint64_t{0}, ~std::uint64_t{0}};  // behind all others
  static Cost f_of(const Entry& entry) { return static_cast<Cost>(entry.f_and_h >> 32u); }
  static std::uint32_t index_of(const Entry& entry) { return static_cast<std::uint32_t>(entry.node_and_index); }

  // For at most `capacity` pushes between two starts; before the next start. Never becomes smaller.
  void reserve(std::size_t capacity) {
    if (capacity <= entries_.size()) return;
    entries_.resize(capacity);
    next_.resize(capacity);
    sorted_.resize(capacity);
  }

  // `max_edge`: what f may grow by in a step, roughly.
  void start(Cost f, Cost max_edge) {
    usual_shift_ = shift_for(max_edge);
    count_ = 0;
    sorted_count_ = 0;
    used_ = 0;
    rebase(f, usual_shift_);
  }

  [[nodiscard]] bool empty() const { return sorted_count_ == 0 && used_ == 0; }
  // Not empty.
  [[nodiscard]] Entry top() {
    if (sorted_count_ == 0) open_next_bucket();
    return sorted_[sorted_count_ - 1];
  }
  // After top().
  void pop() {
    instrument::write();
    --sorted_count_;
  }

  void push(const Entry& entry) {
    instrument::write();
    const std::uint32_t bucket = bucket_of(f_of(entry));
    if (bucket <= current_) {
      sort_in(entry);
      return;
    }
    WAYMARK_DEBUG_ASSERT(count_ < entries_.size());
    entries_[count_] = entry;
    link(count_++, bucket);
  }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(entries_, next_, sorted_); }

 private:
  static constexpr std::uint32_t kBuckets = 64;
  static constexpr std::uint32_t kBeyond = kBuckets - 1;  // this one has no upper end

  static unsigned shift_for(Cost max_edge) {
    const auto bits = static_cast<unsigned>(std::bit_width(max_edge));
    return bits > 4 ? bits - 4 : 0;
  }
  void rebase(Cost f, unsigned shift) {
    base_ = f;
    shift_ = shift;
    current_ = 0;
  }
  [[nodiscard]] std::uint32_t bucket_of(Cost f) const {
    return f <= base_ ? 0 : std::min((f - base_) >> shift_, kBeyond);
  }
  void link(std::uint32_t slot, std::uint32_t bucket) {
    const std::uint64_t bit = std::uint64_t{1} << bucket;
    next_[slot] = (used_ & bit) != 0 ? heads_[bucket] : kEnd;
    heads_[bucket] = slot;
    used_ |= bit;
  }
  void sort_in(const Entry& entry) {
    WAYMARK_DEBUG_ASSERT(sorted_count_ < sorted_.size());
    Entry* const sorted = sorted_.data();
    std::size_t place = sorted_count_++;
    for (; place > 0 && sorted[place - 1] < entry; --place) sorted[place] = sorted[place - 1];
    sorted[place] = entry;
  }

  void open_next_bucket() {
    auto bucket = static_cast<std::uint32_t>(std::countr_zero(used_));
    if (bucket == kBeyond) {
      spread_beyond();
      bucket = 0;
    }
    used_ &= ~(std::uint64_t{1} << bucket);
    current_ = bucket;
    std::size_t count = 0;
    for (std::uint32_t slot = heads_[bucket]; slot != kEnd; slot = next_[slot]) {
      if (++count > kFewEntries) {
        sorted_[sorted_count_++] = entries_[slot];
      } else {
        sort_in(entries_[slot]);
      }
    }
    if (count <= kFewEntries) return;
    std::sort(sorted_.data(), sorted_.data() + sorted_count_, std::greater<>());
  }

  // All entries lie in the last bucket: begins the buckets anew so that they take all of them.
  void spread_beyond() {
    Cost least = kInfiniteCost;
    Cost most = 0;
    for (std::uint32_t slot = heads_[kBeyond]; slot != kEnd; slot = next_[slot]) {
      least = std::min(least, f_of(entries_[slot]));
      most = std::max(most, f_of(entries_[slot]));
    }
    rebase(least, std::max(usual_shift_, static_cast<unsigned>(std::bit_width((most - least) / kBeyond))));
    used_ = 0;
    for (std::uint32_t slot = heads_[kBeyond]; slot != kEnd;) {
      const std::uint32_t next = next_[slot];
      link(slot, bucket_of(f_of(entries_[slot])));
      slot = next;
    }
  }

  static constexpr std::uint32_t kEnd = 0xffffffffu;
  static constexpr std::size_t kFewEntries = 16;  // up to here sorting in one by one is faster

  std::vector<Entry> entries_;  // of the buckets
  std::vector<std::uint32_t> next_;
  std::vector<Entry> sorted_;  // the current bucket and what came before it, best last
  std::array<std::uint32_t, kBuckets> heads_{};
  std::uint64_t used_ = 0;  // bit b: bucket b has entries
  std::uint32_t count_ = 0;
  std::size_t sorted_count_ = 0;
  Cost base_ = 0;
  unsigned shift_ = 0;
  unsigned usual_shift_ = 0;
  std::uint32_t current_ = 0;
};

}  // namespace waymark
