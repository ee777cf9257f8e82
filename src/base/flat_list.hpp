// A list that is filled and cleared over and over: a vector whose push_back is short enough to be inlined everywhere,
// for the innermost loops.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/inline.hpp"

namespace waymark {

template <class T>
class FlatList {
 public:
  void reserve(std::size_t count) {
    if (count <= room_) return;
    items_.resize(count);
    room_ = count;
  }
  void clear() { size_ = 0; }
  WAYMARK_ALWAYS_INLINE void push_back(const T& item) {
    if (size_ == room_) grow();
    items_[size_++] = item;
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const T& front() const { return items_.front(); }
  [[nodiscard]] const T* data() const { return items_.data(); }
  [[nodiscard]] const T* begin() const { return items_.data(); }
  [[nodiscard]] const T* end() const { return items_.data() + size_; }

  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(items_); }

 private:
  WAYMARK_NEVER_INLINE void grow() { reserve(std::max<std::size_t>(16, 2 * room_)); }

  std::vector<T> items_;  // those from size_ on are room
  std::size_t room_ = 0;  // their number, which the vector would have to compute
  std::size_t size_ = 0;
};

}  // namespace waymark
