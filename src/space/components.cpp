#include "waymark/space/components.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

// Sets that merge; the lowest member stands for its set.
class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t find(std::uint32_t item) {
    while (parent_[item] != item) {
      parent_[item] = parent_[parent_[item]];
      item = parent_[item];
    }
    return item;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a < b) {
      parent_[b] = a;
    } else {
      parent_[a] = b;
    }
  }

 private:
  std::vector<std::uint32_t> parent_;
};

// Numbers the sets 0, 1, ... by their lowest members; returns the number of each item's set.
std::vector<std::uint32_t> number_sets(UnionFind& sets, std::size_t size, std::uint32_t& count) {
  std::vector<std::uint32_t> number(size);
  count = 0;
  for (std::uint32_t item = 0; item < size; ++item) {
    const std::uint32_t lowest = sets.find(item);
    number[item] = lowest == item ? count++ : number[lowest];
  }
  return number;
}

struct Run {
  int first;
  int last;
};

void collect_runs(std::uint64_t word, std::vector<Run>& runs) {
  runs.clear();
  while (word != 0) {
    const int first = std::countr_zero(word);
    const int length = std::countr_one(word >> first);
    runs.push_back({first, first + length - 1});
    if (first + length >= 64) return;
    word &= ~std::uint64_t{0} << (first + length);
  }
}

constexpr std::uint64_t run_starts(std::uint64_t word) { return word & ~(word << 1u); }

}  // namespace

Components::Components(const Grid& grid, const MoveRules& rules)
    : moves_(&move_table({rules.neighbours, rules.diagonal, kUnitCosts})),
      tiles_x_((grid.width() + kTile - 1) / kTile),
      tiles_y_((grid.height() + kTile - 1) / kTile),
      epoch_(grid.epoch()),
      tiles_(static_cast<std::size_t>(tiles_x_) * static_cast<std::size_t>(tiles_y_)) {
  // A diagonal step that needs a free cell beside it joins nothing that straight steps do not.
  const bool corners = rules.neighbours == Neighbours::kEight && rules.diagonal == DiagonalRule::kAlways;
  reach_left_ = corners ? 1 : 0;
  reach_right_ = corners || rules.neighbours == Neighbours::kSix ? 1 : 0;
  for (int y = 0; y < tiles_y_; ++y) {
    for (int x = 0; x < tiles_x_; ++x) rebuild_tile(grid, x, y);
  }
  label_all(grid);
}

std::uint32_t Components::region(const Grid& grid, const Tile& tile, int x, int y) const {
  const std::uint64_t starts = run_starts(grid.row_words(y)[x / 64]);
  const std::uint64_t up_to_x = ~std::uint64_t{0} >> (63 - (x & 63));
  const auto run = tile.row_start[static_cast<std::size_t>(y % kTile)] +
                   static_cast<std::size_t>(std::popcount(starts & up_to_x)) - 1;
  return tile.run_region[run];
}

std::uint32_t Components::label(const Grid& grid, NodeId node) const {
  WAYMARK_DEBUG_ASSERT(epoch_ == grid.epoch());
  if (!grid.contains(node) || !grid.passable(node)) return kNone;
  const Cell cell = grid.cell(node);
  const Tile& tile = tiles_[tile_index(cell.x, cell.y)];
  return tile.region_component[region(grid, tile, cell.x, cell.y)];
}

