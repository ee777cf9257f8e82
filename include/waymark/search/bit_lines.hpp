// One bit a cell along the lines of a grid: its rows, columns, falling or rising diagonals. The next set bit on a line
// is found 57 cells at a time, forwards or backwards.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "waymark/base/heap_bytes.hpp"
#include "waymark/base/instrument.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

class BitLines {
 public:
  BitLines() = default;
  // All zero. Every line is followed by at least one zero bit.
  BitLines(int lines, int length)
      : lines_(lines),
        words_per_line_(static_cast<std::size_t>(length / 64 + 1)),
        words_(static_cast<std::size_t>(lines) * words_per_line_ + 2, 0) {}

  // Bit address of a place on a line.
  [[nodiscard]] std::int64_t at(int line, int place) const {
    return static_cast<std::int64_t>(line) * static_cast<std::int64_t>(words_per_line_ * 64) + place;
  }
  [[nodiscard]] bool test(std::int64_t address) const {
    return ((words_[static_cast<std::size_t>(address >> 6) + 1] >> (address & 63)) & 1u) != 0;
  }
  // Bit i is the place `address + i`; bits 0 to 56 are valid.
  [[nodiscard]] std::uint64_t forwards(std::int64_t address) const { return load(address >> 3) >> (address & 7); }
  // Bit 63 - i is the place `address - i`; bits 63 down to 7 are valid.
  [[nodiscard]] std::uint64_t backwards(std::int64_t address) const {
    return load((address >> 3) - 7) << (7 - (address & 7));
  }

  [[nodiscard]] int lines() const { return lines_; }
  [[nodiscard]] std::size_t words_per_line() const { return words_per_line_; }
  [[nodiscard]] std::uint64_t* line(int index) {
    return words_.data() + 1 + static_cast<std::size_t>(index) * words_per_line_;
  }
  [[nodiscard]] const std::uint64_t* line(int index) const {
    return words_.data() + 1 + static_cast<std::size_t>(index) * words_per_line_;
  }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(words_); }

  void set(std::int64_t address, bool value) {
    std::uint64_t& word = words_[static_cast<std::size_t>(address >> 6) + 1];
    const std::uint64_t bit = std::uint64_t{1} << (address & 63);
    word = value ? word | bit : word & ~bit;
  }
  friend bool operator==(const BitLines&, const BitLines&) = default;

  // The same bits along other lines: bit `place` of line `c` is bit `(c + slope * place) mod lines` of this one's line
  // `place`. Columns: slope 0. Diagonals: slope +1 or -1; with one line more than this one's lines have places, those
  // that share a line have a gap between them.
  [[nodiscard]] BitLines regrouped(int lines, int slope) const;

 private:
  [[nodiscard]] std::uint64_t load(std::int64_t byte) const {
    instrument::look();
    std::uint64_t word;
    std::memcpy(&word, reinterpret_cast<const char*>(words_.data() + 1) + byte, sizeof(word));
    return word;
  }

  int lines_ = 0;
  std::size_t words_per_line_ = 1;
  std::vector<std::uint64_t> words_;  // with a zero guard word before and after
};

// Ones that follow `place` on a line of words that ends in a zero, and those before it on one that a zero precedes.
inline int ones_after(const std::uint64_t* line, int place) {
  const std::uint64_t* word = line + ((place + 1) >> 6);
  const int passed = (place + 1) & 63;
  if (const std::uint64_t zeros = ~*word >> passed; zeros != 0) return std::countr_zero(zeros);
  int count = 64 - passed;
  for (++word; *word == ~std::uint64_t{0}; ++word) count += 64;
  return count + std::countr_one(*word);
}
inline int ones_before(const std::uint64_t* line, int place) {
  const std::uint64_t* word = line + ((place - 1) >> 6);
  const int passed = 63 - ((place - 1) & 63);
  if (const std::uint64_t zeros = ~*word << passed; zeros != 0) return std::countl_zero(zeros);
  int count = 64 - passed;
  for (--word; *word == ~std::uint64_t{0}; --word) count += 64;
  return count + std::countl_one(*word);
}

}  // namespace waymark
