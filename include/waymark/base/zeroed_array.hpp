// An array that begins as zeros. Its pages come from the system untouched, so that a large one costs nothing where it
// is not used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

#include "waymark/base/assert.hpp"

namespace waymark {

template <class T>
class ZeroedArray {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  explicit ZeroedArray(std::size_t size)
      : items_(static_cast<T*>(std::calloc(size != 0 ? size : 1, sizeof(T)))), size_(size) {
    WAYMARK_ASSERT(items_ != nullptr);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& operator[](std::size_t i) { return items_.get()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return items_.get()[i]; }
  [[nodiscard]] const T* data() const { return items_.get(); }
  void clear() { std::memset(static_cast<void*>(items_.get()), 0, size_ * sizeof(T)); }
  [[nodiscard]] std::uint64_t heap_bytes() const { return size_ * sizeof(T); }

 private:
  struct Free {
    void operator()(T* items) const { std::free(items); }
  };
  std::unique_ptr<T, Free> items_;
  std::size_t size_;
};

}  // namespace waymark
