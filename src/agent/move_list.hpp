// Moves to be walked, the next one last. A few lie in the agent itself; only one that was made for more has memory of
// its own for them, taken when it is made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "waymark/base/assert.hpp"

namespace waymark {

class MoveList {
 public:
  // For at most `capacity` moves.
  explicit MoveList(std::uint32_t capacity)
      : capacity_(capacity), many_(capacity > kFew ? std::make_unique<std::uint8_t[]>(capacity) : nullptr) {}

  void clear() { size_ = 0; }
  void push_back(std::uint8_t move) {
    WAYMARK_DEBUG_ASSERT(size_ < capacity_);
    moves()[size_++] = move;
  }
  void pop_back() { --size_; }
  [[nodiscard]] std::uint8_t back() const { return const_cast<MoveList*>(this)->moves()[size_ - 1]; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return many_ != nullptr ? capacity_ : 0; }

 private:
  static constexpr std::uint32_t kFew = 40;

  std::uint8_t* moves() { return many_ != nullptr ? many_.get() : few_.data(); }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_;
  std::unique_ptr<std::uint8_t[]> many_;
  std::array<std::uint8_t, kFew> few_{};
};

}  // namespace waymark
