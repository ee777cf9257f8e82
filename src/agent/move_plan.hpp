// The next moves of a unit, in a small page.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "waymark/base/unit_memory.hpp"

namespace waymark {

class MovePlan {
 public:
  static constexpr std::uint32_t kMostMoves = 560;

  [[nodiscard]] bool is_done() const { return next_ == size_; }
  [[nodiscard]] std::uint32_t left() const { return size_ - next_; }
  // Not done.
  [[nodiscard]] std::uint8_t next() const { return get(next_); }
  [[nodiscard]] std::uint8_t ahead(std::uint32_t moves) const { return get(next_ + moves); }
  void advance() { ++next_; }
  // Fewer than kMostMoves.
  void add(std::uint8_t direction) {
    std::uint8_t& pair = pairs_[size_ / 2];
    pair =
        static_cast<std::uint8_t>(size_ % 2 == 0 ? direction : (pair & 0xfu) | static_cast<unsigned>(direction) << 4u);
    ++size_;
  }
  // The same for who goes on while it grows: the room of moves that are done is used again. False if there is none.
  bool append(std::uint8_t direction) {
    if (size_ + 1u == kMostMoves) {
      const auto done = static_cast<std::uint16_t>(next_ / 2);
      if (done == 0) return false;
      std::copy(pairs_.begin() + done, pairs_.end(), pairs_.begin());
      next_ = static_cast<std::uint16_t>(next_ - 2 * done);
      size_ = static_cast<std::uint16_t>(size_ - 2 * done);
    }
    add(direction);
    return true;
  }
  // Other moves in place of so many, from `ahead` of the next one on. False if there is no room for them.
  bool replace(std::uint32_t ahead, std::uint32_t count, const MovePlan& moves) {
    const std::uint32_t begin = next_ + ahead;
    const std::uint32_t more = moves.left();
    const std::uint32_t size = size_ - count + more;
    if (size >= kMostMoves) return false;
    if (more < count) {
      for (std::uint32_t i = begin + more; i < size; ++i) set(i, get(i + count - more));
    } else if (more > count) {
      for (std::uint32_t i = size; i-- > begin + more;) set(i, get(i + count - more));
    }
    for (std::uint32_t i = 0; i < more; ++i) set(begin + i, moves.ahead(i));
    size_ = static_cast<std::uint16_t>(size);
    return true;
  }
  // Not done.
  [[nodiscard]] std::uint8_t last() const { return get(size_ - 1u); }
  void drop_last() { --size_; }

 private:
  [[nodiscard]] std::uint8_t get(std::uint32_t at) const {
    return static_cast<std::uint8_t>((pairs_[at / 2] >> (at % 2 * 4)) & 0xfu);
  }

  void set(std::uint32_t at, std::uint8_t direction) {
    std::uint8_t& pair = pairs_[at / 2];
    const unsigned shift = at % 2 * 4;
    pair = static_cast<std::uint8_t>((pair & ~(0xfu << shift)) | static_cast<unsigned>(direction) << shift);
  }

  std::uint16_t next_ = 0;
  std::uint16_t size_ = 0;
  std::array<std::uint8_t, kMostMoves / 2> pairs_;  // NOLINT: set as moves are added
};

}  // namespace waymark
