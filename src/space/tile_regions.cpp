#include "waymark/space/tile_regions.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace waymark {
namespace {

constexpr std::size_t kMostRuns = 64 * 32;
constexpr std::uint16_t kUnnumbered = 0xffff;

// The runs of a tile while their regions are found: a run has a set, sets merge, the lowest stands for its set.
struct RunSets {
  std::array<std::uint16_t, kMostRuns> of_run;
  std::array<std::uint16_t, kMostRuns> lowest;
  unsigned count = 0;

  std::uint16_t find(std::uint16_t set) {
    while (lowest[set] != set) set = lowest[set] = lowest[lowest[set]];
    return set;
  }
  std::uint16_t unite(std::uint16_t a, std::uint16_t b) {
    if (a > b) std::swap(a, b);
    return lowest[b] = a;
  }
  std::uint16_t add() {
    const auto set = static_cast<std::uint16_t>(count++);
    return lowest[set] = set;
  }
};

}  // namespace

RowReach RowReach::of(const MoveRules& rules) {
  // A diagonal step that needs a free cell beside it joins nothing that straight steps do not.
  const bool corners = rules.neighbours == Neighbours::kEight && rules.diagonal == DiagonalRule::kAlways;
  return {corners ? 1 : 0, corners || rules.neighbours == Neighbours::kSix ? 1 : 0};
}

void CellRuns::read(std::uint64_t cells) {
  size_ = 0;
  while (cells != 0) {
    const int first = std::countr_zero(cells);
    const std::uint64_t behind = cells + (std::uint64_t{1} << first);  // the first run is carried away
    const int last = behind != 0 ? std::countr_zero(behind) - 1 : 63;
    runs_[size_++] = {first, last};
    cells &= behind;
  }
}

