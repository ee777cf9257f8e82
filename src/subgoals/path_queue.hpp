// Cells by distance for the repair of a row: a ring of buckets as wide as the cheapest move, for what is found on the
// way, and a heap for what is known before. In a bucket the order does not matter: no cell of it is on the way of
// another.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/types.hpp"

namespace waymark {

class PathQueue {
 public:
  struct Entry {
    NodeId node;
    Cost distance;
  };

  // Of all moves; at least 1.
  PathQueue(Cost cheapest, Cost dearest)
      : shift_(static_cast<unsigned>(std::bit_width(cheapest)) - 1), buckets_(std::bit_ceil((dearest >> shift_) + 2)) {}

  // Before the first look at the front: any distance.
  void add(Cost distance, NodeId node) {
    first_.push_back(std::uint64_t{distance} << 32u | node);
    std::push_heap(first_.begin(), first_.end(), std::greater<>{});
  }
  // Afterwards: a cell that a move leads to from the one in front.
  void push(Cost distance, NodeId node) {
    buckets_[(distance >> shift_) & (buckets_.size() - 1)].push_back({node, distance});
    ++open_;
  }

  // False if there is none.
  bool front(Entry& entry) {
    while (next_ == bucket().size()) {
      if (open_ == 0 && first_.empty()) return false;
      bucket().clear();
      next_ = 0;
      current_ = open_ == 0 ? bucket_of_first() : current_ + 1;
      while (!first_.empty() && bucket_of_first() == current_) {
        push(static_cast<Cost>(first_.front() >> 32u), static_cast<NodeId>(first_.front()));
        std::pop_heap(first_.begin(), first_.end(), std::greater<>{});
        first_.pop_back();
      }
    }
    entry = bucket()[next_];
    return true;
  }
  void pop() {
    ++next_;
    --open_;
  }

  void clear() {
    for (auto& bucket : buckets_) bucket.clear();
    first_.clear();
    open_ = next_ = 0;
    current_ = 0;
  }
  [[nodiscard]] std::uint64_t heap_bytes() const {
    std::uint64_t sum = heap_bytes_of(first_, buckets_);
    for (const auto& bucket : buckets_) sum += heap_bytes_of(bucket);
    return sum;
  }

 private:
  [[nodiscard]] std::vector<Entry>& bucket() { return buckets_[current_ & (buckets_.size() - 1)]; }
  [[nodiscard]] Cost bucket_of_first() const { return static_cast<Cost>(first_.front() >> 32u) >> shift_; }

  unsigned shift_;
  std::vector<std::vector<Entry>> buckets_;
  std::vector<std::uint64_t> first_;  // distance << 32 | cell, the least in front
  std::size_t open_ = 0;              // in buckets
  std::size_t next_ = 0;              // in the current bucket
  Cost current_ = 0;                  // distance >> shift_
};

}  // namespace waymark
