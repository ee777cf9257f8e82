// Letters by table: their indices, and rows of letters to rows of bits and back.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "waymark/io/terrain.hpp"
#include "waymark/space/grid.hpp"

namespace waymark {

// By byte: a letter's place in kTerrainLetters, and 128 for every other byte.
inline constexpr std::array<std::uint8_t, 256> kLetterIndex = [] {
  std::array<std::uint8_t, 256> index{};
  index.fill(128);
  for (std::size_t i = 0; i < kTerrainLetters.size(); ++i) {
    index[static_cast<unsigned char>(kTerrainLetters[i])] = static_cast<std::uint8_t>(i);
  }
  return index;
}();

constexpr std::uint8_t letter_index(char letter) { return kLetterIndex[static_cast<unsigned char>(letter)]; }

class LetterBits {
 public:
  explicit LetterBits(MapOptions options) {
    for (const char letter : kTerrainLetters) {
      passable_[static_cast<unsigned char>(letter)] = is_passable_letter(letter, options) ? 1 : 0;
    }
  }

  // Fills the words that the letters reach; the rest of the row must be zero already.
  void convert(std::string_view letters, std::span<std::uint64_t> row) const {
    const auto* bytes = reinterpret_cast<const unsigned char*>(letters.data());
    std::size_t x = 0;
    for (; x + 64 <= letters.size(); x += 64) {
      std::uint64_t word = 0;
      for (unsigned i = 0; i < 64; i += 8) word |= std::uint64_t{eight(bytes + x + i)} << i;
      row[x / 64] = word;
    }
    for (; x < letters.size(); ++x) row[x / 64] |= std::uint64_t{passable_[bytes[x]]} << (x % 64);
  }

 private:
  [[nodiscard]] std::uint8_t eight(const unsigned char* bytes) const {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= static_cast<unsigned>(passable_[bytes[i]]) << i;
    return static_cast<std::uint8_t>(bits);
  }

  std::array<std::uint8_t, 256> passable_{};
};

// Writes the grid.width() letters of row y.
inline void letters_of_row(const Grid& grid, int y, char* letters) {
  const std::uint64_t* row = grid.row_words(y);
  const auto width = static_cast<std::size_t>(grid.width());
  for (std::size_t x = 0; x < width; ++x) letters[x] = ((row[x / 64] >> (x % 64)) & 1u) != 0 ? '.' : '@';
}

}  // namespace waymark
