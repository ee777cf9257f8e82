#include "waymark/space/transform.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace waymark {
namespace {

// Sets bits [first, last) of a row.
void set_bits(std::span<std::uint64_t> row, std::size_t first, std::size_t last) {
  while (first < last) {
    const std::size_t end = std::min(last, (first / 64 + 1) * 64);  // in the word of `first`
    row[first / 64] |= (~std::uint64_t{0} << (first % 64)) & (~std::uint64_t{0} >> (63 - (end - 1) % 64));
    first = end;
  }
}

}  // namespace

Result<Done> check_scale(int width, int height, int factor) {
  if (factor < 1) {
    return Error{ErrorCode::kOutOfRange, "a map cannot be enlarged " + std::to_string(factor) +
                                             " times; the factor must be a whole number from 1"};
  }
  return Grid::check_size(std::int64_t{width} * factor, std::int64_t{height} * factor);
}

Result<Done> check_crop(int width, int height, Rect area) {
  if (area.width >= 1 && area.height >= 1 && area.x >= 0 && area.y >= 0 && std::int64_t{area.x} + area.width <= width &&
      std::int64_t{area.y} + area.height <= height) {
    return Done{};
  }
  return Error{ErrorCode::kOutOfRange, "cannot cut out " + std::to_string(area.width) + "x" +
                                           std::to_string(area.height) + " cells at " + std::to_string(area.x) + "," +
                                           std::to_string(area.y) + " of a map of " + std::to_string(width) + "x" +
                                           std::to_string(height)};
}

Result<Grid> scale_up(const Grid& grid, int factor) {
  if (auto size = check_scale(grid.width(), grid.height(), factor); !size) return size.error();
  Result<Grid> scaled = Grid::create(grid.width() * factor, grid.height() * factor, false);
  if (!scaled) return scaled;
  const auto k = static_cast<std::size_t>(factor);
  for (int y = 0; y < grid.height(); ++y) {
    const std::uint64_t* source = grid.row_words(y);
    const std::span<std::uint64_t> first = scaled->mutable_row(y * factor);
    for (std::size_t i = 0; i < grid.words_per_row(); ++i) {
      for (std::uint64_t word = source[i]; word != 0;) {  // run by run
        const int start = std::countr_zero(word);
        const int length = std::countr_one(word >> start);
        const std::size_t x = i * 64 + static_cast<std::size_t>(start);
        set_bits(first, x * k, (x + static_cast<std::size_t>(length)) * k);
        word = start + length == 64 ? 0 : word & (~std::uint64_t{0} << (start + length));
      }
    }
    for (int copy = 1; copy < factor; ++copy)
      std::copy(first.begin(), first.end(), scaled->mutable_row(y * factor + copy).begin());
  }
  return scaled;
}

Result<Grid> crop(const Grid& grid, Rect area) {
  if (auto inside = check_crop(grid.width(), grid.height(), area); !inside) return inside.error();
  Result<Grid> cut = Grid::create(area.width, area.height, false);
  if (!cut) return cut;
  const auto first_word = static_cast<std::size_t>(area.x / 64);
  const int shift = area.x % 64;
  const auto words = static_cast<std::size_t>((area.width + 63) / 64);
  const std::uint64_t last_mask = ~std::uint64_t{0} >> (63 - (area.width - 1) % 64);
  for (int y = 0; y < area.height; ++y) {
    const std::uint64_t* source = grid.row_words(area.y + y) + first_word;
    const std::span<std::uint64_t> row = cut->mutable_row(y);
    for (std::size_t i = 0; i < words; ++i) {
      // The word behind the row may be read (row_words), and what is beyond the area is masked away below.
      row[i] = shift == 0 ? source[i] : source[i] >> shift | source[i + 1] << (64 - shift);
    }
    row[words - 1] &= last_mask;
  }
  return cut;
}

}  // namespace waymark
