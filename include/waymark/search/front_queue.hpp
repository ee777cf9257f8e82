// An open list for short searches: its best entries lie sorted in a small array, the rest in a heap behind it. A search
// mostly pushes either close to the best, where there is little to move, or so far behind that the heap keeps it at a
// leaf; few entries ever come out of the heap. Of fixed capacity; never allocates after it is made.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "waymark/base/assert.hpp"

namespace waymark {

// Entry is a plain value with a total order by `<`: lowest first.
template <class Entry>
class FrontQueue {
 public:
  explicit FrontQueue(std::size_t capacity) { back_.reserve(capacity); }

  void clear() {
    size_ = 0;
    back_.clear();
  }
  [[nodiscard]] bool empty() const { return size_ == 0 && back_.empty(); }

  // Not empty.
  [[nodiscard]] const Entry& top() {
    if (size_ == 0) refill();
    return front_[size_ - 1];
  }
  // After top().
  void pop() { --size_; }

  void push(const Entry& entry) {
    if (size_ == kFront) make_room();
    if (!back_.empty() && !(entry < (size_ > 0 ? front_[0] : back_.front()))) {
      push_back(entry);
      return;
    }
    std::size_t place = size_++;
    for (; place > 0 && front_[place - 1] < entry; --place) front_[place] = front_[place - 1];
    front_[place] = entry;
  }

 private:
  static constexpr std::size_t kFront = 8;
  static constexpr std::size_t kRefill = 2;

  void push_back(const Entry& entry) {
    WAYMARK_DEBUG_ASSERT(back_.size() < back_.capacity());
    back_.push_back(entry);
    std::push_heap(back_.begin(), back_.end(), std::greater<>());
  }
  void make_room() {
    for (std::size_t i = 0; i < kFront / 2; ++i) push_back(front_[i]);
    std::copy(front_.begin() + kFront / 2, front_.end(), front_.begin());
    size_ = kFront / 2;
  }
  void refill() {
    size_ = std::min(kRefill, back_.size());
    for (std::size_t i = size_; i > 0; --i) {
      std::pop_heap(back_.begin(), back_.end(), std::greater<>());
      front_[i - 1] = back_.back();
      back_.pop_back();
    }
  }

  std::array<Entry, kFront> front_;  // best last; none is after one of back_
  std::size_t size_ = 0;
  std::vector<Entry> back_;
};

}  // namespace waymark
