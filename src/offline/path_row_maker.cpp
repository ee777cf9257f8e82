#include "offline/path_row_maker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "offline/container_writer.hpp"
#include "subgoals/path_choice.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

constexpr int kSide = PathTiles::kSide;
// The distances of a tile and of the cells around it.
constexpr int kWindowStride = kSide + 8;
constexpr std::size_t kWindowCells = std::size_t{kSide + 2} * kWindowStride;

constexpr int window_offset(int direction) {
  return kDy[static_cast<std::size_t>(direction)] * kWindowStride + kDx[static_cast<std::size_t>(direction)];
}

}  // namespace

PathRowMaker::PathRowMaker(const Map& map)
    : map_(&map),
      tiles_(map.grid().width(), map.grid().height()),
      field_(CanonicalGridSpace(map.grid(), map.table()),
             std::min(map.rules().costs.cardinal, map.rules().costs.diagonal)) {}

bool PathRowMaker::choose(std::uint32_t tile) {
  const Grid& grid = map_->grid();
  const auto [left, top] = tiles_.corner(tile);
  const int width = std::min(kSide, grid.width() - left);
  const int height = std::min(kSide, grid.height() - top);
  std::array<Cost, kWindowCells> window;
  window.fill(kInfiniteCost);
  const Cost* const distances = field_.distances().data();
  bool any = false;
  for (int y = std::max(0, top - 1); y < std::min(grid.height(), top + height + 1); ++y) {
    const int first = std::max(0, left - 1);
    const int last = std::min(grid.width(), left + width + 1);
    Cost* const to = window.data() + static_cast<std::ptrdiff_t>(y - top + 1) * kWindowStride + (first - left + 1);
    const Cost* const from = distances + grid.node(first, y);
    std::memcpy(to, from, static_cast<std::size_t>(last - first) * sizeof(Cost));
  }
  std::array<std::uint8_t, PathTiles::kCells> by_place;
  by_place.fill(kNoDirection);
  for (int y = 0; y < height; ++y) {
    const Cost* const own = window.data() + static_cast<std::ptrdiff_t>(y + 1) * kWindowStride + 1;
    if (std::all_of(own, own + width, [](Cost distance) { return distance == kInfiniteCost; })) continue;
    std::array<std::uint32_t, kSide> legal{};
    std::array<std::uint32_t, kSide> chosen;
    chosen.fill(kNoDirection);
    const NodeId first = grid.node(left, top + y);
    for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
      legal[x] = map_->table().legal[grid.neighbourhood(first + static_cast<NodeId>(x))];
    }
    // The last that is written stands: from the least wanted move to the first in the order.
    for (std::size_t i = kPathMoveOrder.size(); i-- > 0;) {
      const std::uint32_t d = kPathMoveOrder[i];
      const Cost cost = map_->table().cost[d];
      const Cost* const other = own + window_offset(static_cast<int>(d));
      for (std::size_t x = 0; x < kSide; ++x) {
        const bool good = own[x] == other[x] + cost && ((legal[x] >> d) & 1u) != 0;
        chosen[x] = good ? d : chosen[x];
      }
    }
    for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
      by_place[static_cast<std::size_t>(y) * kSide + x] = static_cast<std::uint8_t>(chosen[x]);
      any |= chosen[x] != kNoDirection;
    }
  }
  if (!any) return false;
  for (std::uint32_t rank = 0; rank < PathTiles::kCells; ++rank) moves_[rank] = by_place[PathTiles::place_at(rank)];
  return true;
}

std::pair<Cost, Cost> PathRowMaker::range(std::uint32_t tile) const {
  const Grid& grid = map_->grid();
  const Cell corner = tiles_.corner(tile);
  Cost least = kInfiniteCost;
  Cost most = 0;
  for (int y = corner.y; y < std::min(corner.y + kSide, grid.height()); ++y) {
    for (int x = corner.x; x < std::min(corner.x + kSide, grid.width()); ++x) {
      const Cost distance = field_.distances()[grid.node(x, y)];
      if (distance == kInfiniteCost) continue;
      least = std::min(least, distance);
      most = std::max(most, distance);
    }
  }
  return {least, most};
}

void PathRowMaker::append_distances(std::string& bytes) const {
  std::vector<std::pair<Cost, Cost>> ranges;
  Cost farthest = 0;
  for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) {
    ranges.push_back(range(tile));
    farthest = std::max(farthest, ranges.back().second);
  }
  const Cost unit = farthest / PathDatabase::kMostDistance + 1;
  append_number(bytes, unit);
  for (const auto& [least, most] : ranges) {
    const bool any = least != kInfiniteCost;
    append_number(bytes, any ? static_cast<std::uint16_t>(least / unit) : PathDatabase::kNoDistance);
    append_number(bytes, static_cast<std::uint16_t>((most + unit - 1) / unit));
  }
}

}  // namespace waymark
