// The cells of one sector as rows of bits, and its regions found by filling them, a row at a time.
//
// With diagonal moves that need a free cell beside them a region is what straight moves connect: the cell beside lies
// in the sector too. Only where diagonals are always legal they connect by themselves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "waymark/hierarchy/sectors.hpp"
#include "waymark/space/grid.hpp"
#include "waymark/space/move_table.hpp"

namespace waymark {

class SectorBits {
 public:
  using Rows = std::array<std::uint32_t, Sectors::kLargest>;

  SectorBits(const Grid& grid, const Rect& area) : height_(area.height) {
    const auto word = static_cast<std::size_t>(area.x) / 64;
    const auto shift = static_cast<unsigned>(area.x) % 64;
    const std::uint64_t mask = (std::uint64_t{1} << static_cast<unsigned>(area.width)) - 1;
    for (int y = 0; y < area.height; ++y) {
      const std::uint64_t* words = grid.row_words(area.y + y) + word;
      // The row's last word is followed by another, of the next row or the guard.
      const std::uint64_t bits = shift == 0 ? words[0] : (words[0] >> shift) | (words[1] << (64 - shift));
      free_[static_cast<std::size_t>(y)] = static_cast<std::uint32_t>(bits & mask);
    }
  }

  [[nodiscard]] std::uint32_t free(int y) const { return free_[static_cast<std::size_t>(y)]; }
  [[nodiscard]] bool any() const {
    return std::any_of(free_.begin(), free_.begin() + height_, [](std::uint32_t row) { return row != 0; });
  }

  // The region of a free cell: rows `first` to `last` of `rows`; the others are not set.
  struct Region {
    Rows rows;
    int first;
    int last;
    [[nodiscard]] bool contains(int x, int y) const {
      return y >= first && y <= last && ((rows[static_cast<std::size_t>(y)] >> static_cast<unsigned>(x)) & 1u) != 0;
    }
  };
  // `work` grows by the rows looked at.
  void fill(int x, int y, bool diagonals, Region& region, std::uint64_t& work) const {
    const auto spread = [&](std::uint32_t row) { return diagonals ? row | (row << 1u) | (row >> 1u) : row; };
    region.first = region.last = y;
    std::uint32_t* const rows = region.rows.data();
    rows[y] = run(std::uint32_t{1} << static_cast<unsigned>(x), free(y));
    ++work;
    for (bool grows = true; grows;) {
      grows = false;
      for (int at = region.first + 1; at <= std::min(region.last + 1, height_ - 1); ++at, ++work) {
        grows |= join(region, at, spread(rows[at - 1]));
      }
      for (int at = region.last - 1; at >= std::max(region.first - 1, 0); --at, ++work) {
        grows |= join(region, at, spread(rows[at + 1]));
      }
    }
  }

 private:
  // The cells of `free` in a row with those of `from`, which are among them.
  static std::uint32_t run(std::uint32_t from, std::uint32_t free) {
    std::uint32_t left = from;
    std::uint32_t right = from;
    std::uint32_t to_left = free;
    std::uint32_t to_right = free;
    for (unsigned shift = 1; shift < 32; shift *= 2) {
      left |= to_left & (left << shift);
      right |= to_right & (right >> shift);
      to_left &= to_left << shift;
      to_right &= to_right >> shift;
    }
    return left | right;
  }
  // Row `at`, of the region or beside it, is reached from another at the cells `from`: whether it grows.
  bool join(Region& region, int at, std::uint32_t from) const {
    const bool is_new = at < region.first || at > region.last;
    std::uint32_t& row = region.rows[static_cast<std::size_t>(at)];
    const std::uint32_t before = is_new ? 0 : row;
    const std::uint32_t reached = before | (from & free(at));
    if (reached == before) return false;
    row = run(reached, free(at));
    region.first = std::min(region.first, at);
    region.last = std::max(region.last, at);
    return true;
  }

  Rows free_;
  int height_;
};

inline bool has_free_diagonals(const MoveRules& rules) {
  return rules.neighbours == Neighbours::kEight && rules.diagonal == DiagonalRule::kAlways;
}

}  // namespace waymark
