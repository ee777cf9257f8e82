#include "offline/generate_common.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/hash.hpp"

namespace waymark::generate {

void Canvas::set(int x, int y, bool passable) {
  if (!grid_.contains(x, y)) return;
  std::uint64_t& word = grid_.mutable_row(y)[static_cast<std::size_t>(x) / 64];
  const std::uint64_t bit = std::uint64_t{1} << (x & 63);
  word = passable ? word | bit : word & ~bit;
}

void Canvas::fill(Rect area, bool passable) {
  const int left = std::max(area.x, 0);
  const int right = std::min(area.x + area.width, width());
  const int bottom = std::min(area.y + area.height, height());
  for (int y = std::max(area.y, 0); y < bottom; ++y) {
    const std::span<std::uint64_t> words = grid_.mutable_row(y);
    for (int x = left; x < right; x = (x / 64 + 1) * 64) {
      const int last = std::min(right, (x / 64 + 1) * 64) - 1;  // in the word of x
      const std::uint64_t mask = (~std::uint64_t{0} << (x & 63)) & (~std::uint64_t{0} >> (63 - (last & 63)));
      std::uint64_t& word = words[static_cast<std::size_t>(x) / 64];
      word = passable ? word | mask : word & ~mask;
    }
  }
}

void Canvas::frame(Rect area, int thickness, bool passable) {
  fill({area.x, area.y, area.width, thickness}, passable);
  fill({area.x, area.y + area.height - thickness, area.width, thickness}, passable);
  fill({area.x, area.y, thickness, area.height}, passable);
  fill({area.x + area.width - thickness, area.y, thickness, area.height}, passable);
}

void Canvas::disc(Cell centre, int radius, bool passable) {
  const int limit = radius * radius + radius / 2;
  for (int dy = -radius; dy <= radius; ++dy) {
    int reach = radius;
    while (reach * reach + dy * dy > limit) --reach;
    fill({centre.x - reach, centre.y + dy, 2 * reach + 1, 1}, passable);
  }
}

void Canvas::line(Cell from, Cell to, int thickness, bool passable) {
  const int dx = std::abs(to.x - from.x);
  const int dy = std::abs(to.y - from.y);
  const int step_x = from.x < to.x ? 1 : -1;
  const int step_y = from.y < to.y ? 1 : -1;
  int error = dx - dy;
  for (Cell at = from;;) {
    fill({at.x - thickness / 2, at.y - thickness / 2, thickness, thickness}, passable);
    if (at == to) return;
    const int twice = 2 * error;
    if (twice > -dy) error -= dy, at.x += step_x;
    if (twice < dx) error += dx, at.y += step_y;
  }
}

void Canvas::blob(Cell centre, int radius, bool passable, Random& random) {
  disc(centre, radius, passable);
  for (int i = 0; i < 6 && radius > 1; ++i) {
    const Cell rim{centre.x + random.between(-radius, radius), centre.y + random.between(-radius, radius)};
    disc(rim, random.between(radius / 3, radius * 2 / 3), passable);
  }
}

ValueNoise::ValueNoise(std::uint64_t seed, int log2_spacing)
    : seed_(seed), log2_spacing_(log2_spacing), slant_(static_cast<int>(seed % 15u) - 7) {
  const int spacing = 1 << log2_spacing;
  for (int i = 0; i < spacing; ++i) {
    const int t = i * 256 / spacing;
    ease_.push_back(t * t * (3 * 256 - 2 * t) / (256 * 256));
  }
}

int ValueNoise::lattice(int column, int row) const {
  Hash64 hash(seed_);
  hash.add((static_cast<std::uint64_t>(row) << 32u) | static_cast<std::uint64_t>(column));
  return static_cast<int>(hash.value() >> 56u);
}

void ValueNoise::add_row(int y, int weight, std::span<int> sum) {
  const int spacing = 1 << log2_spacing_;
  const int row = y >> log2_spacing_;
  const int down = ease_[static_cast<std::size_t>(y & (spacing - 1))];
  const int first = (1 << 20) + y * slant_ / 16;  // never negative: y is below 2^15
  columns_.clear();
  for (int column = 0; column <= (static_cast<int>(sum.size()) >> log2_spacing_) + 2; ++column) {
    const int slanted = (first >> log2_spacing_) + column;
    columns_.push_back(lattice(slanted, row) * (256 - down) + lattice(slanted, row + 1) * down);
  }
  const auto start = static_cast<std::size_t>(first & (spacing - 1));
  for (std::size_t x = 0; x < sum.size(); ++x) {
    const std::size_t column = (start + x) >> log2_spacing_;
    const int right = ease_[(start + x) & static_cast<std::size_t>(spacing - 1)];
    sum[x] += ((columns_[column] * (256 - right) + columns_[column + 1] * right) >> 16) * weight;
  }
}

}  // namespace waymark::generate
