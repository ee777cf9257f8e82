#include "lab/run/vision.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "lab/run/map_changes.hpp"

namespace waymark {
namespace {

// Bits `first` to `last` of a word, both included.
std::uint64_t bits_between(int first, int last) {
  return (~std::uint64_t{0} << static_cast<unsigned>(first)) & (~std::uint64_t{0} >> static_cast<unsigned>(63 - last));
}

}  // namespace

Vision::Vision(const Map& real, int radius)
    : real_(&real),
      known_(Grid::create(real.grid().width(), real.grid().height(), true).value(), real.rules()),
      radius_(radius) {}

void Vision::look(NodeId from) {
  const Grid& grid = real_->grid();
  const Cell at = grid.cell(from);
  // A radius may be larger than any map.
  const int left = at.x - std::min(radius_, at.x);
  const int top = at.y - std::min(radius_, at.y);
  const int right = at.x + std::min(radius_, grid.width() - 1 - at.x);
  const int bottom = at.y + std::min(radius_, grid.height() - 1 - at.y);
  changes_.clear();
  for (int y = top; y <= bottom; ++y) {
    for (int word = left / 64; word <= right / 64; ++word) {
      const auto i = static_cast<std::size_t>(word);
      const std::uint64_t seen = bits_between(std::max(left - word * 64, 0), std::min(right - word * 64, 63));
      const std::uint64_t truth = grid.row_words(y)[i];
      std::uint64_t wrong = (truth ^ known_.grid().row_words(y)[i]) & seen;
      while (wrong != 0) {
        // A run of cells that are all free or all blocked.
        const int first = std::countr_zero(wrong);
        const bool passable = ((truth >> static_cast<unsigned>(first)) & 1u) != 0;
        const std::uint64_t alike = wrong & (passable ? truth : ~truth);
        const int length = std::countr_one(alike >> static_cast<unsigned>(first));
        changes_.push_back({{word * 64 + first, y, length, 1}, passable});
        discovered_ += static_cast<std::uint64_t>(length);
        wrong &= ~bits_between(first, first + length - 1);
      }
    }
  }
  if (!changes_.empty()) apply_changes(changes_, known_);
}

}  // namespace waymark
