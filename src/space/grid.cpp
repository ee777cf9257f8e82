#include "waymark/space/grid.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "base/hash.hpp"

namespace waymark {

Result<Done> Grid::check_size(std::int64_t width, std::int64_t height) {
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  if (width < 1 || height < 1) {
    return Error{ErrorCode::kOutOfRange, "a map of " + size + " cells has no inside; both sides must be at least 1"};
  }
  if (width > kMaxSide || height > kMaxSide || width * height > kMaxCells) {
    return Error{ErrorCode::kTooLarge, "a map of " + size + " cells is too large; the limit is " +
                                           std::to_string(kMaxSide) + " a side and " + std::to_string(kMaxCells) +
                                           " cells in all"};
  }
  return Done{};
}

Result<Grid> Grid::create(int width, int height, bool passable) {
  if (auto size = check_size(width, height); !size) return size.error();
  Grid grid(width, height);
  if (passable) {
    grid.change({0, 0, width, height}, true, 0);
    grid.log_ = {};
  }
  return grid;
}

Grid::Grid(int width, int height)
    : width_(width),
      height_(height),
      stride_((static_cast<std::uint32_t>(width) / 64 + 1) * 64),  // at least one blocked bit behind the last cell
      id_bound_(stride_ * static_cast<std::uint32_t>(height + 2)),
      row_of_id_(stride_) {
  bits_.assign(std::size_t{id_bound_} / 64 + 2, 0);
}

std::uint64_t Grid::passable_cells() const {
  std::uint64_t count = 0;
  for (const std::uint64_t word : bits_) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

void Grid::apply(std::span<const AreaEdit> areas) {
  bool changed = false;
  for (const AreaEdit& edit : areas) changed |= change(edit.area, edit.passable, epoch_ + 1);
  epoch_ += changed ? 1 : 0;
}

void Grid::fill(Rect area, bool passable) {
  const AreaEdit edit{area, passable};
  apply({&edit, 1});
}

bool Grid::change(Rect area, bool passable, std::uint64_t epoch) {
  const int left = std::max(area.x, 0);
  const int top = std::max(area.y, 0);
  const int right = static_cast<int>(std::min<std::int64_t>(std::int64_t{area.x} + area.width, width_));
  const int bottom = static_cast<int>(std::min<std::int64_t>(std::int64_t{area.y} + area.height, height_));
  if (left >= right || top >= bottom) return false;

  bool changed = false;
  for (int y = top; y < bottom; ++y) {
    const std::span<std::uint64_t> row = mutable_row(y);
    for (int x = left; x < right; x = (x / 64 + 1) * 64) {
      const int last = std::min(right, (x / 64 + 1) * 64) - 1;  // in the word of x
      const std::uint64_t mask = (~std::uint64_t{0} << (x & 63)) & (~std::uint64_t{0} >> (63 - (last & 63)));
      std::uint64_t& word = row[static_cast<std::size_t>(x / 64)];
      const std::uint64_t edited = passable ? word | mask : word & ~mask;
      changed |= edited != word;
      word = edited;
    }
  }
  if (!changed) return false;

  log_.add({epoch, {left, top, right - left, bottom - top}, passable});
  return true;
}

std::optional<std::vector<Grid::Change>> Grid::changes_since(std::uint64_t epoch) const {
  std::vector<Change> changes;
  if (!for_each_change_since(epoch, [&](const Change& change) { changes.push_back(change); })) return std::nullopt;
  return changes;
}

std::uint64_t Grid::fingerprint() const {
  Hash64 hash;
  hash.add(static_cast<std::uint64_t>(width_)).add(static_cast<std::uint64_t>(height_));
  for (int y = 0; y < height_; ++y) {
    const std::uint64_t* row = row_words(y);
    for (std::size_t i = 0; i < words_per_row(); ++i) hash.add(row[i]);
  }
  return hash.value();
}

}  // namespace waymark