TileRegions::Count TileRegions::rebuild(const Grid& grid, int tile_x, int tile_y, unsigned sides, RowReach reach) {
  const int top = tile_y * kSide;
  const int rows = std::min(kSide, grid.height() - top);
  // All at once, so that rows that are in no cache come together.
  std::array<std::uint64_t, kSide> words;
  for (int row = 0; row < rows; ++row) words[static_cast<std::size_t>(row)] = grid.row_words(top + row)[tile_x];

  RunSets sets;
  unsigned runs = 0;
  std::uint64_t above_cells = 0;
  unsigned above_start = 0;
  CellRuns runs_of_rows[2];
  CellRuns* above = &runs_of_rows[0];
  CellRuns* current = &runs_of_rows[1];
  for (int row = 0; row < rows; ++row) {
    row_start_[static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(runs);
    const std::uint64_t cells = words[static_cast<std::size_t>(row)];
    if (cells == above_cells) {  // then each run touches the one above it alone
      std::copy_n(sets.of_run.begin() + above_start, above->size(), sets.of_run.begin() + runs);
    } else {
      current->read(cells);
      std::fill_n(sets.of_run.begin() + runs, current->size(), kUnnumbered);
      for_each_touching(*current, *above, reach, [&](unsigned i, unsigned k) {
        std::uint16_t& set = sets.of_run[runs + i];
        const std::uint16_t other = sets.find(sets.of_run[above_start + k]);
        set = set == kUnnumbered || set == other ? other : sets.unite(sets.find(set), other);
      });
      for (unsigned i = 0; i < current->size(); ++i) {
        if (sets.of_run[runs + i] == kUnnumbered) sets.of_run[runs + i] = sets.add();
      }
      std::swap(above, current);
      above_cells = cells;
    }
    above_start = runs;
    runs += above->size();
  }
  std::fill(row_start_.begin() + rows, row_start_.end(), static_cast<std::uint16_t>(runs));
  for (unsigned set = 0; set < sets.count; ++set) sets.lowest[set] = sets.lowest[sets.lowest[set]];

  std::array<std::uint16_t, kMostRuns> number;
  std::fill_n(number.begin(), sets.count, kUnnumbered);
  unsigned open = 0;
  const auto meet = [&](unsigned run) {
    std::uint16_t& id = number[sets.lowest[sets.of_run[run]]];
    if (id == kUnnumbered) id = static_cast<std::uint16_t>(open++);
  };
  const auto meet_row = [&](int row) {
    const unsigned end = row_start_[static_cast<std::size_t>(row) + 1];
    for (unsigned run = row_start_[static_cast<std::size_t>(row)]; run < end; ++run) meet(run);
  };
  if ((sides & kTopSide) != 0) meet_row(0);
  for (int row = 0; row < rows && (sides & (kLeftSide | kRightSide)) != 0; ++row) {
    const std::uint64_t cells = words[static_cast<std::size_t>(row)];
    if ((sides & kLeftSide) != 0 && (cells & 1u) != 0) meet(row_start_[static_cast<std::size_t>(row)]);
    if ((sides & kRightSide) != 0 && (cells >> 63u) != 0) {
      meet(row_start_[static_cast<std::size_t>(row) + 1] - 1u);
    }
  }
  if ((sides & kBottomSide) != 0) meet_row(rows - 1);

  unsigned regions = open;
  for (unsigned set = 0; set < sets.count; ++set) {
    if (sets.lowest[set] == set && number[set] == kUnnumbered) number[set] = static_cast<std::uint16_t>(regions++);
  }
  run_region_.resize(runs);
  for (unsigned run = 0; run < runs; ++run) run_region_[run] = number[sets.lowest[sets.of_run[run]]];
  return {open, regions - open};
}

void TileRegions::read_rim(const Grid& grid, int tile_x, int tile_y, unsigned sides, Rim& rim) const {
  const int top = tile_y * kSide;
  const int rows = std::min(kSide, grid.height() - top);
  auto& [left, right, upper, lower] = rim.regions;
  for (int row = 0; row < rows; ++row) {
    const std::uint64_t cells = grid.row_words(top + row)[tile_x];
    const auto i = static_cast<std::size_t>(row);
    if ((sides & kLeftSide) != 0) left[i] = (cells & 1u) != 0 ? run_region_[row_start_[i]] : kUnnumbered;
    if ((sides & kRightSide) != 0) right[i] = (cells >> 63u) != 0 ? run_region_[row_start_[i + 1] - 1u] : kUnnumbered;
  }
  if (rows < kSide) {
    if ((sides & kLeftSide) != 0) std::fill(left.begin() + rows, left.end(), kUnnumbered);
    if ((sides & kRightSide) != 0) std::fill(right.begin() + rows, right.end(), kUnnumbered);
  }
  const auto read_row = [&](std::size_t row, std::array<std::uint16_t, kSide>& regions) {
    const auto end =
        std::copy(run_region_.begin() + row_start_[row], run_region_.begin() + row_start_[row + 1], regions.begin());
    std::fill(end, regions.end(), kUnnumbered);
  };
  if ((sides & kTopSide) != 0) read_row(0, upper);
  if ((sides & kBottomSide) != 0) read_row(static_cast<std::size_t>(rows) - 1, lower);
}

unsigned TileRegions::compare(const Rim& a, const Rim& b, unsigned sides) {
  unsigned different = 0;
  for (unsigned i = 0; i < 4; ++i) {
    if ((sides >> i & 1u) != 0 && a.regions[i] != b.regions[i]) different |= 1u << i;
  }
  return different;
}

unsigned TileRegions::region(const Grid& grid, int x, int y) const {
  const std::uint64_t cells = grid.row_words(y)[x / kSide];
  const std::uint64_t up_to_x = ~std::uint64_t{0} >> (63 - (x & 63));
  const auto runs = static_cast<unsigned>(std::popcount(cells & ~(cells << 1u) & up_to_x));
  return region_of_run(y % kSide, runs - 1);
}

}  // namespace waymark
