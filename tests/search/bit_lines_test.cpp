#include "waymark/search/bit_lines.hpp"

#include <gtest/gtest.h>

#include "waymark/base/random.hpp"

namespace waymark::search_bit_lines_test {

BitLines random_lines(Random& random, int lines, int length) {
  BitLines result(lines, length);
  for (int line = 0; line < lines; ++line) {
    for (int place = 0; place < length; ++place) {
      if (random.chance(1, 2)) result.line(line)[place / 64] |= std::uint64_t{1} << (place % 64);
    }
  }
  return result;
}

TEST(BitLines, reads_are_the_places_ahead_and_behind) {
  Random random(1);
  for (const int length : {1, 5, 63, 64, 65, 200}) {
    const BitLines lines = random_lines(random, 4, length);
    for (int line = 0; line < 4; ++line) {
      for (int place = 0; place < length; ++place) {
        const std::int64_t address = lines.at(line, place);
        const std::uint64_t ahead = lines.forwards(address);
        const std::uint64_t behind = lines.backwards(address);
        for (int i = 0; i < 57; ++i) {
          if (place + i < length) {
            ASSERT_EQ((ahead >> i) & 1u, lines.test(address + i) ? 1u : 0u);
          }
          if (place - i >= 0) {
            ASSERT_EQ((behind >> (63 - i)) & 1u, lines.test(address - i) ? 1u : 0u);
          }
        }
        if (place + 57 > length) {
          ASSERT_EQ((ahead >> (length - place)) & 1u, 0u) << "lines are closed by a zero";
        }
      }
    }
  }
}

TEST(BitLines, regrouping_keeps_every_bit_along_columns_and_diagonals) {
  Random random(2);
  for (const int width : {1, 7, 64, 130}) {
    for (const int height : {1, 9, 64, 300}) {
      const BitLines rows = random_lines(random, height, width);
      const BitLines columns = rows.regrouped(width, 0);
      const BitLines falling = rows.regrouped(width + 1, 1);
      const BitLines rising = rows.regrouped(width + 1, -1);
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const bool expected = rows.test(rows.at(y, x));
          ASSERT_EQ(columns.test(columns.at(x, y)), expected);
          const int lines = width + 1;
          ASSERT_EQ(falling.test(falling.at((((x - y) % lines) + lines) % lines, y)), expected) << x << "," << y;
          ASSERT_EQ(rising.test(rising.at((x + y) % lines, y)), expected) << x << "," << y;
        }
      }
    }
  }
}

}  // namespace waymark::search_bit_lines_test