void Components::rebuild_tile(const Grid& grid, int tile_x, int tile_y) {
  Tile& tile =
      tiles_[static_cast<std::size_t>(tile_y) * static_cast<std::size_t>(tiles_x_) + static_cast<std::size_t>(tile_x)];
  const int rows = std::min(kTile, grid.height() - tile_y * kTile);
  std::uint32_t runs_in_all = 0;
  for (int row = 0; row < rows; ++row) {
    tile.row_start[static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(runs_in_all);
    runs_in_all += static_cast<std::uint32_t>(std::popcount(run_starts(grid.row_words(tile_y * kTile + row)[tile_x])));
  }

  UnionFind sets(runs_in_all);
  std::vector<Run> above;
  std::vector<Run> current;
  std::uint32_t above_base = 0;
  std::uint32_t base = 0;
  for (int row = 0; row < rows; ++row) {
    collect_runs(grid.row_words(tile_y * kTile + row)[tile_x], current);
    std::size_t j = 0;
    for (std::size_t i = 0; i < current.size(); ++i) {
      while (j < above.size() && above[j].last < current[i].first - reach_left_) ++j;
      for (std::size_t k = j; k < above.size() && above[k].first <= current[i].last + reach_right_; ++k) {
        sets.unite(base + static_cast<std::uint32_t>(i), above_base + static_cast<std::uint32_t>(k));
      }
    }
    above_base = base;
    base += static_cast<std::uint32_t>(current.size());
    above.swap(current);
  }
  std::uint32_t regions = 0;
  const std::vector<std::uint32_t> number = number_sets(sets, runs_in_all, regions);
  tile.run_region.assign(number.begin(), number.end());
  tile.region_component.assign(regions, kNone);
}

// Regions of neighbouring tiles are joined along their borders; then components are numbered.
void Components::label_all(const Grid& grid) {
  std::vector<std::uint32_t> first_region(tiles_.size() + 1, 0);
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    first_region[i + 1] = first_region[i] + static_cast<std::uint32_t>(tiles_[i].region_component.size());
  }
  UnionFind sets(first_region.back());
  const auto global_region = [&](int x, int y) {
    const std::size_t index = tile_index(x, y);
    return first_region[index] + region(grid, tiles_[index], x, y);
  };
  const auto join = [&](int x, int y, int other_x, int other_y) {
    if (grid.passable(other_x, other_y)) sets.unite(global_region(x, y), global_region(other_x, other_y));
  };
  // Every adjacency is a step to the right or to the row below.
  const auto join_cell = [&](int x, int y) {
    join(x, y, x + 1, y);
    for (int dx = -reach_right_; dx <= reach_left_; ++dx) join(x, y, x + dx, y + 1);
  };
  for (int y = 0; y < grid.height(); ++y) {
    const bool last_row_of_tile = y % kTile == kTile - 1;
    const std::uint64_t* row = grid.row_words(y);
    for (int tile_x = 0; tile_x < tiles_x_; ++tile_x) {
      std::uint64_t cells = row[tile_x];
      // Inside a tile nothing is left to join; its first column may touch the tile on the left in the row below.
      if (!last_row_of_tile) cells &= (std::uint64_t{1} << 63u) | 1u;
      for (; cells != 0; cells &= cells - 1) join_cell(tile_x * kTile + std::countr_zero(cells), y);
    }
  }
  const std::vector<std::uint32_t> number = number_sets(sets, first_region.back(), count_);
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    std::copy(number.begin() + first_region[i], number.begin() + first_region[i + 1],
              tiles_[i].region_component.begin());
  }
}

