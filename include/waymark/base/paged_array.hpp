// An array that grows by pages of fixed size and never moves what it holds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "waymark/base/assert.hpp"
#include "waymark/base/paged_table.hpp"

namespace waymark {

template <class T>
class PagedArray {
 public:
  explicit PagedArray(std::uint32_t capacity) : capacity_(capacity), pages_(capacity) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Keeps the pages.
  void clear() { size_ = 0; }
  void push_back(const T& value) {
    WAYMARK_ASSERT(size_ < capacity_);
    pages_.at(size_++) = value;
  }
  void pop_back() { --size_; }
  T& operator[](std::size_t index) { return pages_.at(static_cast<NodeId>(index)); }

  [[nodiscard]] std::size_t bytes() const { return pages_.bytes(); }

 private:
  std::uint32_t capacity_;
  std::uint32_t size_ = 0;
  PagedTable<T> pages_;
};

}  // namespace waymark
