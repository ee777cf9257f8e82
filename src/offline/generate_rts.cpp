// Open ground for armies: very many small obstacles (high density, high connectivity), lakes and broken cliffs. What
// stands where follows smooth noise: forests, clearings, shores and ridges.
#include <algorithm>
#include <cstdlib>

#include "offline/generate_common.hpp"

namespace waymark::generate {
namespace {

// Trees and rocks of 1 to 5 cells in a 3x3 square, row by row from bit 0.
constexpr std::array<unsigned, 16> kClumps{0b000'010'000, 0b000'010'000, 0b000'010'000, 0b000'000'001,
                                           0b000'100'000, 0b000'110'000, 0b000'010'010, 0b000'011'000,
                                           0b010'010'000, 0b000'011'001, 0b000'110'010, 0b000'011'011,
                                           0b010'111'000, 0b000'011'110, 0b010'111'010, 0b000'111'011};
constexpr int kTile = 3;
// Percent of the tiles. More than a fifth of the cells is blocked then, and yet an obstacle has but five on the mean.
constexpr std::uint32_t kScrubDensity = 90;

// A clump about where `tile` is.
void plant(Canvas& canvas, Random& random, Cell tile) {
  const std::uint32_t drawn = random.next();
  const unsigned clump = kClumps[drawn & 15u];
  const int left = tile.x + static_cast<int>((drawn >> 4u) & 3u);
  const int top = tile.y + static_cast<int>((drawn >> 6u) & 3u);
  const bool turned = ((drawn >> 8u) & 1u) != 0;
  for (int i = 0; i < 9; ++i) {
    if (((clump >> i) & 1u) == 0) continue;
    canvas.set(left + (turned ? i / 3 : i % 3), top + (turned ? i % 3 : i / 3), false);
  }
}

class Landscape {
 public:
  Landscape(Canvas& canvas, Random& random)
      : canvas_(canvas),
        random_(random),
        lakes_(random.next(), 6 - shrink(canvas.width(), canvas.height())),
        shores_(random.next(), 4 - shrink(canvas.width(), canvas.height())),
        ridges_(random.next(), 6 - shrink(canvas.width(), canvas.height())),
        breaks_(random.next(), 4 - shrink(canvas.width(), canvas.height())),
        woods_(random.next(), 5 - shrink(canvas.width(), canvas.height())),
        glades_(random.next(), 3 - shrink(canvas.width(), canvas.height())) {}

  void draw() {
    canvas_.fill({0, 0, canvas_.width(), canvas_.height()}, true);
    const auto width = static_cast<std::size_t>(canvas_.width());
    std::vector<int> water(width);
    std::vector<int> ridge(width);
    std::vector<int> gap(width);
    for (int y = 0; y < canvas_.height(); ++y) {
      noise_row(y, lakes_, 3, shores_, 1, water);
      noise_row(y, ridges_, 7, breaks_, 1, ridge);
      noise_row(y, breaks_, 1, breaks_, 0, gap);
      for (std::size_t x = 0; x < width; ++x) {
        const bool lake = water[x] > 4 * 186;
        const bool cliff = std::abs(ridge[x] - 8 * 136) < 36 && gap[x] > 112;
        if (lake || cliff) canvas_.set(static_cast<int>(x), y, false);
      }
    }
    std::vector<int> wood(width);
    for (int y = 0; y < canvas_.height(); y += kTile) {
      noise_row(y, woods_, 2, glades_, 1, wood);
      for (int x = 0; x < canvas_.width(); x += kTile) {
        // 6 % of the tiles in the open, nearly all in deep woods.
        const int density = std::clamp((wood[static_cast<std::size_t>(x)] - 3 * 95) / 2, 6, 92);
        if (random_.below(100) < static_cast<std::uint32_t>(density)) plant(canvas_, random_, {x, y});
      }
    }
  }

 private:
  static void noise_row(int y, ValueNoise& a, int weight_a, ValueNoise& b, int weight_b, std::vector<int>& row) {
    std::fill(row.begin(), row.end(), 0);
    a.add_row(y, weight_a, row);
    b.add_row(y, weight_b, row);
  }

  Canvas& canvas_;
  Random& random_;
  ValueNoise lakes_, shores_;   // high = water
  ValueNoise ridges_, breaks_;  // a cliff follows a contour line of the one, except where the other is low
  ValueNoise woods_, glades_;   // high = trees
};

}  // namespace

void draw_rts(Canvas& canvas, Random& random) {
  Landscape(canvas, random).draw();
  connect_components(canvas, 300, 3, Tunnel::kRough, random);
}

// After section 8.3.6 of Anguelov's thesis: "an extremely high obstacle density", "the high level of connectivity and
// small obstacle size".
void draw_scrub(Canvas& canvas, Random& random) {
  canvas.fill({0, 0, canvas.width(), canvas.height()}, true);
  for (int y = 0; y < canvas.height(); y += kTile) {
    for (int x = 0; x < canvas.width(); x += kTile) {
      if (random.below(100) < kScrubDensity) plant(canvas, random, {x, y});
    }
  }
  connect_components(canvas, 300, 1, Tunnel::kRough, random);
}

}  // namespace waymark::generate