// True if the edit of one cell neither merged, split, made nor removed a component; then all is current.
bool Components::try_single_cell(const Grid& grid, Cell cell, bool passable) {
  // The passable cells around it that it touches, and whether they hang together without it.
  const NodeId node = grid.node(cell);
  const unsigned around = grid.neighbourhood(node);
  unsigned touching = moves_->legal[around];
  if (touching == 0) return false;
  std::uint32_t component = kNone;
  Cell neighbours[kDirections];
  std::size_t found = 0;
  for (; touching != 0; touching &= touching - 1) {
    const auto d = static_cast<std::size_t>(std::countr_zero(touching));
    neighbours[found++] = {cell.x + kDx[d], cell.y + kDy[d]};
  }
  const auto touch = [&](Cell a, Cell b) {
    const int dx = b.x - a.x;
    const int dy = b.y - a.y;
    if (dy == 0) return dx == 1 || dx == -1;
    if (dy == 1) return dx >= -reach_right_ && dx <= reach_left_;
    return dy == -1 && dx >= -reach_left_ && dx <= reach_right_;
  };
  if (!passable) {
    // Through the passable cells around it, from the first neighbour on.
    std::array<Cell, kDirections> ring;
    std::array<bool, kDirections> reached{};
    std::size_t cells = 0;
    for (std::size_t d = 0; d < kDirections; ++d) {
      const Cell at{cell.x + kDx[d], cell.y + kDy[d]};
      if (!grid.passable(at.x, at.y)) continue;
      reached[cells] = at == neighbours[0];
      ring[cells++] = at;
    }
    for (std::size_t round = 0; round < cells; ++round) {
      for (std::size_t i = 0; i < cells; ++i) {
        for (std::size_t j = 0; j < cells && reached[i]; ++j) reached[j] = reached[j] || touch(ring[i], ring[j]);
      }
    }
    for (std::size_t i = 0; i < found; ++i) {
      for (std::size_t j = 0; j < cells; ++j) {
        if (ring[j] == neighbours[i] && !reached[j]) return false;
      }
    }
  }

  // Labels by the old tile: its runs are of the grid before the edit, so the cell's own word is undone for the look-up.
  const std::size_t index = tile_index(cell.x, cell.y);
  const Tile old = tiles_[index];
  const auto old_label = [&](Cell c) {
    if (tile_index(c.x, c.y) != index) return label(grid, grid.node(c));
    std::uint64_t word = grid.row_words(c.y)[c.x / 64];
    if (c.y == cell.y) word ^= std::uint64_t{1} << (cell.x & 63);
    const std::uint64_t up_to_x = ~std::uint64_t{0} >> (63 - (c.x & 63));
    const auto run = old.row_start[static_cast<std::size_t>(c.y % kTile)] +
                     static_cast<std::size_t>(std::popcount(run_starts(word) & up_to_x)) - 1;
    return old.region_component[old.run_region[run]];
  };
  for (std::size_t i = 0; i < found; ++i) {
    const std::uint32_t neighbour = old_label(neighbours[i]);
    if (component != kNone && neighbour != component) return false;
    component = neighbour;
  }

  rebuild_tile(grid, cell.x / kTile, cell.y / kTile);
  Tile& tile = tiles_[index];
  const int left = cell.x / kTile * kTile;
  const int top = cell.y / kTile * kTile;
  const int bottom = std::min(top + kTile, grid.height());
  for (int y = top; y < bottom; ++y) {
    for (std::uint64_t starts = run_starts(grid.row_words(y)[left / 64]); starts != 0; starts &= starts - 1) {
      const Cell start{left + std::countr_zero(starts), y};
      std::uint32_t& label_of_region = tile.region_component[region(grid, tile, start.x, start.y)];
      if (label_of_region == kNone) label_of_region = start == cell ? component : old_label(start);
    }
  }
  return true;
}

void Components::update(const Grid& grid) {
  if (grid.epoch() == epoch_) return;
  const auto changes = grid.changes_since(epoch_);
  epoch_ = grid.epoch();
  if (changes && changes->size() == 1) {
    const Grid::Change& change = changes->front();
    const bool single = change.area.width == 1 && change.area.height == 1;
    if (single && try_single_cell(grid, {change.area.x, change.area.y}, change.passable)) return;
  }
  std::vector<bool> touched(tiles_.size(), !changes);
  if (changes) {
    for (const Grid::Change& change : *changes) {
      for (int y = change.area.y / kTile; y <= (change.area.y + change.area.height - 1) / kTile; ++y) {
        for (int x = change.area.x / kTile; x <= (change.area.x + change.area.width - 1) / kTile; ++x) {
          touched[tile_index(x * kTile, y * kTile)] = true;
        }
      }
    }
  }
  for (int y = 0; y < tiles_y_; ++y) {
    for (int x = 0; x < tiles_x_; ++x) {
      if (touched[tile_index(x * kTile, y * kTile)]) rebuild_tile(grid, x, y);
    }
  }
  label_all(grid);
}

std::vector<std::uint64_t> Components::sizes(const Grid& grid) const {
  std::vector<std::uint64_t> sizes(count_, 0);
  std::vector<Run> runs;
  for (int y = 0; y < grid.height(); ++y) {
    for (int tile_x = 0; tile_x < tiles_x_; ++tile_x) {
      collect_runs(grid.row_words(y)[tile_x], runs);
      for (const Run& run : runs) {
        sizes[label(grid, grid.node(tile_x * kTile + run.first, y))] +=
            static_cast<std::uint64_t>(run.last - run.first + 1);
      }
    }
  }
  return sizes;
}

}  // namespace waymark
