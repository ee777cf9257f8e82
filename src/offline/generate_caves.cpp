// Caves by a cellular automaton, 64 cells at a time: noise, denser in some regions than in others, is smoothed by the
// rule "a cell becomes what most of its 3x3 block is" until it looks washed out by water.
#include <algorithm>
#include <cstdlib>

#include "offline/generate_common.hpp"

namespace waymark::generate {
namespace {

// Halls where one noise is high, winding passages along the contour lines of another; both blurred by chance, so that
// smoothing leaves ragged walls and boulders.
void scatter(Canvas& canvas, Random& random) {
  const int less = shrink(canvas.width(), canvas.height());
  ValueNoise regions(random.next(), 6 - less);
  ValueNoise halls(random.next(), 4 - less);
  ValueNoise passages(random.next(), 5 - less);
  ValueNoise bends(random.next(), 3 - less);
  std::vector<int> hall(static_cast<std::size_t>(canvas.width()));
  std::vector<int> passage(hall.size());
  for (int y = 0; y < canvas.height(); ++y) {
    std::fill(hall.begin(), hall.end(), 0);
    std::fill(passage.begin(), passage.end(), 0);
    regions.add_row(y, 2, hall);
    halls.add_row(y, 3, hall);
    passages.add_row(y, 4, passage);
    bends.add_row(y, 1, passage);
    std::uint32_t bytes = 0;
    for (std::size_t x = 0; x < hall.size(); ++x) {
      bytes = x % 4 == 0 ? random.next() : bytes >> 8u;
      // Both noises are 0 to 1275; a chance of 256 would be certainty.
      const int by_hall = hall[x] - 680;
      const int by_passage = 120 - std::abs(passage[x] - 637) * 3 / 2;
      const int chance = 118 + std::clamp(std::max(by_hall, by_passage), -100, 100);
      if (static_cast<int>(bytes & 255u) < chance) canvas.set(static_cast<int>(x), y, true);
    }
  }
}

// Sums of one-bit numbers, bit by bit for 64 cells at once.
struct Sum {
  std::uint64_t ones;
  std::uint64_t twos;
};
constexpr Sum add(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return {a ^ b ^ c, (a & b) | (c & (a ^ b))}; }

// A row's cells with their left and right neighbours: 0 to 3 each.
void sum_row(const std::uint64_t* row, std::size_t words, std::vector<Sum>& sums) {
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t before = i == 0 ? 0 : row[i - 1] >> 63u;
    const std::uint64_t after = i + 1 == words ? 0 : row[i + 1] << 63u;
    sums[i] = add(row[i] << 1u | before, row[i], row[i] >> 1u | after);
  }
}

// At least five of the nine, from three rows' sums.
constexpr std::uint64_t most_of_nine(Sum a, Sum b, Sum c) {
  const Sum low = add(a.ones, b.ones, c.ones);
  const Sum high = add(a.twos, b.twos, c.twos);
  // total = low.ones + 2 * (low.twos + high.ones) + 4 * high.twos
  const std::uint64_t two = low.twos ^ high.ones;
  const std::uint64_t carry = low.twos & high.ones;
  const std::uint64_t four = high.twos ^ carry;
  const std::uint64_t eight = high.twos & carry;
  return eight | (four & (two | low.ones));
}

void smooth(Canvas& canvas) {
  const std::size_t words = canvas.grid().words_per_row();
  const int last = canvas.width() & 63;
  const std::uint64_t tail = (std::uint64_t{1} << last) - 1;  // cells of the last word that lie in the grid
  std::vector<Sum> above(words, {0, 0});
  std::vector<Sum> here(words);
  std::vector<Sum> below(words);
  sum_row(canvas.grid().row_words(0), words, here);
  for (int y = 0; y < canvas.height(); ++y) {
    sum_row(canvas.grid().row_words(y + 1), words, below);
    const std::span<std::uint64_t> row = canvas.row(y);
    for (std::size_t i = 0; i < words; ++i) row[i] = most_of_nine(above[i], here[i], below[i]);
    row[words - 1] &= tail;
    above.swap(here);
    here.swap(below);
  }
}

}  // namespace

void draw_caves(Canvas& canvas, Random& random) {
  scatter(canvas, random);
  for (int i = 0; i < 5; ++i) smooth(canvas);
  canvas.frame({0, 0, canvas.width(), canvas.height()}, 1, false);
  connect_components(canvas, 40, 3, Tunnel::kRough, random);
}

}  // namespace waymark::generate
