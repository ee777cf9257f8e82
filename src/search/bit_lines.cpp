#include "waymark/search/bit_lines.hpp"

#include <algorithm>
#include <array>

namespace waymark {
namespace {

// Mirrors a 64x64 bit matrix at its main diagonal: quarters are exchanged, then their quarters, down to single bits
// (Hacker's Delight, 7-3).
void transpose(std::array<std::uint64_t, 64>& block) {
  std::uint64_t mask = 0x00000000ffffffffull;
  for (unsigned half = 32; half != 0; half >>= 1u, mask ^= mask << half) {
    for (unsigned i = 0; i < 64; i = (i + half + 1) & ~half) {
      const std::uint64_t exchanged = ((block[i] >> half) ^ block[i + half]) & mask;
      block[i] ^= exchanged << half;
      block[i + half] ^= exchanged;
    }
  }
}

// 64 bits of a line from `place` on, which may lie before or behind the line.
std::uint64_t read(const std::uint64_t* line, std::int64_t words, std::int64_t place) {
  const std::int64_t word = place >> 6;
  const auto shift = static_cast<unsigned>(place & 63);
  const std::uint64_t low = word >= 0 && word < words ? line[word] : 0;
  if (shift == 0) return low;
  const std::uint64_t high = word + 1 >= 0 && word + 1 < words ? line[word + 1] : 0;
  return (low >> shift) | (high << (64 - shift));
}

}  // namespace

BitLines BitLines::regrouped(int lines, int slope) const {
  BitLines result(lines, lines_);
  const auto words = static_cast<std::int64_t>(words_per_line_);
  std::array<std::uint64_t, 64> block;
  for (int top = 0; top < lines_; top += 64) {
    for (int left = 0; left < lines; left += 64) {
      std::uint64_t any = 0;
      for (int i = 0; i < 64; ++i) {
        const int place = top + i;
        std::uint64_t bits = 0;
        if (place < lines_) {
          const std::int64_t sum = std::int64_t{left} + std::int64_t{slope} * place;
          const std::int64_t from = ((sum % lines) + lines) % lines;
          bits = read(line(place), words, from) | read(line(place), words, from - lines);  // wraps round at `lines`
        }
        block[static_cast<std::size_t>(i)] = bits;
        any |= bits;
      }
      if (any == 0) continue;
      transpose(block);
      const int end = std::min(64, lines - left);
      for (int i = 0; i < end; ++i) result.line(left + i)[top / 64] = block[static_cast<std::size_t>(i)];
    }
  }
  return result;
}

}  // namespace waymark
