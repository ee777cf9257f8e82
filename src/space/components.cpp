#include "waymark/space/components.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "waymark/base/assert.hpp"
#include "waymark/base/heap_bytes.hpp"
#include "waymark/space/direction.hpp"

namespace waymark {

struct Components::Place {
  std::size_t level;
  int x;
  int y;
  unsigned region;
};

Components::Components(const Grid& grid, const MoveRules& rules, std::size_t most_levels)
    : reach_(RowReach::of(rules)), epoch_(grid.epoch()) {
  WAYMARK_ASSERT(most_levels > 0);
  int width = (grid.width() + kTile - 1) / kTile;
  int height = (grid.height() + kTile - 1) / kTile;
  tiles_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (;;) {
    levels_.push_back({width, height, {}, {}});
    levels_.back().nodes.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    if (levels_.size() == most_levels || (width == 1 && height == 1)) break;
    width = (width + 1) / 2;
    height = (height + 1) / 2;
  }
  last_level_ = levels_.size() - 1;
  if (levels_.back().nodes.size() > 1) blocks_.resize(levels_.back().nodes.size());
  mark_all();
  repair(grid);
}

Components::Place Components::place(const Grid& grid, NodeId node) const {
  const Cell cell = grid.cell(node);
  const int x = cell.x / kTile;
  const int y = cell.y / kTile;
  return {0, x, y, tiles_[levels_[0].index(x, y)].region(grid, cell.x, cell.y)};
}

// Steps aside to the region that it hangs on, if it does. Returns what is known of it, nothing if it is closed.
const Components::OpenRegion* Components::settle(Place& at) const {
  const Level& level = levels_[at.level];
  const Node* node = &level.nodes[level.index(at.x, at.y)];
  if (at.region >= node->open.size()) return nullptr;
  const OpenRegion* region = &node->open[at.region];
  if (region->above != kHung) return region;
  at = {at.level, at.x + kDx[region->direction], at.y + kDy[region->direction], region->partner};
  return &level.nodes[level.index(at.x, at.y)].open[at.region];
}

Components::Place Components::above(const Place& at, const OpenRegion& region) {
  return {at.level + 1, at.x / 2, at.y / 2, region.above};
}

// Of an open region of a block.
std::uint32_t Components::tree(const Place& at) const {
  return graph_.tree(blocks_[levels_[at.level].index(at.x, at.y)].vertices[at.region]);
}

bool Components::connected(const Grid& grid, NodeId a, NodeId b) const {
  WAYMARK_DEBUG_ASSERT(epoch_ == grid.epoch());
  if (!grid.contains(a) || !grid.passable(a) || !grid.contains(b) || !grid.passable(b)) return false;
  Place first = place(grid, a);
  Place second = place(grid, b);
  for (;;) {
    const OpenRegion* a_region = settle(first);
    const OpenRegion* b_region = settle(second);
    if (first.x == second.x && first.y == second.y && first.region == second.region) return true;
    if (a_region == nullptr || b_region == nullptr) return false;
    if (a_region->above == kUnknown) [[unlikely]]
      return tree(first) == tree(second);
    first = above(first, *a_region);
    second = above(second, *b_region);
  }
}

Components::Label Components::label(const Grid& grid, NodeId node) const {
  WAYMARK_DEBUG_ASSERT(epoch_ == grid.epoch());
  if (!grid.contains(node) || !grid.passable(node)) return kNone;
  Place at = place(grid, node);
  while (const OpenRegion* region = settle(at)) {
    if (is_last(at.level)) return (Label{levels_.size()} << 56u) | tree(at);
    at = above(at, *region);
  }
  return (Label{at.level} << 56u) | (Label{levels_[at.level].index(at.x, at.y)} << 24u) | at.region;
}

std::vector<std::uint64_t> Components::sizes(const Grid& grid) const {
  // Cells by region of a level; the regions of its nodes one after the other.
  const auto first_regions = [](const Level& level) {
    std::vector<std::size_t> first{0};
    for (const Node& node : level.nodes) first.push_back(first.back() + node.open.size() + node.closed);
    return first;
  };
  std::vector<std::size_t> first = first_regions(levels_[0]);
  std::vector<std::uint64_t> cells(first.back(), 0);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < levels_[0].width; ++x) {
      const std::uint32_t index = levels_[0].index(x, y / kTile);
      const CellRuns runs(grid.row_words(y)[x]);
      for (unsigned i = 0; i < runs.size(); ++i) {
        cells[first[index] + tiles_[index].region_of_run(y % kTile, i)] +=
            static_cast<std::uint64_t>(runs[i].last - runs[i].first + 1);
      }
    }
  }
  std::vector<std::uint64_t> sizes;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const Level& at = levels_[level];
    // Above the last level are the trees of the graph.
    std::vector<std::size_t> above_first =
        is_last(level) ? std::vector<std::size_t>{graph_.tree_names()} : first_regions(levels_[level + 1]);
    std::vector<std::uint64_t> above_cells(above_first.back(), 0);
    for (int y = 0; y < at.height; ++y) {
      for (int x = 0; x < at.width; ++x) {
        const std::uint32_t index = at.index(x, y);
        const std::vector<OpenRegion>& open = at.nodes[index].open;
        for (std::size_t i = 0; i < open.size(); ++i) {
          Place place{level, x, y, static_cast<unsigned>(i)};
          const OpenRegion* region = settle(place);  // open too: only open regions touch each other
          if (is_last(level)) {
            above_cells[tree(place)] += cells[first[index] + i];
            continue;
          }
          place = above(place, *region);
          above_cells[above_first[levels_[level + 1].index(place.x, place.y)] + place.region] +=
              cells[first[index] + i];
        }
        sizes.insert(sizes.end(), cells.begin() + static_cast<std::ptrdiff_t>(first[index] + open.size()),
                     cells.begin() + static_cast<std::ptrdiff_t>(first[index + 1]));
      }
    }
    first = std::move(above_first);
    cells = std::move(above_cells);
  }
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(sizes), [](std::uint64_t size) { return size > 0; });
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

std::uint64_t Components::heap_bytes() const {
  std::uint64_t sum = heap_bytes_of(tiles_, levels_, blocks_, graph_, pairs_, contacts_, sets_, numbers_, flags_,
                                    is_named_, vertices_before_, touches_, joined_, parted_, moved_, others_);
  for (const TileRegions& tile : tiles_) sum += tile.heap_bytes();
  for (const Block& block : blocks_) {
    sum += heap_bytes_of(block.vertices, block.right, block.below, block.below_left, block.below_right);
  }
  for (const Level& level : levels_) {
    sum += heap_bytes_of(level.nodes, level.dirty);
    for (const Node& node : level.nodes) sum += heap_bytes_of(node.open, node.right, node.below, node.bridges);
  }
  return sum;
}

}  // namespace waymark
