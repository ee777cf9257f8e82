#include "offline/path_row_maker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

#include "offline/container_writer.hpp"
#include "subgoals/path_choice.hpp"
#include "waymark/subgoals/path_database.hpp"

namespace waymark {
namespace {

constexpr int kSide = PathTiles::kSide;
// The distances of a tile and of the cells around it.
constexpr int kWindowStride = kSide + 8;
constexpr std::size_t kWindowCells = std::size_t{kSide + 2} * kWindowStride;

constexpr int window_offset(std::size_t direction) { return kDy[direction] * kWindowStride + kDx[direction]; }

// Distances that are compared at once, by their low bits; compilers know such vectors, and do without where a machine
// has none. (Of a loop over numbers GCC 12 makes branches.)
//
// The low bits suffice. Where a move is legal two distances differ by its cost at most, or neither cell is reached. Or
// one of them is, but the other would be farther than kMaxPathCost: the first is less than the move's cost below that,
// and what is not reached has the low bits of kMaxPathCost.
using Low = std::uint16_t;
using Lanes [[gnu::vector_size(16)]] = Low;
static_assert(2 * kMaxMoveCost <= std::numeric_limits<Low>::max());
static_assert(static_cast<Low>(kMaxPathCost) == static_cast<Low>(kInfiniteCost));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(Low);

Lanes lanes_at(const Low* numbers) {
  Lanes lanes;
  std::memcpy(&lanes, numbers, sizeof(lanes));
  return lanes;
}

// The chosen one of several moves.
constexpr std::array<std::uint8_t, 256> kChosen = [] {
  std::array<std::uint8_t, 256> chosen{};
  for (unsigned moves = 0; moves < chosen.size(); ++moves) chosen[moves] = chosen_path_move(moves);
  return chosen;
}();

}  // namespace

PathRowMaker::PathRowMaker(const Map& map)
    : map_(&map),
      tiles_(map.grid().width(), map.grid().height()),
      field_(CanonicalGridSpace(map.grid(), map.table()),
             std::min(map.rules().costs.cardinal, map.rules().costs.diagonal)) {
  learn_moves();
}

void PathRowMaker::learn_moves() {
  const Grid& grid = map_->grid();
  epoch_ = grid.epoch();
  legal_.assign(tiles_.count(), Moves{});
  for (std::uint32_t tile = 0; tile < tiles_.count(); ++tile) {
    const Cell corner = tiles_.corner(tile);
    for (std::size_t place = 0; place < PathTiles::kCells; ++place) {
      const int x = corner.x + static_cast<int>(place % kSide);
      const int y = corner.y + static_cast<int>(place / kSide);
      if (!grid.passable(x, y)) continue;
      legal_[tile][place] = map_->table().legal[grid.neighbourhood(grid.node(x, y))];
    }
  }
}

void PathRowMaker::begin(NodeId centroid) {
  if (epoch_ != map_->grid().epoch()) learn_moves();
  field_.compute(centroid);
}

void PathRowMaker::good_moves(std::uint32_t tile, Moves& moves) const {
  const Grid& grid = map_->grid();
  const auto [left, top] = tiles_.corner(tile);
  std::array<Low, kWindowCells> window{};  // outside the map as it is: no move leads there
  const int first = std::max(0, left - 1);
  const int last = std::min(grid.width(), left + kSide + 1);
  for (int y = std::max(0, top - 1); y < std::min(grid.height(), top + kSide + 1); ++y) {
    Low* const to = window.data() + static_cast<std::ptrdiff_t>(y - top + 1) * kWindowStride + (first - left + 1);
    const Cost* const from = field_.distances().data() + grid.node(first, y);
    for (int x = 0; x < last - first; ++x) to[x] = static_cast<Low>(from[x]);
  }
  for (std::size_t y = 0; y < kSide; ++y) {
    const Low* const row = window.data() + (y + 1) * kWindowStride + 1;
    std::array<Low, kSide> good;
    for (std::size_t x = 0; x < kSide; x += kLanes) {
      const Lanes own = lanes_at(row + x);
      Lanes found{};
      for (std::size_t d = 0; d < kDirections; ++d) {
        const Lanes through = lanes_at(row + x + window_offset(d)) + static_cast<Low>(map_->table().cost[d]);
        found |= static_cast<Lanes>(own == through) & static_cast<Low>(1u << d);
      }
      std::memcpy(good.data() + x, &found, sizeof(found));
    }
    const std::uint8_t* const legal = legal_[tile].data() + y * kSide;
    for (std::size_t x = 0; x < kSide; ++x) moves[y * kSide + x] = static_cast<std::uint8_t>(legal[x] & good[x]);
  }
}

std::span<const std::uint16_t> PathRowMaker::runs(std::uint32_t tile, PathRunRoom& room) const {
  Moves moves;
  good_moves(tile, moves);
  return encode_runs([&moves](std::uint32_t rank) { return kChosen[moves[PathTiles::place_at(rank)]]; }, room);
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
